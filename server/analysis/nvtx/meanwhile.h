// Work that other threads launched while a range was open: a backward pass, for example, or a data loader.
//
// It is not inside the range, whose own thread did not launch it, and counts apart from what is. A launch
// inside a range of the same label on its own thread is work of that range, and of no other one of the label.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/order.h"
#include "profile/profile.h"

namespace nsys_ai {

// Finds the ranges during which a call was made by another thread of their process. For one thread.
class RangesMeanwhile {
 public:
  explicit RangesMeanwhile(const Profile& profile);
  // Valid until the next call.
  std::span<const uint32_t> around(uint32_t call);

 private:
  // Finds the ranges of other threads, unless they are those around the last call.
  void find_others(ThreadIx own, ProcessIx process, Interval time);

  const Profile& profile_;
  const NvtxForest& forest_;
  const std::vector<uint32_t>& label_of_;          // by template
  std::vector<std::vector<ThreadIx>> of_process_;  // by process: its threads with ranges
  std::vector<NvtxForest::Innermost> found_;       // by thread: around the last call
  uint32_t call_ = UINT32_MAX;
  ThreadIx own_{SIZE_MAX};
  std::vector<uint32_t> others_;
  std::vector<bool> has_label_;  // of `others_`, by label
  std::vector<uint32_t> around_;
};

// What one thread launched meanwhile, clipped to the scope.
struct MeanwhileWork {
  ThreadIx thread;  // that launched it
  int64_t operations = 0;
  int64_t kernels = 0;
  Sum kernel_time{};  // ns, summed
};
// While a closed range was open; sorted by kernel time in descending order, then by tid.
std::vector<MeanwhileWork> launched_meanwhile(const Profile& profile, const Scope& scope, uint32_t range);

// While any range of a label was open; each operation counts once for a label.
struct MeanwhileOfLabel {
  uint32_t label = 0;  // in NvtxLabels
  MeanwhileWork work;
};
// Sorted by kernel time in descending order, then by label and tid.
struct MeanwhileByLabel {
  std::vector<MeanwhileOfLabel> all;
};
MeanwhileByLabel meanwhile_by_label(const Profile& profile, const Scope& scope);
// The same over the entire capture. Build with `profile.derived(build_meanwhile_by_label)`.
MeanwhileByLabel build_meanwhile_by_label(const Profile& profile);

// `thread 1055 (pt_autograd_0)`.
std::string thread_words(const Profile& profile, ThreadIx thread);

// Says what ran meanwhile, with its threads, for the labels with most of it; empty where nothing did.
std::string meanwhile_note(const Profile& profile, const Scope& scope);
// ` (note)`; empty without one.
inline std::string in_brackets(const std::string& note) { return note.empty() ? "" : " (" + note + ")"; }

}  // namespace nsys_ai
