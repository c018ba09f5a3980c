// Word by word, from a table.
#include "agent/known/written_out.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <utility>

#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

using Short = std::pair<std::string_view, std::string_view>;
constexpr std::array<Short, 48> kShort = {{{"#", "number of"},
                                           {"/", "divided by"},
                                           {"blk", "block"},
                                           {"blks", "blocks"},
                                           {"bw", "bandwidth"},
                                           {"cnt", "count"},
                                           {"demangledname", "demangled name"},
                                           {"deviceid", "device"},
                                           {"dur", "duration"},
                                           {"durs", "durations"},
                                           {"dyn", "dynamic"},
                                           {"dynamicsharedmemory", "dynamic shared memory"},
                                           {"exec", "execution"},
                                           {"execs", "executions"},
                                           {"initialise", "initialize"},
                                           {"iter", "iteration"},
                                           {"iters", "iterations"},
                                           {"lat", "latency"},
                                           {"lvl", "level"},
                                           {"mem", "memory"},
                                           {"nr", "number of"},
                                           {"num", "number of"},
                                           {"op", "operation"},
                                           {"ops", "operations"},
                                           {"pct", "percent"},
                                           {"proc", "process"},
                                           {"procs", "processes"},
                                           {"reg", "register"},
                                           {"registersperthread", "registers per thread"},
                                           {"regs", "registers"},
                                           {"shared-memory", "shared memory"},
                                           {"shmem", "shared memory"},
                                           {"shortname", "short name"},
                                           {"smem", "shared memory"},
                                           {"staticsharedmemory", "static shared memory"},
                                           {"stddev", "standard deviation"},
                                           {"streamid", "stream"},
                                           {"sync", "synchronization"},
                                           {"synchronisation", "synchronization"},
                                           {"syncs", "synchronizations"},
                                           {"thr", "thread"},
                                           {"thrs", "threads"},
                                           {"util", "utilization"},
                                           {"utilisation", "utilization"},
                                           {"w/", "with"},
                                           {"w/o", "without"},
                                           {"xfer", "transfer"},
                                           {"xfers", "transfers"}}};
static_assert(std::is_sorted(kShort.begin(), kShort.end()));

std::string whole_word(const std::string& word) {
  constexpr std::string_view kBefore = "(", kBehind = "?!,;:.)";
  const size_t begin = std::min(word.find_first_not_of(kBefore), word.size());
  const size_t last = word.find_last_not_of(kBehind);
  if (last == std::string::npos || last < begin) return word;
  const std::string key = ascii_lower(word.substr(begin, last + 1 - begin));
  const auto found = std::lower_bound(kShort.begin(), kShort.end(), Short{key, ""});
  if (found == kShort.end() || found->first != key) return word;
  return word.substr(0, begin) + std::string(found->second) + word.substr(last + 1);
}

std::string with_whole_phrases(const std::string& text) {
  static const std::regex beside(
      R"(\b(?:the )?(?:(?:first|second|1st|2nd|other) )?(?:gpu|device|card) \((?:(?:device|gpu) )?id (\d+)\))",
      std::regex::icase);
  static const std::regex alone(
      R"((^|[^a-z ] *|\b(?:on|of|for|and|both|all|in|to|from|by|at|time|copies|kernels?) )\(?id (\d+)\b\)?)",
      std::regex::icase);
  static const std::regex unit(R"( \((?:decimal|1e9|10\^9|10\*\*9)\b[^()]*\))", std::regex::icase);
  static const std::regex over(R"(\bover (?=(?:the )?(?:sum|summed|total)\b))", std::regex::icase);
  const std::string numbered = std::regex_replace(std::regex_replace(text, unit, ""), beside, "GPU $1");
  return std::regex_replace(std::regex_replace(numbered, alone, "$1GPU $2"), over, "divided by ");
}

}  // namespace

std::string written_out(std::string_view question) {
  constexpr size_t kLongest = 1000;  // patterns look back, and nobody types more
  if (question.size() > kLongest) return std::string(question);
  std::string text, word;
  bool quoted = false;
  const auto end_word = [&](bool whole) {
    text += whole ? whole_word(word) : word;
    word.clear();
  };
  for (const char c : question) {
    if (c == '"' || c == '`') quoted = !quoted;
    if (std::isspace(static_cast<unsigned char>(c)) && !quoted) {
      end_word(true);
      text += c;
    } else {
      word += c;
    }
  }
  end_word(!quoted);
  return with_whole_phrases(text);
}

Bracketed without_brackets(std::string_view question) {
  Bracketed parted;
  size_t depth = 0;
  bool quoted = false;
  for (size_t at = 0; at < question.size(); ++at) {
    const char c = question[at];
    if (c == '"' || c == '`') quoted = !quoted;
    // `FSDP::pre_forward(x)` is a name.
    const bool opens = c == '(' && !quoted && (at == 0 || question[at - 1] == ' ' || depth > 0);
    if (opens) ++depth;
    if (depth == 0)
      parted.rest += c;
    else if (c != '(' && c != ')')
      parted.remark += c;
    if (depth > 0 && c == ')' && !quoted && --depth == 0) parted.remark += ' ';
  }
  return depth == 0 ? parted : Bracketed{std::string(question), ""};
}

}  // namespace nsys_ai::inline agent
