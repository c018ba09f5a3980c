// One sweep over the operations of a device and one over its gaps, cut at the bounds of units.
#include "compare/unit_sums.h"

#include <algorithm>
#include <queue>

#include "analysis/kernels/kernels.h"
#include "analysis/memory/transfers.h"
#include "analysis/time/idle.h"
#include "base/context.h"
#include "profile/dictionary.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// Adds to the units of a device what arrives in the order of time.
class Adder {
 public:
  Adder(const PartSlots& slots, const DeviceWorkUnits& units, const std::vector<bool>& typical,
        UnitSums& sums)
      : slots_(slots), units_(units), typical_(typical), sums_(sums) {}

  // The part alone has this time.
  void take(Interval time, uint32_t slot) {
    for (size_t at = unit_at(time.start, taken_); at < units_.units.size(); ++at) {
      const Interval inside = intersect(time, units_.units[at].time);
      if (units_.units[at].time.start >= time.end) break;
      if (inside.empty()) continue;
      sums_.budgets[at][static_cast<size_t>(slots_.use_of(slot))] += inside.duration();
      if (typical_[at]) sums_.parts[slot].ns += inside.duration();
    }
  }
  // It begins in the unit of its start.
  SlotSums& begin(Interval time, uint32_t slot) {
    SlotSums& part = sums_.parts[slot];
    ++part.all_calls;
    part.all_time += time.duration();
    const size_t at = unit_at(time.start, begun_);
    if (at == units_.units.size() || units_.units[at].time.start > time.start) return part;
    if (at != unit_) close_unit();
    unit_ = at;
    if (part.in_unit == 0) met_.push_back(slot);
    part.in_unit += time.duration();
    if (typical_[at]) ++part.calls;
    return part;
  }
  void close_unit() {
    for (const uint32_t slot : met_) {
      SlotSums& part = sums_.parts[slot];
      const auto time = static_cast<double>(int64_t{part.in_unit});
      part.sum += time;
      part.squares += time * time;
      part.in_unit = 0;
    }
    met_.clear();
  }

 private:
  // The first unit that ends after a time, from the one found before on.
  size_t unit_at(int64_t time, size_t& from) const {
    while (from < units_.units.size() && units_.units[from].time.end <= time) ++from;
    return from;
  }

  const PartSlots& slots_;
  const DeviceWorkUnits& units_;
  const std::vector<bool>& typical_;
  UnitSums& sums_;
  size_t taken_ = 0;
  size_t begun_ = 0;
  size_t unit_ = SIZE_MAX;
  std::vector<uint32_t> met_;  // the parts of this unit
};

// An operation that runs; of several at once the first in this order has the time.
struct Running {
  BudgetUse use;
  uint32_t order;
  uint32_t slot;
  int64_t end;

  bool operator<(const Running& other) const {
    return std::pair(use, order) > std::pair(other.use, other.order);  // the queue gives the greatest
  }
};

class BusySweep {
 public:
  explicit BusySweep(Adder& adder) : adder_(adder) {}

  void add(Interval time, Running running) {
    advance(time.start);
    at_ = std::max(at_, time.start);
    running_.push(running);
  }
  void finish() { advance(INT64_MAX); }

 private:
  void advance(int64_t to) {
    while (!running_.empty() && at_ < to) {
      const Running& first = running_.top();
      if (first.end <= at_) {
        running_.pop();
        continue;
      }
      const Interval part{at_, std::min(first.end, to)};
      adder_.take(part, first.slot);
      at_ = part.end;
    }
  }

  Adder& adder_;
  int64_t at_ = INT64_MIN;
  std::priority_queue<Running> running_;
};

uint32_t slot_of(const Profile& profile, const PartSlots& slots, OperationNumbers::Operation operation) {
  switch (operation.kind) {
    case OperationNumbers::kernel:
      return slots.of_kernel(operation.at);
    case OperationNumbers::copy:
      return slots.of_copy(profile.copies().copy_kind[operation.at]);
    case OperationNumbers::memset:
      return slots.fixed(PartSlots::memset);
    case OperationNumbers::graph_run:
      return slots.fixed(PartSlots::graph_run);
  }
  return 0;
}

uint32_t slot_of(const PartSlots& slots, IdleCause cause) {
  switch (cause) {
    case IdleCause::host_bound:
      return slots.fixed(PartSlots::host_late);
    case IdleCause::launch_overhead:
      return slots.fixed(PartSlots::launch_under_way);
    case IdleCause::device_wait:
      return slots.fixed(PartSlots::waited);
    case IdleCause::launch_gap:
      return slots.fixed(PartSlots::short_gap);
    case IdleCause::unknown:
      return slots.fixed(PartSlots::no_launch);
    case IdleCause::not_recorded:
      return slots.fixed(PartSlots::not_recorded);
  }
  return 0;
}

void keep_longest(SlotSums& part, Interval time, int64_t at, DeviceIx device) {
  if (time.duration() <= part.longest) return;
  part.longest = time.duration();
  part.longest_at = at;
  part.device = device.value;
}

uint32_t joined_shape(uint32_t a, uint32_t b) {
  if (a == SlotSums::kNoShape || a == b) return b;
  return b == SlotSums::kNoShape ? a : SlotSums::kSeveral;
}

void sweep_operations(const Profile& profile, const PartSlots& slots, DeviceIx device, Adder& adder) {
  const OperationNumbers numbers(profile);
  BusySweep busy(adder);
  ThrottledCheck check;
  uint32_t order = 0;
  for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
    check();
    const auto operation = numbers[number];
    const Interval time = numbers.family(operation.kind).interval(operation.at);
    const uint32_t slot = slot_of(profile, slots, operation);
    busy.add(time, {slots.use_of(slot), order++, slot, time.end});
    SlotSums& part = adder.begin(time, slot);
    if (operation.kind != OperationNumbers::kernel) continue;
    keep_longest(part, time, profile.kernels().row[operation.at], device);
    part.shape = joined_shape(part.shape, profile.kernels().shapes.code[operation.at]);
  }
  busy.finish();
  adder.close_unit();
}

}  // namespace

PartSlots::PartSlots(const Profile& profile) : profile_(profile) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  Dictionary<uint64_t> numbers;
  for (const KernelName& name : profile.kernels().names.values) {
    slot_of_code_.push_back(numbers.code(name.full.value));
    if (slot_of_code_.back() == names_.size()) names_.push_back(name.full);
  }
  for (const NameId name : names_)
    uses_.push_back(families.of(name) == KernelFamily::communication ? BudgetUse::communication
                                                                     : BudgetUse::compute);
  uses_.resize(size(), BudgetUse::copies);
  uses_[fixed(graph_run)] = BudgetUse::compute;
  uses_[fixed(host_late)] = uses_[fixed(launch_under_way)] = BudgetUse::launch;
  uses_[fixed(waited)] = BudgetUse::device;
  for (const Fixed gap : {short_gap, no_launch, not_recorded}) uses_[fixed(gap)] = BudgetUse::other;
}

KernelFamily PartSlots::family_of(size_t slot) const {
  return profile_.derived(build_kernel_families).of(names_[slot]);
}

std::string PartSlots::name_of(size_t slot) const {
  if (is_kernel(slot)) return std::string(profile_.text(names_[slot]));
  const size_t what = slot - names_.size();
  switch (what) {
    case memset:
      return "memset";
    case graph_run:
      return "CUDA graph";
    case host_late:
      return "gap: the host launched late";
    case launch_under_way:
      return "gap: a launch was in progress";
    case waited:
      return "gap: waited for other work on the GPU";
    case short_gap:
      return "gap: shorter than 5 us";
    case no_launch:
      return "gap: no launch was recorded";
    case not_recorded:
      return std::string(kUnrecordedPart);
    default:
      return "copy " + std::string(copy_kind_name(static_cast<int64_t>(what)));
  }
}

void SlotSums::add(const SlotSums& other) {
  ns += other.ns;
  calls += other.calls;
  all_calls += other.all_calls;
  all_time += other.all_time;
  sum += other.sum;
  squares += other.squares;
  if (other.longest > longest) {
    longest = other.longest;
    longest_at = other.longest_at;
    device = other.device;
  }
  shape = joined_shape(shape, other.shape);
}

UnitSums sums_of_units(const Profile& profile, const Scope& scope, const PartSlots& slots,
                       const DeviceWorkUnits& units, const std::vector<bool>& typical) {
  UnitSums sums;
  sums.parts.resize(slots.size());
  sums.budgets.resize(units.units.size());
  Adder of_operations(slots, units, typical, sums);
  sweep_operations(profile, slots, units.device, of_operations);
  Adder of_gaps(slots, units, typical, sums);
  each_idle_gap(profile, scope, units.device, [&](const IdleGap& gap) {
    const uint32_t slot = slot_of(slots, gap.cause);
    of_gaps.take(gap.gap, slot);
    keep_longest(of_gaps.begin(gap.gap, slot), gap.gap, gap.gap.start, units.device);
  });
  of_gaps.close_unit();
  return sums;
}

}  // namespace nsys_ai
