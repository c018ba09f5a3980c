// Classifies an idle gap of a GPU by time use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/time/gap_detail.h"
#include "analysis/time/time_use.h"

namespace nsys_ai {

// The progress of a device through its work in the entire capture.
class WorkProgress {
 public:
  WorkProgress(const Profile& profile, DeviceIx device);

  void add() { ++done_; }
  void add_kernel(uint32_t name_code) {
    ++kernels_;
    if (seen_[name_code]) return;
    seen_[name_code] = true;
    ++names_;
  }
  // Whether the capture includes the start of the process.
  bool starts_here() const { return starts_here_; }
  // Whether code may still be loaded for the first time: hardly any kernel has run often, or only a small
  // part of the work is done.
  bool is_early() const { return starts_here_ && (kernels_ <= 4 * names_ + 4 || is_begun()); }
  // Whether memory pools may still grow: no kernel has run twice, and only a small part of the work is done.
  bool is_new() const { return starts_here_ && kernels_ == names_ && (is_begun() || done_ <= 3); }

 private:
  bool is_begun() const { return 4 * done_ < operations_; }

  bool starts_here_;
  size_t operations_;
  size_t done_ = 0;
  size_t kernels_ = 0;
  size_t names_ = 0;
  std::vector<bool> seen_;
};

// The use for a set-up activity at the start of a run.
TimeUse use_of_set_up(HostActivity activity);
// The use of a gap of at least kShortGapNs, given the device's progress at that time.
// Without regard for work that has no record.
TimeUse use_of_gap(const Profile& profile, const IdleGap& gap, const GapDetail& detail, const WorkProgress& done);

}  // namespace nsys_ai
