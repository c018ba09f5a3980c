// One sweep over the operations of each device in time order, using the explanations of its gaps.
#include "analysis/time/time_account.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <span>

#include "analysis/host/core_times.h"
#include "analysis/host/failed_calls.h"
#include "analysis/kernels/small_kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/busy.h"
#include "analysis/time/coverage.h"
#include "analysis/time/edge_time.h"
#include "analysis/time/gap_detail.h"
#include "analysis/time/gap_use.h"
#include "analysis/time/operation_uses.h"
#include "analysis/time/run_window.h"
#include "analysis/time/shared_gpus.h"
#include "analysis/time/use_layers.h"
#include "analysis/time/use_totals.h"
#include "base/parallel.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

struct PartOfUse {
  Interval time;
  TimeUse use;
};

// The shared inputs for all devices.
struct AccountBuilder {
  const Profile& profile;
  const Scope& scope;
  const OperationOrder& order;
  const Launches& launches;
  const Coverage& coverage;
  const BrokenSince& broken;
  const CoreTimes& cores;
  Interval window;
  OperationUses uses;
  ProfilerTime profiler;
  SharedGpus shared;
  std::vector<AdjustedGap> gaps;         // sorted by device and time
  std::vector<GapDetail> details;        // of each gap
  std::vector<DeviceTime> devices;       // devices with operations
  std::map<uint32_t, IntervalSet> spans;  // keyed by GPU
};

// Whether the window clips a gap, which activity of the device outside the window shows.
bool is_cut(const AccountBuilder& of, DeviceIx device, UnusedTime::Side side) {
  if (!of.scope.has_window()) return false;
  const OperationNumbers numbers(of.profile);
  const auto& order = of.order.of_device[device];
  const auto start = [&](uint32_t number) {
    const auto [kind, at] = numbers[number];
    return numbers.family(kind).start[at];
  };
  return side == UnusedTime::Side::before_first ? start(order.front()) < of.window.start
                                              : start(order.back()) >= of.window.end;
}

// Builds the account of one device from its operations in time order.
class Sweep {
 public:
  Sweep(const AccountBuilder& of, size_t device, const VisitUse& visit)
      : of_(of),
        time_(of.devices[device]),
        totals_(time_.device, visit),
        process_(of.profile.devices()[time_.device].process),
        broken_since_(of.broken.of_process[process_.value]),
        done_(of.profile, time_.device) {
    account_.device = time_.device;
    account_.window = of.window;
    account_.span = time_.span;
    gap_ = static_cast<size_t>(
        std::partition_point(of.gaps.begin(), of.gaps.end(),
                             [&](const AdjustedGap& gap) { return gap.gap.device < time_.device; }) -
        of.gaps.begin());
    const auto last = std::partition_point(of.gaps.begin(), of.gaps.end(), [&](const AdjustedGap& gap) {
      return gap.gap.device <= time_.device;
    });
    usual_gap_ = usual_gap({of.gaps.begin() + static_cast<ptrdiff_t>(gap_), last});
  }

  // Takes the parts of the device's edges.
  DeviceAccount run(const UnusedTime& before, const UnusedTimeParts& of_before, const UnusedTime& behind,
                    const UnusedTimeParts& of_behind) {
    take_edge(before.side, {of_.window.start, time_.span.start}, before.thread, of_before);
    sweep_operations();
    take_edge(behind.side, {time_.span.end, of_.window.end}, behind.thread, of_behind);
    account_.used = totals_.finish();
    return std::move(account_);
  }

 private:
  void sweep_operations() {
    const auto visit = [this](Interval stretch, TimeUse use) { totals_.take(stretch, use); };
    const auto idle = [this](Interval stretch) { take_gap(stretch); };
    UseLayers<decltype(visit), decltype(idle)> layers(time_.span.start, visit, idle);
    const auto later = [](const PartOfUse& a, const PartOfUse& b) { return a.time.start > b.time.start; };
    std::priority_queue<PartOfUse, std::vector<PartOfUse>, decltype(later)> pending(later);
    const OperationNumbers numbers(of_.profile);
    SmallGaps small_gaps;
    ThrottledCheck check;
    for (const uint32_t number : of_.order.of_device[time_.device]) {
      check();
      const auto [kind, at] = numbers[number];
      const Interval whole = numbers.family(kind).interval(at);
      if (whole.start >= of_.window.end) break;
      const bool is_kernel = kind == OperationNumbers::kernel;
      const auto inside = of_.scope.clip(whole);
      if (inside) {
        next_ = number;
        next_start_ = inside->start;
        const bool is_small = is_kernel && whole.duration() < SmallKernelLimits{}.kernel_ns;
        small_gap_ = small_gaps.before(*inside, is_small);
        for (; !pending.empty() && pending.top().time.start <= inside->start; pending.pop())
          layers.add(pending.top().time, pending.top().use);
        TimeUse use = kind == OperationNumbers::copy     ? of_.uses.of_copy(at)
                      : kind == OperationNumbers::memset ? TimeUse::other_work
                                                         : TimeUse::graph;
        Interval first = *inside;
        if (is_kernel) {
          use = of_.uses.of_kernel(at);
          if (small_gap_ && use == TimeUse::compute) use = TimeUse::small_kernel;
          if (const auto late = of_.uses.late_from(at, *inside)) {
            pending.push({{*late, inside->end}, TimeUse::late_collective});
            first.end = *late;
          }
        }
        layers.add(first, use);
        if (use == TimeUse::migration && of_.uses.is_faulted(at)) layers.fault(first);
        if (inside->end > latest_end_) latest_ = number, latest_end_ = inside->end;
      }
      done_.add();
      if (is_kernel) done_.add_kernel(of_.profile.kernels().names.code[at]);
    }
    for (; !pending.empty(); pending.pop()) layers.add(pending.top().time, pending.top().use);
    layers.finish(time_.span.end);
  }

  void take_gap(Interval stretch) {
    totals_.begin_gap(stretch.start);
    take_idle(stretch);
    totals_.end_gap();
  }

  // Nothing is known of the time in which launched work may run that has no record, and nothing can be won
  // where CUDA calls fail.
  template <class TakeKnown>
  void take_unless_unknown(Interval stretch, TakeKnown take_known) {
    const Interval whole{stretch.start, std::min(stretch.end, broken_since_)};
    of_.coverage.unknown[time_.device.value].split(whole, [&](Interval part, bool is_unknown) {
      if (is_unknown)
        totals_.take(part, TimeUse::not_recorded);
      else
        take_known(part);
    });
    totals_.take({std::max(stretch.start, broken_since_), stretch.end}, TimeUse::after_error);
  }

  void take_idle(Interval stretch) {
    TimeUse use = TimeUse::short_gap;
    bool waited = false;
    const GapDetail* setting_up = nullptr;
    ThreadIx gap_thread = ThreadIx::none();
    if (small_gap_ && *small_gap_ == stretch) use = TimeUse::small_gap;
    const size_t end = of_.gaps.size();
    while (gap_ < end && of_.gaps[gap_].gap.device == time_.device &&
           of_.gaps[gap_].gap.gap.start < stretch.start)
      ++gap_;
    if (gap_ < end && of_.gaps[gap_].gap.device == time_.device && of_.gaps[gap_].gap.gap == stretch) {
      const IdleGap& gap = of_.gaps[gap_].gap;
      const GapDetail& detail = of_.details[gap_];
      use = use_of_gap(of_.profile, gap, detail, done_);
      if (gap.launch != Launches::kNoCall) gap_thread = of_.profile.calls().thread[gap.launch];
      if (detail.main) totals_.names().add_call(use, detail.call, detail.call_ns);
      if (!detail.set_up.empty() && done_.is_early()) setting_up = &detail;
      waited = detail.waited;
      if (gap.host_range != NvtxForest::kNoRange) {
        const TemplateLabels& labels = of_.profile.derived(build_template_labels);
        const Nvtx& nvtx = of_.profile.nvtx();
        const int64_t ns =
            intersect({nvtx.start[gap.host_range], nvtx.end(gap.host_range)}, stretch).duration();
        totals_.names().add_range(use, labels.of(nvtx.text[gap.host_range]), ns);
      }
    }
    if (use == TimeUse::short_gap && is_inside_graph(stretch)) use = TimeUse::node_gap;
    take_unless_unknown(stretch, [&](Interval known) {
      of_.profiler.split(process_, known, [&](Interval part, bool is_profiler) {
        if (is_profiler)
          totals_.take(part, TimeUse::profiler);
        else
          take_unless_shared(part, [&](Interval own) {
            if (use == TimeUse::late_host) add_core_time(use, gap_thread, own);
            if (setting_up) return take_set_up(own, setting_up->set_up);
            totals_.take(own, use);
            if (waited) totals_.of(use).waited += own.duration();
          });
      });
    });
  }

  void add_core_time(TimeUse use, ThreadIx thread, Interval time) {
    const IntervalSet* own = of_.cores.of(of_.profile, thread);
    const IntervalSet* main = use == TimeUse::late_host ? nullptr : of_.cores.of_main_thread(of_.profile, process_);
    if (own == nullptr && main == nullptr) return;
    std::optional<int64_t>& core = totals_.of(use).core_ns;
    core = core.value_or(0) + ran_inside(own, main, time);
  }

  // Time between the parts is added to the previous one.
  void take_set_up(Interval own, const std::vector<SetUpPart>& parts) {
    for (size_t i = 0; i < parts.size(); ++i) {
      const int64_t from = i == 0 ? own.start : parts[i].time.start;
      const int64_t to = i + 1 < parts.size() ? parts[i + 1].time.start : own.end;
      totals_.take(intersect(own, {from, to}), use_of_set_up(parts[i].activity));
    }
  }

  // Whether a gap lies between two nodes of a graph that one call launched, so that no later launch delays
  // it.
  bool is_inside_graph(Interval gap) const {
    if (gap.end != next_start_) return false;
    const OperationNumbers numbers(of_.profile);
    const uint32_t launch = launch_of(of_.launches, numbers[next_]);
    return launch != Launches::kNoCall && launch == launch_of(of_.launches, numbers[latest_]);
  }

  template <class TakeOwn>
  void take_unless_shared(Interval part, TakeOwn take_own) {
    const IntervalSet* shared = of_.shared.busy(time_.device);
    if (!shared) return take_own(part);
    shared->split(part, [&](Interval of, bool is_busy) {
      if (is_busy)
        totals_.take(of, TimeUse::shared);
      else
        take_own(of);
    });
  }

  static bool is_taken_down(Interval time, const UnusedTimeParts& parts) {
    int64_t total = 0;
    for (const UnusedTimeParts::Part& part : parts.parts)
      if (part.use == TimeUse::tear_down) total += part.time.duration();
    return 10 * total >= time.duration();
  }
  // Whether the main thread leaves its core for the last time before scheduling was no longer recorded.
  bool ends_here() const {
    const IntervalSet* main = of_.cores.of_main_thread(of_.profile, process_);
    return main != nullptr && main->span().end < of_.cores.recorded().end;
  }
  // A capture that begins or ends in the middle of a run clips one of its gaps, unless the process starts or
  // ends there.
  TimeUse use_of_rest(UnusedTime::Side side, Interval time, const UnusedTimeParts& parts) const {
    const bool is_start = side == UnusedTime::Side::before_first;
    const bool is_known = is_start ? done_.starts_here() : is_taken_down(time, parts) || ends_here();
    if (!is_known && time.duration() <= usual_gap_ + usual_gap_ / 2) return TimeUse::cut_off;
    if (!is_start) return TimeUse::after_last;
    return is_known ? TimeUse::before_first : TimeUse::not_begun;
  }

  void take_edge(UnusedTime::Side side, Interval time, ThreadIx thread, const UnusedTimeParts& parts) {
    if (time.empty()) return;
    if (is_cut(of_, time_.device, side)) return totals_.take(time, TimeUse::cut_off);
    const TimeUse rest = use_of_rest(side, time, parts);
    std::vector<PartOfUse> dealt;
    if (const IntervalSet* shared = of_.shared.busy(time_.device))
      for (const Interval& part : shared->overlapping_intervals(time))
        dealt.push_back({intersect(part, time), TimeUse::shared});
    for (const UnusedTimeParts::Part& part : parts.parts) dealt.push_back({part.time, part.use});
    for (const Interval& part : of_.coverage.unknown[time_.device.value].overlapping_intervals(time))
      dealt.push_back({intersect(part, time), TimeUse::not_recorded});
    dealt.push_back({intersect({broken_since_, INT64_MAX}, time), TimeUse::after_error});
    // The stages of a pipeline begin one after the other, and wait for it no longer than in each iteration.
    const TimeUse others =
        time.duration() <= usual_gap_ + usual_gap_ / 2 ? TimeUse::cut_off : TimeUse::elsewhere;
    for (const auto& [part, spans] : of_.spans)
      if (part != of_.profile.devices()[time_.device].part)
        for (const Interval& span : spans.intervals()) dealt.push_back({intersect(span, time), others});
    std::erase_if(dealt, [](const PartOfUse& part) { return part.time.empty(); });
    std::stable_sort(dealt.begin(), dealt.end(),
                     [](const PartOfUse& a, const PartOfUse& b) { return a.time < b.time; });
    const auto visit = [this](Interval stretch, TimeUse use) { totals_.take(stretch, use); };
    std::vector<Interval> remaining;
    const auto idle = [&](Interval stretch) {
      totals_.take(stretch, rest);
      if (rest != TimeUse::cut_off) add_core_time(rest, thread, stretch);
      remaining.push_back(stretch);
    };
    UseLayers<decltype(visit), decltype(idle)> layers(time.start, visit, idle);
    for (const PartOfUse& part : dealt) layers.add(part.time, part.use);
    layers.finish(time.end);
    totals_.end_stretch();
    UseNames& names = totals_.names();
    for (const auto& [key, ns] : parts.calls) names.add_call(key.first, key.second, ns);
    for (const auto& [call, ns] : named_parts(parts.os_calls, remaining)) names.add_call(rest, call, ns);
    names.name_rest(rest, named_parts(parts.ranges, remaining), totals_.of(rest).total);
  }

  const AccountBuilder& of_;
  const DeviceTime& time_;
  UseTotals totals_;
  ProcessIx process_;
  int64_t broken_since_;
  WorkProgress done_;
  DeviceAccount account_;
  size_t gap_ = 0;         // index of the next explained gap
  int64_t usual_gap_ = 0;  // ns
  uint32_t latest_ = 0;    // the operation with the latest end so far
  int64_t latest_end_ = INT64_MIN;
  uint32_t next_ = 0;  // the current operation
  int64_t next_start_ = INT64_MIN;
  std::optional<Interval> small_gap_;
};

// The thread that launched a device's first or last operation.
ThreadIx thread_beside(const AccountBuilder& of, DeviceIx device, UnusedTime::Side side) {
  const OperationNumbers numbers(of.profile);
  const auto& order = of.order.of_device[device];
  const auto operation = numbers[side == UnusedTime::Side::before_first ? order.front() : order.back()];
  const uint32_t call = launch_of(of.launches, operation);
  return call == Launches::kNoCall ? ThreadIx::none() : ThreadIx(of.profile.calls().thread[call]);
}

// Two per device: before its first operation, and after its last; either can be empty, for example where the
// window clips it.
std::vector<UnusedTime> edges_of(const AccountBuilder& of) {
  std::vector<UnusedTime> edges;
  const auto add = [&](DeviceIx device, UnusedTime::Side side, Interval time) {
    if (is_cut(of, device, side)) time = {};
    edges.push_back({device, side, time, thread_beside(of, device, side)});
  };
  for (const DeviceTime& device : of.devices) {
    add(device.device, UnusedTime::Side::before_first, {of.window.start, device.span.start});
    add(device.device, UnusedTime::Side::after_last, {device.span.end, of.window.end});
  }
  return edges;
}

}  // namespace

Result<std::vector<DeviceAccount>> time_account(const Profile& profile, const Scope& scope, const Work& work,
                                                const VisitUse& visit) {
  const auto window = run_window(profile, scope, work);
  if (!window) return tl::unexpected(window.error());
  auto profiler = ProfilerTime::read(profile, work);
  if (!profiler) return tl::unexpected(profiler.error());
  auto uses = OperationUses::read(profile, scope, work);
  if (!uses) return tl::unexpected(uses.error());
  std::vector<AdjustedGap> gaps = adjusted_gaps(profile, scope, *profiler, kShortGapNs);
  std::stable_sort(gaps.begin(), gaps.end(),
                   [](const AdjustedGap& a, const AdjustedGap& b) { return a.gap.device < b.gap.device; });
  find_host_ranges(profile, gaps);
  std::vector<IdleGap> plain;
  for (const AdjustedGap& gap : gaps) plain.push_back(gap.gap);
  auto details = gap_details(profile, plain, work);
  if (!details) return tl::unexpected(details.error());
  std::vector<DeviceTime> devices = device_times(profile, scope);
  std::map<uint32_t, IntervalSet> spans = spans_of_gpus(profile, devices);
  const auto cores = CoreTimes::read(profile, work);
  if (!cores) return tl::unexpected(cores.error());
  const AccountBuilder of{profile,
                   scope,
                   profile.derived(build_operation_order),
                   profile.derived(build_launches),
                   profile.derived(build_coverage),
                   profile.derived(build_broken_since),
                   **cores,
                   *window,
                   std::move(*uses),
                   std::move(*profiler),
                   SharedGpus(profile, scope),
                   std::move(gaps),
                   std::move(*details),
                   std::move(devices),
                   std::move(spans)};
  const std::vector<UnusedTime> edges = edges_of(of);
  const auto parts = edge_parts(profile, edges, work);
  if (!parts) return tl::unexpected(parts.error());
  std::vector<DeviceAccount> accounts(of.devices.size());
  // `visit` expects one device after the other.
  parallel_for(visit ? 1 : usable_cores(), accounts.size(), [&](size_t i) {
    if (!work.cancel.cancelled()) accounts[i] = Sweep(of, i, visit).run(edges[2 * i], (*parts)[2 * i], edges[2 * i + 1], (*parts)[2 * i + 1]);
  });
  if (work.cancel.cancelled()) return cancelled();
  return accounts;
}

}  // namespace nsys_ai
