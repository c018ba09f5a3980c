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

// How a person says it: CUDA ordinals (none means all devices), and a window on the capture's clock.
struct ScopeRequest {
  std::vector<int64_t> gpus;
  std::optional<Interval> window;
};

// Immutable. Everything that straddles a bound of the window is clipped by intersection, never dropped.
class Scope {
 public:
  // Fails when a GPU is named that no process of the capture uses, or the window is turned around.
  static Result<Scope> make(const Profile& profile, const ScopeRequest& request);
  static Scope whole(const Profile& profile);

  bool has(StreamIx stream) const { return streams_[stream]; }
  bool has(DeviceIx device) const { return devices_[device]; }
  const std::vector<DeviceIx>& devices() const { return listed_; }
  // The window; where none was asked for, everything that was recorded.
  Interval window() const { return window_; }
  bool has_window() const { return has_window_; }
  // The part of an event inside the window. An event without length lies inside when its time does.
  std::optional<Interval> clip(Interval event) const;

  AnswerScope described(const Profile& profile) const;

 private:
  std::vector<bool> devices_;
  std::vector<bool> streams_;
  std::vector<DeviceIx> listed_;
  Interval window_;
  bool has_window_ = false;
};

}  // namespace nsys_ai
