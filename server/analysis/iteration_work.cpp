// One pass over the operations of each device in order of time; a step is a running union.
#include "analysis/iteration_work.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/kernel_stats.h"
#include "analysis/kernels.h"
#include "analysis/transfers.h"
#include "profile/dictionary.h"

namespace nsys_ai {
namespace {

// A step on one device while the sweep goes on.
struct Building {
  IterationWork work;
  int64_t busy_to = 0;
  int64_t communication_to = 0;
};

int64_t grow(int64_t& covered_to, Interval by) {
  const int64_t more = std::max<int64_t>(0, by.end - std::max(by.start, covered_to));
  covered_to = std::max(covered_to, by.end);
  return more;
}

// Calls `take(operation number, iteration, part inside the scope)` for the operations of a device by time.
template <class Take>
void each_operation(const Profile& profile, const Iterations& iterations, const Scope& scope, DeviceIx device,
                    Take take) {
  const OperationNumbers numbers(profile);
  for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
    const uint32_t iteration = iterations.of_operation[number];
    if (iteration == Iterations::kNone) continue;
    const auto operation = numbers[number];
    if (const auto inside = scope.clip(numbers.family(operation.kind).interval(operation.at)))
      take(operation, iteration, *inside);
  }
}

void sweep(const Profile& profile, const Iterations& iterations, const Scope& scope, DeviceIx device,
           std::vector<IterationWork>& all) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  std::vector<uint32_t> slot_of(iterations.all.size(), UINT32_MAX);
  std::vector<Building> building;
  each_operation(
      profile, iterations, scope, device,
      [&](OperationNumbers::Operation operation, uint32_t iteration, Interval inside) {
        if (slot_of[iteration] == UINT32_MAX) {
          slot_of[iteration] = static_cast<uint32_t>(building.size());
          building.push_back({{iteration, device, {inside.start, inside.start}}, INT64_MIN, INT64_MIN});
        }
        Building& of = building[slot_of[iteration]];
        of.work.time.end = std::max(of.work.time.end, inside.end);
        of.work.busy += grow(of.busy_to, inside);
        if (operation.kind != OperationNumbers::kernel) return;
        ++of.work.kernels;
        if (families.of(profile.kernels().name(operation.at)) == KernelFamily::communication)
          of.work.communication += grow(of.communication_to, inside);
      });
  for (const Building& of : building) all.push_back(of.work);
}

// Names of items by what an operation is: one for each kernel name, and one for each other kind.
class ItemNumbers {
 public:
  explicit ItemNumbers(const Profile& profile) : profile_(profile) {}

  uint32_t of(OperationNumbers::Operation operation) {
    uint64_t key = uint64_t{operation.kind} << 32;
    if (operation.kind == OperationNumbers::kernel) key |= profile_.kernels().name(operation.at).value;
    if (operation.kind == OperationNumbers::copy) key |= profile_.copies().copy_kind[operation.at];
    return numbers_.code(key);
  }
  size_t size() const { return numbers_.keys().size(); }
  std::string name(size_t item) const {
    const uint64_t key = numbers_.keys()[item];
    const auto low = static_cast<uint32_t>(key);
    switch (static_cast<OperationNumbers::Kind>(key >> 32)) {
      case OperationNumbers::kernel:
        return std::string(profile_.text(NameId(low)));
      case OperationNumbers::copy:
        return "copy " + std::string(copy_kind_name(low));
      case OperationNumbers::memset:
        return "memset";
      case OperationNumbers::graph_run:
        return "CUDA graph";
    }
    return "";
  }

 private:
  const Profile& profile_;
  Dictionary<uint64_t> numbers_;
};

std::vector<IterationItem> whole_items(const std::vector<IterationWork>& work,
                                       const std::vector<uint32_t>& step_of, size_t steps) {
  std::vector<IterationItem> items{
      {"duration", {}, 0}, {"busy", {}, 0}, {"communication", {}, 0}, {"idle", {}, 0}};
  std::vector<Interval> hulls(steps, {INT64_MAX, INT64_MIN});
  for (IterationItem& item : items)
    for (uint32_t step = 0; step < steps; ++step) item.cells.push_back({step, 0, 1});
  for (const IterationWork& of : work) {
    const uint32_t step = step_of[of.iteration];
    if (step == UINT32_MAX) continue;
    hulls[step] = {std::min(hulls[step].start, of.time.start), std::max(hulls[step].end, of.time.end)};
    items[0].cells[step].total = hulls[step].length();
    items[1].cells[step].total += of.busy;
    items[2].cells[step].total += of.communication;
    items[3].cells[step].total += of.idle();
  }
  return items;
}

void add_operations(const Profile& profile, const Iterations& iterations, const Scope& scope,
                    const std::vector<uint32_t>& step_of, IterationTable& table) {
  ItemNumbers numbers(profile);
  Dictionary<uint64_t> places;  // of (item, step) in `cells`
  std::vector<IterationItem::Cell> cells;
  for (const DeviceIx device : scope.devices()) {
    if (profile.devices()[device].process != table.process) continue;
    each_operation(profile, iterations, scope, device,
                   [&](OperationNumbers::Operation operation, uint32_t iteration, Interval inside) {
                     const uint32_t step = step_of[iteration];
                     const uint32_t place = places.code(uint64_t{numbers.of(operation)} << 32 | step);
                     if (place == cells.size()) cells.push_back({step, 0, 0});
                     cells[place].total += inside.length();
                     ++cells[place].calls;
                   });
  }
  std::vector<IterationItem> items(numbers.size());
  for (size_t place = 0; place < cells.size(); ++place)
    items[places.keys()[place] >> 32].cells.push_back(cells[place]);
  for (size_t item = 0; item < items.size(); ++item) {
    items[item].name = numbers.name(item);
    std::sort(items[item].cells.begin(), items[item].cells.end(),
              [](const auto& a, const auto& b) { return a.step < b.step; });
    table.items.push_back(std::move(items[item]));
  }
}

void set_medians(IterationTable& table) {
  for (IterationItem& item : table.items) {
    std::vector<int64_t> totals;
    for (const auto& cell : item.cells) totals.push_back(cell.total);
    item.median = median_of(std::move(totals), table.steps.size() - item.cells.size());
  }
  std::sort(table.items.begin() + IterationTable::kWhole, table.items.end(),
            [](const IterationItem& a, const IterationItem& b) {
              return std::tuple(-a.median, std::string_view(a.name)) <
                     std::tuple(-b.median, std::string_view(b.name));
            });
}

}  // namespace

int64_t median_of(std::vector<int64_t> values, size_t zeros) {
  values.insert(values.end(), zeros, 0);
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return percentile(values, 0.5);
}

IterationItem::Cell IterationItem::of(uint32_t step) const {
  const auto found = std::lower_bound(cells.begin(), cells.end(), step,
                                      [](const Cell& cell, uint32_t wanted) { return cell.step < wanted; });
  return found != cells.end() && found->step == step ? *found : Cell{step, 0, 0};
}

Result<Scope> scope_of_all_iterations(const Profile& profile, const Scope& scope) {
  if (!scope.iteration()) return scope;
  ScopeRequest request;
  request.process = profile.pid_of(profile.derived(build_iterations).all[*scope.iteration()].process);
  for (const DeviceIx device : scope.devices()) request.gpus.push_back(profile.devices()[device].ordinal);
  return Scope::make(profile, request);
}

std::vector<IterationWork> iteration_work(const Profile& profile, const Iterations& iterations,
                                          const Scope& scope) {
  std::vector<IterationWork> all;
  for (const DeviceIx device : scope.devices()) sweep(profile, iterations, scope, device, all);
  std::stable_sort(all.begin(), all.end(), [&](const IterationWork& a, const IterationWork& b) {
    return iterations.all[a.iteration].number < iterations.all[b.iteration].number;
  });
  return all;
}

std::vector<IterationTable> iteration_tables(const Profile& profile, const Iterations& iterations,
                                             const Scope& scope) {
  const std::vector<IterationWork> work = iteration_work(profile, iterations, scope);
  std::map<int64_t, IterationTable> by_process;  // by key, which puts pids in order
  std::vector<uint32_t> step_of(iterations.all.size(), UINT32_MAX);
  for (const IterationWork& of : work) {
    if (step_of[of.iteration] != UINT32_MAX) continue;
    const ProcessIx process = iterations.all[of.iteration].process;
    IterationTable& table = by_process[profile.processes()[process].key];
    table.process = process;
    step_of[of.iteration] = static_cast<uint32_t>(table.steps.size());
    table.steps.push_back(of.iteration);
  }
  std::vector<IterationTable> tables;
  for (auto& [key, table] : by_process) {
    std::vector<uint32_t> mine(iterations.all.size(), UINT32_MAX);
    for (uint32_t step = 0; step < table.steps.size(); ++step) mine[table.steps[step]] = step;
    table.items = whole_items(work, mine, table.steps.size());
    add_operations(profile, iterations, scope, mine, table);
    set_medians(table);
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace nsys_ai
