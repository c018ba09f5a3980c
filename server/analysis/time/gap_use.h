// What use of time an idle gap of a GPU is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/time/gap_detail.h"
#include "analysis/time/time_use.h"

namespace nsys_ai {

// How far a device has got with its work, in the whole capture.
class WorkDone {
 public:
  WorkDone(const Profile& profile, DeviceIx device);

  void add() { ++done_; }
  void add_kernel(uint32_t name_code) {
    ++kernels_;
    if (seen_[name_code]) return;
    seen_[name_code] = true;
    ++names_;
  }
  // Whether the capture saw the process start.
  bool starts_here() const { return starts_here_; }
  // Whether kernels were launched and none was recorded: then nothing says when the device had nothing to do.
  bool lacks_kernels() const { return lacks_kernels_; }
  // Whether code may still be loaded for the first time: hardly any kernel has run often, or a small part of
  // the work is done.
  bool is_early() const { return starts_here_ && (kernels_ <= 4 * names_ + 4 || is_begun()); }
  // Whether pools may still be filled: no kernel has run twice, and a small part of the work is done.
  bool is_new() const { return starts_here_ && kernels_ == names_ && (is_begun() || done_ <= 3); }

 private:
  bool is_begun() const { return 4 * done_ < operations_; }

  bool starts_here_;
  bool lacks_kernels_;
  size_t operations_;
  size_t done_ = 0;
  size_t kernels_ = 0;
  size_t names_ = 0;
  std::vector<bool> seen_;
};

// What setting something up is at the start of a run.
TimeUse use_of_set_up(HostActivity activity);
// Of a gap of at least kShortGapNs, in whose place the device has come so far.
TimeUse use_of_gap(const IdleGap& gap, const GapDetail& detail, const WorkDone& done);

}  // namespace nsys_ai
