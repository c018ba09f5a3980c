// One pass over the operations of each device in time order, with a running union per step.
#include "analysis/time/iteration_work.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/memory/transfers.h"
#include "base/parallel.h"
#include "base/context.h"
#include "profile/dictionary.h"

namespace nsys_ai {
namespace {

// A step on one device during the sweep.
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

// Calls `visit(operation number, iteration, part inside the scope)` for the operations of a device by time.
template <class Visit>
void each_operation(const Profile& profile, const Iterations& iterations, const Scope& scope, DeviceIx device,
                    Visit visit) {
  const OperationNumbers numbers(profile);
  StepLookup step_of(profile, iterations, profile.devices()[device].process);
  ThrottledCheck check;
  for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
    check();
    const auto operation = numbers[number];
    const uint32_t iteration = step_of(operation);
    if (iteration == Iterations::kNone) continue;
    if (const auto inside = scope.clip(numbers.family(operation.kind).interval(operation.at)))
      visit(operation, iteration, *inside);
  }
}

void sweep(const Profile& profile, const Iterations& iterations, const Scope& scope, DeviceIx device,
           std::vector<IterationWork>& all) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  const auto& mine = iterations.of_process[profile.devices()[device].process];
  const auto first = mine.first;
  std::vector<uint32_t> slot_of(mine.end - first, UINT32_MAX);
  std::vector<Building> building;
  each_operation(
      profile, iterations, scope, device,
      [&](OperationNumbers::Operation operation, uint32_t iteration, Interval inside) {
        uint32_t& slot = slot_of[iteration - first];
        if (slot == UINT32_MAX) {
          slot = static_cast<uint32_t>(building.size());
          building.push_back({{iteration, device, {inside.start, inside.start}}, INT64_MIN, INT64_MIN});
        }
        Building& of = building[slot];
        of.work.time.end = std::max(of.work.time.end, inside.end);
        of.work.busy += grow(of.busy_to, inside);
        if (operation.kind != OperationNumbers::kernel) return;
        ++of.work.kernels;
        if (families.of(profile.kernels().name(operation.at)) == KernelFamily::communication)
          of.work.communication += grow(of.communication_to, inside);
      });
  for (const Building& of : building) all.push_back(of.work);
}

// Numbers items by operation: one for each kernel name, one for each other kind.
class ItemNumbers {
 public:
  explicit ItemNumbers(const Profile& profile) : profile_(profile) {
    for (const KernelName& name : profile.kernels().names.values)
      of_kernel_code_.push_back(code_of(name.full));
    for (uint32_t kind = 0; kind < of_copy_kind_.size(); ++kind)
      of_copy_kind_[kind] = numbers_.code(key(OperationNumbers::copy, kind));
    memset_ = numbers_.code(key(OperationNumbers::memset, 0));
    graph_run_ = numbers_.code(key(OperationNumbers::graph_run, 0));
  }

  uint32_t of(OperationNumbers::Operation operation) const {
    switch (operation.kind) {
      case OperationNumbers::kernel:
        return of_kernel_code_[profile_.kernels().names.code[operation.at]];
      case OperationNumbers::copy:
        return of_copy_kind_[profile_.copies().copy_kind[operation.at]];
      case OperationNumbers::memset:
        return memset_;
      case OperationNumbers::graph_run:
        return graph_run_;
    }
    return 0;
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
  static uint64_t key(OperationNumbers::Kind kind, uint32_t low) { return uint64_t{kind} << 32 | low; }
  uint32_t code_of(NameId name) { return numbers_.code(key(OperationNumbers::kernel, name.value)); }

  const Profile& profile_;
  Dictionary<uint64_t> numbers_;
  std::vector<uint32_t> of_kernel_code_;  // codes with the same full name share an item
  std::array<uint32_t, 256> of_copy_kind_{};
  uint32_t memset_ = 0;
  uint32_t graph_run_ = 0;
};

// Intermediate data for the table of one process.
struct TableParts {
  IterationTable table;
  std::vector<const IterationWork*> work;
  std::vector<DeviceIx> devices;
  uint32_t first = 0;             // the process's first iteration
  std::vector<uint32_t> step_of;  // by iteration minus the first; UINT32_MAX for iterations out of scope

  uint32_t step(uint32_t iteration) const { return step_of[iteration - first]; }
};

std::vector<IterationItem> whole_items(const TableParts& parts) {
  const size_t steps = parts.table.steps.size();
  std::vector<IterationItem> items{
      {"duration", {}, 0}, {"busy", {}, 0}, {"communication", {}, 0}, {"idle", {}, 0}};
  std::vector<Interval> hulls(steps, {INT64_MAX, INT64_MIN});
  for (IterationItem& item : items)
    for (uint32_t step = 0; step < steps; ++step) item.cells.push_back({step, 0, 1});
  for (const IterationWork* of : parts.work) {
    const uint32_t step = parts.step(of->iteration);
    hulls[step] = {std::min(hulls[step].start, of->time.start), std::max(hulls[step].end, of->time.end)};
    items[0].cells[step].total = hulls[step].duration();
    items[1].cells[step].total += of->busy;
    items[2].cells[step].total += of->communication;
    items[3].cells[step].total += of->idle();
  }
  return items;
}

// Merges the cells of equal steps; a step may occur again after a later one.
void join_cells(std::vector<IterationItem::Cell>& cells) {
  const auto earlier = [](const auto& a, const auto& b) { return a.step < b.step; };
  if (!std::is_sorted(cells.begin(), cells.end(), earlier)) std::sort(cells.begin(), cells.end(), earlier);
  size_t kept = 0;
  for (size_t i = 1; i < cells.size(); ++i) {
    if (cells[i].step != cells[kept].step) {
      cells[++kept] = cells[i];
      continue;
    }
    cells[kept].total += cells[i].total;
    cells[kept].calls += cells[i].calls;
  }
  if (!cells.empty()) cells.resize(kept + 1);
}

// `slots` has one element per item; each is UINT32_MAX before and after the call.
void add_operations(const Profile& profile, const Iterations& iterations, const Scope& scope,
                    const ItemNumbers& numbers, std::vector<uint32_t>& slots, TableParts& parts) {
  std::vector<uint32_t> met;
  std::vector<IterationItem> items;
  for (const DeviceIx device : parts.devices)
    each_operation(profile, iterations, scope, device,
                   [&](OperationNumbers::Operation operation, uint32_t iteration, Interval inside) {
                     const uint32_t item = numbers.of(operation);
                     if (slots[item] == UINT32_MAX) {
                       slots[item] = static_cast<uint32_t>(items.size());
                       items.emplace_back();
                       met.push_back(item);
                     }
                     auto& cells = items[slots[item]].cells;
                     const uint32_t step = parts.step(iteration);
                     // Operations are in time order, so a step is mostly complete when the next one begins.
                     if (cells.empty() || cells.back().step != step) cells.push_back({step, 0, 0});
                     cells.back().total += inside.duration();
                     ++cells.back().calls;
                   });
  for (const uint32_t item : met) {
    IterationItem& of = items[slots[item]];
    slots[item] = UINT32_MAX;
    join_cells(of.cells);
    of.name = numbers.name(item);
    parts.table.items.push_back(std::move(of));
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
  // In a malicious file, most kernels may run in only one of many steps.
  if (zeros > (values.size() + zeros) / 2 && std::all_of(values.begin(), values.end(), [](int64_t of) {
        return of >= 0;
      }))
    return 0;
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
  const auto& devices = scope.devices();
  std::vector<std::vector<IterationWork>> of_device(devices.size());
  profile.derived(build_operation_order);
  parallel_for(usable_cores(), devices.size(),
               [&](size_t i) { sweep(profile, iterations, scope, devices[i], of_device[i]); });
  std::vector<IterationWork> all;
  for (const auto& of : of_device) all.insert(all.end(), of.begin(), of.end());
  std::stable_sort(all.begin(), all.end(), [&](const IterationWork& a, const IterationWork& b) {
    return iterations.all[a.iteration].number < iterations.all[b.iteration].number;
  });
  return all;
}

std::vector<IterationTable> iteration_tables(const Profile& profile, const Iterations& iterations,
                                             const Scope& scope) {
  const std::vector<IterationWork> work = iteration_work(profile, iterations, scope);
  std::map<int64_t, TableParts> by_process;  // by key, whose order is that of pids
  for (const IterationWork& of : work) {
    const ProcessIx process = iterations.all[of.iteration].process;
    TableParts& parts = by_process[profile.processes()[process].key];
    if (parts.step_of.empty()) {
      const ProcessSteps& mine = iterations.of_process[process];
      parts.table.process = process;
      parts.first = mine.first;
      parts.step_of.assign(mine.end - mine.first, UINT32_MAX);
    }
    parts.work.push_back(&of);
    uint32_t& step = parts.step_of[of.iteration - parts.first];
    if (step != UINT32_MAX) continue;
    step = static_cast<uint32_t>(parts.table.steps.size());
    parts.table.steps.push_back(of.iteration);
  }
  for (const DeviceIx device : scope.devices()) {
    const auto found = by_process.find(profile.processes()[profile.devices()[device].process].key);
    if (found != by_process.end()) found->second.devices.push_back(device);
  }
  std::vector<TableParts> all;
  for (auto& [key, parts] : by_process) all.push_back(std::move(parts));
  const ItemNumbers numbers(profile);
  const size_t workers = std::min(usable_cores(), all.size());
  parallel_for(workers, workers, [&](size_t worker) {
    std::vector<uint32_t> slots(numbers.size(), UINT32_MAX);
    for (size_t i = worker; i < all.size(); i += workers) {
      all[i].table.items = whole_items(all[i]);
      add_operations(profile, iterations, scope, numbers, slots, all[i]);
      set_medians(all[i].table);
    }
  });
  std::vector<IterationTable> tables;
  for (TableParts& parts : all) tables.push_back(std::move(parts.table));
  return tables;
}

}  // namespace nsys_ai
