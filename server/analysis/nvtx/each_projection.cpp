// Finds the first and the last operation of each range, then walks the operations once more.
#include "analysis/nvtx/each_projection.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/nvtx/nvtx_gpu.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "base/row_ranks.h"
#include "profile/operations_around.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// The shared part of passes over a device's operations: which operations there are, and when.
class ProjectedOperations {
 public:
  ProjectedOperations(const Profile& profile, Clipping time, DeviceIx device)
      : profile_(profile),
        enclosures_(profile.derived(build_nvtx_enclosures)),
        numbers_(profile),
        time_(time),
        order_(operations_around(profile, device, time.bounds)) {}

  const Profile& profile() const { return profile_; }
  const NvtxForest& forest() const { return *enclosures_.forest; }
  size_t size() const { return order_.size(); }
  uint32_t number(size_t place) const { return order_[place]; }
  std::optional<Interval> time_of(uint32_t number) const {
    return time_.clip(numbers_.family(numbers_[number].kind).interval(numbers_[number].at));
  }
  // Calls `visit` with the ranges around the launch, from the inside out, as `NvtxEnclosures::each_outwards`.
  template <class Visit>
  void each_outwards(uint32_t number, Visit visit) const {
    enclosures_.each_outwards(numbers_[number], visit);
  }

 private:
  const Profile& profile_;
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
      operations.each_outwards(operations.number(place), [&](uint32_t range) {
        EdgesOfRange& of = of_[range];
        if (of.first == EdgesOfRange::kNone) of.first = place;
        if (of.last == EdgesOfRange::kNone || operations.time_of(of.last)->end < inside->end)
          of.last = operations.number(place);
        return true;
      });
    }
  }
  const EdgesOfRange& operator[](uint32_t range) const { return of_.at(range); }

 private:
  std::unordered_map<uint32_t, EdgesOfRange> of_;
};

// For many operations: collects the edges of each innermost range, then propagates them to its ancestors. It
// uses eight bytes per range of the process, and visits no range once per operation inside.
class EdgesOfMany {
 public:
  EdgesOfMany(const Profile& profile, ProcessIx process, const ProjectedOperations& operations)
      : ranks_(
            static_cast<uint32_t>(profile.nvtx().size()),
            [&](uint32_t row) { return profile.threads()[profile.nvtx().thread[row]].process == process; }),
        of_(ranks_.size()) {
    for (uint32_t place = 0; place < operations.size(); ++place)
      if (operations.time_of(operations.number(place)))
        operations.each_outwards(operations.number(place), [&](uint32_t range) {
          widen(of_[ranks_[range]], {place, operations.number(place)}, operations);
          return false;
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

 private:
  static void widen(EdgesOfRange& of, const EdgesOfRange& by, const ProjectedOperations& operations) {
    if (by.first == EdgesOfRange::kNone) return;
    of.first = std::min(of.first, by.first);
    if (of.last == EdgesOfRange::kNone || operations.time_of(of.last)->end < operations.time_of(by.last)->end)
      of.last = by.last;
  }

  RowRanks ranks_;
  std::vector<EdgesOfRange> of_;
};

template <class Edges>
void distribute_projections(const ProjectedOperations& operations, const Edges& edges, DeviceIx device,
                            const std::function<bool(uint32_t, Interval)>& visit) {
  // Ranges that begin with operations of the same start are emitted together.
  std::vector<Projection> begun;
  bool more = true;
  const auto distribute = [&] {
    std::sort(begun.begin(), begun.end(), ProjectionOrder(operations.profile()));
    for (size_t i = 0; more && i < begun.size(); ++i) more = visit(begun[i].range, begun[i].time);
    begun.clear();
  };
  for (uint32_t place = 0; place < operations.size() && more; ++place) {
    const auto inside = operations.time_of(operations.number(place));
    if (!inside) continue;
    if (!begun.empty() && begun.front().time.start != inside->start) distribute();
    operations.each_outwards(operations.number(place), [&](uint32_t range) {
      // The ranges around a range that has begun have begun, too.
      if (edges[range].first != place) return false;
      begun.push_back({range, device, {inside->start, operations.time_of(edges[range].last)->end}});
      return true;
    });
  }
  distribute();
}

}  // namespace

void each_projection(const Profile& profile, Clipping time, DeviceIx device,
                     const std::function<bool(uint32_t, Interval)>& visit) {
  const ProjectedOperations operations(profile, time, device);
  if (operations.size() < (profile.nvtx().size() + profile.threads().size()) / 16)
    return distribute_projections(operations, EdgesOfFew(operations), device, visit);
  // The operations of a device were launched by its own process.
  const EdgesOfMany edges(profile, profile.devices()[device].process, operations);
  distribute_projections(operations, edges, device, visit);
}

}  // namespace nsys_ai
