// One sweep over the operations of each device in order of time, with the gaps that were explained before.
#include "analysis/time/time_account.h"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <unordered_map>

#include "analysis/collectives/late_collectives.h"
#include "analysis/host/first_time.h"
#include "analysis/kernels/concurrency.h"
#include "analysis/kernels/kernels.h"
#include "analysis/kernels/small_kernels.h"
#include "analysis/kernels/tensor_cores.h"
#include "analysis/memory/transfers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/busy.h"
#include "analysis/time/edge_time.h"
#include "analysis/time/gap_detail.h"
#include "analysis/time/use_layers.h"
#include "base/work_scope.h"
#include "profile/order.h"

namespace nsys_ai::inline analysis {
namespace {

// Ranges are looked up for so many gaps of a capture: the longest ones, in which nearly all of the time lies.
constexpr size_t kMaxRangedGaps = 1000;
// A collective that takes so many times the median of its like is late.
constexpr double kLateRatio = 3;

struct PartOfUse {
  Interval time;
  TimeUse use;
};

// What each operation is: of kernels by their names, of collectives by their stream too.
class OperationUses {
 public:
  OperationUses(const Profile& profile, const Scope& scope) : profile_(profile) {
    const KernelFamilies& families = profile.derived(build_kernel_families);
    bool communicates = false;
    for (const KernelName& name : profile.kernels().names.values) {
      const KernelFamily family = families.of(name.full);
      TimeUse use = TimeUse::compute;
      if (family == KernelFamily::communication)
        use = TimeUse::communication;
      else if (may_use_tensor_cores(family) &&
               tensor_core_hint(profile.text(name.full)).use == TensorCoreUse::unlikely)
        use = TimeUse::plain_matrix;
      communicates = communicates || use == TimeUse::communication;
      of_name_.push_back(use);
    }
    if (!communicates) return;
    for (const LateCollective& late : late_collectives(profile, scope, kLateRatio).late)
      median_of_late_[late.kernel] = late.median;
    shared_.assign(profile.streams().size(), false);
    for (const DeviceIx device : scope.devices())
      for (const StreamTime& stream : stream_times(profile, scope, device).streams)
        shared_[stream.stream.value] = stream.role == StreamRole::compute;
  }

  TimeUse of_kernel(uint32_t kernel) const {
    const TimeUse use = of_name_[profile_.kernels().names.code[kernel]];
    if (use != TimeUse::communication || !shared_[StreamIx(profile_.kernels().stream[kernel]).value]) return use;
    return TimeUse::shared_collective;
  }
  // From where on a collective is late; nothing for others.
  std::optional<int64_t> late_from(uint32_t kernel, Interval inside) const {
    const auto late = median_of_late_.find(kernel);
    if (late == median_of_late_.end()) return std::nullopt;
    return inside.start + late->second;
  }
  TimeUse of_copy(uint32_t copy) const {
    const Copies& copies = profile_.copies();
    const bool pageable =
        (copies.copy_kind[copy] == kHostToDevice && copies.src_kind[copy] == kPageable) ||
        (copies.copy_kind[copy] == kDeviceToHost && copies.dst_kind[copy] == kPageable);
    return pageable ? TimeUse::pageable_copy : TimeUse::copy;
  }

 private:
  const Profile& profile_;
  std::vector<TimeUse> of_name_;
  std::vector<bool> shared_;
  std::unordered_map<uint32_t, int64_t> median_of_late_;
};

// What all devices have in common.
struct Account {
  const Profile& profile;
  const Scope& scope;
  Interval window;
  OperationUses uses;
  ProfilerTime profiler;
  std::vector<AdjustedGap> gaps;    // by device and time
  std::vector<GapDetail> details;   // of each
  std::vector<DeviceTime> devices;  // on which anything ran
};

// How far a device has got with its work, in the whole capture.
class Progress {
 public:
  Progress(const Profile& profile, DeviceIx device)
      : starts_here_(profile.derived(build_first_time_calls)
                         .starts_here[profile.devices()[device].process.value]),
        operations_(profile.derived(build_operation_order).of_device[device].size()),
        seen_(profile.kernels().names.values.size(), false) {}

  void add() { ++done_; }
  void add_kernel(uint32_t name_code) {
    ++kernels_;
    if (seen_[name_code]) return;
    seen_[name_code] = true;
    ++names_;
  }
  // Whether hardly any kernel has run for the second time.
  bool is_new() const { return starts_here_ && kernels_ <= 4 * names_ + 4; }
  // The same, or a small part of the work is done.
  bool is_early() const { return is_new() || (starts_here_ && 4 * done_ < operations_); }

 private:
  bool starts_here_;
  size_t operations_;
  size_t done_ = 0;
  size_t kernels_ = 0;
  size_t names_ = 0;
  std::vector<bool> seen_;
};

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

TimeUse use_of_gap(const IdleGap& gap, const GapDetail& detail, const Progress& progress) {
  if (!detail.main) return use_of_cause(gap.cause);
  switch (*detail.main) {
    case HostActivity::connect:
      return TimeUse::connecting;
    case HostActivity::collect_garbage:
      return TimeUse::collection;
    case HostActivity::load_code:
      return progress.is_early() ? TimeUse::loading_code : TimeUse::late_code;
    case HostActivity::start_library:
      return TimeUse::starting;
    case HostActivity::allocate:
      return progress.is_new() ? TimeUse::pooling : TimeUse::allocation;
    case HostActivity::blocking_copy:
      return TimeUse::blocking_copy;
    case HostActivity::synchronise:
      return TimeUse::synchronisation;
    default:
      return use_of_cause(gap.cause);
  }
}

// Which call and which range takes most of each use of a device.
class Namer {
 public:
  void add_call(TimeUse use, std::string_view call, int64_t ns) { calls_[{use, call}] += ns; }
  void add_range(TimeUse use, const std::string& label, int64_t ns) { ranges_[{use, label}] += ns; }

  void name(DeviceAccount& account) const {
    for (const auto& [key, ns] : calls_) {
      UsedTime& used = account.used[static_cast<size_t>(key.first)];
      if (ns <= used.call_ns) continue;
      used.call = key.second;
      used.call_ns = ns;
    }
    // Threads may be in one call at the same time.
    for (UsedTime& used : account.used) used.call_ns = std::min<int64_t>(used.call_ns, used.total);
    for (const auto& [key, ns] : ranges_) {
      UsedTime& used = account.used[static_cast<size_t>(key.first)];
      if (2 * ns < used.total || ns <= used.range_ns) continue;
      used.range = key.second;
      used.range_ns = std::min<int64_t>(ns, used.total);
    }
  }

 private:
  std::map<std::pair<TimeUse, std::string_view>, int64_t> calls_;
  std::map<std::pair<TimeUse, std::string>, int64_t> ranges_;
};

// The account of one device: operations come by in order of time.
class Sweep {
 public:
  Sweep(const Account& of, size_t device, const VisitUse& visit)
      : of_(of),
        time_(of.devices[device]),
        visit_(visit),
        process_(of.profile.devices()[time_.device].process),
        progress_(of.profile, time_.device) {
    account_.device = time_.device;
    account_.window = of.window;
    account_.span = time_.span;
    gap_ = std::partition_point(of.gaps.begin(), of.gaps.end(),
                                [&](const AdjustedGap& gap) { return gap.gap.device < time_.device; }) -
           of.gaps.begin();
  }

  DeviceAccount run(const std::vector<EdgeTime>& edges, const std::vector<EdgeParts>& parts) {
    take_edge(EdgeTime::Side::before_first, {of_.window.start, time_.span.start}, edges, parts);
    sweep_operations();
    take_edge(EdgeTime::Side::after_last, {time_.span.end, of_.window.end}, edges, parts);
    namer_.name(account_);
    return std::move(account_);
  }

 private:
  void take(Interval stretch, TimeUse use) {
    if (stretch.empty()) return;
    UsedTime& used = account_.used[static_cast<size_t>(use)];
    used.total += stretch.duration();
    ++used.stretches;
    if (stretch.duration() > used.longest.duration()) used.longest = stretch;
    if (visit_) visit_(time_.device, stretch, use);
  }

  void sweep_operations() {
    const auto visit = [this](Interval stretch, TimeUse use) { take(stretch, use); };
    const auto idle = [this](Interval stretch) { take_gap(stretch); };
    UseLayers<decltype(visit), decltype(idle)> layers(time_.span.start, visit, idle);
    const auto later = [](const PartOfUse& a, const PartOfUse& b) { return a.time.start > b.time.start; };
    std::priority_queue<PartOfUse, std::vector<PartOfUse>, decltype(later)> pending(later);
    const OperationNumbers numbers(of_.profile);
    SmallGaps small_gaps;
    Pacer pacer;
    for (const uint32_t number : of_.profile.derived(build_operation_order).of_device[time_.device]) {
      pacer();
      const auto [kind, at] = numbers[number];
      const Interval whole = numbers.family(kind).interval(at);
      if (whole.start >= of_.window.end) break;
      const bool is_kernel = kind == OperationNumbers::kernel;
      const auto inside = of_.scope.clip(whole);
      if (inside) {
        const bool is_small = is_kernel && whole.duration() < SmallKernelLimits{}.kernel_ns;
        small_gap_ = small_gaps.before(*inside, is_small);
        for (; !pending.empty() && pending.top().time.start <= inside->start; pending.pop())
          layers.add(pending.top().time, pending.top().use);
        TimeUse use = kind == OperationNumbers::copy ? of_.uses.of_copy(at) : TimeUse::other_work;
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
      }
      progress_.add();
      if (is_kernel) progress_.add_kernel(of_.profile.kernels().names.code[at]);
    }
    for (; !pending.empty(); pending.pop()) layers.add(pending.top().time, pending.top().use);
    layers.finish(time_.span.end);
  }

  void take_gap(Interval stretch) {
    TimeUse use = TimeUse::short_gap;
    if (small_gap_ && *small_gap_ == stretch) use = TimeUse::small_gap;
    const auto end = static_cast<ptrdiff_t>(of_.gaps.size());
    while (gap_ < end && of_.gaps[gap_].gap.device == time_.device && of_.gaps[gap_].gap.gap.start < stretch.start)
      ++gap_;
    if (gap_ < end && of_.gaps[gap_].gap.device == time_.device && of_.gaps[gap_].gap.gap == stretch) {
      const IdleGap& gap = of_.gaps[gap_].gap;
      const GapDetail& detail = of_.details[gap_];
      use = use_of_gap(gap, detail, progress_);
      if (detail.main) namer_.add_call(use, detail.call, detail.call_ns);
      if (gap.host_range != NvtxForest::kNoRange) {
        const TemplateLabels& labels = of_.profile.derived(build_template_labels);
        const Nvtx& nvtx = of_.profile.nvtx();
        const int64_t ns = intersect({nvtx.start[gap.host_range], nvtx.end(gap.host_range)}, stretch).duration();
        namer_.add_range(use, labels.of(nvtx.text[gap.host_range]), ns);
      }
    }
    of_.profiler.split(process_, stretch, [&](Interval part, bool is_profiler) {
      take(part, is_profiler ? TimeUse::profiler : use);
    });
  }

  // Whatever the device did outside of the window says that the window cuts a gap.
  bool is_cut(EdgeTime::Side side) const {
    if (!of_.scope.has_window()) return false;
    const OperationNumbers numbers(of_.profile);
    const auto& order = of_.profile.derived(build_operation_order).of_device[time_.device];
    const auto start = [&](uint32_t number) {
      const auto [kind, at] = numbers[number];
      return numbers.family(kind).start[at];
    };
    return side == EdgeTime::Side::before_first ? start(order.front()) < of_.window.start
                                                : start(order.back()) >= of_.window.end;
  }

  void take_edge(EdgeTime::Side side, Interval time, const std::vector<EdgeTime>& edges,
                 const std::vector<EdgeParts>& all) {
    if (time.empty()) return;
    if (is_cut(side)) return take(time, TimeUse::cut_off);
    const auto edge = std::find_if(edges.begin(), edges.end(), [&](const EdgeTime& of) {
      return of.device == time_.device && of.side == side;
    });
    const EdgeParts& parts = all[static_cast<size_t>(edge - edges.begin())];
    const TimeUse rest =
        side == EdgeTime::Side::before_first ? TimeUse::before_first : TimeUse::after_last;
    std::vector<PartOfUse> dealt;
    for (const EdgeParts::Part& part : parts.parts) dealt.push_back({part.time, part.use});
    for (const DeviceTime& other : of_.devices)
      if (is_other_gpu(other.device)) dealt.push_back({intersect(other.span, time), TimeUse::elsewhere});
    std::erase_if(dealt, [](const PartOfUse& part) { return part.time.empty(); });
    std::stable_sort(dealt.begin(), dealt.end(),
                     [](const PartOfUse& a, const PartOfUse& b) { return a.time < b.time; });
    const auto visit = [this](Interval stretch, TimeUse use) { take(stretch, use); };
    std::vector<Interval> remaining;
    const auto idle = [&](Interval stretch) {
      take(stretch, rest);
      remaining.push_back(stretch);
    };
    UseLayers<decltype(visit), decltype(idle)> layers(time.start, visit, idle);
    for (const PartOfUse& part : dealt) layers.add(part.time, part.use);
    layers.finish(time.end);
    for (const auto& [key, ns] : parts.calls) namer_.add_call(key.first, key.second, ns);
    for (const auto& [call, ns] : named_parts(parts.os_calls, remaining)) namer_.add_call(rest, call, ns);
    name_rest(named_parts(parts.ranges, remaining), rest);
  }

  // How much of the remaining time lies in what has a name, by name.
  static std::map<std::string_view, int64_t> named_parts(const std::vector<EdgeParts::Named>& all,
                                                         const std::vector<Interval>& remaining) {
    std::map<std::string_view, int64_t> found;
    for (const EdgeParts::Named& of : all) {
      auto at = std::partition_point(remaining.begin(), remaining.end(),
                                     [&](const Interval& part) { return part.end <= of.time.start; });
      for (; at != remaining.end() && at->start < of.time.end; ++at)
        found[of.name] += intersect(*at, of.time).duration();
    }
    return found;
  }

  // Of the ranges that hold half of the time the one that holds least says most.
  void name_rest(const std::map<std::string_view, int64_t>& ranges, TimeUse rest) {
    const int64_t total = account_.of(rest).total;
    std::optional<std::pair<std::string_view, int64_t>> best;
    for (const auto& [label, ns] : ranges)
      if (!label.empty() && 2 * ns >= total && ns <= total && (!best || ns < best->second))
        best = {label, ns};
    if (best) namer_.add_range(rest, std::string(best->first), best->second);
  }

  // Two processes that each number a GPU 0 may share it, where the file does not tell.
  bool is_other_gpu(DeviceIx other) const {
    const Device& a = of_.profile.devices()[time_.device];
    const Device& b = of_.profile.devices()[other];
    if (a.gpu != GpuIx::none() && b.gpu != GpuIx::none()) return a.gpu != b.gpu;
    return a.ordinal != b.ordinal;
  }

  const Account& of_;
  const DeviceTime& time_;
  const VisitUse& visit_;
  ProcessIx process_;
  Progress progress_;
  DeviceAccount account_;
  Namer namer_;
  ptrdiff_t gap_ = 0;  // the next one that was explained
  std::optional<Interval> small_gap_;
};

// The thread that launched the first or the last operation of a device.
ThreadIx thread_beside(const Profile& profile, DeviceIx device, EdgeTime::Side side) {
  const OperationNumbers numbers(profile);
  const Launches& launches = profile.derived(build_launches);
  const auto& order = profile.derived(build_operation_order).of_device[device];
  const auto operation = numbers[side == EdgeTime::Side::before_first ? order.front() : order.back()];
  const uint32_t call = launch_of(launches, operation);
  return call == Launches::kNoCall ? ThreadIx::none() : ThreadIx(profile.calls().thread[call]);
}

std::vector<EdgeTime> edges_of(const Account& of) {
  std::vector<EdgeTime> edges;
  for (const DeviceTime& device : of.devices)
    for (const auto side : {EdgeTime::Side::before_first, EdgeTime::Side::after_last}) {
      const Interval time = side == EdgeTime::Side::before_first
                                ? Interval{of.window.start, device.span.start}
                                : Interval{device.span.end, of.window.end};
      if (!time.empty()) edges.push_back({device.device, side, time, thread_beside(of.profile, device.device, side)});
    }
  return edges;
}

void find_ranges(const Profile& profile, std::vector<AdjustedGap>& gaps) {
  std::vector<AdjustedGap*> longest;
  for (AdjustedGap& gap : gaps) longest.push_back(&gap);
  const size_t count = std::min(kMaxRangedGaps, longest.size());
  std::partial_sort(longest.begin(), longest.begin() + static_cast<ptrdiff_t>(count), longest.end(),
                    [](const AdjustedGap* a, const AdjustedGap* b) { return precedes(*a, *b); });
  for (size_t i = 0; i < count; ++i) find_host_range(profile, longest[i]->gap);
}

}  // namespace

Result<std::vector<DeviceAccount>> time_account(const Profile& profile, const Scope& scope, const Work& work,
                                                const VisitUse& visit) {
  auto profiler = ProfilerTime::read(profile, work);
  if (!profiler) return tl::unexpected(profiler.error());
  std::vector<AdjustedGap> gaps = adjusted_gaps(profile, scope, *profiler, kShortGapNs);
  std::stable_sort(gaps.begin(), gaps.end(),
                   [](const AdjustedGap& a, const AdjustedGap& b) { return a.gap.device < b.gap.device; });
  find_ranges(profile, gaps);
  std::vector<IdleGap> plain;
  for (const AdjustedGap& gap : gaps) plain.push_back(gap.gap);
  auto details = gap_details(profile, plain, work);
  if (!details) return tl::unexpected(details.error());
  const Account of{profile,          scope,
                   scope.window(),   OperationUses(profile, scope),
                   std::move(*profiler), std::move(gaps),
                   std::move(*details),  device_times(profile, scope)};
  const std::vector<EdgeTime> edges = edges_of(of);
  const auto parts = edge_parts(profile, edges, work);
  if (!parts) return tl::unexpected(parts.error());
  std::vector<DeviceAccount> accounts;
  for (size_t i = 0; i < of.devices.size(); ++i) accounts.push_back(Sweep(of, i, visit).run(edges, *parts));
  return accounts;
}

}  // namespace nsys_ai::inline analysis
