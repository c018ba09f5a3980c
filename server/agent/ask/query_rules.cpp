// A table of rules, the first that is broken says so.
#include "agent/ask/query_rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace nsys_ai::inline agent {
namespace {

bool is_gpu_event(Subject s) {
  return s == Subject::kernel || s == Subject::copy || s == Subject::memset || s == Subject::operation ||
         s == Subject::gap || s == Subject::graph;
}

bool is_host_event(Subject s) {
  return s == Subject::range || s == Subject::mark || s == Subject::call || s == Subject::os_call ||
         s == Subject::mpi_call || s == Subject::overhead || s == Subject::schedule;
}

bool has_bytes(Subject s) { return s == Subject::copy || s == Subject::memset; }
bool is_place(Subject s) { return s >= Subject::gpu; }

bool fits(Measure measure, Subject subject) {
  if (subject == Subject::schedule) return measure == Measure::count || measure == Measure::names;
  if (subject == Subject::sample) return measure == Measure::count;
  switch (measure) {
    case Measure::time:
    case Measure::end:
      return subject != Subject::mark && (!is_place(subject) || subject == Subject::capture);
    case Measure::start:
      return !is_place(subject) || subject == Subject::capture;
    case Measure::period:
      return !is_place(subject) && subject != Subject::gap && subject != Subject::sample &&
             subject != Subject::schedule;
    case Measure::spacing:
      return is_gpu_event(subject) && subject != Subject::gap;
    case Measure::rate:
      return subject == Subject::kernel || subject == Subject::copy || subject == Subject::memset ||
             subject == Subject::operation || is_host_event(subject);
    case Measure::count:
      return subject != Subject::capture;
    case Measure::names:
      return is_host_event(subject) || is_gpu_event(subject);
    case Measure::bytes:
      return has_bytes(subject);
    case Measure::bandwidth:
      return subject == Subject::copy || subject == Subject::memset;
    case Measure::busy:
    case Measure::idle:
    case Measure::communication:
      return subject == Subject::iteration || subject == Subject::gpu;
    case Measure::mfu:
      return true;
    case Measure::none:
      return false;
    default:
      if (is_of_machine(measure)) return subject == Subject::capture;
      return is_hardware(measure) || is_of_gpus(measure) ? subject == Subject::gpu
                                                         : subject == Subject::kernel;
  }
}

bool is_narrowed(const AskQuery& q) {
  return !q.name.empty() || !q.family.empty() || !q.library.empty() || !q.direction.empty() ||
         !q.memory.empty() || !q.inside.empty() || q.inside_any || !q.bounds.empty() ||
         !q.launched_by.empty() || q.calls != CallClass::any || q.launched != Launched::any || q.stream ||
         q.copy_calls != CopyCalls::any || !q.not_name.empty() || !q.not_family.empty() ||
         !q.not_library.empty() || !q.not_direction.empty() || q.not_calls != CallClass::any;
}

bool is_share_of_events(const AskQuery& q) { return q.wanted == Wanted::share && q.subject != Subject::gpu; }

struct Rule {
  bool (*breaks)(const AskQuery&);
  std::string_view says;
};

constexpr Rule kRules[] = {
    {[](const AskQuery& q) { return !q.precision.empty() && q.measure != Measure::mfu; },
     "The precision is of the peak that MFU is a share of: for kernels of one say what their names have, such as "
     "`kernels named bf16`."},
    {[](const AskQuery& q) {
       return (q.place == Dimension::gpu || q.place == Dimension::stream) && is_host_event(q.subject);
     },
     "Calls and ranges are of threads, not of GPUs."},
    {[](const AskQuery& q) { return q.place != Dimension::none && q.top > 0; },
     "I can tell where one of them ran: the longest, the second longest and so on."},
    {[](const AskQuery& q) { return q.place == Dimension::thread && !is_host_event(q.subject); },
     "Threads have calls and ranges, and nothing else."},
    {[](const AskQuery& q) { return q.place == Dimension::stream && q.subject == Subject::gap; },
     "Idle gaps are of GPUs, not of streams: name one stream."},
    {[](const AskQuery& q) { return q.copy_calls != CopyCalls::any && q.subject != Subject::copy; },
     "Synchronous and asynchronous are copies, by the calls that make them."},
    {[](const AskQuery& q) {
       const bool of_kernels = !q.not_family.empty() || !q.not_library.empty();
       return (of_kernels && q.subject != Subject::kernel) ||
              (!q.not_name.empty() && q.subject != Subject::kernel && q.subject != Subject::call) ||
              (q.not_calls != CallClass::any && (q.subject != Subject::call || q.calls == q.not_calls)) ||
              (!q.not_direction.empty() && q.subject != Subject::copy);
     },
     "I can leave out families, libraries and names of kernels, directions of copies, and names and kinds of CUDA calls."},
    {[](const AskQuery& q) {
       return q.measure == Measure::rate &&
              (q.pick != Pick::none || q.group != Dimension::none || q.wanted != Wanted::value ||
               q.statistic == Statistic::median || q.statistic == Statistic::percentile || q.iteration);
     },
     "I can tell a rate over the time in which a GPU or the capture ran, and nothing else of it."},
    {[](const AskQuery& q) {
       return q.statistic == Statistic::deviation &&
              (is_place(q.subject) || q.measure == Measure::count || q.measure == Measure::names);
     },
     "A standard deviation is of what single events have: how long they take, their bytes, ..."},
    {[](const AskQuery& q) {
       return q.statistic == Statistic::united && (!is_host_event(q.subject) || q.measure != Measure::time ||
                                                   q.pick != Pick::none || q.group != Dimension::none);
     },
     "United is the time in which at least one of the ranges or calls was open."},
    {[](const AskQuery& q) { return q.starting && (is_place(q.subject) || q.subject == Subject::iteration); },
     "Single events begin, and not GPUs or steps."},
    {[](const AskQuery& q) { return q.at && (is_place(q.subject) || q.subject == Subject::iteration); },
     "Of one point in time I can tell which events run at it."},
    {[](const AskQuery& q) {
       const bool bounded = !q.after_event.empty() || !q.before_event.empty();
       return bounded && (q.window != TimeBounds{} || q.at || q.subject == Subject::iteration ||
                          is_hardware(q.measure) || q.measure == Measure::start || q.measure == Measure::end);
     },
     "It bounds the time in two ways at once."},
    {[](const AskQuery& q) {
       return q.launched != Launched::any && q.subject != Subject::kernel && q.subject != Subject::copy &&
              q.subject != Subject::memset;
     },
     "Launches are of kernels, copies and memsets."},
    {[](const AskQuery& q) {
       return q.machine && (q.subject != Subject::gpu || q.measure != Measure::count || !q.gpus.empty() ||
                            q.process || q.window != TimeBounds{});
     },
     "Of the machine I know its GPUs: how many, and what they are."},
    {[](const AskQuery& q) {
       return (q.minus_gpu || q.minus_process) &&
              (q.pick != Pick::none || q.group != Dimension::none || q.wanted != Wanted::value || q.whether ||
               is_hardware(q.measure) || q.measure == Measure::mfu || q.subject == Subject::capture);
     },
     "I can compare numbers, sums and means of two GPUs or processes, and not what is picked or grouped."},
    {[](const AskQuery& q) {
       return q.group == Dimension::domain && q.subject != Subject::range && q.subject != Subject::mark;
     },
     "Only NVTX ranges and marks are of a domain."},
    {[](const AskQuery& q) { return q.group == Dimension::core && q.subject != Subject::schedule; },
     "I know cores of the host by the threads that were scheduled onto them."},
    {[](const AskQuery& q) {
       return q.measure == Measure::names && q.subject == Subject::schedule && q.group == Dimension::none;
     },
     "Of scheduling I can count the cores and the threads."},
    {[](const AskQuery& q) { return q.group == Dimension::short_name && q.subject != Subject::kernel; },
     "Only kernels have short names."},
    {[](const AskQuery& q) {
       return (!q.family.empty() || !q.library.empty()) && q.subject != Subject::kernel;
     },
     "Families and libraries are of kernels."},
    {[](const AskQuery& q) {
       return (!q.direction.empty() || !q.memory.empty()) && q.subject != Subject::copy;
     },
     "Directions and kinds of memory are of copies."},
    {[](const AskQuery& q) {
       return (!q.inside.empty() || q.inside_any) && q.subject != Subject::kernel &&
              q.subject != Subject::range && q.subject != Subject::call && q.subject != Subject::copy &&
              q.subject != Subject::memset;
     },
     "Of what is inside a range I know the kernels, the copies, the memsets, the CUDA calls and the ranges, and "
     "nothing else."},
    {[](const AskQuery& q) { return (q.inside_any || q.inside_rank > 0) && q.subject != Subject::kernel; },
     "I know the copies, memsets, calls and ranges inside ranges of one label, and not those inside one range or any."},
    {[](const AskQuery& q) { return (q.stream || q.group == Dimension::stream) && !is_gpu_event(q.subject); },
     "Streams have GPU operations, and nothing else."},
    {[](const AskQuery& q) {
       const bool of_thread = q.thread || q.group == Dimension::thread || q.group == Dimension::thread_name;
       return of_thread && !is_host_event(q.subject) && q.subject != Subject::sample;
     },
     "Threads have calls and ranges, and nothing else."},
    {[](const AskQuery& q) { return q.calls != CallClass::any && q.subject != Subject::call; },
     "It names a kind of calls, and asks of something else."},
    {[](const AskQuery& q) {
       return !has_bytes(q.subject) &&
              std::any_of(q.bounds.begin(), q.bounds.end(), [](const Bound& b) { return b.bytes; });
     },
     "Bytes are of copies and memsets."},
    {[](const AskQuery& q) {
       return q.subject != Subject::kernel &&
              std::any_of(q.bounds.begin(), q.bounds.end(),
                          [](const Bound& b) { return b.of != Measure::none; });
     },
     "Registers, blocks and threads per block are of kernels."},
    {[](const AskQuery& q) {
       return !q.bounds.empty() && (is_place(q.subject) || q.subject == Subject::iteration);
     },
     "A bound is of single events."},
    {[](const AskQuery& q) { return q.group == Dimension::stream && q.subject == Subject::gap; },
     "Idle gaps are of GPUs, not of streams: name one stream."},
    {[](const AskQuery& q) {
       return (q.group == Dimension::family || q.group == Dimension::library) && q.subject != Subject::kernel;
     },
     "Families and libraries are of kernels."},
    {[](const AskQuery& q) { return q.group == Dimension::direction && q.subject != Subject::copy; },
     "Directions are of copies."},
    {[](const AskQuery& q) { return q.group == Dimension::gpu && is_host_event(q.subject); },
     "Calls and ranges are of threads, not of GPUs."},
    {[](const AskQuery& q) {
       return q.group == Dimension::iteration && q.measure != Measure::mfu &&
              (q.subject != Subject::kernel || q.measure != Measure::count || is_narrowed(q));
     },
     "Per iteration I can count kernels; the duration, busy, idle and communication time are of iterations "
     "themselves."},
    {[](const AskQuery& q) {
       return q.group == Dimension::name && q.subject != Subject::kernel && q.subject != Subject::sample &&
              !is_host_event(q.subject);
     },
     "Only kernels, ranges and calls have names."},
    {[](const AskQuery& q) {
       return is_place(q.subject) && q.measure == Measure::count &&
              (q.stream || !q.name.empty() || !q.bounds.empty());
     },
     "I can count all of these, and not those of a kind."},
    {[](const AskQuery& q) {
       return is_place(q.subject) && q.measure == Measure::count && q.group != Dimension::none;
     },
     "I can count all of these, and not those of each: name one."},
    {[](const AskQuery& q) {
       return q.iteration && (q.subject == Subject::capture || is_hardware(q.measure));
     },
     "This is not of a step."},
    {[](const AskQuery& q) {
       return (q.measure == Measure::start || q.measure == Measure::end) && q.pick == Pick::none &&
              q.subject != Subject::capture && !(q.subject == Subject::iteration && q.iteration);
     },
     "Of which of them? Say the first, the last or the longest."},
    {[](const AskQuery& q) {
       return q.statistic == Statistic::mean && q.measure == Measure::count && q.group == Dimension::none;
     },
     "An average number is per something: per stream, per iteration, ..."},
    {[](const AskQuery& q) {
       return q.group != Dimension::none && q.pick == Pick::none && q.measure == Measure::count &&
              q.statistic != Statistic::none && q.statistic != Statistic::mean;
     },
     "I can average numbers over groups, and nothing else."},
    {[](const AskQuery& q) { return is_share_of_events(q) && q.group != Dimension::none; },
     "I can tell the share of one thing, and not per group."},
    {[](const AskQuery& q) {
       AskQuery unbounded = q;
       unbounded.bounds.clear();
       return is_share_of_events(q) && q.measure != Measure::count && !q.bounds.empty() &&
              is_narrowed(unbounded);
     },
     "Of all events, or of those of that kind? Say what is a percentage of what."},
    {[](const AskQuery& q) {
       AskQuery others = q;
       others.inside.clear();
       return is_share_of_events(q) && !q.inside.empty() && is_narrowed(others);
     },
     "Is it a share of what is inside the range, or the part inside it? Ask for the two figures."},
    {[](const AskQuery& q) { return is_share_of_events(q) && q.bounds.size() > 1; },
     "I can tell the share beyond one bound."},
    {[](const AskQuery& q) { return is_share_of_events(q) && !is_narrowed(q); },
     "The share of which kind or name?"},
    {[](const AskQuery& q) {
       return is_share_of_events(q) && q.measure != Measure::time && q.measure != Measure::count &&
              q.measure != Measure::bytes;
     },
     "Shares are of time, of numbers or of bytes."},
};

}  // namespace

std::string why_no_query(const AskQuery& query) {
  if (query.intent != Intent::measure && (query.minus_gpu || query.minus_process || query.machine))
    return "I can answer this of one GPU or process, or of all.";
  if (query.intent != Intent::measure && query.at)
    return "Of one point in time I can tell which events run at it.";
  if (query.intent != Intent::measure)
    return query.stream || query.thread
               ? "I can answer this of GPUs and processes, and not of a stream or thread."
               : "";
  if (query.subject == Subject::none || !fits(query.measure, query.subject))
    return fmt::format("{} have no {} that I know of.", plural_of(query.subject), word_of(query.measure));
  for (const Rule& rule : kRules)
    if (rule.breaks(query)) return std::string(rule.says);
  return "";
}

}  // namespace nsys_ai::inline agent
