// Combines the steps of all processes, and finds the step of each operation by binary search.
#include "analysis/time/iterations.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/time/found_steps.h"
#include "base/parallel.h"
#include "base/text_table.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

Interval both(Interval a, Interval b) {
  if (a == Interval{} || b == Interval{}) return a == Interval{} ? b : a;
  return {std::min(a.start, b.start), std::max(a.end, b.end)};
}

// First start to last end of the operations of each step.
void find_spans(const Profile& profile, Iterations& iterations) {
  if (iterations.all.empty()) return;
  const OperationNumbers numbers(profile);
  const size_t count = numbers.first(OperationNumbers::graph_run) + profile.graph_runs().size();
  std::vector<std::vector<Interval>> spans(shares_of(count, iterations.all.size()));
  each_share(count, spans.size(), [&](size_t share, size_t from, size_t to) {
    spans[share].resize(iterations.all.size());
    StepLookup step_of(profile, iterations);
    ThrottledCheck check;
    for (size_t number = from; number < to; check(), ++number) {
      const auto operation = numbers[static_cast<uint32_t>(number)];
      const uint32_t step = step_of(operation);
      if (step == Iterations::kNone) continue;
      Interval& span = spans[share][step];
      span = both(span, numbers.family(operation.kind).interval(operation.at));
    }
  });
  for (const std::vector<Interval>& share : spans)
    for (size_t step = 0; step < share.size(); ++step)
      iterations.all[step].gpu = both(iterations.all[step].gpu, share[step]);
}

bool all_on_gpu(const Iterations& iterations) {
  return std::all_of(iterations.of_process.begin(), iterations.of_process.end(),
                     [](const ProcessSteps& of) { return of.first == of.end || of.on_gpu; });
}

}  // namespace

StepLookup::StepLookup(const Profile& profile, const Iterations& iterations, std::optional<ProcessIx> only)
    : profile_(profile),
      iterations_(iterations),
      numbers_(profile),
      launches_((only ? iterations.of_process[*only].on_gpu : all_on_gpu(iterations))
                    ? nullptr
                    : &profile.derived(build_launches)),
      one_process_(only.has_value()),
      last_(only ? 1 : profile.processes().size(), 0) {}

std::optional<int64_t> StepLookup::deciding_time(OperationNumbers::Operation operation, bool on_gpu) const {
  if (on_gpu) return numbers_.family(operation.kind).start[operation.at];
  const uint32_t call = links_of(*launches_, operation.kind)[operation.at];
  if (call == Launches::kNoCall) return std::nullopt;
  return profile_.calls().start[call];
}

uint32_t StepLookup::operator()(OperationNumbers::Operation operation) {
  const StreamIx stream = numbers_.family(operation.kind).stream[operation.at];
  const ProcessIx process = profile_.device_of(stream).process;
  const ProcessSteps& mine = iterations_.of_process[process];
  const auto [first, end] = std::pair(mine.first, mine.end);
  if (first == end) return Iterations::kNone;
  const auto time = deciding_time(operation, mine.on_gpu);
  if (!time) return Iterations::kNone;
  const auto& all = iterations_.all;
  // Steps of a process do not overlap, so the step of the previous lookup is tried first.
  uint32_t& last = last_[one_process_ ? 0 : size_t{process.value}];
  if (last >= first && last < end && all[last].bounds.start <= *time && *time < all[last].bounds.end)
    return last;
  const auto begin = all.begin() + first;
  const auto after = std::partition_point(begin, all.begin() + end,
                                          [&](const Iteration& of) { return of.bounds.start <= *time; });
  if (after == begin || *time >= (after - 1)->bounds.end) return Iterations::kNone;
  return last = static_cast<uint32_t>(after - 1 - all.begin());
}

Iterations find_iterations(const Profile& profile, std::string_view marker) {
  StepsByProcess found(profile.processes().size());
  if (!marker.empty()) {
    find_named_steps(profile, marker, found);
  } else {
    find_labelled_steps(profile, found);
    find_numbered_steps(profile, found);
    find_tiling_steps(profile, found);
    find_repeating_kernels(profile, found);
  }
  Iterations iterations;
  for (FoundSteps& of : found) {
    of.steps.first = static_cast<uint32_t>(iterations.all.size());
    iterations.all.insert(iterations.all.end(), of.all.begin(), of.all.end());
    of.steps.end = static_cast<uint32_t>(iterations.all.size());
    iterations.of_process.push_back(std::move(of.steps));
  }
  find_spans(profile, iterations);
  return iterations;
}

Iterations build_iterations(const Profile& profile) { return find_iterations(profile, ""); }

std::string_view noun_of(StepSource source) { return source == StepSource::repeat ? "repeat" : "step"; }

std::string_view name_of(StepSource source) {
  switch (source) {
    case StepSource::none:
      return "none";
    case StepSource::marker:
      return "marker";
    case StepSource::detected:
      return "detected";
    case StepSource::repeat:
      return "repeat";
  }
  return "";
}

std::string_view words_before_label(StepSource source) {
  switch (source) {
    case StepSource::none:
      return "";
    case StepSource::marker:
      return "marked by";
    case StepSource::detected:
      return "detected from kernels that repeat, each beginning with";
    case StepSource::repeat:
      return "of a block of the program, numbered by";
  }
  return "";
}

std::string Iterations::why_none(const Profile& profile) const {
  size_t nearest = 0;
  for (size_t i = 1; i < of_process.size(); ++i)
    if (nearer_to_steps(of_process[i].figures, of_process[nearest].figures)) nearest = i;
  if (of_process.empty() || of_process[nearest].figures.alike == 0)
    return "No range marks steps, and no sequence of kernels repeats.";
  const RepeatFigures& of = of_process[nearest].figures;
  const auto share = [](int64_t part, int64_t whole) {
    return readable_share(whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole));
  };
  const auto pid = profile.pid_of(ProcessIx(nearest));
  return fmt::format(
      "There are no steps: what repeats most{}, {}, is {} times alike, the shortest {} long, and holds {} of {} "
      "kernels ({}) and {} of {} ({}). Steps are at least {} such repeats, each longer than {}, that hold at "
      "least half of both.",
      pid && of_process.size() > 1 ? fmt::format(" in process {}", *pid) : "",
      of.of_ranges ? "ranges of one label" : "a sequence of kernels", of.alike, readable_ns(of.shortest),
      readable_count(of.kernels), readable_count(of.all_kernels), share(of.kernels, of.all_kernels),
      readable_ns(of.time), readable_ns(of.all_time), share(of.time, of.all_time), RepeatFigures::kFewest,
      readable_ns(RepeatFigures::kShortest));
}

}  // namespace nsys_ai
