// Which questions are possible for which things. The first broken rule gives the message, with an
// alternative.
#include <fmt/format.h>

#include <algorithm>

#include "question/lexicon.h"
#include "question/query.h"
#include "question/topics.h"

namespace nsys_ai {
namespace {

bool is_gpu_event(Thing t) { return t <= Thing::graph; }
bool is_host_event(Thing t) { return t >= Thing::call && t <= Thing::sample; }

bool fits(Measure m, Thing t) {
  if (is_of_machine(m)) return t == Thing::run;
  if (is_of_hardware(m)) return t == Thing::gpu;
  if (is_of_gpus(m))
    return t == Thing::gpu || (t == Thing::iteration &&
                               (m == Measure::busy || m == Measure::idle || m == Measure::communication));
  if (is_of_kernels(m)) return t == Thing::kernel;
  switch (m) {
    case Measure::count:
      return t != Thing::run;
    case Measure::names:
      return name_dimension(t).has_value();
    case Measure::duration:
    case Measure::end:
      return has_length(t) || t == Thing::iteration || t == Thing::run;
    case Measure::start:
      return has_length(t) || t == Thing::mark || t == Thing::sample || t == Thing::iteration ||
             t == Thing::run;
    case Measure::rate:
      return t == Thing::kernel || t == Thing::memcpy || t == Thing::memset || t == Thing::operation ||
             is_host_event(t);
    default:
      return has_bytes(t);
  }
}

bool is_ordered(const AskQuery& q) { return q.want == Want::pick || q.want == Want::list; }
bool is_single(const AskQuery& q) { return is_ordered(q) && !q.group && q.thing != Thing::gpu; }

bool is_lexical(Role role, const std::optional<std::string>& value) {
  return !value || !phrase_for(role, *value).empty();
}

bool fits_group(Dimension d, const AskQuery& q) {
  const Thing t = *q.thing;
  switch (d) {
    case Dimension::name:
      return name_dimension(t).has_value() || t == Thing::memcpy;
    case Dimension::short_name:
    case Dimension::family:
    case Dimension::library:
      return t == Thing::kernel;
    case Dimension::direction:
      return t == Thing::memcpy;
    case Dimension::domain:
      return t == Thing::range || t == Thing::mark;
    case Dimension::gpu:
      return is_gpu_event(t) || (t == Thing::gpu && is_of_gpus(measured_of(q)));
    case Dimension::stream:
      return is_gpu_event(t) && t != Thing::gap;
    case Dimension::process:
      return (is_gpu_event(t) && t != Thing::gap) || is_host_event(t) || t == Thing::iteration;
    case Dimension::thread:
      return is_host_event(t);
    case Dimension::iteration:
      return t == Thing::kernel && measured_of(q) == Measure::count && conditions_of(q) == 0 && !q.stream;
  }
  return false;
}

struct Rule {
  bool (*breaks)(const AskQuery&);
  std::string_view says;
};

constexpr Rule kRules[] = {
    {[](const AskQuery& q) { return q.share && q.want != Want::figure && q.thing != Thing::gpu; },
     "I can compute the share of one thing, not of each."},
    {[](const AskQuery& q) { return q.want == Want::group && !q.group; },
     "For each of what? Say `per stream`, `per name`, ..."},
    {[](const AskQuery& q) {
       return is_ordered(q) && (q.order == Order::first || q.order == Order::last) && q.group;
     },
     "The first and the last are single events, and not groups."},
    {[](const AskQuery& q) { return is_ordered(q) && is_place(*q.thing) && q.thing != Thing::gpu; },
     "Streams, processes and threads are picked by what they have: `which stream has the most kernels`."},
    {[](const AskQuery& q) {
       return is_ordered(q) && q.thing == Thing::gpu && (!q.by || !is_of_gpus(*q.by));
     },
     "GPUs are picked by busy, idle, compute, communication or copying time, or as groups: `which GPU has the most kernels`."},
    {[](const AskQuery& q) { return is_ordered(q) && q.thing == Thing::run; }, "There is one run only."},
    {[](const AskQuery& q) {
       return is_single(q) && q.measure &&
              (*q.measure == Measure::count || *q.measure == Measure::names || *q.measure == Measure::rate);
     },
     "One event has no number of its own."},
    {[](const AskQuery& q) {
       return is_single(q) && q.by &&
              (*q.by == Measure::count || *q.by == Measure::names || *q.by == Measure::rate);
     },
     "Single events have no number: ask `which stream has the most kernels`, or for a name."},
    {[](const AskQuery& q) {
       return q.group && is_ordered(q) &&
              !(is_summed(measured_of(q)) || measured_of(q) == Measure::count || q.statistic ||
                is_of_gpus(measured_of(q)) || measured_of(q) == Measure::bandwidth);
     },
     "Groups are ordered by a sum, a number or a statistic: say the average, the median or the like."},
    {[](const AskQuery& q) {
       return q.place && (!is_single(q) || q.want != Want::pick ||
                          !(q.place == Dimension::gpu || q.place == Dimension::stream ||
                            q.place == Dimension::process || q.place == Dimension::thread));
     },
     "I can say where one event ran: on which GPU, stream, process or thread."},
    {[](const AskQuery& q) {
       return (q.place == Dimension::gpu || q.place == Dimension::stream) && !is_gpu_event(*q.thing);
     },
     "Calls and ranges are of threads, not of GPUs."},
    {[](const AskQuery& q) { return q.place == Dimension::thread && !is_host_event(*q.thing); },
     "Threads have calls and ranges, and nothing else."},
    {[](const AskQuery& q) { return q.place == Dimension::stream && q.thing == Thing::gap; },
     "Gaps are of GPUs, not of streams: name one stream."},
    {[](const AskQuery& q) { return q.group && !fits_group(*q.group, q); },
     "These are not distinguished by that. Ask `nsys-ai query` with a GROUP BY of your own."},
    {[](const AskQuery& q) { return q.group && measured_of(q) == Measure::names; },
     "I can count different names of all of them together."},
    {[](const AskQuery& q) {
       return measured_of(q) == Measure::rate &&
              (q.want != Want::figure || q.statistic || q.share || q.iteration || q.stream);
     },
     "I can compute a rate over the time of a GPU or the run, and nothing else of it."},
    {[](const AskQuery& q) {
       return q.statistic == Statistic::percentile &&
              !(q.percentile && *q.percentile >= 0 && *q.percentile <= 100);
     },
     "A percentile is of 0 to 100."},
    {[](const AskQuery& q) {
       const Measure m = measured_of(q);
       const bool of_events =
           m == Measure::duration || m == Measure::bytes || m == Measure::bandwidth || is_of_kernels(m);
       return q.statistic && q.statistic != Statistic::total && q.statistic != Statistic::covered &&
              q.thing != Thing::iteration && !(is_of_gpus(m) && q.statistic == Statistic::mean) &&
              (!of_events || is_place(*q.thing) || q.thing == Thing::run);
     },
     "Averages, medians and the like are of what single events have: how long they take, their bytes, ..."},
    {[](const AskQuery& q) {
       return q.statistic == Statistic::covered &&
              (!is_host_event(*q.thing) || measured_of(q) != Measure::duration || q.want != Want::figure ||
               q.share);
     },
     "Covered is the time in which at least one of the ranges or calls was open."},
    {[](const AskQuery& q) {
       return q.want == Want::figure && !q.statistic &&
              (is_of_kernels(measured_of(q)) && measured_of(q) != Measure::latency &&
               measured_of(q) != Measure::queue);
     },
     "Of which kernel, or the average, the median, the most?"},
    {[](const AskQuery& q) {
       return q.want != Want::pick && !is_ordered(q) && q.thing != Thing::run &&
              (q.measure == Measure::start || q.measure == Measure::end) &&
              !(q.thing == Thing::iteration && q.iteration);
     },
     "Of which of them? Say the first, the last or the longest."},
    {[](const AskQuery& q) { return q.share && q.thing != Thing::gpu && conditions_of(q) == 0; },
     "The share of which kind or name?"},
    {[](const AskQuery& q) {
       return q.share && q.thing != Thing::gpu &&
              (q.statistic || (measured_of(q) != Measure::count && !is_summed(measured_of(q))));
     },
     "Shares are of time, of numbers or of bytes."},
    {[](const AskQuery& q) {
       return q.share && (conditions_of(q) > 2 || (q.inside && conditions_of(q) > 1));
     },
     "A share of all, or of those of one kind? Ask for the two figures."},
    {[](const AskQuery& q) { return q.share && q.thing == Thing::gpu && !is_of_gpus(measured_of(q)); },
     "GPUs have shares of time."},
    {[](const AskQuery& q) { return (q.family || q.not_family || q.library) && q.thing != Thing::kernel; },
     "Families and libraries are of kernels."},
    {[](const AskQuery& q) {
       return (q.direction || q.not_direction || q.memory || q.blocking) && q.thing != Thing::memcpy;
     },
     "Directions, kinds of memory and blocking are of copies."},
    {[](const AskQuery& q) {
       return !is_lexical(Role::family, q.family) || !is_lexical(Role::family, q.not_family);
     },
     "There is no such family of kernels: gemm, attention, communication, elementwise, ..."},
    {[](const AskQuery& q) {
       return !is_lexical(Role::direction, q.direction) || !is_lexical(Role::direction, q.not_direction);
     },
     "Copies go Host-to-Device, Device-to-Host, Device-to-Device, Peer-to-Peer or Host-to-Host."},
    {[](const AskQuery& q) { return !is_lexical(Role::memory, q.memory); },
     "Memory is Pinned, Pageable or Managed."},
    {[](const AskQuery& q) {
       return q.name && !(has_length(*q.thing) || q.thing == Thing::mark || q.thing == Thing::sample);
     },
     "These have no names: ask of kernels, ranges or calls of a name."},
    {[](const AskQuery& q) {
       return q.name && (has_bytes(*q.thing) || q.thing == Thing::gap || q.thing == Thing::graph ||
                         q.thing == Thing::operation);
     },
     "Only kernels, ranges, marks and calls are asked for by name."},
    {[](const AskQuery& q) { return q.not_name && q.thing != Thing::kernel && q.thing != Thing::call; },
     "I can leave out names of kernels and of CUDA calls."},
    {[](const AskQuery& q) {
       return q.inside && q.thing != Thing::kernel && q.thing != Thing::memcpy && q.thing != Thing::memset &&
              q.thing != Thing::call && q.thing != Thing::range;
     },
     "Of what is inside a range I know the kernels, copies, memsets, CUDA calls and ranges."},
    {[](const AskQuery& q) { return q.launched_by && q.thing != Thing::kernel && !has_bytes(*q.thing); },
     "Kernels, copies and memsets are launched."},
    {[](const AskQuery& q) {
       const bool by_call = q.launched_by || q.blocking || (q.inside && has_bytes(*q.thing));
       return by_call && (q.from_ns || q.to_ns || q.iteration);
     },
     "Calls before a window are out of its sight: ask this of the whole run."},
    {[](const AskQuery& q) { return q.calls && q.thing != Thing::call; },
     "It names a kind of calls, and asks of something else."},
    {[](const AskQuery& q) {
       return q.bounds &&
              !std::ranges::all_of(*q.bounds, [](const Bound& b) { return can_be_bounded(b.of); });
     },
     "Bounds are of duration, bytes, latency, queue time, registers, blocks, threads per block or shared memory."},
    {[](const AskQuery& q) {
       return q.bounds && (is_place(*q.thing) || q.thing == Thing::iteration || q.thing == Thing::run ||
                           q.thing == Thing::mark || q.thing == Thing::sample);
     },
     "A bound is of single events with a length."},
    {[](const AskQuery& q) {
       return q.bounds && std::ranges::any_of(*q.bounds, [&](const Bound& b) {
                return (b.of == Measure::bytes && !has_bytes(*q.thing)) ||
                       (is_of_kernels(b.of) && q.thing != Thing::kernel);
              });
     },
     "Bytes are of copies and memsets; registers, blocks, latency and queue time are of kernels."},
    {[](const AskQuery& q) { return q.stream && !is_gpu_event(*q.thing); },
     "Streams have GPU operations, and nothing else."},
    {[](const AskQuery& q) { return q.thread && !is_host_event(*q.thing); },
     "Threads have calls and ranges, and nothing else."},
    {[](const AskQuery& q) {
       return q.at_ns && (is_place(*q.thing) || q.thing == Thing::iteration || q.thing == Thing::run ||
                          q.from_ns || q.to_ns);
     },
     "Of one point in time I can say which events run at it."},
    {[](const AskQuery& q) { return q.from_ns && q.to_ns && *q.from_ns >= *q.to_ns; },
     "The window ends before it begins."},
    {[](const AskQuery& q) {
       return is_place(*q.thing) && measured_of(q) == Measure::count &&
              (q.stream || q.thread || conditions_of(q) > 0);
     },
     "I can count all of these, and not those of a kind."},
    {[](const AskQuery& q) { return is_place(*q.thing) && conditions_of(q) > 0; },
     "GPUs, streams, processes and threads are asked for by number."},
    {[](const AskQuery& q) {
       return q.iteration && (q.thing == Thing::run || is_of_hardware(measured_of(q)));
     },
     "This is not of a step."},
    {[](const AskQuery& q) {
       return q.thing == Thing::iteration && q.want == Want::group && !(q.group == Dimension::process);
     },
     "`iteration_timing` lists the steps: ask `how long is each step?`"},
    {[](const AskQuery& q) {
       return q.thing == Thing::iteration && measured_of(q) == Measure::count && (q.iteration || q.group);
     },
     "Steps are counted all together."},
    {[](const AskQuery& q) { return q.top && (*q.top < 1 || *q.top > 1000); }, "A list has 1 to 1,000 rows."},
    {[](const AskQuery& q) { return q.rank && *q.rank < 1; }, "The first is number 1."},
    {[](const AskQuery& q) { return q.thing == Thing::run && q.want != Want::figure; },
     "Of the run I can say how long it is, and what its machine is."},
    {[](const AskQuery& q) {
       return q.thing == Thing::run && (q.gpus || q.stream || q.process || q.thread || conditions_of(q) > 0);
     },
     "The run is the whole of it: ask of a GPU, a process or a window alone."},
};

}  // namespace

std::string reason_unanswerable(const AskQuery& query) {
  const AskQuery q = with_defaults(query);
  if (q.want == Want::topic) {
    if (!q.topic || !is_topic(*q.topic))
      return "There is no such topic: name a skill, a cause or `overview`.";
    return q.stream || q.thread ? "I can answer this of GPUs and processes, and not of a stream or thread."
                                : "";
  }
  if (!q.thing)
    return "It does not say of what: of kernels, copies, gaps, CUDA calls, NVTX ranges, GPUs, ...";
  for (const auto& measure : {q.measure, q.by})
    if (measure && !(q.group && *measure == Measure::count) && !fits(*measure, *q.thing))
      return fmt::format("{} have no {}.", plural_of(*q.thing), word_of(*measure));
  for (const Rule& rule : kRules)
    if (rule.breaks(q)) return std::string(rule.says);
  return "";
}

}  // namespace nsys_ai
