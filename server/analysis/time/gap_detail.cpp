// Finds the gaps that each call overlaps: the gaps of one device and thread are disjoint and in order.
#include "analysis/time/gap_detail.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "analysis/host/api_calls.h"
#include "analysis/host/call_stats.h"
#include "analysis/host/first_time.h"
#include "analysis/host/host_functions.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/context.h"
#include "base/parallel.h"
#include "profile/families/family_host.h"
#include "profile/families/family_other.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// Set-up activities, several of which can fill a gap together.
constexpr bool sets_up(HostActivity activity) {
  return activity == HostActivity::connect || activity == HostActivity::load_code ||
         activity == HostActivity::start_library || activity == HostActivity::allocate;
}

// The part of an event inside a gap.
struct GapPart {
  enum class Of : uint8_t { call, range, other };
  uint32_t gap;
  HostActivity activity;
  Of of;
  Interval inside;
  std::string_view name;
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

std::optional<HostActivity> activity_of(RangeMeaning says) {
  switch (says) {
    case RangeMeaning::connects:
      return HostActivity::connect;
    case RangeMeaning::compiles:
      return HostActivity::load_code;
    case RangeMeaning::collects:
      return HostActivity::collect_garbage;
    default:
      return std::nullopt;
  }
}

// Gaps that the host can explain, by launching thread, then by device. Threads that launch on more devices
// than machines have are ignored, because each call could overlap gaps of all of them.
class GapsOfThreads {
 public:
  static constexpr size_t kMostDevices = 64;
  GapsOfThreads(const Profile& profile, std::span<const IdleGap> gaps) : gaps_(gaps) {
    lists_.resize(profile.threads().size());
    for (uint32_t i = 0; i < gaps.size(); ++i) {
      if (!is_of_host(gaps[i])) continue;
      all_ = {std::min(all_.start, gaps[i].gap.start), std::max(all_.end, gaps[i].gap.end)};
      auto& of_thread = lists_[profile.calls().thread[gaps[i].launch]];
      if (of_thread.size() > kMostDevices) continue;
      const auto same = std::find_if(of_thread.begin(), of_thread.end(), [&](const List& list) {
        return gaps[list.front()].device == gaps[i].device;
      });
      if (same == of_thread.end())
        of_thread.push_back({i});
      else
        same->push_back(i);
    }
    for (auto& of_thread : lists_)
      if (of_thread.size() > kMostDevices) of_thread.clear();
    for (auto& of_thread : lists_)
      for (List& list : of_thread)
        std::sort(list.begin(), list.end(),
                  [&](uint32_t a, uint32_t b) { return gaps[a].gap.start < gaps[b].gap.start; });
  }
  bool any(ThreadIx thread) const { return !lists_[thread].empty(); }
  // With a window, most events are outside.
  bool may_reach(const Spans& events, size_t at) const {
    return events.start[at] < all_.end && events.end(at) > all_.start;
  }
  // Adds the parts of an event; sets gap and times of `part`.
  void visit(ThreadIx thread, Interval event, GapPart part, std::vector<GapPart>& parts) const {
    for (const List& list : lists_[thread]) {
      auto at = std::partition_point(list.begin(), list.end(),
                                     [&](uint32_t gap) { return gaps_[gap].gap.end <= event.start; });
      for (; at != list.end() && gaps_[*at].gap.start < event.end; ++at) {
        part.gap = *at;
        part.inside = intersect(event, gaps_[*at].gap);
        parts.push_back(part);
      }
    }
  }

 private:
  using List = std::vector<uint32_t>;
  std::span<const IdleGap> gaps_;
  std::vector<std::vector<List>> lists_;
  Interval all_{INT64_MAX, INT64_MIN};
};

void add_calls(const Profile& profile, const GapsOfThreads& gaps, std::vector<GapPart>& parts) {
  const Calls& calls = profile.calls();
  const CallKinds& kinds = profile.derived(build_call_kinds);
  const CallNames& names = profile.derived(build_call_names);
  const FirstTimeCalls& first = profile.derived(build_first_time_calls);
  std::vector<std::vector<GapPart>> of_share(shares_of(calls.size(), 1));
  each_share(calls.size(), of_share.size(), [&](size_t share, size_t from, size_t to) {
    ThrottledCheck check;
    for (auto i = static_cast<uint32_t>(from); i < to; check(), ++i) {
      if (!gaps.may_reach(calls, i) || !gaps.any(calls.thread[i]) || !is_own_call(calls, i)) continue;
      HostActivity activity = activity_of(kinds.of(calls, i));
      if (first.starts_library(i)) activity = HostActivity::start_library;
      if (first.loads_at_launch(i)) activity = HostActivity::load_code;
      gaps.visit(calls.thread[i], calls.interval(i),
                 {0, activity, GapPart::Of::call, {}, names.names[names.of_code[calls.name.code[i]]]},
                 of_share[share]);
    }
  });
  for (const std::vector<GapPart>& of : of_share) parts.insert(parts.end(), of.begin(), of.end());
}

void add_ranges(const Profile& profile, const GapsOfThreads& gaps, std::vector<GapPart>& parts) {
  const RangeMeanings& said = profile.derived(build_range_meanings);
  if (!said.any) return;
  const Nvtx& nvtx = profile.nvtx();
  const TemplateLabels& labels = profile.derived(build_template_labels);
  ThrottledCheck check;
  for (size_t i = 0; i < nvtx.size(); check(), ++i) {
    if (!gaps.may_reach(nvtx, i)) continue;
    const auto activity = activity_of(said.of_template[nvtx.text[i]]);
    if (!activity || !nvtx.is_range(i) || nvtx.end(i) == Spans::kOpen || !gaps.any(nvtx.thread[i])) continue;
    gaps.visit(nvtx.thread[i], nvtx.interval(i),
               {0, *activity, GapPart::Of::range, {}, labels.of(nvtx.text[i])}, parts);
  }
}

std::vector<GapPart> parts_of_os_calls(const OsCalls& calls, const GapsOfThreads& gaps) {
  std::vector<GapPart> parts;
  ThrottledCheck check;
  for (size_t i = 0; i < calls.size(); check(), ++i) {
    const ThreadIx thread = calls.threads[calls.thread[i].value].thread;
    if (thread == ThreadIx::none() || !gaps.may_reach(calls, i) || !gaps.any(thread)) continue;
    gaps.visit(thread, calls.interval(i),
               {0, HostActivity::os_call, GapPart::Of::call, {}, calls.text(calls.name[i])}, parts);
  }
  return parts;
}

HostActivity activity_of_program(std::string_view kind, std::string_view name) {
  if (kind == "MPI") return name.starts_with("MPI_Init") ? HostActivity::connect : HostActivity::mpi;
  return kind == "File accesses" || kind == "System calls" ? HostActivity::os_call : HostActivity::library;
}

void add_program_events(const ProgramEvents& events, const GapsOfThreads& gaps, std::vector<GapPart>& parts) {
  ThrottledCheck check;
  for (size_t i = 0; i < events.size(); check(), ++i) {
    const OtherRow& row = events.row_of(i);
    const ThreadIx thread = row.thread.exists() ? events.threads[row.thread].thread : ThreadIx::none();
    if (!thread.exists() || !gaps.may_reach(events, i) || !gaps.any(thread)) continue;
    const std::string_view name = events.text(events.name[i]);
    gaps.visit(thread, events.interval(i),
               {0, activity_of_program(events.text(row.kind), name), GapPart::Of::other, {}, name}, parts);
  }
}

// The length of a union of parts, added in order of start.
struct Covered {
  int64_t until = INT64_MIN;
  int64_t total = 0;
  // Adds the part and returns its uncovered rest.
  Interval add(Interval part) {
    const Interval fresh{std::max(part.start, until), part.end};
    until = std::max(until, part.end);
    total += fresh.duration();
    return fresh;
  }
};

// The parts of one gap, by start.
struct PartsOfGap {
  std::array<Covered, kHostActivities> covered{};
  Covered any;
  Covered set_up;
  std::vector<SetUpPart> set_up_parts;
  std::optional<int64_t> waited_at;  // start of the first wait for the GPU
  // The time that each name adds to its activity, in order of first occurrence.
  std::vector<std::pair<std::pair<HostActivity, std::string_view>, int64_t>> names;

  void add(const GapPart& part) {
    if (part.of == GapPart::Of::call) any.add(part.inside);
    const bool waits =
        part.activity == HostActivity::synchronise || part.activity == HostActivity::blocking_copy;
    if (waits && !waited_at) waited_at = part.inside.start;
    const int64_t fresh = covered[static_cast<size_t>(part.activity)].add(part.inside).duration();
    if (sets_up(part.activity))
      if (const Interval first = set_up.add(part.inside); !first.empty())
        set_up_parts.push_back({first, part.activity});
    const std::pair key{part.activity, part.name};
    const auto same =
        std::find_if(names.begin(), names.end(), [&](const auto& of) { return of.first == key; });
    if (same == names.end())
      names.emplace_back(key, fresh);
    else
      same->second += fresh;
  }

  // Names the activity that fills half of the gap: ranges precede the calls inside them.
  static bool fills_half(int64_t ns, int64_t gap_ns) { return ns > 0 && ns >= gap_ns - gap_ns / 2; }
  void name_main(int64_t gap_ns, GapDetail& detail) const {
    for (size_t activity = 0; activity < kHostActivities; ++activity) {
      const int64_t ns = covered[activity].total;
      if (!fills_half(ns, gap_ns)) continue;
      detail.main = static_cast<HostActivity>(activity);
      detail.main_ns = ns;
      for (const auto& [key, of_name] : names)
        if (key.first == *detail.main && (detail.call.empty() || of_name > detail.call_ns)) {
          detail.call = key.second;
          detail.call_ns = of_name;
        }
      return;
    }
    if (fills_half(set_up.total, gap_ns)) detail.set_up = set_up_parts;
  }
};

template <class Take>
void each_gap_of(std::vector<GapPart> parts, Take take) {
  std::stable_sort(parts.begin(), parts.end(), [](const GapPart& a, const GapPart& b) {
    return a.gap != b.gap ? a.gap < b.gap : a.inside < b.inside;
  });
  for (size_t first = 0; first < parts.size();) {
    const uint32_t gap = parts[first].gap;
    PartsOfGap of;
    for (; first < parts.size() && parts[first].gap == gap; ++first) of.add(parts[first]);
    take(gap, of);
  }
}

}  // namespace

std::string_view name_of(HostActivity activity) {
  switch (activity) {
    case HostActivity::connect:
      return "setting up communication";
    case HostActivity::collect_garbage:
      return "garbage collection";
    case HostActivity::mpi:
      return "MPI call";
    case HostActivity::load_code:
      return "module load";
    case HostActivity::start_library:
      return "start of a library";
    case HostActivity::allocate:
      return "allocation";
    case HostActivity::blocking_copy:
      return "blocking copy";
    case HostActivity::synchronise:
      return "blocking sync";
    case HostActivity::library:
      return "call of a library";
    case HostActivity::other_call:
      return "other CUDA calls";
    case HostActivity::os_call:
      return "OS call";
    case HostActivity::host_function:
      return "host function";
  }
  return "";
}

namespace {

// A stream that waits for a host function keeps its GPU idle: where the next operation had been launched, and
// where the launching thread waits for the GPU.
bool may_wait_for_host_function(const IdleGap& gap, const GapDetail& detail) {
  if (gap.cause == IdleCause::device_wait) return true;
  return detail.main == HostActivity::synchronise || detail.main == HostActivity::blocking_copy;
}

void add_host_functions(const HostFunctions& functions, std::span<const IdleGap> gaps,
                        std::vector<GapDetail>& details) {
  if (functions.runs.empty()) return;
  std::vector<int64_t> ends;  // the latest end up to each run
  for (const HostFunctionRun& run : functions.runs)
    ends.push_back(ends.empty() ? run.wait.end : std::max(ends.back(), run.wait.end));
  for (size_t i = 0; i < gaps.size(); ++i) {
    if (!may_wait_for_host_function(gaps[i], details[i])) continue;
    PartsOfGap parts;
    std::pair<const HostFunctionRun*, int64_t> longest{nullptr, 0};
    auto at =
        static_cast<size_t>(std::upper_bound(ends.begin(), ends.end(), gaps[i].gap.start) - ends.begin());
    for (; at < functions.runs.size() && functions.runs[at].wait.start < gaps[i].gap.end; ++at) {
      const HostFunctionRun& run = functions.runs[at];
      const Interval inside = intersect(run.wait, gaps[i].gap);
      if (run.device != gaps[i].device || inside.empty()) continue;
      parts.add(
          {static_cast<uint32_t>(i), HostActivity::host_function, GapPart::Of::other, inside, run.name});
      if (inside.duration() > longest.second) longest = {&run, inside.duration()};
    }
    GapDetail of;
    parts.name_main(gaps[i].gap.duration(), of);
    if (!of.main) continue;
    of.tid = functions.tid_of(*longest.first);
    of.waited = details[i].waited;
    of.any_call = details[i].any_call;
    of.os_call = details[i].os_call;
    details[i] = of;
  }
}

}  // namespace

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

int64_t usual_gap(std::span<const AdjustedGap> gaps) {
  constexpr size_t kAlike = 3;
  std::vector<int64_t> lengths;
  for (const AdjustedGap& of : gaps) lengths.push_back(of.gap.gap.duration());
  if (lengths.size() < kAlike) return 0;
  const auto alike = lengths.begin() + (kAlike - 1);
  std::nth_element(lengths.begin(), alike, lengths.end(), std::greater<>());
  return *alike;
}

void find_host_ranges(const Profile& profile, std::vector<AdjustedGap>& gaps) {
  constexpr size_t kMost = 1000;
  std::vector<AdjustedGap*> longest;
  for (AdjustedGap& gap : gaps) longest.push_back(&gap);
  const size_t count = std::min(kMost, longest.size());
  std::partial_sort(longest.begin(), longest.begin() + static_cast<ptrdiff_t>(count), longest.end(),
                    [](const AdjustedGap* a, const AdjustedGap* b) { return precedes(*a, *b); });
  for (size_t i = 0; i < count; ++i) find_host_range(profile, longest[i]->gap);
}

Result<std::vector<GapDetail>> gap_details(const Profile& profile, std::span<const IdleGap> gaps,
                                           const Work& work) {
  const auto os_calls = profile.events<OsCalls>(work);
  if (!os_calls) return tl::unexpected(os_calls.error());
  const auto program = profile.events<ProgramEvents>(work);
  if (!program) return tl::unexpected(program.error());
  const auto functions = host_functions(profile, work);
  if (!functions) return tl::unexpected(functions.error());
  std::vector<GapDetail> details(gaps.size());
  const GapsOfThreads of_threads(profile, gaps);
  std::vector<GapPart> parts;
  add_calls(profile, of_threads, parts);
  add_ranges(profile, of_threads, parts);
  add_program_events(**program, of_threads, parts);
  each_gap_of(std::move(parts), [&](uint32_t gap, const PartsOfGap& of) {
    details[gap].any_call = of.any.total;
    details[gap].waited = of.waited_at == gaps[gap].gap.start;
    of.name_main(gaps[gap].gap.duration(), details[gap]);
  });
  // Operating system calls count only where nothing else explains the gap.
  each_gap_of(parts_of_os_calls(**os_calls, of_threads), [&](uint32_t gap, const PartsOfGap& of) {
    details[gap].os_call = of.any.total;
    if (!details[gap].main) of.name_main(gaps[gap].gap.duration(), details[gap]);
  });
  add_host_functions(**functions, gaps, details);
  return details;
}

}  // namespace nsys_ai
