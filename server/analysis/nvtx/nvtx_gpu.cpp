// One pass over the kernels or operations each; ranges are found from the launch, never by a join.
#include "analysis/nvtx/nvtx_gpu.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analysis/nvtx/nvtx_paths.h"
#include "base/parallel.h"
#include "base/row_ranks.h"
#include "profile/operations_around.h"
#include "profile/order.h"

namespace nsys_ai::inline analysis {
namespace {

// What a device did for each range; a range begins with its first operation, so they come by start.
class DeviceSweep {
 public:
  DeviceSweep(const Profile& profile, const std::function<bool(uint32_t)>& wanted, size_t most)
      : profile_(profile), wanted_(wanted), most_(most), place_(profile.nvtx().size(), kUnseen) {}

  Projections sweep(const Scope& scope, DeviceIx device) {
    const NvtxEnclosures& enclosures = profile_.derived(build_nvtx_enclosures);
    const OperationNumbers numbers(profile_);
    for (const uint32_t number : profile_.derived(build_operation_order).of_device[device]) {
      const auto operation = numbers[number];
      const auto inside = scope.clip(numbers.family(operation.kind).interval(operation.at));
      if (!inside) continue;
      enclosures.each(operation, [&](uint32_t range) {
        if (place_[range] == kUnseen) place_[range] = place_for(range, device, inside->start);
        if (place_[range] == kLeftOut) return;
        Projection& of = found_.first[place_[range]];
        extend(of, *inside);
        if (operation.kind == OperationNumbers::kernel) of.kernel_sum += inside->duration();
      });
    }
    auto& first = found_.first;
    for (auto begin = first.begin(), end = begin; begin != first.end(); begin = end) {
      while (end != first.end() && end->time.start == begin->time.start) ++end;
      std::sort(begin, end, goes_first);
    }
    if (first.size() > most_) first.resize(most_);
    return std::move(found_);
  }

  static bool goes_first(const Projection& a, const Projection& b) {
    return std::tuple(a.time.start, -a.time.end, a.range, a.device) <
           std::tuple(b.time.start, -b.time.end, b.range, b.device);
  }

 private:
  static constexpr uint32_t kUnseen = UINT32_MAX;
  static constexpr uint32_t kLeftOut = UINT32_MAX - 1;

  // A range that begins later than `most` others is counted alone. Of those that begin at one time all are
  // kept, since their ends decide which goes first.
  uint32_t place_for(uint32_t range, DeviceIx device, int64_t start) {
    if (!wanted_(range)) return kLeftOut;
    ++found_.total;
    auto& first = found_.first;
    if (first.size() >= most_ && (first.empty() || start > first.back().time.start)) return kLeftOut;
    first.push_back({range, device, {start, start}});
    return static_cast<uint32_t>(first.size() - 1);
  }

  // What is covered ends where the last operation so far does.
  static void extend(Projection& of, Interval operation) {
    ++of.operations;
    of.busy += std::max<int64_t>(0, operation.end - std::max(operation.start, of.time.end));
    of.time.end = std::max(of.time.end, operation.end);
  }

  const Profile& profile_;
  const std::function<bool(uint32_t)>& wanted_;
  const size_t most_;
  std::vector<uint32_t> place_;  // by NVTX row: in found_.first
  Projections found_;
};

NvtxCoverage& operator+=(NvtxCoverage& all, const NvtxCoverage& part) {
  all.ranges += part.ranges;
  all.kernels += part.kernels;
  all.kernels_with_launch += part.kernels_with_launch;
  all.kernels_in_nvtx += part.kernels_in_nvtx;
  all.kernel_time += part.kernel_time;
  all.kernel_time_in_nvtx += part.kernel_time_in_nvtx;
  return all;
}

// What `count(i, coverage)` adds for each i below `events`.
template <class Count>
NvtxCoverage counted(size_t events, Count count) {
  constexpr size_t kPiece = 1 << 18;
  std::vector<NvtxCoverage> pieces(events / kPiece + 1);
  parallel_for(usable_cores(), pieces.size(), [&](size_t piece) {
    NvtxCoverage of;
    const size_t end = std::min(events, (piece + 1) * kPiece);
    for (size_t i = piece * kPiece; i < end; ++i) count(i, of);
    pieces[piece] = of;
  });
  NvtxCoverage all;
  for (const NvtxCoverage& piece : pieces) all += piece;
  return all;
}

NvtxCoverage coverage_counted(const Profile& profile, const Scope& scope) {
  const Nvtx& nvtx = profile.nvtx();
  const Kernels& kernels = profile.kernels();
  const Launches& launches = profile.derived(build_launches);
  const Attribution& attribution = profile.derived(build_attribution);
  NvtxCoverage coverage = counted(nvtx.size(), [&](size_t i, NvtxCoverage& of) {
    if (nvtx.is_range(i) && nvtx.end(i) != Nvtx::kOpen && nvtx.thread[i] == nvtx.end_thread[i] &&
        scope.has(profile.threads()[nvtx.thread[i]].process) && scope.clip(nvtx.interval(i)))
      ++of.ranges;
  });
  coverage += counted(kernels.size(), [&](size_t i, NvtxCoverage& of) {
    if (!scope.has(kernels.stream[i])) return;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) return;
    ++of.kernels;
    of.kernel_time += inside->duration();
    of.kernels_with_launch += launches.of_kernel[i] != Launches::kNoCall ? 1 : 0;
    if (attribution.of_kernel[i] == NvtxForest::kNoRange) return;
    ++of.kernels_in_nvtx;
    of.kernel_time_in_nvtx += inside->duration();
  });
  return coverage;
}

}  // namespace

NvtxCoverage nvtx_coverage_of(const Profile& profile, const Scope& scope) {
  return scope.is_whole(profile) ? profile.derived(build_nvtx_coverage) : coverage_counted(profile, scope);
}

NvtxCoverage build_nvtx_coverage(const Profile& profile) {
  return coverage_counted(profile, Scope::whole(profile));
}

Projections projections(const Profile& profile, const Scope& scope,
                        const std::function<bool(uint32_t)>& wanted, size_t most) {
  const auto& devices = scope.devices();
  std::vector<Projections> of_device(devices.size());
  profile.derived(build_nvtx_enclosures);
  profile.derived(build_operation_order);
  parallel_for(usable_cores(), devices.size(),
               [&](size_t i) { of_device[i] = DeviceSweep(profile, wanted, most).sweep(scope, devices[i]); });
  Projections all;
  for (Projections& of : of_device) {
    const auto middle = static_cast<std::ptrdiff_t>(all.first.size());
    all.total += of.total;
    all.first.insert(all.first.end(), of.first.begin(), of.first.end());
    of.first = {};
    std::inplace_merge(all.first.begin(), all.first.begin() + middle, all.first.end(),
                       DeviceSweep::goes_first);
  }
  if (all.first.size() > most) all.first.resize(most);
  return all;
}

namespace {

// The operation of each range that ends last. Of few operations those that have one, of many all ranges of
// the device's process, four bytes for each.
class LastOfRanges {
 public:
  static constexpr uint32_t kUnseen = UINT32_MAX;
  static constexpr uint32_t kTaken = UINT32_MAX - 1;

  LastOfRanges(const Profile& profile, ProcessIx process, size_t operations) {
    const Nvtx& nvtx = profile.nvtx();
    if (operations < nvtx.size() / 16) return;
    ranks_.emplace(static_cast<uint32_t>(nvtx.size()),
                   [&](uint32_t row) { return profile.threads()[nvtx.thread[row]].process == process; });
    all_.assign(ranks_->size(), kUnseen);
  }

  uint32_t& operator[](uint32_t range) {
    return ranks_ ? all_[(*ranks_)[range]] : few_.try_emplace(range, kUnseen).first->second;
  }

 private:
  std::optional<RowRanks> ranks_;
  std::vector<uint32_t> all_;
  std::unordered_map<uint32_t, uint32_t> few_;
};

}  // namespace

int64_t each_projection(const Profile& profile, const Scope& scope, DeviceIx device,
                        const std::function<bool(uint32_t)>& wanted,
                        const std::function<bool(uint32_t, Interval)>& visit) {
  constexpr uint32_t kUnseen = LastOfRanges::kUnseen;
  constexpr uint32_t kTaken = LastOfRanges::kTaken;
  const NvtxEnclosures& enclosures = profile.derived(build_nvtx_enclosures);
  const OperationNumbers numbers(profile);
  const std::span<const uint32_t> order = operations_around(profile, device, scope.window());
  const auto time_of = [&](uint32_t number) {
    return scope.clip(numbers.family(numbers[number].kind).interval(numbers[number].at));
  };
  // What a device runs was launched by its own process.
  LastOfRanges last(profile, profile.devices()[device].process, order.size());
  int64_t total = 0;
  for (const uint32_t number : order) {
    const auto inside = time_of(number);
    if (!inside) continue;
    enclosures.each(numbers[number], [&](uint32_t range) {
      uint32_t& of = last[range];
      if (of == kUnseen && !wanted(range)) of = kTaken;
      if (of == kTaken) return;
      total += of == kUnseen ? 1 : 0;
      if (of == kUnseen || time_of(of)->end < inside->end) of = number;
    });
  }
  // Those that begin with the operations of one start go out together.
  std::vector<Projection> begun;
  bool more = true;
  const auto hand_out = [&] {
    std::sort(begun.begin(), begun.end(), DeviceSweep::goes_first);
    for (size_t i = 0; more && i < begun.size(); ++i) more = visit(begun[i].range, begun[i].time);
    begun.clear();
  };
  for (const uint32_t number : order) {
    const auto inside = time_of(number);
    if (!inside) continue;
    if (!begun.empty() && begun.front().time.start != inside->start) hand_out();
    if (!more) break;
    enclosures.each(numbers[number], [&](uint32_t range) {
      uint32_t& of = last[range];
      if (of == kTaken) return;
      begun.push_back({range, device, {inside->start, time_of(of)->end}});
      of = kTaken;
    });
  }
  hand_out();
  return total;
}

}  // namespace nsys_ai::inline analysis
