// Takes the steps as comparisons of two runs do.
#include "cli/annotate_cost.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compare/units.h"

namespace nsys_ai {

void measure_steps(const Profile& profile, AnnotateRound& round) {
  const Scope whole = Scope::whole(profile);
  const UnitKind kind = best_unit_kind(profile, whole);
  if (kind != UnitKind::step && kind != UnitKind::repeat) return;
  UnitRequest request;
  request.kind = kind;
  const WorkUnits found = units_of(profile, whole, request);
  for (const DeviceWorkUnits& device : found.devices) {
    if (std::ssize(device.units) < kFewestUnits) continue;
    std::vector<int64_t> lengths;
    for (const WorkUnit& unit : device.units) lengths.push_back(unit.time.duration());
    const auto middle = lengths.begin() + std::ssize(lengths) / 2;
    std::nth_element(lengths.begin(), middle, lengths.end());
    if (*middle <= round.stepNs) continue;
    round.stepNs = *middle;
    round.steps = std::ssize(lengths);
    round.stepKernels = found.kernels;
  }
}

void compare_rounds(const AnnotateRound& plain, AnnotateRound& round) {
  const auto longer = [](int64_t now, int64_t before) {
    return static_cast<double>(now) / static_cast<double>(before) - 1;
  };
  if (plain.stepNs > 0 && round.stepNs > 0 && plain.stepKernels > 0 &&
      plain.stepKernels == round.stepKernels) {
    round.overhead = longer(round.stepNs, plain.stepNs);
    round.overheadOf = "step";
  } else if (plain.spanNs > 0 && plain.launches == round.launches) {
    round.overhead = longer(round.spanNs, plain.spanNs);
    round.overheadOf = "run";
  }
}

}  // namespace nsys_ai
