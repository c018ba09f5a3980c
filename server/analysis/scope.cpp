// Selects devices and clips to a window.
#include "analysis/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "analysis/phases/phases.h"
#include "analysis/time/iterations.h"
#include "base/nearly_sorted.h"

namespace nsys_ai {
namespace {

std::string listed(const std::set<int64_t>& ordinals) {
  std::string text;
  for (const int64_t ordinal : ordinals) text += (text.empty() ? "" : ", ") + fmt::format("{}", ordinal);
  return text;
}

void keep_those_of(const Profile& profile, const std::vector<ProcessIx>& chosen, std::vector<bool>& devices,
                   std::vector<bool>& processes) {
  processes.assign(profile.processes().size(), false);
  for (const ProcessIx process : chosen) processes[process] = true;
  for (size_t i = 0; i < devices.size(); ++i)
    if (!processes[profile.devices()[i].process]) devices[i] = false;
}

}  // namespace

Result<void> Scope::choose_devices(const Profile& profile, const ScopeRequest& request) {
  std::set<int64_t> known;
  for (const Device& device : profile.devices()) known.insert(device.ordinal);
  for (const int64_t gpu : request.gpus) {
    if (known.contains(gpu)) continue;
    return fail(ErrorCode::bad_request, fmt::format("No process of this capture uses a GPU {}.", gpu),
                known.empty() ? "The capture recorded no GPU at all: leave the GPU out."
                              : fmt::format("It uses {}.", listed(known)));
  }
  for (size_t i = 0; i < profile.devices().size(); ++i) {
    const int64_t ordinal = profile.devices()[i].ordinal;
    devices_.push_back(request.gpus.empty() ||
                       std::find(request.gpus.begin(), request.gpus.end(), ordinal) != request.gpus.end());
  }
  processes_.assign(profile.processes().size(), std::count(devices_.begin(), devices_.end(), false) == 0);
  for (size_t i = 0; i < devices_.size(); ++i)
    if (devices_[i]) processes_[profile.devices()[i].process] = true;
  if (!request.process) return {};
  std::set<int64_t> pids;
  std::vector<ProcessIx> chosen;  // one of each host that has the pid
  for (size_t i = 0; i < profile.processes().size(); ++i) {
    const auto pid = profile.pid_of(ProcessIx(i));
    if (pid) pids.insert(*pid);
    if (pid == request.process) chosen.emplace_back(i);
  }
  keep_those_of(profile, chosen, devices_, processes_);
  if (!pids.contains(*request.process))
    return fail(ErrorCode::bad_request,
                fmt::format("No CUDA call, GPU operation or range of the capture is of a process {}.",
                            *request.process),
                pids.empty() ? "It names none: leave the process out."
                             : fmt::format("They are of {}.", listed(pids)));
  return {};
}

void Scope::keep_process(const Profile& profile, ProcessIx process) {
  keep_those_of(profile, {process}, devices_, processes_);
}

// Selects the first process in scope, by pid, that has the iteration.
Result<void> Scope::choose_iteration(const Profile& profile, int64_t number) {
  const Iterations& iterations = profile.derived(build_iterations);
  int64_t most = -1;
  for (uint32_t i = 0; i < iterations.all.size(); ++i) {
    const Iteration& of = iterations.all[i];
    if (!processes_[of.process]) continue;
    most = std::max(most, of.number);
    if (of.number != number) continue;
    const auto key = [&](uint32_t at) { return profile.processes()[iterations.all[at].process].key; };
    if (!iteration_ || key(i) < key(*iteration_)) iteration_ = i;
  }
  if (!iteration_)
    return fail(ErrorCode::bad_request, fmt::format("There is no iteration {}.", number),
                most < 0 ? iterations.why_none(profile) + " Choose a window instead."
                         : fmt::format("They are numbered from 0 to {}.", most));
  const Iteration& of = iterations.all[*iteration_];
  if (of.gpu.empty())
    return fail(ErrorCode::bad_request, fmt::format("Iteration {} did nothing on a GPU.", number),
                "Choose another one; the skill iteration_timing lists them.");
  keep_process(profile, of.process);
  window_ = has_window_ ? intersect(window_, of.gpu) : of.gpu;
  extent_of_ = nullptr;
  has_window_ = true;
  if (window_.empty())
    return fail(ErrorCode::bad_request, fmt::format("Iteration {} lies outside the window.", number),
                "Leave the window out, or choose another iteration.");
  return {};
}

// Takes the stretch with most GPU time, since a phase such as decode comes again between others.
Result<void> Scope::choose_phase(const Profile& profile, const ScopeRequest& request) {
  const auto phases = PhasesFor::make(profile, request.phase_map);
  if (!phases) return tl::unexpected(phases.error());
  auto stretch = longest_stretch(**phases, *request.phase, window_, processes_);
  if (!stretch) return tl::unexpected(stretch.error());
  keep_process(profile, stretch->process);
  window_ = stretch->gpu;
  extent_of_ = nullptr;
  has_window_ = true;
  phase_ = std::make_shared<const PhaseStretch>(std::move(*stretch));
  return {};
}

void Scope::list_devices(const Profile& profile) {
  streams_.assign(profile.streams().size(), false);
  for (size_t i = 0; i < profile.streams().size(); ++i) streams_[i] = devices_[profile.streams()[i].device];
  for (size_t i = 0; i < devices_.size(); ++i)
    if (devices_[i]) listed_.emplace_back(i);
  sort_nearly_sorted(listed_.begin(), listed_.end(), [&](DeviceIx a, DeviceIx b) {
    const Device& left = profile.devices()[a];
    const Device& right = profile.devices()[b];
    const int64_t left_key = profile.processes()[left.process].key;
    const int64_t right_key = profile.processes()[right.process].key;
    return std::tie(left.ordinal, left_key) < std::tie(right.ordinal, right_key);
  });
}

Result<Scope> Scope::make(const Profile& profile, const ScopeRequest& request) {
  if (request.window && request.window->end == request.window->start)
    return fail(ErrorCode::bad_request, "The window is empty: it ends where it begins.", "Give a later end.");
  if (request.window && request.window->end < request.window->start)
    return fail(ErrorCode::bad_request, "The window ends before it begins.", "Give the earlier time first.");
  Scope scope;
  if (auto chosen = scope.choose_devices(profile, request); !chosen) return tl::unexpected(chosen.error());
  scope.has_window_ = request.window.has_value();
  scope.window_ = request.window.value_or(profile.extent());
  if (!request.window) scope.extent_of_ = &profile;
  if (request.iteration)
    if (auto chosen = scope.choose_iteration(profile, *request.iteration); !chosen)
      return tl::unexpected(chosen.error());
  if (request.phase) {
    if (request.iteration)
      return fail(ErrorCode::bad_request, "A step and a phase exclude each other.", "Give one of them.");
    if (auto chosen = scope.choose_phase(profile, request); !chosen) return tl::unexpected(chosen.error());
  }
  scope.list_devices(profile);
  return scope;
}

Scope Scope::whole(const Profile& profile) { return *make(profile, {}); }

Scope Scope::holding(Interval recorded) const {
  Scope scope = *this;
  if (!has_window_) scope.window_ = hull(window_, recorded);
  return scope;
}

Scope Scope::within(Interval window) const {
  Scope scope = *this;
  scope.window_ = window;
  scope.extent_of_ = nullptr;
  scope.has_window_ = true;
  return scope;
}

Scope Scope::on(const std::vector<StreamIx>& streams) const {
  Scope scope = *this;
  scope.streams_.assign(streams_.size(), false);
  for (const StreamIx stream : streams) scope.streams_[stream] = streams_[stream];
  return scope;
}

bool Scope::is_whole(const Profile& profile) const {
  return !has_window_ && has_all_devices(profile) &&
         std::find(processes_.begin(), processes_.end(), false) == processes_.end();
}

std::optional<Interval> Clipping::clip(Interval event) const {
  if (!has_window) return event;
  if (event.empty()) {
    if (event.start < bounds.start || event.start >= bounds.end) return std::nullopt;
    return event;
  }
  const Interval inside = intersect(event, bounds);
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
