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

// The kernels and graphs recorded as one operation of a device, in time order.
struct KernelSequence {
  std::vector<uint32_t> operations;  // operation numbers; from one stream if most run there
  std::vector<uint32_t> names;       // of these operations, numbered from 0
  std::vector<bool> is_graph;        // indexed by name
  std::vector<int64_t> starts;       // of all operations of the device
  Interval extent;                   // first start to last end of all operations of the device
};

std::vector<uint32_t> kernels_of(const Profile& profile, DeviceIx device) {
  const OperationNumbers numbers(profile);
  std::vector<uint32_t> all;
  for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
    const auto kind = numbers[number].kind;
    if (kind == OperationNumbers::kernel || kind == OperationNumbers::graph_run) all.push_back(number);
  }
  return all;
}

// Concurrent work on other streams, for example communication, has no fixed order relative to the main
// stream.
void keep_main_stream(const Profile& profile, std::vector<uint32_t>& operations) {
  const OperationNumbers numbers(profile);
  // A profile can have more streams than this device has operations.
  std::unordered_map<uint32_t, size_t> counts;
  const auto stream_of = [&](uint32_t number) {
    const auto operation = numbers[number];
    return numbers.family(operation.kind).stream[operation.at];
  };
  for (const uint32_t number : operations) ++counts[stream_of(number).value];
  const auto rank = [](const auto& of) { return std::tuple(of.second, -int64_t{of.first}); };
  const auto most = std::max_element(counts.begin(), counts.end(),
                                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  if (most == counts.end() || most->second * 2 < operations.size()) return;
  std::erase_if(operations, [&](uint32_t number) { return stream_of(number).value != most->first; });
}

KernelSequence sequence_of(const Profile& profile, DeviceIx device) {
  const OperationNumbers numbers(profile);
  KernelSequence sequence;
  sequence.operations = kernels_of(profile, device);
  for (const uint32_t number : sequence.operations) {
    const auto operation = numbers[number];
    const Interval time = numbers.family(operation.kind).interval(operation.at);
    if (sequence.starts.empty()) sequence.extent = time;
    sequence.extent.end = std::max(sequence.extent.end, time.end);
    sequence.starts.push_back(time.start);
  }
  keep_main_stream(profile, sequence.operations);
  Dictionary<uint64_t> names;
  for (const uint32_t number : sequence.operations) {
    const auto operation = numbers[number];
    const bool is_graph = operation.kind == OperationNumbers::graph_run;
    const uint64_t name = is_graph ? uint64_t{1} << 32 | profile.graph_runs().graph[operation.at]
                                   : profile.kernels().name(operation.at).value;
    sequence.names.push_back(names.code(name));
    if (sequence.names.back() == sequence.is_graph.size()) sequence.is_graph.push_back(is_graph);
  }
  return sequence;
}

class KernelRepeats {
 public:
  KernelRepeats(const Profile& profile, DeviceIx device)
      : numbers_(profile), sequence_(sequence_of(profile, device)) {
    each_periods(sequence_.names, [this](const Periods& periods) { consider(periods); });
  }

  // Of the best periods; where none are steps, of the best candidate.
  const RepeatFigures& figures() const { return chosen_ ? figures_ : nearest_; }
  const std::optional<Periods>& periods() const { return chosen_; }

  // From the period's first kernel to the beginning of the next period; the last one ends with its last
  // kernel.
  Interval bounds(const Periods& periods, size_t at) const {
    const bool is_last = at + 1 == periods.size();
    return {start(periods.begins[at]), is_last ? end_of(periods, at) : start(periods.begins[at + 1])};
  }
  OperationNumbers::Operation operation(size_t at) const { return numbers_[sequence_.operations[at]]; }

 private:
  Interval time(size_t at) const { return numbers_.family(operation(at).kind).interval(operation(at).at); }
  int64_t start(size_t at) const { return time(at).start; }
  int64_t end_of(const Periods& periods, size_t at) const { return time(periods.end_of(at) - 1).end; }

  RepeatFigures figures_of(const Periods& periods) const {
    RepeatFigures figures;
    figures.all_kernels = std::ssize(sequence_.starts);
    figures.all_time = sequence_.extent.duration();
    figures.shortest = INT64_MAX;
    const auto kernels_before = [&](int64_t time) {
      return std::lower_bound(sequence_.starts.begin(), sequence_.starts.end(), time) -
             sequence_.starts.begin();
    };
    for (size_t i = 0; i < periods.size(); ++i) {
      if (!periods.alike[i]) continue;
      const Interval of = bounds(periods, i);
      ++figures.alike;
      figures.shortest = std::min(figures.shortest, end_of(periods, i) - of.start);
      figures.kernels += kernels_before(of.end) - kernels_before(of.start);
      figures.time += of.duration();
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

  const OperationNumbers numbers_;
  const KernelSequence sequence_;
  std::optional<Periods> chosen_;
  RepeatFigures figures_, nearest_;
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

FoundSteps steps_on(const Profile& profile, DeviceIx device) {
  const KernelRepeats repeats(profile, device);
  FoundSteps found;
  found.steps.figures = repeats.figures();
  if (!repeats.periods()) return found;
  const Periods& periods = *repeats.periods();
  const auto blocks = blocks_of(profile, repeats, periods);
  found.steps.on_gpu = true;
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
