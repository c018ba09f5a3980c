// Scans kernels and operations once each; ranges are found from the launch, without a join.
#include "analysis/nvtx/nvtx_gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/nvtx/layer_markers.h"
#include "analysis/nvtx/meanwhile.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "base/context.h"
#include "base/parallel.h"
#include "base/text_table.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// Sources of the ranges of an operation: `each` calls `visit(range, how)`.
enum class RangeHolds : uint8_t { inside, meanwhile };

struct RangesInside {
  const NvtxEnclosures& enclosures;

  template <class Visit>
  void each(OperationNumbers::Operation operation, Visit visit) const {
    enclosures.each(operation, [&](uint32_t range) { visit(range, RangeHolds::inside); });
  }
};

struct RangesInsideAndMeanwhile {
  const NvtxEnclosures& enclosures;
  RangesMeanwhile ranges;

  template <class Visit>
  void each(OperationNumbers::Operation operation, Visit visit) {
    RangesInside{enclosures}.each(operation, visit);
    const uint32_t call = links_of(*enclosures.launches, operation.kind)[operation.at];
    if (call == Launches::kNoCall) return;
    for (const uint32_t range : ranges.around(call)) visit(range, RangeHolds::meanwhile);
  }
};

// The marker before a launch.
struct MarkersAround {
  const LayerMarkers& markers;
  const Launches& launches;
  const Calls& calls;

  template <class Visit>
  void each(OperationNumbers::Operation operation, Visit visit) const {
    const uint32_t call = links_of(launches, operation.kind)[operation.at];
    if (call == Launches::kNoCall) return;
    if (const uint32_t range = markers.around(calls, call); range != NvtxForest::kNoRange)
      visit(range, RangeHolds::inside);
  }
};

// The activity of a device for each range, in order of start because a range begins with its first operation.
// `Ranges` yields the ranges of an operation. It is reused for one device after the other, since its array
// over all ranges is large.
template <class Ranges>
class DeviceSweep {
 public:
  DeviceSweep(const Profile& profile, Ranges ranges, const std::function<bool(uint32_t)>& wanted, size_t most)
      : profile_(profile),
        ranges_(std::move(ranges)),
        wanted_(wanted),
        most_(most),
        place_(profile.nvtx().size(), kUnseen) {}

  Projections sweep(const Scope& scope, DeviceIx device) {
    const OperationNumbers numbers(profile_);
    for (const uint32_t range : seen_) place_[range] = kUnseen;
    seen_.clear();
    found_ = {};
    for (const uint32_t number : profile_.derived(build_operation_order).of_device[device]) {
      check_();
      const auto operation = numbers[number];
      const auto inside = scope.clip(numbers.family(operation.kind).interval(operation.at));
      if (!inside) continue;
      ranges_.each(operation, [&](uint32_t range, RangeHolds holds) {
        if (place_[range] == kUnseen) {
          seen_.push_back(range);
          place_[range] = place_for(range, device, inside->start);
        }
        if (place_[range] == kLeftOut) return;
        Projection& of = found_.first[place_[range]];
        extend(of, *inside);
        of.meanwhile += holds == RangeHolds::meanwhile ? 1 : 0;
        if (operation.kind == OperationNumbers::kernel) of.kernel_sum += inside->duration();
      });
    }
    auto& first = found_.first;
    for (auto begin = first.begin(), end = begin; begin != first.end(); begin = end) {
      while (end != first.end() && end->time.start == begin->time.start) ++end;
      std::sort(begin, end, ProjectionOrder(profile_));
    }
    if (first.size() > most_) first.resize(most_);
    return std::move(found_);
  }

 private:
  static constexpr uint32_t kUnseen = UINT32_MAX;
  static constexpr uint32_t kLeftOut = UINT32_MAX - 1;

  // A range that begins later than `most` others is only counted. Ranges that begin at the same time are all
  // kept, since their ends decide the order.
  uint32_t place_for(uint32_t range, DeviceIx device, int64_t start) {
    if (!wanted_(range)) return kLeftOut;
    ++found_.total;
    auto& first = found_.first;
    if (first.size() >= most_ && (first.empty() || start > first.back().time.start)) return kLeftOut;
    first.push_back({range, device, {start, start}});
    return static_cast<uint32_t>(first.size() - 1);
  }

  // Operations are in order of start, so a union ends where its latest operation does.
  static void extend(Projection& of, Interval operation) {
    ++of.operations;
    of.busy += std::max<int64_t>(0, operation.end - std::max(operation.start, of.time.end));
    of.time.end = std::max(of.time.end, operation.end);
  }

  const Profile& profile_;
  Ranges ranges_;
  const std::function<bool(uint32_t)>& wanted_;
  const size_t most_;
  std::vector<uint32_t> place_;  // indexed by NVTX row: index in found_.first
  std::vector<uint32_t> seen_;   // ranges with a set index
  ThrottledCheck check_;
  Projections found_;
};

NvtxCoverage& operator+=(NvtxCoverage& all, const NvtxCoverage& part) {
  all.ranges += part.ranges;
  all.kernels += part.kernels;
  all.kernels_with_launch += part.kernels_with_launch;
  all.kernels_in_nvtx += part.kernels_in_nvtx;
  all.kernel_time += part.kernel_time;
  all.kernel_time_with_launch += part.kernel_time_with_launch;
  all.kernel_time_in_nvtx += part.kernel_time_in_nvtx;
  return all;
}

// Sums `count(i, coverage)` over each i below `events`.
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
    if (nvtx.is_on_one_thread(i) && scope.has(profile.threads()[nvtx.thread[i]].process) &&
        scope.clip(nvtx.interval(i)))
      ++of.ranges;
  });
  coverage += counted(kernels.size(), [&](size_t i, NvtxCoverage& of) {
    if (!scope.has(kernels.stream[i])) return;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) return;
    ++of.kernels;
    of.kernel_time += inside->duration();
    if (launches.of_kernel[i] == Launches::kNoCall) return;
    ++of.kernels_with_launch;
    of.kernel_time_with_launch += inside->duration();
    if (attribution.of_kernel[i] == NvtxForest::kNoRange) return;
    ++of.kernels_in_nvtx;
    of.kernel_time_in_nvtx += inside->duration();
  });
  return coverage;
}

// Merges neighbouring runs repeatedly, until one run is left.
void merge_runs(const Profile& profile, std::vector<Projection>& all, std::vector<size_t> ends) {
  const auto at = [&](size_t place) { return all.begin() + static_cast<std::ptrdiff_t>(place); };
  while (ends.size() > 1) {
    std::vector<size_t> merged;
    size_t begin = 0;
    for (size_t run = 0; run < ends.size(); run += 2) {
      check_cancelled();
      const size_t end = ends[std::min(run + 1, ends.size() - 1)];
      std::inplace_merge(at(begin), at(ends[run]), at(end), ProjectionOrder(profile));
      merged.push_back(begin = end);
    }
    ends = std::move(merged);
  }
}

template <class Ranges>
Projections projected(const Profile& profile, const Scope& scope, const Ranges& ranges,
                      const std::function<bool(uint32_t)>& wanted, size_t most) {
  const auto& devices = scope.devices();
  std::vector<Projections> of_device(devices.size());
  profile.derived(build_operation_order);
  const size_t sweeps = std::min(devices.size(), usable_cores());
  parallel_for(usable_cores(), sweeps, [&](size_t first) {
    DeviceSweep<Ranges> sweep(profile, ranges, wanted, most);
    for (size_t i = first; i < devices.size(); i += sweeps) of_device[i] = sweep.sweep(scope, devices[i]);
  });
  Projections all;
  std::vector<size_t> ends;  // ends of the sorted runs
  for (Projections& of : of_device) {
    all.total += of.total;
    all.first.insert(all.first.end(), of.first.begin(), of.first.end());
    of.first = {};
    if (all.first.size() > (ends.empty() ? 0 : ends.back())) ends.push_back(all.first.size());
  }
  merge_runs(profile, all.first, std::move(ends));
  if (all.first.size() > most) all.first.resize(most);
  return all;
}

}  // namespace

std::string outside_note(const NvtxCoverage& coverage) {
  const auto part = [&](int64_t kernels, int64_t time) {
    return fmt::format("{} of {} kernels, {} of {} of kernel time,", readable_count(kernels),
                       readable_count(coverage.kernels), readable_ns(time),
                       readable_ns(coverage.kernel_time));
  };
  const int64_t unknown = coverage.kernels - coverage.kernels_with_launch;
  const int64_t unknown_time = coverage.kernel_time - coverage.kernel_time_with_launch;
  if (const int64_t outside = coverage.kernels_with_launch - coverage.kernels_in_nvtx; outside > 0)
    return part(outside, coverage.kernel_time_with_launch - coverage.kernel_time_in_nvtx) +
           " were launched in no range" +
           (unknown > 0 ? ", and " + part(unknown, unknown_time) + " by calls that were not recorded" : "");
  return part(unknown, unknown_time) + " were launched by calls that were not recorded";
}

NvtxCoverage nvtx_coverage_of(const Profile& profile, const Scope& scope) {
  return scope.is_whole(profile) ? profile.derived(build_nvtx_coverage) : coverage_counted(profile, scope);
}

NvtxCoverage build_nvtx_coverage(const Profile& profile) {
  return coverage_counted(profile, Scope::whole(profile));
}

Projections projections(const Profile& profile, const Scope& scope,
                        const std::function<bool(uint32_t)>& wanted, size_t most) {
  return projected(profile, scope, RangesInside{profile.derived(build_nvtx_enclosures)}, wanted, most);
}

Projections projections_with_meanwhile(const Profile& profile, const Scope& scope,
                                       const std::function<bool(uint32_t)>& wanted) {
  const RangesInsideAndMeanwhile ranges{profile.derived(build_nvtx_enclosures), RangesMeanwhile(profile)};
  return projected(profile, scope, ranges, wanted, SIZE_MAX);
}

Projections projections_between_markers(const Profile& profile, const Scope& scope,
                                        const std::function<bool(uint32_t)>& wanted) {
  const MarkersAround ranges{profile.derived(build_layer_markers), profile.derived(build_launches),
                             profile.calls()};
  return projected(profile, scope, ranges, wanted, SIZE_MAX);
}

}  // namespace nsys_ai
