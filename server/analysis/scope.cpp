// Selection of devices and clipping to a window.
#include "analysis/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nsys_ai {
namespace {

std::string listed(const std::set<int64_t>& ordinals) {
  std::string text;
  for (const int64_t ordinal : ordinals) text += (text.empty() ? "" : ", ") + fmt::format("{}", ordinal);
  return text;
}

}  // namespace

Result<Scope> Scope::make(const Profile& profile, const ScopeRequest& request) {
  std::set<int64_t> known;
  for (const Device& device : profile.devices()) known.insert(device.ordinal);
  for (const int64_t gpu : request.gpus) {
    if (known.contains(gpu)) continue;
    return fail(ErrorCode::bad_request, fmt::format("No process of this capture uses a GPU {}.", gpu),
                known.empty() ? "The capture recorded no GPU at all: leave the GPU out."
                              : fmt::format("It uses {}.", listed(known)));
  }
  if (request.window && request.window->end == request.window->start)
    return fail(ErrorCode::bad_request, "The window is empty: it ends where it begins.", "Give a later end.");
  if (request.window && request.window->end < request.window->start)
    return fail(ErrorCode::bad_request, "The window ends before it begins.", "Give the earlier time first.");
  Scope scope;
  scope.devices_.assign(profile.devices().size(), false);
  scope.streams_.assign(profile.streams().size(), false);
  for (size_t i = 0; i < profile.devices().size(); ++i) {
    const int64_t ordinal = profile.devices()[i].ordinal;
    const bool wanted = request.gpus.empty() ||
                        std::find(request.gpus.begin(), request.gpus.end(), ordinal) != request.gpus.end();
    if (!wanted) continue;
    scope.devices_[i] = true;
    scope.listed_.emplace_back(i);
  }
  for (size_t i = 0; i < profile.streams().size(); ++i)
    scope.streams_[i] = scope.devices_[profile.streams()[i].device];
  scope.has_window_ = request.window.has_value();
  scope.window_ = request.window.value_or(profile.extent());
  std::sort(scope.listed_.begin(), scope.listed_.end(), [&](DeviceIx a, DeviceIx b) {
    const Device& left = profile.devices()[a];
    const Device& right = profile.devices()[b];
    const int64_t left_key = profile.processes()[left.process].key;
    const int64_t right_key = profile.processes()[right.process].key;
    return std::tie(left.ordinal, left_key) < std::tie(right.ordinal, right_key);
  });
  return scope;
}

Scope Scope::whole(const Profile& profile) { return *make(profile, {}); }

std::optional<Interval> Scope::clip(Interval event) const {
  if (!has_window_) return event;
  if (event.empty()) {
    if (event.start < window_.start || event.start >= window_.end) return std::nullopt;
    return event;
  }
  const Interval inside = intersect(event, window_);
  if (inside.empty()) return std::nullopt;
  return inside;
}

AnswerScope Scope::described(const Profile& profile) const {
  AnswerScope described;
  for (const DeviceIx device : listed_) described.devices.push_back(profile.devices()[device].ordinal);
  std::sort(described.devices.begin(), described.devices.end());
  described.devices.erase(std::unique(described.devices.begin(), described.devices.end()),
                          described.devices.end());
  described.start_ns = window_.start;
  described.end_ns = window_.end;
  return described;
}

}  // namespace nsys_ai
