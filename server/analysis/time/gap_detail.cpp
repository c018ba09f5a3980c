// Each call finds the gaps that it reaches into: the gaps of one device and thread are disjoint and in order.
#include "analysis/time/gap_detail.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "analysis/host/api_calls.h"
#include "profile/families/family_host.h"
#include "profile/order.h"

namespace nsys_ai::inline analysis {
namespace {

// A part of an event inside of a gap.
struct GapPart {
  uint32_t gap;
  HostActivity activity;
  Interval inside;
  NameId name;
};

HostActivity activity_of(const CallKind& kind) {
  switch (kind.role) {
    case CallRole::synchronise:
      return HostActivity::synchronise;
    case CallRole::allocate:
    case CallRole::release:
      return HostActivity::allocate;
    case CallRole::load_code:
      return HostActivity::load_code;
    case CallRole::copy:
      return kind.blocks() ? HostActivity::blocking_copy : HostActivity::other_call;
    default:
      return HostActivity::other_call;
  }
}

// Host-bound gaps by launching thread, and of one thread by device.
class GapsOfThreads {
 public:
  GapsOfThreads(const Profile& profile, std::span<const IdleGap> gaps) : gaps_(gaps) {
    lists_.resize(profile.threads().size());
    for (uint32_t i = 0; i < gaps.size(); ++i) {
      if (gaps[i].cause != IdleCause::host_bound) continue;
      auto& of_thread = lists_[profile.calls().thread[gaps[i].launch]];
      const auto same = std::find_if(of_thread.begin(), of_thread.end(), [&](const List& list) {
        return gaps[list.front()].device == gaps[i].device;
      });
      if (same == of_thread.end())
        of_thread.push_back({i});
      else
        same->push_back(i);
    }
    for (auto& of_thread : lists_)
      for (List& list : of_thread)
        std::sort(list.begin(), list.end(),
                  [&](uint32_t a, uint32_t b) { return gaps[a].gap.start < gaps[b].gap.start; });
  }
  bool any(ThreadIx thread) const { return !lists_[thread].empty(); }
  void visit(ThreadIx thread, Interval event, HostActivity activity, NameId name,
             std::vector<GapPart>& parts) const {
    for (const List& list : lists_[thread]) {
      auto at = std::partition_point(list.begin(), list.end(),
                                     [&](uint32_t gap) { return gaps_[gap].gap.end <= event.start; });
      for (; at != list.end() && gaps_[*at].gap.start < event.end; ++at)
        parts.push_back({*at, activity, intersect(event, gaps_[*at].gap), name});
    }
  }

 private:
  using List = std::vector<uint32_t>;
  std::span<const IdleGap> gaps_;
  std::vector<std::vector<List>> lists_;
};

std::vector<GapPart> parts_of_calls(const Profile& profile, const GapsOfThreads& gaps) {
  const Calls& calls = profile.calls();
  const CallKinds& kinds = profile.derived(build_call_kinds);
  std::vector<GapPart> parts;
  for (size_t i = 0; i < calls.size(); ++i)
    if (gaps.any(calls.thread[i]) && is_own_call(calls, i))
      gaps.visit(calls.thread[i], calls.interval(i), activity_of(kinds.of(calls, i)), calls.name[i], parts);
  return parts;
}

std::vector<GapPart> parts_of_os_calls(const OsCalls& calls, const GapsOfThreads& gaps) {
  std::vector<GapPart> parts;
  for (size_t i = 0; i < calls.size(); ++i) {
    const ThreadIx thread = calls.threads[calls.thread[i].value].thread;
    if (thread == ThreadIx::none() || !gaps.any(thread)) continue;
    gaps.visit(thread, calls.interval(i), HostActivity::os_call, calls.name[i], parts);
  }
  return parts;
}

// The length of the union of parts that stand by start, taken one by one.
struct Covered {
  int64_t until = INT64_MIN;
  int64_t total = 0;
  void add(Interval part) {
    total += Interval{std::max(part.start, until), part.end}.duration();
    until = std::max(until, part.end);
  }
};

// Adds the parts of one event type, whose names `text` gives.
template <class Text>
void add_parts(std::vector<GapPart> parts, Text text, std::vector<GapDetail>& details) {
  std::stable_sort(parts.begin(), parts.end(), [](const GapPart& a, const GapPart& b) {
    return a.gap != b.gap ? a.gap < b.gap : a.inside < b.inside;
  });
  for (size_t first = 0; first < parts.size();) {
    const uint32_t gap = parts[first].gap;
    std::array<Covered, kHostActivities> covered{};
    std::array<int64_t, kHostActivities> longest{};
    Covered any;
    for (; first < parts.size() && parts[first].gap == gap; ++first) {
      const GapPart& part = parts[first];
      const auto activity = static_cast<size_t>(part.activity);
      covered[activity].add(part.inside);
      any.add(part.inside);
      if (part.inside.duration() <= longest[activity]) continue;
      longest[activity] = part.inside.duration();
      details[gap].call[activity] = base_call_name(text(part.name));
    }
    for (size_t activity = 0; activity < kHostActivities; ++activity)
      details[gap].ns[activity] += covered[activity].total;
    if (covered[static_cast<size_t>(HostActivity::os_call)].total == 0) details[gap].any_call = any.total;
  }
}

}  // namespace

std::string_view name_of(HostActivity activity) {
  switch (activity) {
    case HostActivity::synchronise:
      return "blocking sync";
    case HostActivity::allocate:
      return "allocation";
    case HostActivity::load_code:
      return "module load";
    case HostActivity::blocking_copy:
      return "blocking copy";
    case HostActivity::other_call:
      return "other CUDA calls";
    case HostActivity::os_call:
      return "OS call";
  }
  return "";
}

Result<ProfilerTime> ProfilerTime::read(const Profile& profile, const Work& work) {
  const auto overhead = profile.events<ProfilerOverhead>(work);
  if (!overhead) return tl::unexpected(overhead.error());
  const ProfilerOverhead& of = **overhead;
  std::vector<std::vector<Interval>> by_process(profile.processes().size());
  for (size_t i = 0; i < of.size(); ++i) {
    const EventThread& thread = of.threads[of.thread[i].value];
    const ProcessIx process = of.processes[thread.process.value].process;
    if (process != ProcessIx::none()) by_process[process].push_back(of.interval(i));
  }
  ProfilerTime time;
  for (auto& intervals : by_process) time.of_process_.push_back(IntervalSet::union_of(std::move(intervals)));
  return time;
}

int64_t ProfilerTime::inside(ProcessIx process, Interval interval) const {
  const auto intervals = of_process_[process].intervals();
  auto at = std::partition_point(intervals.begin(), intervals.end(),
                                 [&](const Interval& of) { return of.end <= interval.start; });
  int64_t total = 0;
  for (; at != intervals.end() && at->start < interval.end; ++at)
    total += intersect(*at, interval).duration();
  return total;
}

bool precedes(const AdjustedGap& a, const AdjustedGap& b) {
  if (a.idle() != b.idle()) return a.idle() > b.idle();
  if (a.gap.gap.start != b.gap.gap.start) return a.gap.gap.start < b.gap.gap.start;
  return a.gap.device < b.gap.device;
}

std::vector<AdjustedGap> adjusted_gaps(const Profile& profile, const Scope& scope,
                                       const ProfilerTime& profiler, int64_t min_ns) {
  std::vector<AdjustedGap> found;
  for (const DeviceIx device : scope.devices())
    each_idle_gap(profile, scope, device, [&](const IdleGap& gap) {
      if (gap.gap.duration() < min_ns) return;
      const int64_t overhead = profiler.inside(profile.devices()[device].process, gap.gap);
      if (gap.gap.duration() - overhead >= min_ns) found.push_back({gap, overhead});
    });
  return found;
}

Result<std::vector<GapDetail>> gap_details(const Profile& profile, std::span<const IdleGap> gaps,
                                           const Work& work) {
  const auto os_calls = profile.events<OsCalls>(work);
  if (!os_calls) return tl::unexpected(os_calls.error());
  std::vector<GapDetail> details(gaps.size());
  const GapsOfThreads of_threads(profile, gaps);
  add_parts(
      parts_of_calls(profile, of_threads), [&](NameId name) { return profile.text(name); }, details);
  add_parts(
      parts_of_os_calls(**os_calls, of_threads), [&](NameId name) { return (*os_calls)->text(name); },
      details);
  return details;
}

}  // namespace nsys_ai::inline analysis
