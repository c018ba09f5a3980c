// Selects the levels to store, and validates levels that are read.
#include "trace/timeline/levels.h"

#include <algorithm>
#include <atomic>
#include <bit>

#include "base/parallel.h"
#include "profile/order.h"

namespace nsys_ai::perfetto {
namespace {

// Levels end where one pixel contains the run; 62 of them exceed the range of times.
constexpr uint64_t kMaxLevels = 62;

size_t operations_in(const Profile& profile) {
  return profile.kernels().size() + profile.copies().size() + profile.memsets().size() +
         profile.graph_runs().size();
}

}  // namespace

TimelineLevels::TimelineLevels(const Profile& profile) {
  const Recorded recorded{profile};
  const MergeRows rows(recorded);
  for (size_t row = 0; row < rows.count(); ++row) {
    const auto [kind, of] = rows[row];
    row_.push_back({kind, is_analysis(kind) ? DeviceIx(of) : DeviceIx::none()});
  }
  depths_.assign(rows.count(), 0);
  long_projections_.resize(profile.devices().size());
  counters_.resize(profile.devices().size());
}

size_t TimelineLevels::level_of(int64_t pixel) const {
  const auto level =
      std::countr_zero(static_cast<uint64_t>(pixel)) - std::countr_zero(static_cast<uint64_t>(finest_));
  return std::min(static_cast<size_t>(level), levels_.size() - 1);
}

size_t TimelineLevels::memory() const {
  size_t bytes = 0;
  for (const auto& level : levels_)
    for (const SliceList& list : level) bytes += sizeof(list) + list.memory();
  for (const SliceList& list : long_projections_) bytes += list.memory();
  for (const DeviceCounters& of : counters_)
    for (const auto& sums : of.sums) bytes += sums.capacity() * sizeof(int64_t);
  return bytes;
}

std::vector<uint8_t> TimelineLevels::bytes() const {
  std::vector<uint8_t> bytes;
  const auto put_list = [&](const SliceList& list) {
    put_number(bytes, list.size());
    put_number(bytes, list.bytes().size());
    bytes.insert(bytes.end(), list.bytes().begin(), list.bytes().end());
  };
  put_number(bytes, static_cast<uint64_t>(finest_));
  put_number(bytes, steps_);
  put_number(bytes, levels_.size());
  put_number(bytes, depths_.size());
  bytes.insert(bytes.end(), depths_.begin(), depths_.end());
  for (const auto& level : levels_)
    for (const SliceList& list : level) put_list(list);
  put_number(bytes, long_projections_.size());
  for (const SliceList& list : long_projections_) put_list(list);
  for (const DeviceCounters& of : counters_) {
    put_number(bytes, folded(of.start));
    for (const auto& sums : of.sums) {
      put_number(bytes, sums.size());
      for (const int64_t sum : sums) put_number(bytes, folded(sum));
    }
  }
  return bytes;
}

// Invalid times and counts are harmless. Steps are not found again for this, which takes longer than all
// else: whoever names one looks whether it is there.
bool TimelineLevels::can_be(const Profile& profile, const Event& slice) const {
  switch (slice.kind) {
    case EventKind::kernel:
    case EventKind::copy:
    case EventKind::memset:
    case EventKind::graph_run:
      return slice.at < operations_of(profile, slice.kind).size();
    case EventKind::call:
      return slice.at < profile.calls().size();
    case EventKind::iteration:
      return slice.at < steps_;
    case EventKind::gap:
      return slice.at < operations_in(profile);
    default:
      return slice.at < profile.nvtx().size();
  }
}

std::optional<TimelineLevels> TimelineLevels::read(const Profile& profile, std::span<const uint8_t> bytes) {
  TimelineLevels levels(profile);
  NumberReader from(bytes);
  levels.finest_ = static_cast<int64_t>(from.number());
  levels.steps_ = from.number();
  const uint64_t count = from.number();
  if (levels.finest_ < 0 ||
      !std::has_single_bit(static_cast<uint64_t>(std::max<int64_t>(1, levels.finest_))) ||
      count > kMaxLevels || (count > 0) != (levels.finest_ > 0) || from.number() != levels.depths_.size())
    return std::nullopt;
  const auto depths = from.bytes(levels.depths_.size());
  std::copy(depths.begin(), depths.end(), levels.depths_.begin());
  struct Listed {
    SliceList* list;
    const SliceList::Row* row;
    uint64_t slices;
    std::span<const uint8_t> bytes;
  };
  std::vector<Listed> lists;
  const auto add = [&](SliceList& list, const SliceList::Row& row) {
    const uint64_t slices = from.number();
    lists.push_back({&list, &row, slices, from.bytes(from.number())});
  };
  levels.levels_.resize(count);
  for (auto& level : levels.levels_) {
    level.resize(levels.row_.size());
    for (size_t row = 0; row < level.size(); ++row) add(level[row], levels.row_[row]);
  }
  if (from.number() != levels.long_projections_.size()) return std::nullopt;
  std::vector<SliceList::Row> projections;
  for (size_t at = 0; at < levels.long_projections_.size(); ++at)
    projections.push_back({EventKind::projection, DeviceIx(at)});
  for (size_t at = 0; at < projections.size(); ++at) add(levels.long_projections_[at], projections[at]);
  for (DeviceCounters& of : levels.counters_) {
    of.start = unfolded(from.number());
    for (auto& sums : of.sums) {
      const uint64_t parts = from.number();
      if (parts > from.left()) return std::nullopt;
      sums.reserve(parts);
      for (uint64_t part = 0; part < parts; ++part) sums.push_back(unfolded(from.number()));
    }
  }
  if (!from.good() || from.left() > 0) return std::nullopt;
  std::atomic<bool> good = true;
  parallel_for(usable_cores(), lists.size(), [&](size_t at) {
    const Listed& of = lists[at];
    auto list = SliceList::read(of.bytes, of.slices, *of.row,
                                [&](const Event& slice) { return levels.can_be(profile, slice); });
    if (list)
      *of.list = std::move(*list);
    else
      good = false;
  });
  if (!good) return std::nullopt;
  return levels;
}

Result<TimelineLevels> make_timeline_levels(const Profile& profile, const Work& work) {
  if (const auto kept = load_part(profile, kTimelineLevels)) {
    if (auto levels = TimelineLevels::read(profile, *kept)) return std::move(*levels);
    remove_part(profile, kTimelineLevels);
  }
  return TimelineLevels::build(profile, {}, work);
}

}  // namespace nsys_ai::perfetto
