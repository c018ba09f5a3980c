// Sums the units of all devices, and keeps the parts that matter.
#include "compare/run_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/kernel_names/vocabulary.h"
#include "analysis/kernels/kernels.h"
#include "base/parallel.h"
#include "compare/unit_sums.h"
#include "profile/families/family_machine.h"
#include "profile/order.h"
#include "skills/findings.h"

namespace nsys_ai {
namespace {

constexpr std::array<std::string_view, kBudgetUses> kUses = {"compute", "communication", "copies",
                                                             "launch",  "device",        "other"};
constexpr std::array<std::string_view, kBudgetUses> kUseWords = {"compute",
                                                                 "communication without compute beside it",
                                                                 "copies without kernels beside them",
                                                                 "idle, since the host launched too late",
                                                                 "idle, waiting on the device",
                                                                 "idle, for no reason that the launch shows"};

// Which units are among the middle half by duration, of all devices together.
std::vector<std::vector<bool>> typical_units(const WorkUnits& units) {
  std::vector<std::pair<int64_t, std::pair<size_t, size_t>>> by_duration;
  std::vector<std::vector<bool>> typical;
  for (size_t device = 0; device < units.devices.size(); ++device) {
    const auto& of = units.devices[device].units;
    typical.emplace_back(of.size(), false);
    for (size_t at = 0; at < of.size(); ++at) by_duration.push_back({of[at].time.duration(), {device, at}});
  }
  std::sort(by_duration.begin(), by_duration.end());
  const size_t outside = by_duration.size() / 4;
  for (size_t i = outside; i + outside < by_duration.size(); ++i)
    typical[by_duration[i].second.first][by_duration[i].second.second] = true;
  return typical;
}

std::string shape_text(const LaunchShape& of) {
  return fmt::format("grid {}x{}x{}, block {}x{}x{}, {} registers", of.grid[0], of.grid[1], of.grid[2],
                     of.block[0], of.block[1], of.block[2], of.registers_per_thread);
}

// Names of megabytes would fill a baseline.
std::string kept_name(const std::string& name) {
  constexpr size_t kMost = 160;
  return name.size() <= kMost ? name : name.substr(0, kMost - 20) + "... " + hash_of_name(name);
}

std::string ref_of(const PartSlots& slots, size_t slot, const SlotSums& of) {
  if (of.longest < 0) return "";
  if (slots.is_kernel(slot)) return fmt::format("kernel:{}", of.longest_at);
  return is_busy(slots.use_of(slot)) ? "" : fmt::format("gap:{}:{}", of.device, of.longest_at);
}

PartFigures part_figures(const Profile& profile, const PartSlots& slots, size_t slot, const SlotSums& of,
                         int64_t units) {
  PartFigures part;
  part.name = kept_name(slots.name_of(slot));
  part.use = name_of(slots.use_of(slot));
  if (slots.is_kernel(slot)) {
    part.family = name_of(slots.family_of(slot));
    part.label = kept_name(display_name(slots.name_of(slot)));
    if (of.shape < SlotSums::kSeveral) part.shape = shape_text(profile.kernels().shapes.values[of.shape]);
  }
  if (slot == slots.fixed(PartSlots::graph_run)) part.family = part.name;
  part.ref = ref_of(slots, slot, of);
  part.ns = of.ns;
  part.calls = of.calls;
  part.allCalls = of.all_calls;
  part.allTimeNs = of.all_time;
  const auto count = static_cast<double>(units);
  part.mean = of.sum / count;
  if (units > 1) part.variance = std::max(0.0, (of.squares - of.sum * part.mean) / (count - 1));
  return part;
}

// Parts of less than a thousandth of the units, and those beyond kListedParts, are one sum for each use.
void add_parts(const Profile& profile, const PartSlots& slots, const std::vector<SlotSums>& sums,
               RunFigures& run) {
  Sum whole;
  for (const int64_t ns : run.budgetNs) whole += ns;
  std::vector<size_t> order;
  for (size_t slot = 0; slot < sums.size(); ++slot)
    if (sums[slot].ns > 0 || sums[slot].calls > 0) order.push_back(slot);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return int64_t{sums[a].ns} > int64_t{sums[b].ns}; });
  std::map<std::string, PartFigures> rest;
  for (const size_t slot : order) {
    PartFigures part = part_figures(profile, slots, slot, sums[slot], run.units);
    if (run.parts.size() < kListedParts && part.ns >= int64_t{whole} / 1000) {
      run.parts.push_back(std::move(part));
      continue;
    }
    if (slots.is_kernel(slot)) run.unlisted.push_back(hash_of_name(part.name));
    PartFigures& all = rest[part.use];
    all.use = part.use;
    all.ns += part.ns;
    all.calls += part.calls;
  }
  for (auto& [use, part] : rest) run.parts.push_back(std::move(part));
  // More names than fit into a baseline are not compared one by one.
  constexpr size_t kMostUnlisted = 400;
  if (run.unlisted.size() > kMostUnlisted) run.unlisted.resize(kMostUnlisted);
}

// Groups of equal numbers, one value for each device, spread evenly where there are many.
RunDurations kept_durations(const WorkUnits& units) {
  std::map<int64_t, std::vector<int64_t>> by_number;
  for (const DeviceWorkUnits& of : units.devices)
    for (const WorkUnit& unit : of.units) by_number[unit.number].push_back(unit.time.duration());
  RunDurations all;
  for (auto& [number, group] : by_number) all.push_back(std::move(group));
  const size_t most = std::max<size_t>(kKeptUnits / std::max<size_t>(units.devices.size(), 1), 20);
  if (all.size() <= most) return all;
  RunDurations kept;
  for (size_t i = 0; i < most; ++i) kept.push_back(all[i * all.size() / most]);
  return kept;
}

void add_medians(const WorkUnits& units, const std::vector<UnitSums>& sums, RunFigures& run) {
  std::vector<double> durations, busy, idle;
  for (size_t device = 0; device < units.devices.size(); ++device)
    for (size_t at = 0; at < units.devices[device].units.size(); ++at) {
      const int64_t whole = units.devices[device].units[at].time.duration();
      const auto& budget = sums[device].budgets[at];
      const int64_t worked = int64_t{budget[0]} + budget[1] + budget[2];
      durations.push_back(static_cast<double>(whole));
      busy.push_back(static_cast<double>(worked));
      idle.push_back(static_cast<double>(whole - worked));
    }
  run.medianNs = median_of_values(std::move(durations));
  run.busyNs = median_of_values(std::move(busy));
  run.idleNs = median_of_values(std::move(idle));
}

std::string graph_mode(const Profile& profile) {
  if (profile.graph_runs().size() > 0) return "whole";
  const auto& nodes = profile.kernels().graph_node.values;
  return std::any_of(nodes.begin(), nodes.end(), [](int64_t node) { return node != 0; }) ? "nodes" : "none";
}

void add_machine(const Profile& profile, const Scope& scope, RunFigures& run) {
  run.file = profile.info().path.filename().string();
  run.profiler = profile.info().product_version;
  if (const auto machine = profile.events<MachineFacts>(); machine)
    if (const auto driver = (*machine)->value("NvDriverVersion")) run.driver = std::string(*driver);
  run.startedNs = profile.info().utc_start_ns;
  run.extent = fmt::format("{}..{}", profile.extent().start, profile.extent().end);
  run.kernels = static_cast<int64_t>(profile.kernels().size() + profile.graph_runs().size());
  run.graphs = graph_mode(profile);
  const OperationOrder& order = profile.derived(build_operation_order);
  std::set<uint32_t> seen;
  for (const DeviceIx device : scope.devices()) {
    const Device& of = profile.devices()[device];
    if (order.of_device[device].empty() || !seen.insert(of.part).second) continue;
    run.gpus.push_back(of.gpu.exists() ? profile.gpus()[of.gpu].name : "");
  }
  std::sort(run.gpus.begin(), run.gpus.end());
  run.notes = profile.notes();
}

}  // namespace

std::string_view name_of(BudgetUse use) { return kUses[static_cast<size_t>(use)]; }
std::string_view words_of(BudgetUse use) { return kUseWords[static_cast<size_t>(use)]; }

std::string hash_of_name(std::string_view name) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3u;
  return fmt::format("{:08x}", static_cast<uint32_t>(hash ^ (hash >> 32)));
}

RunFigures run_figures(const Profile& profile, const Scope& scope, const UnitRequest& request) {
  RunFigures run;
  add_machine(profile, scope, run);
  const WorkUnits units = units_of(profile, scope, request);
  run.unitKind = name_of(units.kind);
  run.unit = units.label;
  run.kernel = request.kernel;
  run.unitKernels = units.kernels;
  run.units = units.count();
  run.budgetNs.assign(kBudgetUses, 0);
  if (run.units == 0) return run;
  const auto typical = typical_units(units);
  const PartSlots slots(profile);
  std::vector<UnitSums> sums(units.devices.size());
  parallel_for(usable_cores(), units.devices.size(), [&](size_t i) {
    sums[i] = sums_of_units(profile, scope, slots, units.devices[i], typical[i]);
  });
  std::vector<SlotSums> parts(slots.size());
  std::array<Sum, kBudgetUses> budget{};
  for (size_t device = 0; device < sums.size(); ++device) {
    for (size_t slot = 0; slot < parts.size(); ++slot) parts[slot].add(sums[device].parts[slot]);
    for (size_t at = 0; at < typical[device].size(); ++at) {
      if (!typical[device][at]) continue;
      ++run.typicalUnits;
      for (size_t use = 0; use < kBudgetUses; ++use) budget[use] += sums[device].budgets[at][use];
    }
  }
  run.budgetNs.assign(budget.begin(), budget.end());
  run.durations = kept_durations(units);
  add_medians(units, sums, run);
  add_parts(profile, slots, parts, run);
  for (const Finding& finding : profile.derived(build_findings).findings)
    run.findings.push_back({finding.key, finding.title, finding.about_ns});
  return run;
}

}  // namespace nsys_ai
