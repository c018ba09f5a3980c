// Chooses, among all splits of a GPU's kernels into periods, the split that the program repeats.
#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/time/found_steps.h"
#include "analysis/time/numbered_blocks.h"
#include "analysis/time/sequence_periods.h"
#include "base/context.h"
#include "profile/dictionary.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// The kernels and graphs recorded as one operation of a device. In the order of their launches, where nearly
// all are recorded: streams overlap on the GPU, so that the order there differs from step to step.
struct KernelSequence {
  std::vector<uint32_t> operations;  // operation numbers; of one thread or stream, if it has most of them
  std::vector<uint32_t> names;       // of these operations, numbered from 0
  std::vector<bool> is_graph;        // indexed by name
  std::vector<int64_t> times;        // of these operations: when each was launched, or began on the GPU
  std::vector<int64_t> all_times;    // the same of all operations of the device, sorted
  std::vector<int64_t>
      ends;  // the latest end on the GPU up to each: the last to be launched can be an early one
  bool by_launch = false;
  bool of_one_source = true;  // all operations of the device are of one thread or stream
  Interval extent;  // first start to last end of all operations of the device
};

// An operation in its sequence.
struct InSequence {
  int64_t time = 0;
  int64_t start = 0;  // on the GPU
  uint32_t number = 0;
  uint32_t source = 0;  // the thread that launched it, or its stream

  auto order() const { return std::tuple(time, start, number); }
};

// On its own thread or stream, work has a fixed order; concurrent work of others, for example communication,
// has none relative to it.
void keep_main_source(std::vector<InSequence>& all) {
  // A profile can have more streams than this device has operations.
  std::unordered_map<uint32_t, size_t> counts;
  for (const InSequence& of : all) ++counts[of.source];
  const auto rank = [](const auto& of) { return std::tuple(of.second, -int64_t{of.first}); };
  const auto most = std::max_element(counts.begin(), counts.end(),
                                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  if (most == counts.end() || most->second * 2 < all.size()) return;
  std::erase_if(all, [&](const InSequence& of) { return of.source != most->first; });
}

enum class SequenceOrder : uint8_t { of_launches, of_launches_of_thread, on_gpu };

// Empty for the order of launches where too few of them are recorded.
KernelSequence sequence_of(const Profile& profile, DeviceIx device, SequenceOrder order) {
  constexpr size_t kMostUnknown = 10;  // one of so many
  const OperationNumbers numbers(profile);
  const Launches& launches = profile.derived(build_launches);
  const Calls& calls = profile.calls();
  KernelSequence sequence;
  sequence.by_launch = order != SequenceOrder::on_gpu;
  std::vector<InSequence> all;
  size_t unknown = 0;
  for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
    const auto [kind, at] = numbers[number];
    if (kind != OperationNumbers::kernel && kind != OperationNumbers::graph_run) continue;
    const Operations& family = numbers.family(kind);
    const Interval time = family.interval(at);
    if (sequence.extent.empty()) sequence.extent = time;
    sequence.extent.end = std::max(sequence.extent.end, time.end);
    if (!sequence.by_launch) {
      all.push_back({time.start, time.start, number, family.stream[at].value});
      continue;
    }
    const uint32_t call = links_of(launches, kind)[at];
    if (call == Launches::kNoCall)
      ++unknown;
    else
      all.push_back({calls.start[call], time.start, number, calls.thread[call].value});
  }
  if (unknown * kMostUnknown > all.size()) return {};
  std::sort(all.begin(), all.end(),
            [](const InSequence& a, const InSequence& b) { return a.order() < b.order(); });
  for (const InSequence& of : all) sequence.all_times.push_back(of.time);
  for (const InSequence& of : all) sequence.of_one_source &= of.source == all.front().source;
  if (order != SequenceOrder::of_launches) keep_main_source(all);
  Dictionary<uint64_t> names;
  for (const InSequence& of : all) {
    const auto operation = numbers[of.number];
    const bool is_graph = operation.kind == OperationNumbers::graph_run;
    const uint64_t name = is_graph ? uint64_t{1} << 32 | profile.graph_runs().graph[operation.at]
                                   : profile.kernels().name(operation.at).value;
    sequence.operations.push_back(of.number);
    sequence.times.push_back(of.time);
    const int64_t end = numbers.family(operation.kind).interval(operation.at).end;
    sequence.ends.push_back(sequence.ends.empty() ? end : std::max(sequence.ends.back(), end));
    sequence.names.push_back(names.code(name));
    if (sequence.names.back() == sequence.is_graph.size()) sequence.is_graph.push_back(is_graph);
  }
  return sequence;
}

class KernelRepeats {
 public:
  KernelRepeats(const Profile& profile, DeviceIx device, SequenceOrder order)
      : profile_(profile), numbers_(profile), sequence_(sequence_of(profile, device, order)) {
    each_periods(sequence_.names, [this](const Periods& periods) { consider(periods); });
  }

  // Of the best periods; where none are steps, of the best candidate.
  const RepeatFigures& figures() const { return chosen_ ? figures_ : nearest_; }
  const std::optional<Periods>& periods() const { return chosen_; }

  // Whether the sequence says nothing: launches are unknown, or one call launched several periods.
  bool is_useless() const { return sequence_.operations.empty() || (!chosen_ && any_at_once_); }
  bool by_launch() const { return sequence_.by_launch; }
  bool are_of_one_source() const { return sequence_.of_one_source; }
  // In the periods that are alike; 0 without periods.
  int64_t alike_kernels() const { return chosen_ ? figures_.kernels : 0; }

  // From the period's first kernel to the beginning of the next period; the last one ends with its last
  // kernel. When they were launched, or on the GPU.
  Interval bounds(const Periods& periods, size_t at) const {
    const bool is_last = at + 1 == periods.size();
    const int64_t begin = sequence_.times[periods.begins[at]];
    if (!is_last) return {begin, sequence_.times[periods.begins[at + 1]]};
    return {begin, sequence_.by_launch ? last_launch_end(periods, at) : end_of(periods, at)};
  }
  OperationNumbers::Operation operation(size_t at) const { return numbers_[sequence_.operations[at]]; }

 private:
  Interval time(size_t at) const { return numbers_.family(operation(at).kind).interval(operation(at).at); }
  int64_t start(size_t at) const { return time(at).start; }
  int64_t end_of(const Periods& periods, size_t at) const { return sequence_.ends[periods.end_of(at) - 1]; }
  int64_t last_launch_end(const Periods& periods, size_t at) const {
    const auto [kind, row] = operation(periods.end_of(at) - 1);
    const uint32_t call = links_of(profile_.derived(build_launches), kind)[row];
    return std::max(profile_.calls().start[call] + 1, profile_.calls().end(call));
  }
  // On the GPU, to the beginning of the next one.
  Interval gpu_time(const Periods& periods, size_t at) const {
    const int64_t begin = start(periods.begins[at]);
    const int64_t end = at + 1 == periods.size() ? end_of(periods, at) : start(periods.begins[at + 1]);
    return {begin, std::max(begin, end)};
  }
  // Whether a period begins with what the call launched that also launched what is before it.
  bool begin_at_once(const Periods& periods) const {
    return std::any_of(periods.begins.begin(), periods.begins.end(), [&](size_t begin) {
      return begin > 0 && sequence_.times[begin - 1] >= sequence_.times[begin];
    });
  }

  RepeatFigures figures_of(const Periods& periods) const {
    RepeatFigures figures;
    figures.all_kernels = std::ssize(sequence_.all_times);
    figures.all_time = sequence_.extent.duration();
    figures.shortest = INT64_MAX;
    const auto kernels_before = [&](int64_t time) {
      return std::lower_bound(sequence_.all_times.begin(), sequence_.all_times.end(), time) -
             sequence_.all_times.begin();
    };
    for (size_t i = 0; i < periods.size(); ++i) {
      if (!periods.alike[i]) continue;
      const Interval of = bounds(periods, i);
      const Interval on_gpu = gpu_time(periods, i);
      ++figures.alike;
      figures.shortest = std::min(figures.shortest, end_of(periods, i) - on_gpu.start);
      figures.kernels += kernels_before(of.end) - kernels_before(of.start);
      figures.time += on_gpu.duration();
    }
    return figures;
  }

  // Whether almost all are as long as most, within a fiftieth: extra work in some steps, for example logging,
  // does not make them another period.
  static bool even(const Periods& periods) {
    size_t near = 0;
    for (size_t i = 0; i < periods.size(); ++i) {
      const size_t length = periods.end_of(i) - periods.begins[i];
      const size_t apart = std::max(length, periods.length) - std::min(length, periods.length);
      near += apart * 50 <= periods.length ? 1 : 0;
    }
    return near * 10 >= periods.size() * 9;
  }

  // Prefers the longest periods, which are the program's; those that repeat too few times consist of shorter
  // ones that are no steps either. Of periods of one length, the most frequent split is taken.
  void consider(const Periods& periods) {
    // A single kernel is no sequence, but a single graph is.
    if (periods.length == 1 && !sequence_.is_graph[sequence_.names[periods.begins.front()]]) return;
    if (sequence_.by_launch && begin_at_once(periods)) {
      any_at_once_ = true;
      return;
    }
    const RepeatFigures figures = figures_of(periods);
    if (!figures.are_steps() && nearer_to_steps(figures, nearest_)) nearest_ = figures;
    if (!figures.long_enough() || !figures.large_part()) return;
    const bool same = periods.length == length_;
    if (length_ != 0 && !same && !(periods.length < length_ && even(periods))) return;
    if (same && chosen_ && figures.alike <= figures_.alike) return;
    length_ = periods.length;
    if (!figures.enough()) return;
    chosen_ = periods;
    figures_ = figures;
  }

  const Profile& profile_;
  const OperationNumbers numbers_;
  const KernelSequence sequence_;
  std::optional<Periods> chosen_;
  RepeatFigures figures_, nearest_;
  bool any_at_once_ = false;
  size_t length_ = 0;  // of periods that contain most kernels and most of the time; 0 until one is found
};

// Finds the ranges, if any, of the launching thread that number the repeats.
std::optional<NumberedBlocks> blocks_of(const Profile& profile, const KernelRepeats& repeats,
                                        const Periods& periods) {
  const Launches& launches = profile.derived(build_launches);
  const Calls& calls = profile.calls();
  std::optional<ThreadIx> thread;
  std::vector<std::optional<int64_t>> on_host(periods.size());
  int64_t end = INT64_MIN;
  for (size_t i = 0; i < periods.size(); ++i)
    for (size_t at = periods.begins[i]; at < periods.end_of(i); ++at) {
      const auto operation = repeats.operation(at);
      const uint32_t call = links_of(launches, operation.kind)[operation.at];
      if (call == Launches::kNoCall) continue;
      if (!thread) thread = calls.thread[call];
      if (calls.thread[call] != *thread) continue;
      if (!on_host[i]) on_host[i] = calls.start[call];
      end = std::max(end, calls.end(call));
    }
  if (!thread) return std::nullopt;
  return find_numbered_blocks(profile, *thread, on_host, end);
}

FoundSteps steps_of_repeats(const Profile& profile, DeviceIx device, const KernelRepeats& repeats) {
  FoundSteps found;
  found.steps.figures = repeats.figures();
  if (!repeats.periods()) return found;
  const Periods& periods = *repeats.periods();
  const auto blocks = blocks_of(profile, repeats, periods);
  found.steps.on_gpu = !repeats.by_launch();
  found.steps.source = blocks ? StepSource::repeat : StepSource::detected;
  const auto first = repeats.operation(periods.begins.front());
  if (blocks)
    found.steps.label = profile.derived(build_nvtx_labels).labels[blocks->label].label;
  else if (first.kind == OperationNumbers::kernel)
    found.steps.label = profile.text(profile.kernels().name(first.at));
  else
    found.steps.label = "CUDA graph";
  for (size_t i = 0; i < periods.size(); ++i)
    found.all.push_back({static_cast<int64_t>(i), profile.devices()[device].process,
                         blocks ? blocks->ranges[i] : Iteration::kNoRange, repeats.bounds(periods, i), {}});
  return found;
}

// Threads that wait for each other, as for a backward pass, launch in one order together; where they do not,
// the order of the thread with most launches counts.
FoundSteps steps_on(const Profile& profile, DeviceIx device) {
  const KernelRepeats together(profile, device, SequenceOrder::of_launches);
  if (together.is_useless())
    return steps_of_repeats(profile, device, KernelRepeats(profile, device, SequenceOrder::on_gpu));
  if (together.are_of_one_source()) return steps_of_repeats(profile, device, together);
  const KernelRepeats alone(profile, device, SequenceOrder::of_launches_of_thread);
  const bool in_one_order = together.periods() && together.alike_kernels() >= alone.alike_kernels();
  return steps_of_repeats(profile, device, in_one_order || alone.is_useless() ? together : alone);
}

// The device of each process with most kernels and graphs recorded as one operation.
std::vector<std::optional<DeviceIx>> busiest_devices(const Profile& profile) {
  std::vector<int64_t> counts(profile.devices().size(), 0);
  const auto count = [&](const Operations& operations) {
    for (size_t i = 0; i < operations.size(); ++i)
      ++counts[profile.streams()[operations.stream[i]].device];
  };
  count(profile.kernels());
  count(profile.graph_runs());
  std::vector<std::optional<DeviceIx>> best(profile.processes().size());
  for (size_t device = 0; device < counts.size(); ++device) {
    auto& of = best[profile.devices()[device].process];
    if (counts[device] > 0 && (!of || counts[device] > counts[*of])) of = DeviceIx(device);
  }
  return best;
}

}  // namespace

bool nearer_to_steps(const RepeatFigures& a, const RepeatFigures& b) {
  const auto rank = [](const RepeatFigures& of) {
    return std::tuple(of.alike > 0, of.large_part(), of.long_enough(), of.enough(), of.kernels);
  };
  return rank(a) > rank(b);
}

void find_repeating_kernels(const Profile& profile, StepsByProcess& found) {
  const auto devices = busiest_devices(profile);
  for (size_t process = 0; process < devices.size(); ++process) {
    FoundSteps& of = found[process];
    const bool has_steps = of.steps.source == StepSource::marker || of.steps.source == StepSource::detected;
    if (!devices[process] || has_steps) continue;
    FoundSteps kernels = steps_on(profile, *devices[process]);
    // Only steps replace repeats of a block that ranges show.
    if (of.steps.source == StepSource::repeat && kernels.steps.source != StepSource::detected) continue;
    if (kernels.steps.source == StepSource::none && nearer_to_steps(of.steps.figures, kernels.steps.figures))
      continue;
    of = std::move(kernels);
  }
}

}  // namespace nsys_ai
