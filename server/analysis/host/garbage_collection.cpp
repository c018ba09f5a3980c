// Matches words of labels and symbols for certain findings, and distances between idle gaps for suspected
// ones.
#include "analysis/host/garbage_collection.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>

#include "analysis/durations.h"
#include "analysis/host/host_scope.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/busy_time.h"
#include "analysis/time/gap_detail.h"
#include "analysis/time/idle.h"
#include "analysis/time/iterations.h"
#include "profile/families/family_samples.h"

namespace nsys_ai {
namespace {

// Prefixes of symbols.
constexpr std::array kCollectors = std::to_array<std::string_view>({
    "GC_",  // Boehm
    "PyGC_Collect",
    "_PyGC_Collect",
    "_Py_RunGC",
    "_jl_gc_",
    "collect_generations",
    "deduce_unreachable",
    "delete_garbage",
    "gc.collect",
    "gc_collect",
    "gc_mark",
    "gc_sweep",
    "handle_weakrefs",
    "ijl_gc_",
    "jl_gc_",
    "move_unreachable",
    "subtract_refs",
    "untrack_tuples",
    "visit_decref",
    "visit_reachable",
});

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

int64_t median_in(const std::vector<int64_t>& values) { return Percentiles<int64_t>(values).at(0.5); }

std::vector<int64_t> distances(const std::vector<int64_t>& starts) {
  std::vector<int64_t> between;
  for (size_t i = 1; i < starts.size(); ++i) between.push_back(starts[i] - starts[i - 1]);
  return between;
}

std::optional<int64_t> period_of(const std::vector<int64_t>& starts) {
  if (starts.size() < 3) return std::nullopt;
  return median_in(distances(starts));
}

// Sums intervals of one thread: the number that are not nested in an earlier one, and their total time.
void sum_up(std::vector<Interval> events, const BusyTime& busy, ProcessIx process, Collections& of) {
  std::sort(events.begin(), events.end());
  std::vector<int64_t> starts;
  int64_t covered_to = INT64_MIN;
  int64_t gpu_busy = 0;
  for (const Interval& event : events) {
    if (event.start >= covered_to) starts.push_back(event.start);
    const Interval fresh{std::max(event.start, covered_to), event.end};
    covered_to = std::max(covered_to, event.end);
    if (fresh.empty()) continue;
    of.total += fresh.duration();
    gpu_busy += busy.inside(process, fresh);
  }
  of.first = starts.front();
  of.events = static_cast<int64_t>(starts.size());
  of.period = period_of(starts);
  of.gpu_idle = of.total - gpu_busy;
}

void put_in_order(std::vector<Collections>& all) {
  std::sort(all.begin(), all.end(), [](const Collections& a, const Collections& b) {
    return std::tuple(-a.total, a.pid, a.tid, a.first) < std::tuple(-b.total, b.pid, b.tid, b.first);
  });
}

// Uses the cached busy time for the full scope.
class BusyOfScope {
 public:
  BusyOfScope(const Profile& profile, const Scope& scope) {
    if (!scope.is_whole(profile))
      own_.emplace(profile, scope);
    else
      kept_ = &profile.derived(build_busy_time);
  }
  const BusyTime& operator*() const { return own_ ? *own_ : *kept_; }

 private:
  std::optional<BusyTime> own_;
  const BusyTime* kept_ = nullptr;
};

void name_thread(const Profile& profile, ThreadIx thread, Collections& of) {
  of.pid = profile.pid_of(profile.threads()[thread].process);
  of.tid = profile.threads()[thread].tid;
}

}  // namespace

CollectionEvidence collection_evidence(std::string_view label) {
  bool gc = false;
  bool collects = false;
  std::string word;
  for (size_t at = 0; at <= label.size(); ++at) {
    const char c = at < label.size() ? lower(label[at]) : ' ';
    if (is_letter(c)) {
      word += c;
      continue;
    }
    if (word.starts_with("garbage")) return CollectionEvidence::plain;
    gc = gc || word == "gc" || word == "pygc";
    collects = collects || word.starts_with("collect");
    word.clear();
  }
  if (!gc) return CollectionEvidence::no;
  return collects ? CollectionEvidence::plain : CollectionEvidence::likely;
}

bool is_collector_function(std::string_view symbol) {
  return std::any_of(kCollectors.begin(), kCollectors.end(),
                     [&](std::string_view name) { return symbol.starts_with(name); });
}

std::vector<Collections> named_collections(const Profile& profile, const Scope& scope) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  std::vector<CollectionEvidence> says;
  bool any = false;
  for (const LabelStats& of : labels.labels) {
    says.push_back(collection_evidence(of.label));
    any = any || says.back() != CollectionEvidence::no;
  }
  std::vector<Collections> all;
  if (!any) return all;
  struct Found {
    std::vector<Interval> events;
    uint32_t first = 0;
    bool plain = true;
  };
  std::map<uint32_t, Found> of_thread;
  const HostScope host(profile, scope);
  for (uint32_t i = 0; i < nvtx.size(); ++i) {
    if (!nvtx.is_range(i) || nvtx.end(i) == Nvtx::kOpen) continue;
    const CollectionEvidence of = says[labels.of_template[nvtx.text[i]]];
    if (of == CollectionEvidence::no || !host.has(nvtx.thread[i])) continue;
    const auto inside = scope.clip(nvtx.interval(i));
    if (!inside) continue;
    Found& found = of_thread[ThreadIx(nvtx.thread[i]).value];
    if (found.events.empty() || nvtx.start[i] < nvtx.start[found.first]) found.first = i;
    found.events.push_back(*inside);
    found.plain = found.plain && of == CollectionEvidence::plain;
  }
  if (of_thread.empty()) return all;
  const BusyOfScope busy(profile, scope);
  for (auto& [thread, found] : of_thread) {
    Collections of;
    name_thread(profile, ThreadIx(size_t{thread}), of);
    of.plain = found.plain;
    of.first_range = found.first;
    sum_up(std::move(found.events), *busy, profile.threads()[thread].process, of);
    all.push_back(of);
  }
  put_in_order(all);
  return all;
}

Result<bool> has_sampled_frames(const Profile& profile, const Work& work) {
  const auto samples = profile.events<CpuSamples>(work);
  if (!samples) return tl::unexpected(samples.error());
  if ((*samples)->size() == 0) return false;
  const auto chains = profile.events<SampleChains>(work);
  if (!chains) return tl::unexpected(chains.error());
  return (*chains)->size() > 0;
}

Result<std::vector<Collections>> sampled_collections(const Profile& profile, const Scope& scope,
                                                     const Work& work) {
  std::vector<Collections> all;
  const auto has_frames = has_sampled_frames(profile, work);
  if (!has_frames) return tl::unexpected(has_frames.error());
  if (!*has_frames) return all;
  const CpuSamples& samples = **profile.events<CpuSamples>(work);
  const SampleChains& chains = **profile.events<SampleChains>(work);
  std::vector<bool> of_collector(chains.names.size(), false);
  for (size_t i = 0; i < of_collector.size(); ++i)
    of_collector[i] = is_collector_function(chains.text(NameId(i)));
  const HostScope host(profile, scope);
  // Indexed by thread of the family: the times of samples, and whether each is inside a collector.
  std::vector<std::vector<std::pair<int64_t, bool>>> of_thread(samples.threads.size());
  for (size_t i = 0; i < samples.size(); ++i) {
    const EventThread& thread = samples.threads[samples.thread[i].value];
    if (!host.has(samples.processes[thread.process.value].process)) continue;
    if (!scope.clip({samples.time[i], samples.time[i]})) continue;
    const auto frames = chains.of(samples.id[i]);
    bool collects = false;
    for (size_t at = frames.begin; at < frames.end && !collects; ++at)
      collects = of_collector[chains.symbol[at].value];
    of_thread[samples.thread[i].value].emplace_back(samples.time[i], collects);
  }
  for (size_t thread = 0; thread < of_thread.size(); ++thread) {
    auto& taken = of_thread[thread];
    std::sort(taken.begin(), taken.end());
    std::vector<int64_t> times;
    std::vector<int64_t> starts;
    int64_t inside = 0;
    for (size_t i = 0; i < taken.size(); ++i) {
      times.push_back(taken[i].first);
      if (!taken[i].second) continue;
      ++inside;
      if (i == 0 || !taken[i - 1].second) starts.push_back(taken[i].first);
    }
    if (inside == 0) continue;
    Collections of;
    of.basis = Collections::Basis::samples;
    const EventThread& event_thread = samples.threads[thread];
    const int64_t pid = samples.processes[event_thread.process.value].pid;
    if (pid != 0) of.pid = pid;
    of.tid = event_thread.tid;
    of.first = starts.front();
    of.events = static_cast<int64_t>(starts.size());
    if (times.size() > 1) {
      Sum total;
      const int64_t each = median_in(distances(times));
      for (int64_t i = 0; i < inside; ++i) total += each;
      of.total = total;
    }
    of.period = period_of(starts);
    all.push_back(of);
  }
  put_in_order(all);
  return all;
}

namespace {

// Keyed by thread: the gaps in which no activity of the thread was recorded.
using QuietGaps = std::map<uint32_t, std::vector<IdleGap>>;

Result<QuietGaps> quiet_gaps(const Profile& profile, const Scope& scope, int64_t min_gap, const Work& work) {
  std::vector<IdleGap> gaps = idle_gaps(profile, scope, min_gap);
  std::erase_if(gaps, [](const IdleGap& gap) { return gap.cause != IdleCause::host_bound; });
  QuietGaps quiet;
  if (gaps.empty()) return quiet;
  const auto details = gap_details(profile, gaps, work);
  if (!details) return tl::unexpected(details.error());
  const auto profiler = ProfilerTime::read(profile, work);
  if (!profiler) return tl::unexpected(profiler.error());
  for (size_t i = 0; i < gaps.size(); ++i) {
    const GapDetail& detail = (*details)[i];
    const int64_t fifth = gaps[i].gap.duration() / 5;
    const int64_t overhead = profiler->inside(profile.devices()[gaps[i].device].process, gaps[i].gap);
    if (detail.any_call > fifth || detail.os_call > fifth || overhead > fifth) continue;
    quiet[ThreadIx(profile.calls().thread[gaps[i].launch]).value].push_back(gaps[i]);
  }
  return quiet;
}

// Stalls are reported only if they take at least one in so many parts of the time.
constexpr int64_t kMinPart = 50;

// Whether the distances are almost equal.
bool is_regular(const std::vector<int64_t>& starts) {
  std::vector<int64_t> between = distances(starts);
  const int64_t median = median_in(between);
  for (int64_t& distance : between) distance = std::abs(distance - median);
  return median > 0 && median_in(std::move(between)) <= median / 5;
}

std::optional<int64_t> step_of(const Profile& profile, ProcessIx process) {
  std::vector<int64_t> starts;
  const Iterations& iterations = profile.derived(build_iterations);
  for (const Iteration& of : iterations.all)
    if (of.process == process && iterations.of(of).source != StepSource::repeat)
      starts.push_back(of.bounds.start);
  return period_of(starts);
}

}  // namespace

Result<std::vector<Collections>> regular_stalls(const Profile& profile, const Scope& scope, int64_t min_gap,
                                                const Work& work) {
  std::vector<Collections> all;
  const auto quiet = quiet_gaps(profile, scope, min_gap, work);
  if (!quiet) return tl::unexpected(quiet.error());
  std::optional<BusyOfScope> busy;
  for (const auto& [thread, gaps] : *quiet) {
    if (static_cast<int64_t>(gaps.size()) < kMinStalls) continue;
    // One stall of the host can leave several GPUs idle.
    std::vector<Interval> times;
    for (const IdleGap& gap : gaps) times.push_back(gap.gap);
    const IntervalSet stalls = IntervalSet::union_of(std::move(times));
    std::vector<int64_t> starts;
    for (const Interval& stall : stalls.intervals()) starts.push_back(stall.start);
    if (static_cast<int64_t>(starts.size()) < kMinStalls || !is_regular(starts)) continue;
    if (stalls.total() < stalls.span().duration() / kMinPart) continue;
    if (!busy) busy.emplace(profile, scope);
    Collections of;
    of.basis = Collections::Basis::regular_gaps;
    name_thread(profile, ThreadIx(size_t{thread}), of);
    const auto first = std::min_element(gaps.begin(), gaps.end(), [](const IdleGap& a, const IdleGap& b) {
      return std::tuple(a.gap.start, a.device.value) < std::tuple(b.gap.start, b.device.value);
    });
    of.first_gap = first->gap;
    of.device = first->device;
    const ProcessIx process = profile.threads()[thread].process;
    of.step = step_of(profile, process);
    sum_up({stalls.intervals().begin(), stalls.intervals().end()}, **busy, process, of);
    all.push_back(of);
  }
  put_in_order(all);
  return all;
}

}  // namespace nsys_ai
