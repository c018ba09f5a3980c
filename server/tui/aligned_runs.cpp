// Takes the units of the first GPU of each run that has some.
#include "tui/aligned_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace nsys_ai {
namespace {

WorkUnits units_of_run(const Profile& profile, UnitKind kind, const std::string& kernel) {
  if (kind == UnitKind::none) return {};
  return units_of(profile, Scope::whole(profile), {kind, kernel});
}

const std::vector<WorkUnit>& first_units(const WorkUnits& units) {
  static const std::vector<WorkUnit> kNone;
  const auto found =
      std::ranges::find_if(units.devices, [](const DeviceWorkUnits& of) { return !of.units.empty(); });
  return found == units.devices.end() ? kNone : found->units;
}

std::string_view noun_of(UnitKind kind) {
  return kind == UnitKind::step ? "step" : kind == UnitKind::repeat ? "repeat" : "run of the kernel";
}

}  // namespace

AlignedRuns::AlignedRuns(const Profile& run, const Profile& base)
    : run_start_(run.extent().start), base_start_(base.extent().start) {
  const UnitKind kind =
      std::max(best_unit_kind(run, Scope::whole(run)), best_unit_kind(base, Scope::whole(base)));
  const std::string kernel = kind == UnitKind::kernel ? common_kernel(base, run) : "";
  if (kind == UnitKind::kernel && kernel.empty()) return;
  run_ = units_of_run(run, kind, kernel);
  base_ = units_of_run(base, kind, kernel);
}

AlignedRuns::Shift AlignedRuns::at(int64_t time, From from) const {
  const auto& own = first_units(from == From::run ? run_ : base_);
  const auto& other = first_units(from == From::run ? base_ : run_);
  const int64_t beginnings = from == From::run ? base_start_ - run_start_ : run_start_ - base_start_;
  if (own.empty() || other.empty()) return {beginnings, "Both from their beginning: no steps in common"};
  // The unit at that time, or the one before it.
  const auto after =
      std::ranges::upper_bound(own, time, {}, [](const WorkUnit& of) { return of.time.start; });
  const WorkUnit& unit = after == own.begin() ? own.front() : *std::prev(after);
  const auto same = std::ranges::find(other, unit.number, &WorkUnit::number);
  const auto noun = noun_of(run_.kind);
  if (same == other.end())
    return {other.back().time.start - unit.time.start,
            fmt::format("The other run has no {} {}: its last is below", noun, unit.number)};
  return {same->time.start - unit.time.start, fmt::format("Aligned at {} {} of both", noun, unit.number)};
}

}  // namespace nsys_ai
