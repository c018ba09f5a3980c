// Scans kernels and operations once each; ranges are found from the launch, without a join.
#include "analysis/nvtx/nvtx_gpu.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analysis/nvtx/layer_markers.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "base/parallel.h"
#include "base/row_ranks.h"
#include "base/context.h"
#include "profile/operations_around.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

bool goes_first(const Projection& a, const Projection& b) {
  return std::tuple(a.time.start, -a.time.end, a.range, a.device) <
         std::tuple(b.time.start, -b.time.end, b.range, b.device);
}

// The marker before a launch, with the interface of the ranges around it.
struct MarkersAround {
  const LayerMarkers& markers;
  const Launches& launches;
  const Calls& calls;

  template <class Visit>
  void each(OperationNumbers::Operation operation, Visit visit) const {
    const uint32_t call = links_of(launches, operation.kind)[operation.at];
    if (call == Launches::kNoCall) return;
    if (const uint32_t range = markers.around(calls, call); range != NvtxForest::kNoRange) visit(range);
  }
};

// The activity of a device for each range, in order of start because a range begins with its first operation.
// `Ranges` yields the ranges of an operation. It is reused for one device after the other, since its array
// over all ranges is large.
template <class Ranges>
class DeviceSweep {
 public:
  DeviceSweep(const Profile& profile, const Ranges& ranges, const std::function<bool(uint32_t)>& wanted,
              size_t most)
      : profile_(profile),
        ranges_(ranges),
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
      ranges_.each(operation, [&](uint32_t range) {
        if (place_[range] == kUnseen) {
          seen_.push_back(range);
          place_[range] = place_for(range, device, inside->start);
        }
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
  const Ranges& ranges_;
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

// Merges neighbouring runs repeatedly, until one run is left.
void merge_runs(std::vector<Projection>& all, std::vector<size_t> ends) {
  const auto at = [&](size_t place) { return all.begin() + static_cast<std::ptrdiff_t>(place); };
  while (ends.size() > 1) {
    std::vector<size_t> merged;
    size_t begin = 0;
    for (size_t run = 0; run < ends.size(); run += 2) {
      check_cancelled();
      const size_t end = ends[std::min(run + 1, ends.size() - 1)];
      std::inplace_merge(at(begin), at(ends[run]), at(end), goes_first);
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
  merge_runs(all.first, std::move(ends));
  if (all.first.size() > most) all.first.resize(most);
  return all;
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
  return projected(profile, scope, profile.derived(build_nvtx_enclosures), wanted, most);
}

Projections projections_between_markers(const Profile& profile, const Scope& scope,
                                        const std::function<bool(uint32_t)>& wanted) {
  const MarkersAround ranges{profile.derived(build_layer_markers), profile.derived(build_launches),
                             profile.calls()};
  return projected(profile, scope, ranges, wanted, SIZE_MAX);
}

namespace {

// The shared part of passes over a device's operations: which operations there are, and when.
class ProjectedOperations {
 public:
  ProjectedOperations(const Profile& profile, Clipping time, DeviceIx device)
      : enclosures_(profile.derived(build_nvtx_enclosures)),
        numbers_(profile),
        time_(time),
        order_(operations_around(profile, device, time.bounds)) {}

  const NvtxForest& forest() const { return *enclosures_.forest; }
  size_t size() const { return order_.size(); }
  uint32_t number(size_t place) const { return order_[place]; }
  std::optional<Interval> time_of(uint32_t number) const {
    return time_.clip(numbers_.family(numbers_[number].kind).interval(numbers_[number].at));
  }
  // Calls `visit` with the innermost push/pop range around the launch, and with each start/end range.
  template <class Visit>
  void each_innermost(uint32_t number, Visit visit) const {
    const auto operation = numbers_[number];
    uint32_t range = links_of(*enclosures_.attribution, operation.kind)[operation.at];
    if (range == NvtxForest::kNoRange) return;
    if (!enclosures_.start_end.empty()) {
      const uint32_t call = links_of(*enclosures_.launches, operation.kind)[operation.at];
      if (const auto around = enclosures_.start_end.find(call); around != enclosures_.start_end.end()) {
        for (const uint32_t of : around->second) visit(of);
        range = enclosures_.push_pop.at(call);
      }
    }
    if (range != NvtxForest::kNoRange) visit(range);
  }

 private:
  const NvtxEnclosures& enclosures_;
  const OperationNumbers numbers_;
  const Clipping time_;
  std::span<const uint32_t> order_;
};

// For each range, which of the operations inside came first, by its position in their order, and which ended
// last.
struct EdgesOfRange {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t first = kNone;
  uint32_t last = kNone;  // the operation's number
};

// For few operations: visits the ranges around each of them.
class EdgesOfFew {
 public:
  explicit EdgesOfFew(const ProjectedOperations& operations) {
    for (uint32_t place = 0; place < operations.size(); ++place) {
      const auto inside = operations.time_of(operations.number(place));
      if (!inside) continue;
      operations.each_innermost(operations.number(place), [&](uint32_t range) {
        for (; range != NvtxForest::kNoRange; range = operations.forest().parent[range]) {
          EdgesOfRange& of = of_[range];
          if (of.first == EdgesOfRange::kNone) of.first = place;
          if (of.last == EdgesOfRange::kNone || operations.time_of(of.last)->end < inside->end)
            of.last = operations.number(place);
        }
      });
    }
  }
  const EdgesOfRange& operator[](uint32_t range) const { return of_.at(range); }
  template <class Visit>
  void each(Visit visit) const {
    for (const auto& [range, edges] : of_) visit(range);
  }

 private:
  std::unordered_map<uint32_t, EdgesOfRange> of_;
};

// For many operations: collects the edges of each innermost range, then propagates them outwards. It uses
// eight bytes per range of the process, and visits no range once per operation inside.
class EdgesOfMany {
 public:
  EdgesOfMany(const Profile& profile, ProcessIx process, const ProjectedOperations& operations)
      : profile_(profile),
        process_(process),
        ranks_(
            static_cast<uint32_t>(profile.nvtx().size()),
            [&](uint32_t row) { return profile.threads()[profile.nvtx().thread[row]].process == process; }),
        of_(ranks_.size()) {
    for (uint32_t place = 0; place < operations.size(); ++place)
      if (operations.time_of(operations.number(place)))
        operations.each_innermost(operations.number(place), [&](uint32_t range) {
          widen(of_[ranks_[range]], {place, operations.number(place)}, operations);
        });
    const NvtxForest& forest = operations.forest();
    for (size_t thread = 0; thread < forest.of_thread.size(); ++thread) {
      if (profile.threads()[thread].process != process) continue;
      const std::vector<uint32_t>& ranges = forest.of_thread[thread];  // parents before children
      for (auto range = ranges.rbegin(); range != ranges.rend(); ++range)
        if (const uint32_t parent = forest.parent[*range]; parent != NvtxForest::kNoRange)
          widen(of_[ranks_[parent]], of_[ranks_[*range]], operations);
    }
  }
  const EdgesOfRange& operator[](uint32_t range) const { return of_[ranks_[range]]; }
  template <class Visit>
  void each(Visit visit) const {
    const Nvtx& nvtx = profile_.nvtx();
    for (uint32_t row = 0; row < nvtx.size(); ++row)
      if (profile_.threads()[nvtx.thread[row]].process == process_ &&
          of_[ranks_[row]].first != EdgesOfRange::kNone)
        visit(row);
  }

 private:
  static void widen(EdgesOfRange& of, const EdgesOfRange& by, const ProjectedOperations& operations) {
    if (by.first == EdgesOfRange::kNone) return;
    of.first = std::min(of.first, by.first);
    if (of.last == EdgesOfRange::kNone || operations.time_of(of.last)->end < operations.time_of(by.last)->end)
      of.last = by.last;
  }

  const Profile& profile_;
  ProcessIx process_;
  RowRanks ranks_;
  std::vector<EdgesOfRange> of_;
};

template <class Edges>
int64_t distribute_projections(const ProjectedOperations& operations, const Edges& edges, DeviceIx device,
                             const std::function<bool(uint32_t)>& wanted,
                             const std::function<bool(uint32_t, Interval)>& visit) {
  int64_t total = 0;
  edges.each([&](uint32_t range) { total += wanted(range) ? 1 : 0; });
  // Ranges that begin with operations of the same start are emitted together.
  std::vector<Projection> begun;
  bool more = true;
  const auto distribute = [&] {
    std::sort(begun.begin(), begun.end(), goes_first);
    for (size_t i = 0; more && i < begun.size(); ++i) more = visit(begun[i].range, begun[i].time);
    begun.clear();
  };
  for (uint32_t place = 0; place < operations.size() && more; ++place) {
    const auto inside = operations.time_of(operations.number(place));
    if (!inside) continue;
    if (!begun.empty() && begun.front().time.start != inside->start) distribute();
    operations.each_innermost(operations.number(place), [&](uint32_t range) {
      // The ranges around a range that has begun have begun, too.
      for (; range != NvtxForest::kNoRange && edges[range].first == place;
           range = operations.forest().parent[range])
        if (wanted(range))
          begun.push_back({range, device, {inside->start, operations.time_of(edges[range].last)->end}});
    });
  }
  distribute();
  return total;
}

}  // namespace

int64_t each_projection(const Profile& profile, Clipping time, DeviceIx device,
                        const std::function<bool(uint32_t)>& wanted,
                        const std::function<bool(uint32_t, Interval)>& visit) {
  const ProjectedOperations operations(profile, time, device);
  if (operations.size() < (profile.nvtx().size() + profile.threads().size()) / 16)
    return distribute_projections(operations, EdgesOfFew(operations), device, wanted, visit);
  // The operations of a device were launched by its own process.
  const EdgesOfMany edges(profile, profile.devices()[device].process, operations);
  return distribute_projections(operations, edges, device, wanted, visit);
}

}  // namespace nsys_ai
