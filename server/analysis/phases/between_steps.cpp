// Deals out the gaps of each thread in three layers: ranges, CUDA calls, calls of the operating system.
#include "analysis/phases/between_steps.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "analysis/durations.h"
#include "analysis/host/api_calls.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/context.h"
#include "profile/families/family_host.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kNothingRecorded = "nothing recorded";

// The gaps of one process, disjoint and in time order, and the thread that ends each.
struct StepGaps {
  std::vector<Interval> gaps;
  std::vector<ThreadIx> threads;
};

StepGaps gaps_of(const Phases& phases, size_t first, size_t end, const Scope& scope) {
  StepGaps found;
  int64_t open_to = INT64_MIN;
  for (size_t i = first; i < end; ++i) {
    const PhaseStep& step = phases.steps[i];
    if (!phases.names[step.phase].is_step) continue;
    if (open_to != INT64_MIN && step.time.start > open_to)
      if (const auto gap = scope.clip({open_to, step.time.start})) {
        found.gaps.push_back(*gap);
        found.threads.push_back(step.thread);
      }
    open_to = std::max(open_to, step.time.end);
  }
  return found;
}

// What is left of the gaps of a thread while layers claim their parts.
class GapLayers {
 public:
  explicit GapLayers(const std::vector<Interval>& gaps) : left_(IntervalSet::union_of(gaps)) {}

  void claim(std::string_view name, Interval time) {
    for (const Interval& gap : left_.overlapping_intervals(time)) {
      const Interval inside = intersect(gap, time);
      if (inside.empty()) continue;
      claims_.push_back({inside, name});
    }
  }
  // The next layer gets what this one left. Of events that overlap, the one that began first claims.
  void end_layer() {
    std::stable_sort(claims_.begin(), claims_.end(), [](const Claim& a, const Claim& b) { return a.time < b.time; });
    int64_t to = INT64_MIN;
    std::vector<Interval> claimed;
    for (const Claim& claim : claims_) {
      const Interval rest{std::max(claim.time.start, to), claim.time.end};
      to = std::max(to, claim.time.end);
      if (rest.empty()) continue;
      totals_[std::string(claim.name)] += rest.duration();
      claimed.push_back(rest);
    }
    const IntervalSet taken = IntervalSet::union_of(std::move(claimed));
    std::vector<Interval> left;
    for (const Interval& gap : left_.intervals())
      taken.split(gap, [&](Interval part, bool is_taken) {
        if (!is_taken) left.push_back(part);
      });
    left_ = IntervalSet::union_of(std::move(left));
    claims_.clear();
  }
  void add_to(std::map<std::string, int64_t>& totals) const {
    for (const auto& [name, ns] : totals_) totals[name] += ns;
    if (left_.total() > 0) totals[std::string(kNothingRecorded)] += left_.total();
  }

 private:
  struct Claim {
    Interval time;
    std::string_view name;
  };
  IntervalSet left_;
  std::vector<Claim> claims_;
  std::map<std::string, int64_t> totals_;
};

// By thread; threads without gaps have none.
using LayersByThread = std::map<uint32_t, GapLayers>;

void end_layer(LayersByThread& all) {
  for (auto& [thread, layers] : all) layers.end_layer();
}

// The ranges that lie in a gap; one around a gap is the loop that steps are in.
void claim_ranges(const Profile& profile, const std::map<uint32_t, std::vector<Interval>>& gaps,
                  LayersByThread& all) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  const TemplateLabels& labels = profile.derived(build_template_labels);
  ThrottledCheck check;
  for (const auto& [thread, of] : gaps)
    for (const uint32_t range : forest.of_thread[thread]) {
      check();
      const Interval time = nvtx.interval(range);
      const auto at = std::partition_point(of.begin(), of.end(), [&](Interval gap) { return gap.end <= time.start; });
      if (at != of.end() && time.start >= at->start && time.end <= at->end)
        all.at(thread).claim(labels.of(nvtx.text[range]), time);
    }
  end_layer(all);
}

Result<void> claim_calls(const Profile& profile, LayersByThread& all, const Work& work) {
  const Calls& calls = profile.calls();
  ThrottledCheck check;
  for (uint32_t call = 0; call < calls.size(); check(), ++call) {
    const auto of = all.find(ThreadIx(calls.thread[call]).value);
    if (of != all.end() && is_own_call(calls, call))
      of->second.claim(base_call_name(profile.text(calls.name[call])), calls.interval(call));
  }
  end_layer(all);
  const auto read = profile.events<OsCalls>(work);
  if (!read) return tl::unexpected(read.error());
  const OsCalls& os_calls = **read;
  for (size_t i = 0; i < os_calls.size(); check(), ++i) {
    const ThreadIx thread = os_calls.threads[os_calls.thread[i].value].thread;
    if (thread == ThreadIx::none()) continue;
    const auto of = all.find(thread.value);
    if (of != all.end()) of->second.claim(os_calls.text(os_calls.name[i]), os_calls.interval(i));
  }
  end_layer(all);
  return {};
}

Result<std::vector<HostPart>> host_parts(const Profile& profile, const StepGaps& gaps, const Work& work) {
  std::map<uint32_t, std::vector<Interval>> of_thread;
  for (size_t i = 0; i < gaps.gaps.size(); ++i)
    if (gaps.threads[i].exists()) of_thread[gaps.threads[i].value].push_back(gaps.gaps[i]);
  LayersByThread layers;
  for (const auto& [thread, of] : of_thread) layers.emplace(thread, of);
  if (layers.empty()) return std::vector<HostPart>{};
  claim_ranges(profile, of_thread, layers);
  if (auto claimed = claim_calls(profile, layers, work); !claimed) return tl::unexpected(claimed.error());
  std::map<std::string, int64_t> totals;
  for (const auto& [thread, of] : layers) of.add_to(totals);
  std::vector<HostPart> parts;
  for (const auto& [name, ns] : totals) parts.push_back({name, ns});
  std::stable_sort(parts.begin(), parts.end(), [](const HostPart& a, const HostPart& b) { return a.ns > b.ns; });
  return parts;
}

}  // namespace

Result<std::vector<PhaseWork>> time_between_steps(const Profile& profile, const Phases& phases,
                                                  const Scope& scope, const Work& work) {
  std::vector<PhaseWork> all;
  size_t end = 0;
  for (size_t first = 0; first < phases.steps.size(); first = end) {
    const ProcessIx process = phases.steps[first].process;
    while (end < phases.steps.size() && phases.steps[end].process.value == process.value) ++end;
    if (!scope.has(process)) continue;
    const StepGaps gaps = gaps_of(phases, first, end, scope);
    if (gaps.gaps.empty()) continue;
    auto parts = host_parts(profile, gaps, work);
    if (!parts) return tl::unexpected(parts.error());
    PhaseWork of;
    of.kind = PhaseKind::between;
    of.process = process;
    of.steps = static_cast<int64_t>(gaps.gaps.size());
    std::vector<int64_t> durations;
    for (const Interval& gap : gaps.gaps) {
      of.wall += gap.duration();
      durations.push_back(gap.duration());
    }
    std::sort(durations.begin(), durations.end());
    of.host = {percentile(durations, 0.5), percentile(durations, 0.9), percentile(durations, 0.99)};
    of.extent = {gaps.gaps.front().start, gaps.gaps.back().end};
    of.host_parts = std::move(*parts);
    all.push_back(std::move(of));
  }
  return all;
}

}  // namespace nsys_ai
