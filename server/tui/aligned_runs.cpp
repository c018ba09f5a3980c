// Takes the unit at a time, or the one before it.
#include "tui/aligned_runs.h"

#include <fmt/format.h>

#include <string_view>

namespace nsys_ai {

AlignedRuns::AlignedRuns(const Profile& run, const Profile& base)
    : units_(aligned_units(base, run)), beginnings_(base.extent().start - run.extent().start) {}

AlignedRuns::Shift AlignedRuns::at(int64_t time, From from) const {
  const auto own = [&](const AlignedUnit& unit) { return from == From::run ? unit.after : unit.before; };
  const auto other = [&](const AlignedUnit& unit) { return from == From::run ? unit.before : unit.after; };
  if (units_.units.empty())
    return {from == From::run ? beginnings_ : -beginnings_, "Both from their beginning: no steps in common"};
  const AlignedUnit* unit = &units_.units.front();
  for (const AlignedUnit& each : units_.units)
    if (own(each).start <= time) unit = &each;
  constexpr std::string_view kRuns = "run";
  std::string name = unit->name;
  if (units_.unit.starts_with(kRuns)) name += units_.unit.substr(kRuns.size());
  const bool is_behind = unit == &units_.units.back() && time >= own(*unit).end;
  return {other(*unit).start - own(*unit).start,
          fmt::format("Aligned at {}{}", name, is_behind ? ", the last of both" : " of both")};
}

}  // namespace nsys_ai
