// A few words that leave no choice.
#include "agent/known/asked_thing.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "agent/known/near_misses.h"
#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

// Words, as stems, for what a query names.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kNumberedPlaces = {
    {{"card", "gpu"},
     {"devic", "gpu"},
     {"device", "gpu"},
     {"gpu", "gpu"},
     {"gpus", "gpu"},
     {"pid", "process"},
     {"proces", "process"},
     {"process", "process"},
     {"rank", "process"},
     {"stream", "stream"},
     {"thread", "thread"}}};

// `starting between 3 and 4 ms` is no duration.
bool is_of_starts(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "clock" || word.starts_with("start") || word.starts_with("beg");
  });
}

// `which GPU` and `which of the two processes` ask for one of these, and `on which GPU` may ask for what is
// there. Empty where they ask for none.
std::string_view thing_asked_for(const std::vector<std::string>& words) {
  const auto is_one = [](const std::string& word, std::initializer_list<std::string_view> of) {
    return std::find(of.begin(), of.end(), word) != of.end();
  };
  for (size_t at = 0; at < words.size(); ++at) {
    if (words[at] != "which") continue;
    if (at > 0 &&
        is_one(words[at - 1], {"on", "in", "of", "for", "by", "from", "to", "at", "with", "within"}))
      continue;
    size_t next = at + 1;
    while (next < words.size() && is_one(words[next], {"of", "the", "two", "both"})) ++next;
    const auto thing = std::find_if(kNumberedPlaces.begin(), kNumberedPlaces.end(), [&](const auto& each) {
      return next < words.size() && each.first == words[next];
    });
    if (thing != kNumberedPlaces.end()) return thing->second;
  }
  return {};
}

bool says_any_of(const std::vector<std::string>& words, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view beginning) { return word.starts_with(beginning); });
  });
}

// Memsets that are asked about alone are in the query, as no other work is.
bool leaves_out_memsets(const std::vector<std::string>& words, const std::string& query_template) {
  return says_any_of(words, {"memset"}) && query_template.find("memset") == std::string::npos &&
         !says_any_of(words, {"kernel", "cop", "memcp", "transfer", "operation", "work", "<c", "<x"});
}

// `was not pinned`: what the question sets apart, the query must not ask for.
bool asks_for_what_is_not(const std::vector<std::string>& words, const std::string& query_template) {
  for (size_t at = 1; at < words.size(); ++at) {
    const bool named = words[at].starts_with("<m") || words[at].starts_with("<d");
    if (named && (words[at - 1] == "not" || words[at - 1] == "non" || words[at - 1].ends_with("nt")) &&
        query_template.find(words[at]) != std::string::npos)
      return true;
  }
  return false;
}

// `which block`: a range's name says it beside other things.
bool asks_for_part_of_name(const std::vector<std::string>& words, const std::string& query_template) {
  for (size_t at = 0; at + 1 < words.size(); ++at) {
    const size_t thing = words[at + 1] == "transformer" && at + 2 < words.size() ? at + 2 : at + 1;
    if ((words[at] == "which" || words[at] == "what") && (words[thing] == "block" || words[thing] == "layer"))
      return query_template.starts_with("name of the ") &&
             ascii_lower(query_template).find("nvtx range") != std::string::npos;
  }
  return false;
}

// `kernels with 64 registers`: no bound, unless a word says on which side.
bool states_no_side(const std::vector<std::string>& words, const std::string& query_template) {
  bool bounded = false;
  for (const char* bound : {" than <v", " than <k", " than <z"})
    bounded = bounded || query_template.find(bound) != std::string::npos;
  if (!bounded) return false;
  return !says_any_of(words,
                      {"abov",    "bel",  "beyond",  "big",   "cross", "exceed", "fast",  "few",  "great",
                       "high",    "larg", "last",    "least", "less",  "long",   "low",   "max",  "min",
                       "mor",     "most", "outlast", "over",  "past",  "quick",  "short", "slow", "small",
                       "surpass", "took", "take",    "under", "up",    "within", "worse"}) &&
         std::none_of(words.begin(), words.end(), [](const std::string& word) {
           return word[0] == '>' || word == "<" || word.starts_with("<=");
         });
}

// Being idle is no being busy, and the name of a thread no number.
bool says_otherwise(const std::vector<std::string>& words, const std::string& query_template) {
  const auto says = [&](std::initializer_list<std::string_view> of) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return std::find(of.begin(), of.end(), word) != of.end();
    });
  };
  const bool idle =
      query_template.find("idle") != std::string::npos || query_template.find("gap") != std::string::npos;
  // `168 registers and up`, `or more`, `or fewer` have these, too.
  if (query_template.find(" than <") != std::string::npos)
    for (size_t at = 0; at + 1 < words.size(); ++at)
      if ((words[at] == "or" || words[at] == "and") &&
          says_any_of({words[at + 1]}, {"mor", "up", "few", "less", "abov", "below"}))
        return true;
  if (says({"idle", "idl"}) && !idle && query_template.starts_with("time ")) return true;
  return says({"name", "named"}) && query_template.starts_with("thread with the ");
}

// `the larger kernels` are not the most of them.
bool is_of_large_ones(const std::vector<std::string>& words, const std::string& query_template) {
  if (!query_template.ends_with(" kernels") && !query_template.ends_with(" copies")) return false;
  if (query_template.find("with the most ") == std::string::npos &&
      query_template.find("with the least ") == std::string::npos)
    return false;
  for (size_t at = 0; at + 1 < words.size(); ++at)
    if (says_any_of({words[at]}, {"larg", "big", "long", "small", "short"}) &&
        says_any_of({words[at + 1]}, {"kernel", "cop", "memcp", "transfer"}))
      return true;
  return false;
}

// `with no kernel running`: copies may run in it.
bool is_of_kernels_alone(const std::vector<std::string>& words, const std::string& query_template) {
  if (query_template.find("idle gap") == std::string::npos) return false;
  const bool other = says_any_of(words, {"cop", "memc", "memset", "transfer", "operation", "work", "else",
                                         "anything", "nothing", "op", "activity"});
  for (size_t at = 0; at + 1 < words.size(); ++at)
    if ((words[at] == "no" || words[at] == "without") && words[at + 1] == "kernel" && !other) return true;
  return false;
}

// `both together` is no difference, and `run together` no sum.
bool puts_together_otherwise(const std::vector<std::string>& words, const std::string& query_template) {
  const auto is_of = [&](std::string_view what) { return query_template.find(what) != std::string::npos; };
  const bool apart = is_of(" minus <") || is_of(" minus number of ") || is_of(" minus total ") ||
                     query_template.starts_with("difference ");
  if (apart && says_any_of(words, {"together", "combin", "altogether", "summed"}) &&
      !says_any_of(words, {"differ", "mor", "less", "few", "minu", "than", "exceed", "surplus", "ahead"}))
    return true;
  if (!is_of(" plus ")) return false;
  for (size_t at = 0; at + 1 < words.size(); ++at)
    if (says_any_of({words[at]}, {"run", "ran", "execut", "activ"}) && words[at + 1] == "together")
      return true;
  return false;
}

}  // namespace

bool asks_for_another(const std::vector<std::string>& words, const std::string& query_template) {
  if (query_template.find("at least <v0> at most <v1>") != std::string::npos && is_of_starts(words))
    return true;
  if (leaves_out_memsets(words, query_template) || asks_for_what_is_not(words, query_template) ||
      asks_for_part_of_name(words, query_template) || states_no_side(words, query_template) ||
      says_otherwise(words, query_template) || is_of_kernels_alone(words, query_template) ||
      is_of_large_ones(words, query_template) || puts_together_otherwise(words, query_template))
    return true;
  if (is_near_miss(words, query_template)) return true;
  const std::string_view thing = thing_asked_for(words);
  if (thing.empty()) return false;
  // `value of the GPU`, `2nd process`; `GPUs` are where something is.
  constexpr size_t kHead = 4;
  size_t begin = 0;
  for (size_t word = 0; word < kHead && begin < query_template.size(); ++word) {
    const size_t end = std::min(query_template.find(' ', begin), query_template.size());
    if (ascii_lower(query_template.substr(begin, end - begin)) == thing) return false;
    begin = end + 1;
  }
  return true;
}

bool includes_more(const std::vector<std::string>& remark, const std::string& query_template) {
  const auto is_of = [&](std::string_view what) { return query_template.find(what) != std::string::npos; };
  // Of percentiles there are several kinds.
  if (says_any_of(remark, {"nearest"})) return true;
  return says_any_of(remark, {"includ", "incl", "plus"}) && !is_of("busy") && !is_of("idle") &&
         !is_of("operations");
}

}  // namespace nsys_ai::inline agent
