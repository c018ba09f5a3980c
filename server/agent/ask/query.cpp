// How a query is said, in the words of the lexicon.
#include "agent/ask/query.h"

#include <fmt/format.h>

#include <cstdlib>

#include "agent/ask/bounds_in_words.h"
#include "agent/ask/lexicon.h"

namespace nsys_ai::inline agent {

std::string clock_seconds(int64_t ns) {
  std::string text = fmt::format("{}{}.{:09}", ns < 0 ? "-" : "", std::abs(ns) / 1'000'000'000,
                                 std::abs(ns) % 1'000'000'000);
  while (text.back() == '0' && text[text.size() - 2] != '.') text.pop_back();
  return text;
}

namespace {

std::string plural_word_of(Dimension dimension) {
  if (dimension == Dimension::process) return "processes";
  if (dimension == Dimension::gpu) return "GPUs";
  const std::string word(word_of(dimension));
  return word.back() == 'y' ? word.substr(0, word.size() - 1) + "ies" : word + "s";
}

std::string subject_words(const AskQuery& q, bool several) {
  std::string words = several ? plural_of(q.subject) : std::string(noun_of(q.subject));
  if (q.subject == Subject::call && q.calls != CallClass::any)
    words = fmt::format("{} {}", word_of(q.calls), several ? "calls" : "call");
  return words;
}

std::string_view adjective(const AskQuery& q) {
  const bool most = q.pick == Pick::most;
  if (q.only) return "sole";
  if (q.pick == Pick::first) return q.rank > 1 ? "" : "first";
  if (q.pick == Pick::last) return "last";
  if (q.order == Measure::time) return most ? "longest" : "shortest";
  if (q.order == Measure::bytes) return most ? "largest" : "smallest";
  return "";
}

std::string measured(const AskQuery& q) {
  if (q.measure == Measure::count && q.pick != Pick::none && q.group != Dimension::none)
    return subject_words(q, true);
  if (q.measure == Measure::count) return statistic_words(q) + "number of " + subject_words(q, true);
  if (q.measure == Measure::names)
    return fmt::format("number of distinct {} of {}",
                       q.group == Dimension::none ? "names" : plural_word_of(q.group),
                       subject_words(q, true));
  return fmt::format("{}{} of {}", statistic_words(q), word_of(q.measure), subject_words(q, true));
}

std::string group_words(const AskQuery& q) {
  if (q.group != Dimension::name) return std::string(word_of(q.group));
  const bool kernels = q.subject == Subject::kernel;
  const bool ranges = q.subject == Subject::range || q.subject == Subject::mark;
  return kernels ? "kernel name" : ranges ? "range name" : "function name";
}

std::string picked_group(const AskQuery& q) {
  const std::string_view most = q.pick == Pick::least ? "least" : "most";
  if (q.top > 0) return fmt::format("top {} {} with the {} {}", q.top, group_words(q), most, measured(q));
  return fmt::format("{}{}{} with the {} {}", q.wanted == Wanted::value ? "value of the " : "",
                     q.rank > 1 ? ordinal(q.rank) + " " : "", group_words(q), most, measured(q));
}

std::string picked_event(const AskQuery& q) {
  std::string what;
  if (q.statistic != Statistic::none)
    what = fmt::format("{}{} of the ", statistic_words(q), word_of(q.measure));
  else if (q.wanted == Wanted::place)
    what = fmt::format("{} of the ", word_of(q.place));
  if (q.wanted == Wanted::name) what = "name of the ";
  if (q.wanted == Wanted::start) what = "start of the ";
  if (q.wanted == Wanted::value && q.statistic == Statistic::none &&
      !(q.subject == Subject::gap && q.measure == Measure::time))
    what = fmt::format("{} of the ", word_of(q.measure));
  const std::string_view adj = adjective(q);
  const std::string number = q.top > 0    ? fmt::format("top {} ", q.top)
                             : q.rank > 1 ? ordinal(q.rank) + " "
                                          : "";
  if (adj.empty() && q.pick == Pick::first)
    return fmt::format("{}{}{}", what, number, subject_words(q, q.top > 0));
  if (adj.empty())
    return fmt::format("{}{}{} with the {} {}", what, number, subject_words(q, q.top > 0),
                       q.pick == Pick::most ? "highest" : "lowest", word_of(q.order));
  return fmt::format("{}{}{} {}", what, number, adj, subject_words(q, q.top > 0));
}

// `start of the first kernel` after another event: `start of the next kernel`.
std::string next_of(std::string first) {
  constexpr std::string_view kFirst = "the first ";
  if (const size_t at = first.find(kFirst); at != std::string::npos)
    first.replace(at, kFirst.size(), "the next ");
  return first;
}

std::string head(const AskQuery& q) {
  switch (q.intent) {
    case Intent::why_idle:
      return "why is the GPU idle";
    case Intent::overlapping:
      return q.subject == Subject::copy ? "are copies overlapping with kernels"
                                        : "is communication overlapping with compute";
    case Intent::wrong:
      return "what is wrong";
    case Intent::bottleneck:
      return "what is the bottleneck";
    case Intent::next_step:
      return "what to do next";
    case Intent::where_time:
      return "where does the time go";
    case Intent::topic:
      return words_of_topic(q.topic);
    case Intent::between:
      return fmt::format("time {} the {} {} the {}", q.either_order ? "between" : "from", q.from,
                         q.either_order ? "and" : "to", q.next ? next_of(q.to) : q.to);
    case Intent::ratio:
      return fmt::format("{} as a percentage of {}", q.from, q.to);
    case Intent::quotient:
      return fmt::format("{} divided by {}", q.from, q.to);
    case Intent::difference:
      return fmt::format("difference between {} and {}", q.from, q.to);
    case Intent::plus:
      return fmt::format("{} plus {}", q.from, q.to);
    case Intent::minus:
      return fmt::format("{} minus {}", q.from, q.to);
    case Intent::together:
      if (q.to.empty()) return fmt::format("time in which two or more {} run at the same time", q.from);
      return fmt::format("time in which {} and {} run at the same time", q.from, q.to);
    case Intent::measure:
      break;
  }
  if (q.measure == Measure::mfu) return "MFU";
  if (q.whether) return "whether there are " + subject_words(q, true);
  if (q.pick != Pick::none && q.group != Dimension::none) return picked_group(q);
  if (q.pick != Pick::none) return picked_event(q);
  if (q.wanted == Wanted::share) return fmt::format("share of {}", measured(q));
  return measured(q);
}

std::string conditions(const AskQuery& q) {
  std::string words;
  if (!q.family.empty()) words += " of family " + q.family;
  if (!q.library.empty()) words += " of library " + q.library;
  if (!q.direction.empty()) words += " of direction " + q.direction;
  if (!q.memory.empty()) words += " of " + q.memory + " memory";
  if (!q.name.empty()) words += " named " + quoted_name(q.name);
  if (!q.inside.empty())
    words += fmt::format(" inside {}range {}", q.inside_rank > 0 ? "the " + ordinal(q.inside_rank) + " " : "",
                         quoted_name(q.inside));
  if (q.inside_any) words += " inside any range";
  if (!q.not_family.empty()) words += " without family " + q.not_family;
  if (!q.not_library.empty()) words += " without library " + q.not_library;
  if (!q.not_direction.empty()) words += " without direction " + q.not_direction;
  if (!q.not_name.empty()) words += " without " + quoted_name(q.not_name);
  if (q.not_calls != CallClass::any) words += fmt::format(" without {} calls", word_of(q.not_calls));
  if (q.copy_calls != CopyCalls::any) words += fmt::format(" made by {} calls", word_of(q.copy_calls));
  if (q.launched != Launched::any) words += fmt::format(" {}", word_of(q.launched));
  if (!q.launched_by.empty()) words += " launched by " + quoted_name(q.launched_by);
  return words + bounds_in_words(q.bounds);
}

std::string window_words(const AskQuery& q) {
  if (q.at) return fmt::format(" at {} s", clock_seconds(*q.at));
  if (!q.after_event.empty() && !q.before_event.empty())
    return fmt::format(" between the {} and the {}", q.after_event, q.before_event);
  if (q.after_to > 0)
    return fmt::format(" between {} and {} after the {}", whole_time(q.after_from), whole_time(q.after_to),
                       q.after_event);
  if (!q.after_event.empty()) return " after the " + q.after_event;
  if (!q.before_event.empty()) return " before the " + q.before_event;
  if (q.window.from && q.window.to)
    return fmt::format(" between {} and {} s", clock_seconds(*q.window.from), clock_seconds(*q.window.to));
  if (q.window.from) return fmt::format(" after {} s", clock_seconds(*q.window.from));
  return q.window.to ? fmt::format(" before {} s", clock_seconds(*q.window.to)) : "";
}

std::string part_of_capture(const AskQuery& q) {
  std::string words;
  for (size_t i = 0; i < q.gpus.size(); ++i)
    words += fmt::format("{}{}", i == 0 ? " on GPU " : " and ", q.gpus[i]);
  if (q.minus_gpu) words += fmt::format(" minus GPU {}", *q.minus_gpu);
  if (q.machine) words += " of the machine";
  if (q.stream) words += fmt::format(" on stream {}", *q.stream);
  if (q.process) words += fmt::format(" of process {}", *q.process);
  if (q.minus_process) words += fmt::format(" minus process {}", *q.minus_process);
  if (q.thread) words += fmt::format(" of thread {}", *q.thread);
  if (q.iteration)
    words +=
        fmt::format("{}{}", q.subject == Subject::iteration ? " number " : " in iteration ", *q.iteration);
  if (q.starting) words += " starting";
  if (q.of_capture) words += " of the whole capture";
  if (q.flops > 0) words += fmt::format(" with {:.17g} flops{}", q.flops, q.flops_in_all ? " in total" : "");
  if (q.peak_flops > 0) words += fmt::format(" with peak {:.17g} flops per GPU", q.peak_flops);
  if (!q.precision.empty()) words += " in precision " + q.precision;
  return words + window_words(q);
}

}  // namespace

std::string understood(const AskQuery& query) {
  const bool difference = query.minus_gpu || query.minus_process;
  std::string words = (difference ? "difference of " : "") + head(query) + conditions(query);
  if (query.pick == Pick::none && query.group != Dimension::none && query.measure != Measure::names)
    words += fmt::format(" per {}", word_of(query.group));
  return words + part_of_capture(query);
}

std::string ordinal(int64_t rank) {
  const int64_t tens = rank % 100;
  const char* end = "th";
  if (tens < 11 || tens > 13)
    end = rank % 10 == 1 ? "st" : rank % 10 == 2 ? "nd" : rank % 10 == 3 ? "rd" : "th";
  return fmt::format("{}{}", rank, end);
}

std::string quoted_name(const std::string& name) {
  const char mark = name.find('"') == std::string::npos ? '"' : '`';
  return fmt::format("{}{}{}", mark, name, mark);
}

std::string whole_time(int64_t ns) {
  constexpr std::pair<int64_t, std::string_view> kUnits[] = {
      {1'000'000'000, "s"}, {1'000'000, "ms"}, {1000, "us"}};
  for (const auto& [size, unit] : kUnits)
    if (ns != 0 && ns % size == 0) return fmt::format("{} {}", ns / size, unit);
  return fmt::format("{} ns", ns);
}

std::string statistic_words(const AskQuery& q) {
  switch (q.statistic) {
    case Statistic::total:
      return "total ";
    case Statistic::mean:
      return "average ";
    case Statistic::median:
      return "median ";
    case Statistic::percentile:
      return fmt::format("p{:g} ", q.percentile);
    case Statistic::deviation:
      return "standard deviation of ";
    case Statistic::united:
      return "united ";
    case Statistic::none:
      return "";
  }
  return "";
}

std::string_view noun_of(Subject subject) {
  constexpr std::string_view kNouns[] = {"",
                                         "kernel",
                                         "copy",
                                         "memset",
                                         "GPU operation",
                                         "idle gap",
                                         "NVTX range",
                                         "NVTX mark",
                                         "CUDA call",
                                         "OS call",
                                         "MPI call",
                                         "CPU sample",
                                         "switch onto a core",
                                         "profiler overhead event",
                                         "CUDA graph",
                                         "iteration",
                                         "GPU",
                                         "stream",
                                         "process",
                                         "thread",
                                         "capture"};
  return kNouns[static_cast<size_t>(subject)];
}

std::string plural_of(Subject subject) {
  if (subject == Subject::copy) return "copies";
  if (subject == Subject::process) return "processes";
  if (subject == Subject::schedule) return "switches onto a core";
  if (subject == Subject::capture) return "the capture";
  return std::string(noun_of(subject)) + "s";
}

std::string_view word_of(Measure measure) {
  constexpr std::string_view kWords[] = {"",
                                         "duration",
                                         "number",
                                         "number of names",
                                         "bytes",
                                         "bandwidth",
                                         "start",
                                         "end",
                                         "rate per second",
                                         "interval between starts",
                                         "time from end to next start",
                                         "launch latency",
                                         "queue time",
                                         "registers",
                                         "grid blocks",
                                         "threads per block",
                                         "threads of the grid",
                                         "shared memory",
                                         "dynamic shared memory",
                                         "static shared memory",
                                         "busy time",
                                         "idle time",
                                         "span",
                                         "time with a kernel running",
                                         "compute time",
                                         "communication time",
                                         "overlap",
                                         "exposed communication",
                                         "copying time",
                                         "overlap of copies with kernels",
                                         "exposed copying time",
                                         "GPU model",
                                         "SMs",
                                         "GPU memory",
                                         "peak bandwidth",
                                         "compute capability",
                                         "L2 cache size",
                                         "GPU clock rate",
                                         "PCI bus id",
                                         "GPU uuid",
                                         "driver version",
                                         "CUDA version",
                                         "CPU cores",
                                         "CPU model",
                                         "CPU clock rate",
                                         "host name",
                                         "operating system",
                                         "recording time",
                                         "nsys version",
                                         "MFU"};
  return kWords[static_cast<size_t>(measure)];
}

std::string_view word_of(Dimension dimension) {
  constexpr std::string_view kWords[] = {"",           "name",   "family",          "library",    "direction",
                                         "GPU",        "stream", "process",         "thread",     "iteration",
                                         "short name", "domain", "scheduling core", "thread name"};
  return kWords[static_cast<size_t>(dimension)];
}

std::string_view word_of(CallClass calls) {
  constexpr std::string_view kWords[] = {"",        "launch", "synchronisation", "allocation",
                                         "release", "copy",   "failed",          "nonzero-return"};
  return kWords[static_cast<size_t>(calls)];
}

std::string_view word_of(Launched launched) {
  constexpr std::string_view kWords[] = {"", "with a recorded launch call", "without a recorded launch call",
                                         "launched by a CUDA graph"};
  return kWords[static_cast<size_t>(launched)];
}

std::string_view word_of(CopyCalls calls) {
  return calls == CopyCalls::synchronous    ? "synchronous"
         : calls == CopyCalls::asynchronous ? "asynchronous"
                                            : "";
}

bool is_of_gpus(Measure measure) { return measure >= Measure::busy && measure <= Measure::copy_exposed; }
bool is_of_kernels(Measure measure) {
  return measure >= Measure::latency && measure <= Measure::static_shared_memory;
}
bool is_hardware(Measure measure) { return measure >= Measure::model && measure <= Measure::nsys_version; }
bool is_of_machine(Measure measure) { return measure >= Measure::driver && measure <= Measure::nsys_version; }

}  // namespace nsys_ai::inline agent
