// The part of a capture that a question is about: some devices, and a time window.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/answer.h"
#include "base/interval_set.h"
#include "base/result.h"
#include "profile/profile.h"

namespace nsys_ai {

struct PhaseStretch;

// The request as a user writes it: CUDA ordinals (none means all devices), a window on the capture's clock, a
// process, and a step of the program (analysis/time/iterations.h) or a phase of it (analysis/phases/phases.h). The
// step belongs to that process, otherwise to the first process by pid that has it.
struct ScopeRequest {
  std::vector<int64_t> gpus;
  std::optional<Interval> window;
  std::optional<int64_t> process = {};    // pid
  std::optional<int64_t> iteration = {};  // counted from 0
  std::optional<std::string> phase = {};
  std::string phase_map = {};  // JSON (analysis/phases/phase_map.h); empty for the built-in maps

  friend bool operator==(const ScopeRequest&, const ScopeRequest&) = default;
};

// The interval that times are clipped to; without a requested window nothing is clipped.
struct Clipping {
  Interval bounds;  // events outside may be skipped
  bool has_window = false;
  // The part of an event inside the window. An event without duration is inside when its time is.
  std::optional<Interval> clip(Interval event) const;
};

// Immutable. Events that cross a bound of the window are clipped, never dropped.
class Scope {
 public:
  // Fails when the capture lacks a requested GPU, process or iteration, or when the window ends before it
  // begins. An iteration selects the window from its first GPU operation to the end of its last, and the
  // devices of its process; other work that runs there meanwhile is in the scope too. A phase selects the same
  // of the longest stretch of its steps between which no step of another phase lies.
  static Result<Scope> make(const Profile& profile, const ScopeRequest& request);
  static Scope whole(const Profile& profile);
  // The same scope, with its window extended to include that time unless a window was requested.
  Scope holding(Interval recorded) const;
  // The same scope with that window, as if it had been requested.
  Scope within(Interval window) const;

  bool has(StreamIx stream) const { return streams_[stream]; }
  bool has(DeviceIx device) const { return devices_[device]; }
  // Whether the scope includes what a process did on the host. It includes all processes unless particular
  // GPUs were requested; then it includes those that use one of them.
  bool has(ProcessIx process) const { return processes_[process]; }
  const std::vector<DeviceIx>& devices() const { return listed_; }
  bool has_all_devices(const Profile& profile) const { return listed_.size() == profile.devices().size(); }
  // The same scope restricted to some of its streams. Data about entire devices and hosts remains.
  Scope on(const std::vector<StreamIx>& streams) const;
  // All devices and processes, and no window. Answers for this scope are cached with the profile.
  bool is_whole(const Profile& profile) const;
  // The window. Without a requested one, it includes everything read at open and the other event families
  // that an answer uses (analysis/recorded_time.h). Events that were not read could have extended it.
  Interval window() const {
    if (extent_of_ != nullptr) extent_of_->report_of_all_parts();
    return window_;
  }
  // The same for callers that only skip events outside it.
  Interval bounds() const { return window_; }
  // For callers that examine one device: copying a scope of all devices costs time in proportion to the
  // streams.
  Clipping clipping() const { return {window_, has_window_}; }
  bool has_window() const { return has_window_; }
  // The requested iteration, as an index into `Iterations::all` of `build_iterations`.
  std::optional<uint32_t> iteration() const { return iteration_; }
  // The stretch of the requested phase; null without one.
  const PhaseStretch* phase() const { return phase_.get(); }
  std::optional<Interval> clip(Interval event) const { return clipping().clip(event); }

  AnswerScope described(const Profile& profile) const;

 private:
  Result<void> choose_devices(const Profile& profile, const ScopeRequest& request);
  Result<void> choose_iteration(const Profile& profile, int64_t number);
  Result<void> choose_phase(const Profile& profile, const ScopeRequest& request);
  void keep_process(const Profile& profile, ProcessIx process);
  void list_devices(const Profile& profile);

  std::vector<bool> devices_;
  std::vector<bool> streams_;
  std::vector<bool> processes_;
  std::vector<DeviceIx> listed_;
  Interval window_;
  const Profile* extent_of_ = nullptr;  // its extent is the window; null for a requested window
  bool has_window_ = false;
  std::optional<uint32_t> iteration_;
  std::shared_ptr<const PhaseStretch> phase_;
};

}  // namespace nsys_ai
