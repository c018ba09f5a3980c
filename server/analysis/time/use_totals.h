// Sums the time of a device by use, stretch by stretch.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/time/time_account.h"
#include "analysis/time/use_names.h"

namespace nsys_ai {

// For one device, whose time arrives in order. For one thread.
class UseTotals {
 public:
  UseTotals(DeviceIx device, const VisitUse& visit) : device_(device), visit_(visit) {}

  // Consecutive parts with the same use form one stretch.
  void take(Interval part, TimeUse use) {
    if (part.empty()) return;
    if (use == stretch_use_ && part.start == stretch_.end) {
      stretch_.end = part.end;
      return;
    }
    end_stretch();
    stretch_ = part;
    stretch_use_ = use;
    stretch_gap_ = gap_start_;
  }
  // Stretches of one gap count as one.
  void begin_gap(int64_t start) { gap_start_ = start; }
  void end_gap() {
    end_stretch();
    gap_start_.reset();
  }
  void end_stretch() {
    if (stretch_.empty()) return;
    UsedTime& used = of(stretch_use_);
    used.use = stretch_use_;
    used.total += stretch_.duration();
    std::optional<int64_t>& last = last_gap_[static_cast<size_t>(stretch_use_)];
    if (!stretch_gap_ || stretch_gap_ != last) ++used.stretches;
    last = stretch_gap_;
    keep_longest(used.longest, {stretch_, stretch_gap_});
    if (visit_) visit_(device_, stretch_, stretch_use_);
    stretch_ = {};
  }

  UsedTime& of(TimeUse use) { return used_[static_cast<size_t>(use)]; }
  UseNames& names() { return namer_; }
  // The uses with any time, in enum order.
  std::vector<UsedTime> finish() {
    end_stretch();
    namer_.name(used_);
    std::vector<UsedTime> found;
    for (UsedTime& used : used_)
      if (used.stretches > 0) found.push_back(std::move(used));
    return found;
  }

 private:
  static void keep_longest(std::vector<UsedStretch>& longest, UsedStretch stretch) {
    constexpr size_t kKept = 3;
    const auto place = std::find_if(longest.begin(), longest.end(), [&](const UsedStretch& kept) {
      return kept.time.duration() < stretch.time.duration();
    });
    if (place == longest.end() && longest.size() == kKept) return;
    longest.insert(place, stretch);
    if (longest.size() > kKept) longest.pop_back();
  }

  DeviceIx device_;
  const VisitUse& visit_;
  std::array<UsedTime, kTimeUses> used_{};
  UseNames namer_;
  Interval stretch_;  // the last stretch, which may continue
  TimeUse stretch_use_ = TimeUse::compute;
  std::optional<int64_t> stretch_gap_;
  std::optional<int64_t> gap_start_;                          // start of the gap that is being split
  std::array<std::optional<int64_t>, kTimeUses> last_gap_{};  // by use: the gap of its last stretch
};

}  // namespace nsys_ai
