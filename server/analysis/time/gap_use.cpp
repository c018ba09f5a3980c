// The host's activity has priority over what the launch shows.
#include "analysis/time/gap_use.h"

#include <algorithm>

#include "analysis/host/api_calls.h"
#include "analysis/host/first_time.h"
#include "profile/order.h"

namespace nsys_ai {

namespace {

bool lacks_launched_kernels(const Profile& profile) {
  if (profile.kernels().size() > 0 || profile.graph_runs().size() > 0) return false;
  const auto& names = profile.calls().name.values;
  return std::any_of(names.begin(), names.end(), [&](NameId name) {
    const CallRole role = call_kind(base_call_name(profile.text(name))).role;
    return role == CallRole::kernel_launch || role == CallRole::graph_launch;
  });
}

}  // namespace

WorkProgress::WorkProgress(const Profile& profile, DeviceIx device)
    : starts_here_(
          profile.derived(build_first_time_calls).starts_here[profile.devices()[device].process.value]),
      lacks_kernels_(lacks_launched_kernels(profile)),
      operations_(profile.derived(build_operation_order).of_device[device].size()),
      seen_(profile.kernels().names.values.size(), false) {}

namespace {

TimeUse use_of_cause(IdleCause cause) {
  switch (cause) {
    case IdleCause::host_bound:
      return TimeUse::late_host;
    case IdleCause::launch_overhead:
      return TimeUse::long_launch;
    case IdleCause::device_wait:
      return TimeUse::device_wait;
    default:
      return TimeUse::no_launch;
  }
}

}  // namespace

TimeUse use_of_set_up(HostActivity activity) {
  switch (activity) {
    case HostActivity::connect:
      return TimeUse::connecting;
    case HostActivity::load_code:
      return TimeUse::loading_code;
    case HostActivity::allocate:
      return TimeUse::pooling;
    default:
      return TimeUse::starting;
  }
}

TimeUse use_of_gap(const IdleGap& gap, const GapDetail& detail, const WorkProgress& done) {
  if (done.lacks_kernels()) return TimeUse::no_launch;
  if (!detail.main) return use_of_cause(gap.cause);
  switch (*detail.main) {
    case HostActivity::connect:
      return TimeUse::connecting;
    case HostActivity::collect_garbage:
      return TimeUse::collection;
    case HostActivity::mpi:
      return TimeUse::in_mpi;
    case HostActivity::host_function:
      return TimeUse::host_function;
    case HostActivity::load_code:
      return done.is_early() ? TimeUse::loading_code : TimeUse::late_code;
    case HostActivity::start_library:
      return TimeUse::starting;
    case HostActivity::allocate:
      return done.is_new() ? TimeUse::pooling : TimeUse::allocation;
    case HostActivity::blocking_copy:
      return TimeUse::blocking_copy;
    case HostActivity::synchronise:
      return TimeUse::synchronisation;
    default:
      return use_of_cause(gap.cause);
  }
}

}  // namespace nsys_ai
