// Which part of a capture a question is about: some devices, and a window of time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/answer.h"
#include "base/interval_set.h"
#include "base/result.h"
#include "profile/profile.h"

namespace nsys_ai {

// How a person says it: CUDA ordinals (none means all devices), a window on the capture's clock, a process,
// and a step of the program (analysis/time/iterations.h): of that process, else of the first by pid that has
// it.
struct ScopeRequest {
  std::vector<int64_t> gpus;
  std::optional<Interval> window;
  std::optional<int64_t> process = {};    // pid
  std::optional<int64_t> iteration = {};  // from 0
};

// What a time is cut to; nothing is cut where no window was asked for.
struct Clipping {
  Interval bounds;  // what lies outside may be left out
  bool has_window = false;
  // The part of an event inside the window. An event without length lies inside when its time does.
  std::optional<Interval> clip(Interval event) const;
};

// Immutable. Everything that straddles a bound of the window is clipped by intersection, never dropped.
class Scope {
 public:
  // Fails when a GPU or a process is named that the capture does not have, the window is turned around, or
  // there is no such iteration. An iteration is the window from its first operation on a GPU to the end of
  // its last, and the devices of its process: what else runs there meanwhile is in the scope too.
  static Result<Scope> make(const Profile& profile, const ScopeRequest& request);
  static Scope whole(const Profile& profile);
  // The same, whose window holds what was recorded in that time too, unless a window was asked for.
  Scope holding(Interval recorded) const;
  // The same in a window, as if it had been asked for.
  Scope within(Interval window) const;

  bool has(StreamIx stream) const { return streams_[stream]; }
  bool has(DeviceIx device) const { return devices_[device]; }
  // Whether the scope shows what a process did on the host. All processes are shown unless particular GPUs
  // were asked for: then those that use one of them.
  bool has(ProcessIx process) const { return processes_[process]; }
  const std::vector<DeviceIx>& devices() const { return listed_; }
  bool has_all_devices(const Profile& profile) const { return listed_.size() == profile.devices().size(); }
  // The same of some of its streams alone. What concerns whole devices and hosts stays.
  Scope on(const std::vector<StreamIx>& streams) const;
  // All devices and processes, and no window: answers of this scope are kept with the profile.
  bool is_whole(const Profile& profile) const;
  // The window. Where none was asked for, it holds all that was read at open, which events that were not read
  // might have made longer, and the families that an answer uses besides (analysis/recorded_time.h).
  Interval window() const {
    if (extent_of_ != nullptr) extent_of_->report_of_all_parts();
    return window_;
  }
  // The same for who only leaves out what lies outside.
  Interval bounds() const { return window_; }
  // For who looks at one device: a scope of all of them costs as much as there are streams.
  Clipping clipping() const { return {window_, has_window_}; }
  bool has_window() const { return has_window_; }
  // The iteration that was asked for, as an index into `Iterations::all` of `build_iterations`.
  std::optional<uint32_t> iteration() const { return iteration_; }
  std::optional<Interval> clip(Interval event) const { return clipping().clip(event); }

  AnswerScope described(const Profile& profile) const;

 private:
  Result<void> choose_devices(const Profile& profile, const ScopeRequest& request);
  Result<void> choose_iteration(const Profile& profile, int64_t number);
  void keep_process(const Profile& profile, ProcessIx process);
  void list_devices(const Profile& profile);

  std::vector<bool> devices_;
  std::vector<bool> streams_;
  std::vector<bool> processes_;
  std::vector<DeviceIx> listed_;
  Interval window_;
  const Profile* extent_of_ = nullptr;  // whose extent the window is; null for one that was asked for
  bool has_window_ = false;
  std::optional<uint32_t> iteration_;
};

}  // namespace nsys_ai
