// The host's activity has priority over what the launch shows.
#include "analysis/time/gap_use.h"

#include "analysis/host/first_time.h"
#include "analysis/memory/transfers.h"
#include "profile/order.h"

namespace nsys_ai {

WorkProgress::WorkProgress(const Profile& profile, DeviceIx device)
    : starts_here_(
          profile.derived(build_first_time_calls).starts_here[profile.devices()[device].process.value]),
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

// Whether an operation moves pages of unified memory to the host.
bool is_fetched_by_host(const Profile& profile, uint32_t number) {
  const auto [kind, at] = OperationNumbers(profile)[number];
  return kind == OperationNumbers::copy && profile.copies().copy_kind[at] == kUnifiedDeviceToHost;
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

TimeUse use_of_gap(const Profile& profile, const IdleGap& gap, const GapDetail& detail,
                   const WorkProgress& done) {
  const bool fetched = gap.launch == Launches::kNoCall && is_fetched_by_host(profile, gap.after);
  const TimeUse by_launch =
      fetched ? TimeUse::host_pages : use_of_cause(cause_by_launch(profile, gap.gap, gap.launch));
  if (!detail.main) return by_launch;
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
      return by_launch;
  }
}

}  // namespace nsys_ai
