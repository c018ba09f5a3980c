// One sweep over the operations of a device in time order.
//
// Overlaps follow from unions: two classes overlap for the sum of their times minus their union. No set of
// intervals is therefore built.
#include "analysis/time/busy.h"

#include <algorithm>
#include <array>
#include <span>

#include "analysis/kernels/kernels.h"
#include "base/atomic_bits.h"
#include "base/parallel.h"
#include "base/context.h"
#include "profile/operations_around.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// The length of a union whose intervals come in order of their starts.
class Union {
 public:
  Union() = default;
  // Time up to `covered_to` already counts elsewhere.
  explicit Union(int64_t covered_to) : covered_to_(covered_to) {}

  void add(Interval interval) {
    if (span_.start > span_.end) span_ = interval;
    if (interval.end > covered_to_) {
      total_ += interval.end - std::max(interval.start, covered_to_);
      covered_to_ = interval.end;
    }
    span_.end = std::max(span_.end, interval.end);
  }
  // Appends a union that follows in the order of starts and does not count what this one covers.
  void append(const Union& behind) {
    if (behind.is_empty()) return;
    if (is_empty()) span_ = behind.span_;
    span_.end = std::max(span_.end, behind.span_.end);
    total_ += behind.total_;
    covered_to_ = std::max(covered_to_, behind.covered_to_);
  }
  // Keeps the intervals and reduces the counted time.
  void recount(int64_t less) { total_ += -less; }

  bool is_empty() const { return span_.start > span_.end; }
  int64_t covered_to() const { return covered_to_; }
  int64_t total() const { return total_; }
  Interval span() const { return is_empty() ? Interval{} : span_; }

 private:
  int64_t covered_to_ = INT64_MIN;
  Sum total_;
  Interval span_{INT64_MAX, INT64_MIN};
};

enum Class : uint8_t { kKernel, kCompute, kCommunication, kCopy, kKernelOrCopy, kBusy, kClasses };
using Unions = std::array<Union, kClasses>;

// The shared inputs of the sweeps over all devices.
struct Swept {
  const Profile& profile;
  const Scope& scope;
  std::vector<bool> communicates;  // indexed by kernel name
  AtomicBits stream_seen;
};

Swept to_sweep(const Profile& profile, const Scope& scope) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  Swept of{profile, scope, {}, AtomicBits(profile.streams().size())};
  for (const KernelName& name : profile.kernels().names.values)
    of.communicates.push_back(families.of(name.full) == KernelFamily::communication);
  return of;
}

// The classes in which an operation counts.
std::span<const Class> classes_of(const Swept& of, const OperationNumbers::Operation& place) {
  static constexpr Class kOfCompute[] = {kBusy, kKernel, kKernelOrCopy, kCompute};
  static constexpr Class kOfCommunication[] = {kBusy, kKernel, kKernelOrCopy, kCommunication};
  static constexpr Class kOfCopy[] = {kBusy, kKernelOrCopy, kCopy};
  static constexpr Class kOfOthers[] = {kBusy};
  if (place.kind == OperationNumbers::kernel)
    return of.communicates[of.profile.kernels().names.code[place.at]]
               ? std::span<const Class>(kOfCommunication)
               : kOfCompute;
  return place.kind == OperationNumbers::copy ? std::span<const Class>(kOfCopy) : kOfOthers;
}

// Unions of all classes. Most operations follow one with the same classes, whose unions then grow equally:
// during this sequence, one union represents all of them.
class ClassUnions {
 public:
  explicit ClassUnions(Unions& unions) : unions_(unions) {}
  ClassUnions(const ClassUnions&) = delete;
  ClassUnions& operator=(const ClassUnions&) = delete;
  ~ClassUnions() { end_run(); }

  void add(std::span<const Class> classes, Interval inside) {
    if (classes.data() == classes_.data()) {
      run_.add(inside);
      return;
    }
    end_run();
    for (const Class of : classes) unions_[of].add(inside);
    const int64_t covered_to = unions_[classes[0]].covered_to();
    const auto covers_as_much = [&](Class of) { return unions_[of].covered_to() == covered_to; };
    if (!std::all_of(classes.begin(), classes.end(), covers_as_much)) return;
    classes_ = classes;
    run_ = Union(covered_to);
  }

 private:
  void end_run() {
    for (const Class of : classes_) unions_[of].append(run_);
    classes_ = {};
  }

  Unions& unions_;
  std::span<const Class> classes_;  // of the current run, if any
  Union run_;
};

// Consecutive operations of a device in time order.
struct Part {
  std::span<const uint32_t> operations;
  DeviceTime counts{};
  Unions unions{};
};

void sweep(Swept& of, Part& part) {
  const OperationNumbers numbers(of.profile);
  ClassUnions unions(part.unions);
  ThrottledCheck check;
  DeviceTime& time = part.counts;
  for (const uint32_t number : part.operations) {
    check();
    const auto place = numbers[number];
    const auto [kind, at] = place;
    const auto inside = of.scope.clip(numbers.family(kind).interval(at));
    if (!inside) continue;
    ++time.operations;
    // A stream belongs to one device.
    if (of.stream_seen.add(numbers.family(kind).stream[at])) ++time.streams;
    const std::span<const Class> classes = classes_of(of, place);
    unions.add(classes, *inside);
    if (kind != OperationNumbers::kernel) continue;
    ++time.kernels;
    time.kernel_sum += inside->duration();
    time.comm_kernels += classes.back() == kCommunication ? 1 : 0;
  }
}

// Subtracts from a part what earlier parts cover. They reach no further than `covered_to`, so only the
// beginning of the part is scanned again.
void take_out(const Swept& of, const std::array<int64_t, kClasses>& covered_to, Part& part) {
  const OperationNumbers numbers(of.profile);
  const int64_t reach = *std::max_element(covered_to.begin(), covered_to.end());
  Unions alone, behind;
  for (size_t i = 0; i < kClasses; ++i) behind[i] = Union(covered_to[i]);
  ThrottledCheck check;
  for (const uint32_t number : part.operations) {
    check();
    const auto place = numbers[number];
    const auto inside = of.scope.clip(numbers.family(place.kind).interval(place.at));
    if (!inside) continue;
    if (inside->start >= reach) break;
    for (const Class of_class : classes_of(of, place)) {
      alone[of_class].add(*inside);
      behind[of_class].add(*inside);
    }
  }
  for (size_t i = 0; i < kClasses; ++i) part.unions[i].recount(alone[i].total() - behind[i].total());
}

DeviceTime joined(DeviceIx device, std::span<const Part> parts) {
  DeviceTime time;
  time.device = device;
  Unions all;
  for (const Part& part : parts) {
    time.operations += part.counts.operations;
    time.streams += part.counts.streams;
    time.kernels += part.counts.kernels;
    time.comm_kernels += part.counts.comm_kernels;
    time.kernel_sum += part.counts.kernel_sum;
    for (size_t i = 0; i < kClasses; ++i) all[i].append(part.unions[i]);
  }
  time.kernel = all[kKernel].total();
  time.compute = all[kCompute].total();
  time.communication = all[kCommunication].total();
  time.copy = all[kCopy].total();
  time.kernel_or_copy = all[kKernelOrCopy].total();
  time.busy = all[kBusy].total();
  time.span = all[kBusy].span();
  time.kernel_span = all[kKernel].span();
  return time;
}

// Number of operations of one device that justifies another thread.
constexpr size_t kOperationsOfPart = 1 << 18;

// Sweeps over the parts of a device with very many operations in parallel.
DeviceTime swept_in_parts(Swept& of, DeviceIx device) {
  auto left = operations_around(of.profile, device, of.scope.bounds());
  std::vector<Part> parts;
  for (; !left.empty(); left = left.subspan(parts.back().operations.size()))
    parts.push_back({left.first(std::min(kOperationsOfPart, left.size()))});
  parallel_for(usable_cores(), parts.size(), [&](size_t i) { sweep(of, parts[i]); });
  std::vector<std::array<int64_t, kClasses>> before(parts.size());
  for (size_t of_class = 0; of_class < kClasses; ++of_class) {
    int64_t covered_to = INT64_MIN;
    for (size_t i = 0; i < parts.size(); ++i) {
      before[i][of_class] = covered_to;
      covered_to = std::max(covered_to, parts[i].unions[of_class].covered_to());
    }
  }
  parallel_for(usable_cores(), parts.size(), [&](size_t i) { take_out(of, before[i], parts[i]); });
  return joined(device, parts);
}

std::vector<DeviceTime> swept(const Profile& profile, const Scope& scope) {
  Swept of = to_sweep(profile, scope);
  const std::vector<DeviceIx>& devices = scope.devices();
  std::vector<DeviceTime> times(devices.size());
  std::vector<uint8_t> is_large(devices.size(), 0);
  parallel_for(usable_cores(), devices.size(), [&](size_t i) {
    Part part{operations_around(profile, devices[i], scope.bounds())};
    is_large[i] = part.operations.size() > kOperationsOfPart ? 1 : 0;
    if (is_large[i] != 0) return;
    sweep(of, part);
    times[i] = joined(devices[i], {&part, 1});
  });
  for (size_t i = 0; i < devices.size(); ++i)
    if (is_large[i] != 0) times[i] = swept_in_parts(of, devices[i]);
  std::erase_if(times, [](const DeviceTime& time) { return time.operations == 0; });
  return times;
}

}  // namespace

std::vector<DeviceTime> device_times(const Profile& profile, const Scope& scope) {
  if (!scope.has_window()) {
    std::vector<DeviceTime> times = profile.derived(build_device_times);
    std::erase_if(times, [&](const DeviceTime& time) { return !scope.has(time.device); });
    return times;
  }
  return swept(profile, scope);
}

std::vector<DeviceTime> build_device_times(const Profile& profile) {
  return swept(profile, Scope::whole(profile));
}

}  // namespace nsys_ai
