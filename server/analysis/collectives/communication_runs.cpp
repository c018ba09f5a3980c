// Finds the runs of each device, then sweeps again over devices with runs for the exposed time.
#include "analysis/collectives/communication_runs.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <vector>

#include "analysis/kernels/device_sweep.h"
#include "analysis/kernels/kernels.h"

namespace nsys_ai {
namespace {

struct DeviceRuns {
  static constexpr size_t kNone = SIZE_MAX;
  std::vector<CommunicationRun> runs;
  // By communication kernel of the device, in time order: its index in `runs`, or kNone for a single kernel.
  std::vector<size_t> of_kernel;
};

DeviceRuns runs_of(const Profile& profile, const Scope& scope, DeviceIx device,
                   const Collectives& collectives, int64_t longest_pause) {
  const OperationNumbers numbers(profile);
  DeviceRuns found;
  std::vector<size_t> place;  // indexed by number of the stretch
  StreamStretches stretches(longest_pause, [&](const StreamStretch& stretch) {
    if (place.size() <= stretch.number) place.resize(stretch.number + 1, DeviceRuns::kNone);
    if (stretch.operations < 2) return;
    place[stretch.number] = found.runs.size();
    found.runs.push_back({stretch, {}, 0});
  });
  ThrottledCheck check;
  for (const uint32_t operation : profile.derived(build_operation_order).of_device[device]) {
    check();
    const auto [kind, at] = numbers[operation];
    const auto inside = scope.clip(numbers.family(kind).interval(at));
    if (!inside) continue;
    const StreamIx stream(numbers.family(kind).stream[at]);
    if (kind == OperationNumbers::kernel &&
        collectives.of_code[profile.kernels().names.code[at]].communicates)
      found.of_kernel.push_back(stretches.add(stream, operation, *inside));
    else
      stretches.interrupt(stream, StretchEnd::compute);
  }
  stretches.finish();
  for (size_t& of : found.of_kernel) of = place[of];
  return found;
}

// Sweeps over the device: lane 0 is compute, and each run has its own lane.
void add_exposed(const Profile& profile, const Scope& scope, DeviceIx device, const Collectives& collectives,
                 DeviceRuns& found) {
  auto& runs = found.runs;
  const size_t nothing = runs.size() + 1;
  const Kernels& kernels = profile.kernels();
  auto next = found.of_kernel.begin();
  const auto lane = [&](OperationNumbers::Kind kind, uint32_t at) {
    if (kind != OperationNumbers::kernel) return nothing;
    const Collectives::Of& of = collectives.of_code[kernels.names.code[at]];
    if (!of.communicates) return size_t{0};
    const size_t run = *next++;
    if (run == DeviceRuns::kNone) return nothing;
    ++runs[run].kernels[of.name.collective];
    return run + 1;
  };
  int computing = 0;
  int64_t uncovered = 0;  // time so far without compute
  ActiveLanes active;
  const auto change = [&](size_t of, int by) {
    if (of == 0) computing += by;
    if (of == 0 || of == nothing) return;
    active.change(of, by, uncovered,
                  [&](size_t run, int64_t since) { runs[run - 1].exposed += uncovered - since; });
  };
  sweep_device(profile, scope, device, lane, change,
               [&](int64_t ns) { uncovered += computing > 0 ? 0 : ns; });
}

}  // namespace

std::vector<CommunicationRun> communication_runs(const Profile& profile, const Scope& scope,
                                                 int64_t longest_pause) {
  const Collectives& collectives = profile.derived(build_collectives);
  std::vector<CommunicationRun> all;
  for (const DeviceIx device : scope.devices()) {
    DeviceRuns found = runs_of(profile, scope, device, collectives, longest_pause);
    if (found.runs.empty()) continue;
    add_exposed(profile, scope, device, collectives, found);
    std::move(found.runs.begin(), found.runs.end(), std::back_inserter(all));
  }
  const auto place = [&](const CommunicationRun& of) {
    return std::tuple(-of.stretch.time.duration(), of.stretch.time.start, of.stretch.stream);
  };
  std::sort(all.begin(), all.end(),
            [&](const CommunicationRun& a, const CommunicationRun& b) { return place(a) < place(b); });
  return all;
}

}  // namespace nsys_ai
