// Steps have numbers. Repeats are cut wherever a capture began, so that a kernel that runs once in each aligns
// them.
#include "compare/aligned_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/kernels/kernel_stats.h"

namespace nsys_ai {
namespace {

// As many as a person steps through.
constexpr size_t kMostAligned = 2000;

const DeviceWorkUnits* largest(const WorkUnits& units) {
  const auto most =
      std::max_element(units.devices.begin(), units.devices.end(),
                       [](const auto& a, const auto& b) { return a.units.size() < b.units.size(); });
  return most == units.devices.end() ? nullptr : &*most;
}

// The kernels that run once in each of so many units, by the time they take.
std::map<std::string_view, int64_t> once_a_unit(const Profile& profile, int64_t units) {
  std::map<std::string_view, int64_t> found;
  for (const KernelStats& of : profile.derived(build_kernel_stats).by_total)
    // The first and the last unit of a capture are not whole.
    if (std::abs(of.calls - units) <= std::max<int64_t>(4, units / 10))
      found[profile.text(of.name)] = int64_t{of.total};
  return found;
}

// The kernel that takes most time of those that run once a repeat in both; empty where there is none.
std::string kernel_of_repeats(const Profile& before, const Profile& after, const UnitRequest& repeats) {
  const auto one = once_a_unit(before, units_of(before, Scope::whole(before), repeats).count());
  const auto other = once_a_unit(after, units_of(after, Scope::whole(after), repeats).count());
  std::string_view best;
  int64_t most = 0;
  for (const auto& [name, total] : one) {
    const auto at = other.find(name);
    if (at == other.end() || total + at->second <= most) continue;
    most = total + at->second;
    best = name;
  }
  return std::string(best);
}

UnitRequest common_units(const Profile& before, const Profile& after) {
  UnitRequest request{std::max(best_unit_kind(before, Scope::whole(before)),
                               best_unit_kind(after, Scope::whole(after)))};
  if (request.kind == UnitKind::repeat) {
    request.kernel = kernel_of_repeats(before, after, request);
    request.kind = UnitKind::kernel;
  }
  if (request.kind == UnitKind::kernel && request.kernel.empty()) request.kernel = common_kernel(before, after);
  return request;
}

}  // namespace

AlignedUnits aligned_units(const Profile& before, const Profile& after) {
  const UnitRequest request = common_units(before, after);
  const WorkUnits a = units_of(before, Scope::whole(before), request);
  const WorkUnits b = units_of(after, Scope::whole(after), request);
  const DeviceWorkUnits* one = largest(a);
  const DeviceWorkUnits* other = largest(b);
  AlignedUnits aligned;
  if (!one || !other) return aligned;
  std::map<int64_t, Interval> times;
  for (const WorkUnit& unit : other->units) times[unit.number] = unit.time;
  for (const WorkUnit& unit : one->units) {
    const auto at = times.find(unit.number);
    if (at == times.end() || aligned.units.size() == kMostAligned) continue;
    aligned.units.push_back({fmt::format("{} {}", request.kind == UnitKind::step ? "step" : "run", unit.number),
                             unit.time, at->second});
  }
  if (aligned.units.empty()) return aligned;
  aligned.unit = request.kind == UnitKind::step ? a.label : fmt::format("run of `{}`", request.kernel);
  return aligned;
}

}  // namespace nsys_ai
