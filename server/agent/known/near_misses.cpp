// Pairs that are taken for each other, and the words that part them.
#include "agent/known/near_misses.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

using Words = std::vector<std::string>;

bool is_one_of(const std::string& word, std::initializer_list<std::string_view> of) {
  return std::find(of.begin(), of.end(), word) != of.end();
}

bool says(const Words& words, std::initializer_list<std::string_view> of) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return is_one_of(word, of); });
}

bool says_part(const Words& words, std::string_view part) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word.find(part) != std::string::npos; });
}

bool is_of(const std::string& query_template, std::string_view what) {
  return query_template.find(what) != std::string::npos;
}

// `under 64 kB` is not what is larger. Words of both sides, and what says no, leave it open.
bool is_on_the_other_side(const Words& words, const std::string& t) {
  const bool above =
      says(words, {"above", "over", "more", "mor", "larger", "longer", "greater", "beyond", "exceed",
                   "exceeds", "least", "slower", "bigger", "higher", "past", "outlast", ">", ">="});
  const bool below = says(words, {"under", "below", "less", "fewer", "shorter", "smaller", "most", "faster",
                                  "quicker", "lower", "<", "<="});
  if (above == below || says(words, {"no", "not", "never", "nor", "without"})) return false;
  const bool of_above = is_of(t, "larger than <") || is_of(t, "longer than <") || is_of(t, "more than <");
  const bool of_below = is_of(t, "smaller than <") || is_of(t, "shorter than <") || is_of(t, "less than <");
  if (of_above == of_below) return false;
  return of_above ? below : above;
}

// `how many copies` asks for no bytes.
bool is_of_bytes_and_not_of_numbers(const Words& words, const std::string& t) {
  if (!is_of(t, "total bytes") || is_of(t, "number of")) return false;
  // What is counted may be bounded by its bytes.
  if (!words.empty() && words[0] == "count" &&
      !(words.size() > 2 && (words[1] == "byte" || words[2] == "byte")))
    return true;
  const bool counts = says(words, {"many", "number", "count"});
  const bool of_bytes = says(words, {"data", "volume", "volum", "size", "amount", "traffic", "much", "gb",
                                     "mb", "kb", "gib", "mib", "kib", "memory", "payload"}) ||
                        says_part(words, "byt");
  return counts && !of_bytes;
}

// `with a kernel running`, `kernel utilisation`, and all other work beside.
bool is_of_all_work(const Words& words, const std::string& t) {
  if (!is_of(t, "busy") || is_of(t, "kernel running")) return false;
  for (size_t at = 0; at + 1 < words.size(); ++at) {
    if (!is_one_of(words[at], {"kernel", "memcpy", "copy"})) continue;
    size_t next = at + 1;
    while (next + 1 < words.size() && is_one_of(words[next], {"actually", "actual", "was", "is", "really"}))
      ++next;
    const std::string& what = words[next];
    if (is_one_of(what, {"busy"}) || what.starts_with("utili")) return true;
    const bool runs = what.starts_with("runn") || what.starts_with("execut") || what.starts_with("activ");
    if (runs && at > 0 && is_one_of(words[at - 1], {"a", "one", "any", "some", "least"})) return true;
  }
  return false;
}

// `process name` is no model of a GPU.
bool is_of_gpus_and_not_of_programs(const Words& words, const std::string& t) {
  return is_of(t, "gpu model") &&
         !says(words, {"gpu", "gpus", "card", "cards", "device", "devic", "model", "accelerator", "hardware",
                       "chip"}) &&
         says_part(words, "proces");
}

bool asks_for_different_ones(const Words& words, const std::string& t) {
  const bool distinct = says(words, {"different", "distinct", "unique", "uniqu"});
  return distinct && (t.starts_with("average ") || t.starts_with("total ") || t.starts_with("median "));
}

// `at what time does it end` is no duration.
bool asks_for_a_time_of_the_capture(const Words& words, const std::string& t) {
  if (t.starts_with("start of ") || t.starts_with("end of ") || is_of(t, " start of ") ||
      is_of(t, " end of "))
    return t.starts_with("duration of the ");
  // `by their start time`, in a window.
  if (is_of(t, " starting between ")) return false;
  for (size_t at = 0; at + 1 < words.size(); ++at) {
    const bool time = is_one_of(words[at + 1], {"time", "timestamp", "moment"});
    if (time && is_one_of(words[at], {"start", "end"})) return true;
    if (words[at] == "at" && is_one_of(words[at + 1], {"what", "which"}) && at + 2 < words.size() &&
        is_one_of(words[at + 2], {"time", "timestamp", "moment"}))
      return true;
  }
  return false;
}

// `with a kernel running`: a time, and no duration of theirs.
bool asks_while_any_runs(const Words& words, const std::string& t) {
  if (!t.starts_with("average duration of ") && !t.starts_with("total duration of ")) return false;
  for (size_t at = 0; at + 2 < words.size(); ++at)
    if (is_one_of(words[at], {"a", "an", "any", "one"}) &&
        is_one_of(words[at + 1], {"kernel", "copy", "memcpy", "memset", "operation"}) &&
        (words[at + 2].starts_with("runn") || words[at + 2].starts_with("execut") ||
         words[at + 2] == "active"))
      return true;
  return false;
}

// Of percentiles there are several kinds, and this is not the one that is told.
bool asks_for_another_percentile(const Words& words, const std::string& t) {
  return says(words, {"nearest"}) && (t.starts_with("<a") || is_of(t, "percentile") || is_of(t, "median"));
}

// `add up the calls` is of their durations.
bool adds_up_times(const Words& words, const std::string& t) {
  if (!is_of(t, "number of") || says(words, {"many", "number", "count", "often", "time", "frequently"}))
    return false;
  for (size_t at = 0; at + 1 < words.size(); ++at)
    if (is_one_of(words[at], {"add", "sum"}) && words[at + 1] == "up") return true;
  return false;
}

// `overlaps count once`: no sum in which they count twice, and not the overlaps.
bool counts_once(const Words& words, const std::string& t) {
  return says(words, {"once"}) && says_part(words, "count") &&
         (t.starts_with("total duration of") || is_of(t, "two or more"));
}

// What nsys recorded is more than its events.
bool asks_for_the_recording(const Words& words, const std::string& t) {
  const bool of_capture = t.ends_with("of the capture") || t.ends_with("of the last capture");
  return of_capture && !is_of(t, "recording time") &&
         (says(words, {"session", "analysis", "analysi", "profiler"}) || says_part(words, "record")) &&
         !says(words, {"version", "date"});
}

// The start of a kernel is not that of a gap.
bool is_of_gaps(const Words& words, const std::string& t) {
  if (!is_of(t, "idle gap") || !says(words, {"kernel"})) return false;
  return !says(words, {"no",       "not", "without", "none", "nothing", "neither", "between",
                       "anything", "off", "gap",     "hole", "bubble",  "pause",   "paus",
                       "stretch",  "nor", "never",   "void", "lull",    "hang"}) &&
         !says_part(words, "idl");
}

// `how long did it take` asks for no point in time.
bool asks_how_long_it_takes(const Words& words, const std::string& t) {
  const bool how_long = words.size() > 2 && words[0] == "how" && words[1] == "long" &&
                        is_one_of(words[2], {"did", "does", "do"});
  return how_long && t.starts_with("start of ") && says(words, {"take", "took", "last", "run"});
}

// A part of a range is a share of its time, and not so much for each of them.
bool divides_by_a_number(const Words& words, const std::string& t) {
  const bool times =
      t.starts_with("total duration") || t.starts_with("average duration") || t.starts_with("duration");
  const bool by_number = times && is_of(t, " divided by number of ");
  const bool of_numbers = t.starts_with("number of") && is_of(t, " as a percentage of ") &&
                          says(words, {"time", "duration", "long", "last", "took", "take", "spent", "spend"});
  return (by_number || of_numbers) &&
         !says(words, {"number", "count", "many", "per", "each", "average", "often", "mean"});
}

// Both idle at once is no sum of each.
bool asks_of_all_at_once(const Words& words, const std::string& t) {
  if (!t.starts_with("idle time") && !t.starts_with("busy time")) return false;
  const auto is_state = [&](size_t at) {
    return at < words.size() && (words[at].starts_with("idl") || words[at] == "busy");
  };
  for (size_t at = 0; at < words.size(); ++at)
    if (words[at] == "together" && (is_state(at + 1) || is_state(at + 2) || (at > 0 && is_state(at - 1))))
      return true;
  return false;
}

// `between the first and the last operation`: of that span.
bool is_of_a_span(const Words& words, const std::string& t) {
  return t.starts_with("share of duration") && says(words, {"first", "<o0>"}) &&
         says(words, {"last", "<o0>", "<o1>"}) && says(words, {"between", "from"});
}

// `the ratio of kernels to copies` is no quotient of copies by kernels.
bool divides_the_other_way(const Words& words, const std::string& t) {
  const size_t sign = t.find(" divided by ");
  if (sign == std::string::npos || says(words, {"as"})) return false;
  const bool divided = says(words, {"ratio", "quotient"}) || says_part(words, "divid");
  const bool to = says(words, {"to", "by", "and", "over"});
  if (!divided || !to) return false;
  const auto first_in_question = [&](std::initializer_list<std::string_view> of) {
    return std::find_if(words.begin(), words.end(),
                        [&](const std::string& word) { return is_one_of(word, of); }) -
           words.begin();
  };
  const auto kernels = first_in_question({"kernel", "kernels"});
  const auto copies = first_in_question({"copy", "copi", "copies", "memcpy", "memcpys", "transfer"});
  const auto end = static_cast<std::ptrdiff_t>(words.size());
  if (kernels == end || copies == end) return false;
  const size_t kernels_of = t.find("kernels"), copies_of = t.find("copies");
  const bool parted = kernels_of != std::string::npos && copies_of != std::string::npos &&
                      (kernels_of < sign) != (copies_of < sign);
  return parted && (kernels < copies) != (kernels_of < copies_of);
}

// Of kernels and copies, the kernels are not all.
bool leaves_out_copies(const Words& words, const std::string& t) {
  return t.starts_with("share of duration of kernels") && says(words, {"kernel"}) &&
         (says(words, {"copy", "copi", "copies", "memcpy", "memset", "memsets"}));
}

// How many different ones there are is no number of all, and not of the threads.
bool asks_for_distinct_names(const Words& words, const std::string& t) {
  if (!says(words, {"different", "distinct", "unique", "uniqu"})) return false;
  const bool threads = says(words, {"thread", "threads", "tid", "tids"});
  if (is_of(t, "distinct threads")) return !threads;
  return !is_of(t, "distinct") &&
         (t.starts_with("number of cuda calls") || t.starts_with("number of kernels") ||
          t.starts_with("number of os calls") || t.starts_with("number of nvtx ranges"));
}

// The delay of the longest kernel is not the longest delay.
bool asks_of_the_longest_kernel(const Words& words, const std::string& t) {
  if (!is_of(t, "with the highest launch latency") && !is_of(t, "with the highest queue time")) return false;
  for (size_t at = 0; at < words.size(); ++at)
    if (words[at] == "longest" && ((at + 1 < words.size() && words[at + 1] == "kernel") ||
                                   (at > 0 && words[at - 1].starts_with("run"))))
      return true;
  return false;
}

bool asks_by_number(const Words& words, const std::string& t) {
  return t.starts_with("share of duration") && says(words, {"count", "number"});
}

// From the end of the call it is the queue time, and neither is how long a kernel takes.
bool asks_for_another_delay(const Words& words, const std::string& t) {
  for (size_t at = 0; at + 3 < words.size(); ++at)
    if (words[at] == "from" && words[at + 1] == "the" && words[at + 2] == "end" && is_of(t, "launch latency"))
      return true;
  const bool of_launch =
      says(words, {"launch"}) && says(words, {"start", "starts", "begin"}) && says(words, {"from"});
  return of_launch &&
         (t.starts_with("total duration of kernels") || t.starts_with("average duration of kernels"));
}

// `from start to end` is a duration.
bool asks_from_start_to_end(const Words& words, const std::string& t) {
  if (!t.starts_with("start of ") && !t.starts_with("end of ")) return false;
  for (size_t at = 0; at + 2 < words.size(); ++at)
    if (words[at] == "start" && words[at + 1] == "to" && words[at + 2] == "end") return true;
  return false;
}

// `when does it end` asks for no yes.
bool asks_more_than_whether(const Words& words, const std::string& t) {
  return t.starts_with("whether ") && !words.empty() &&
         is_one_of(words[0], {"when", "which", "what", "how", "who"});
}

// What lies before an event is asked for as that.
bool says_nothing_of_before(const Words& words, const std::string& t) {
  return is_of(t, " before the start of ") &&
         !says(words, {"before", "until", "till", "prior", "previous", "earlier", "ahead", "up", "to",
                       "between", "then", "already", "next", "after"}) &&
         !says_part(words, "preced") && !says_part(words, "lead");
}

// `only the part that lies within` is no share.
bool clips_to_a_window(const Words& words, const std::string& t) {
  if (!t.starts_with("share ")) return false;
  for (size_t at = 0; at + 2 < words.size(); ++at)
    if (words[at] == "only" && words[at + 1] == "the" && words[at + 2] == "part") return true;
  return false;
}

// `which is the longest, I want its duration`.
bool asks_for_its_duration(const Words& words, const std::string& t) {
  if (!t.starts_with("name of the ")) return false;
  for (size_t at = 0; at + 2 < words.size(); ++at)
    if (is_one_of(words[at], {"want", "tell", "give", "report", "show"}) && words[at + 1] == "its" &&
        is_one_of(words[at + 2], {"duration", "time", "length"}))
      return true;
  return false;
}

// `as a share` is one, and `of the kernel time` is not of the span.
bool asks_for_another_share(const Words& words, const std::string& t) {
  const bool is_share = t.starts_with("share ") || is_of(t, "percentage") || is_of(t, " divided by ");
  for (size_t at = 0; at + 2 < words.size(); ++at) {
    const bool noun = is_one_of(words[at + 2], {"share", "fraction", "percentage", "proportion", "percent"});
    if (words[at] == "as" && is_one_of(words[at + 1], {"a", "the"}) && noun && !is_share) return true;
    if (is_one_of(words[at], {"fraction", "share", "part", "percentage"}) && words[at + 1] == "of" &&
        words[at + 2] == "kernel" && t.starts_with("share of overlap"))
      return true;
  }
  return is_of(t, "distinct directions") && !says(words, {"different", "distinct", "unique", "uniqu"});
}

// `A / B`, `GB/s`: one by another.
bool divides(const Words& words, const std::string& t) {
  const bool quotient = is_of(t, " divided by ") || is_of(t, "percentage") || is_of(t, "share") ||
                        is_of(t, "bandwidth") || is_of(t, "average") || is_of(t, "rate") ||
                        is_of(t, "utili") || t == "nothing" || t == "otherwise";
  return !quotient && (says(words, {"divid"}) || says_part(words, "gb/s"));
}

// `what is the longest delay` asks for no name.
bool asks_what_the_longest_is(const Words& words, const std::string& t) {
  if (!t.starts_with("name of the ")) return false;
  for (size_t at = 0; at + 3 < words.size(); ++at)
    if (words[at] == "is" && words[at + 1] == "the" &&
        is_one_of(words[at + 2],
                  {"longest", "highest", "largest", "max", "maximum", "shortest", "biggest"}) &&
        is_one_of(words[at + 3], {"delay", "latency", "time", "duration", "gap", "wait", "stretch"}))
      return true;
  return false;
}

// `max registers` is a number.
bool asks_for_a_number(const Words& words, const std::string& t) {
  return !words.empty() && is_one_of(words[0], {"max", "maximum", "min", "minimum"}) &&
         t.starts_with("name of ") && !says(words, {"which", "what", "name", "who", "whose"});
}

// `how many times as long`, `calls per kernel`: one figure by another.
bool asks_for_a_quotient(const Words& words, const std::string& t) {
  if (is_of(t, " divided by ") || is_of(t, "percentage") || t.starts_with("share ") || is_of(t, " per ") ||
      t.starts_with("average "))
    return false;
  for (size_t at = 0; at + 2 < words.size(); ++at) {
    if (words[at] == "many" && is_one_of(words[at + 1], {"time", "times"}) &&
        is_one_of(words[at + 2],
                  {"as", "longer", "long", "mor", "more", "bigger", "larger", "faster", "higher", "slower"}))
      return true;
    if (is_one_of(words[at], {"call", "calls", "kernel", "kernels", "launch", "copy", "copies"}) &&
        words[at + 1] == "per" &&
        is_one_of(words[at + 2], {"kernel", "call", "launch", "copy", "memcpy", "<d0>", "<d1>", "<c1>"}))
      return true;
  }
  return false;
}

constexpr bool (*kMisses[])(const Words&, const std::string&) = {adds_up_times,
                                                                 asks_by_number,
                                                                 asks_for_a_number,
                                                                 asks_for_a_quotient,
                                                                 asks_for_a_time_of_the_capture,
                                                                 asks_for_another_delay,
                                                                 asks_for_another_percentile,
                                                                 asks_for_another_share,
                                                                 asks_for_different_ones,
                                                                 asks_for_distinct_names,
                                                                 asks_for_its_duration,
                                                                 asks_for_the_recording,
                                                                 asks_from_start_to_end,
                                                                 asks_how_long_it_takes,
                                                                 asks_more_than_whether,
                                                                 asks_of_all_at_once,
                                                                 asks_of_the_longest_kernel,
                                                                 asks_what_the_longest_is,
                                                                 asks_while_any_runs,
                                                                 clips_to_a_window,
                                                                 counts_once,
                                                                 divides,
                                                                 divides_by_a_number,
                                                                 divides_the_other_way,
                                                                 is_of_a_span,
                                                                 is_of_all_work,
                                                                 is_of_bytes_and_not_of_numbers,
                                                                 is_of_gaps,
                                                                 is_of_gpus_and_not_of_programs,
                                                                 is_on_the_other_side,
                                                                 leaves_out_copies,
                                                                 says_nothing_of_before};

}  // namespace

bool is_near_miss(const Words& words, const std::string& query_template) {
  const std::string lower = ascii_lower(query_template);
  return std::any_of(std::begin(kMisses), std::end(kMisses),
                     [&](const auto& misses) { return misses(words, lower); });
}

}  // namespace nsys_ai::inline agent
