// A few words that leave no choice.
#include "agent/known/asked_thing.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

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

}  // namespace

bool asks_for_another(const std::vector<std::string>& words, const std::string& query_template) {
  if (query_template.find("at least <v0> at most <v1>") != std::string::npos && is_of_starts(words))
    return true;
  if (leaves_out_memsets(words, query_template)) return true;
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

}  // namespace nsys_ai::inline agent
