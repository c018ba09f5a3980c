// Numbers the groups of ranges and sums them in parallel, and computes medians with a counting sort.
#include "analysis/nvtx/nvtx_summary.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/nvtx/nvtx_domains.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/context.h"
#include "base/parallel.h"
#include "profile/dictionary.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

struct RangeGroup {
  uint32_t label = 0;
  uint32_t domain = 0;  // in `NvtxDomains::texts`
  bool start_end = false;
  friend bool operator==(const RangeGroup&, const RangeGroup&) = default;
};
uint64_t hash_of(const RangeGroup& group) {
  return mixed(uint64_t{group.label} << 33 ^ uint64_t{group.domain} << 1 ^ (group.start_end ? 1u : 0u));
}

constexpr uint32_t kNoGroup = UINT32_MAX;

// The groups of a part of the ranges, in order of first occurrence.
struct RangePart {
  Dictionary<RangeGroup> groups;
  std::vector<RangeStats> stats;  // indexed by group
  std::vector<uint32_t> number;   // indexed by group: its number in the groups of all parts
};

struct Grouped {
  std::vector<RangeStats> stats;
  std::vector<uint32_t> of_range;  // kNoGroup for rows that are no range of the scope
  std::vector<RangePart> parts;

  void each_part(const std::function<void(RangePart&, size_t from, size_t to)>& visit) {
    parallel_for(usable_cores(), parts.size(), [&](size_t i) {
      visit(parts[i], of_range.size() * i / parts.size(), of_range.size() * (i + 1) / parts.size());
    });
  }
};

// The part of a closed range inside the window.
std::optional<Interval> inside(const Nvtx& nvtx, const Scope& scope, size_t range) {
  return scope.clip(nvtx.interval(range));
}

bool open_in(const Nvtx& nvtx, const Scope& scope, size_t range) {
  return !scope.has_window() || nvtx.start[range] < scope.window().end;
}

// Numbers and counts the groups of a part.
void find_groups(const Profile& profile, const Scope& scope, RangePart& part, size_t from, size_t to,
                 std::vector<uint32_t>& of_range) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const NvtxDomains& domains = profile.derived(build_nvtx_domains);
  for (size_t i = from; i < to; ++i) {
    const ProcessIx process = profile.threads()[nvtx.thread[i]].process;
    if (!nvtx.is_range(i) || !scope.has(process)) continue;
    const bool open = nvtx.end(i) == Nvtx::kOpen;
    if (open ? !open_in(nvtx, scope, i) : !inside(nvtx, scope, i)) continue;
    const RangeGroup group{labels.of_template[nvtx.text[i]], domains.number(process, nvtx.domain[i]),
                           nvtx.is_start_end(i)};
    const uint32_t code = part.groups.code(group);
    if (code == part.stats.size()) part.stats.push_back({group.label, group.domain, group.start_end});
    of_range[i] = code;
    ++(open ? part.stats[code].open : part.stats[code].count);
  }
}

// The time of a range is subtracted from its parent, which is in the scope too: it has the same thread and
// contains the range.
void add_times(const Profile& profile, const Scope& scope, const Grouped& all, size_t from, size_t to,
               std::vector<RangeStats>& stats) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  for (size_t i = from; i < to; ++i) {
    if (all.of_range[i] == kNoGroup || nvtx.end(i) == Nvtx::kOpen) continue;
    const int64_t duration = inside(nvtx, scope, i)->duration();
    stats[all.of_range[i]].total += duration;
    stats[all.of_range[i]].self += duration;
    const uint32_t parent = forest.parent[i];
    if (parent != NvtxForest::kNoRange && all.of_range[parent] != kNoGroup)
      stats[all.of_range[parent]].self += -duration;
  }
}

// Where ranges cross, so may children of one parent, from which their common time is subtracted once only.
void give_back_common_times(const Profile& profile, const Scope& scope, Grouped& all) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  std::unordered_map<uint32_t, int64_t> covered_to;  // by parent
  ThrottledCheck check;
  for (size_t thread = 0; thread < forest.of_thread.size(); ++thread) {
    if (!forest.crosses(ThreadIx(thread))) continue;
    covered_to.clear();
    for (const uint32_t range : forest.of_thread[thread]) {
      check();
      const uint32_t parent = forest.parent[range];
      if (parent == NvtxForest::kNoRange || all.of_range[range] == kNoGroup) continue;
      const Interval time = *inside(nvtx, scope, range);
      int64_t& to = covered_to.try_emplace(parent, time.start).first->second;
      all.stats[all.of_range[parent]].self += std::max<int64_t>(0, std::min(to, time.end) - time.start);
      to = std::max(to, time.end);
    }
  }
}

// Numbers the groups of all parts consistently.
void number_groups(Grouped& all) {
  Dictionary<RangeGroup> groups;
  for (RangePart& part : all.parts)
    for (size_t i = 0; i < part.stats.size(); ++i) {
      const RangeStats& of = part.stats[i];
      part.number.push_back(groups.code(part.groups.keys()[i]));
      if (part.number.back() == all.stats.size()) all.stats.push_back({of.label, of.domain, of.start_end});
      all.stats[part.number.back()].open += of.open;
      all.stats[part.number.back()].count += of.count;
    }
}

Grouped grouped(const Profile& profile, const Scope& scope) {
  Grouped all;
  all.parts.resize(usable_cores());
  all.of_range.assign(profile.nvtx().size(), kNoGroup);
  all.each_part([&](RangePart& part, size_t from, size_t to) {
    find_groups(profile, scope, part, from, to, all.of_range);
  });
  number_groups(all);
  all.each_part([&](RangePart& part, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i)
      if (all.of_range[i] != kNoGroup) all.of_range[i] = part.number[all.of_range[i]];
  });
  all.each_part([&](RangePart& part, size_t from, size_t to) {
    part.stats.assign(all.stats.size(), {});
    add_times(profile, scope, all, from, to, part.stats);
  });
  for (const RangePart& part : all.parts)
    for (size_t group = 0; group < all.stats.size(); ++group) {
      all.stats[group].total += part.stats[group].total;
      all.stats[group].self += part.stats[group].self;
    }
  give_back_common_times(profile, scope, all);
  return all;
}

void set_spread(RangeStats& stats, std::span<int64_t> durations) {
  if (durations.empty()) return;
  const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
  stats.min = *least;
  stats.max = *most;
  const size_t below = (durations.size() - 1) / 2;
  const auto middle = durations.begin() + static_cast<ptrdiff_t>(below);
  std::nth_element(durations.begin(), middle, durations.end());
  if (middle + 1 != durations.end())
    std::iter_swap(middle + 1, std::min_element(middle + 1, durations.end()));
  stats.p50 = percentile(durations, 0.5);
}

void set_spreads(const Profile& profile, const Scope& scope, Grouped& all) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<size_t> first(all.stats.size() + 1, 0);
  for (size_t group = 0; group < all.stats.size(); ++group)
    first[group + 1] = first[group] + static_cast<size_t>(all.stats[group].count);
  std::vector<int64_t> durations(first.back());
  std::vector<size_t> next(first.begin(), first.end() - 1);
  for (size_t i = 0; i < nvtx.size(); ++i)
    if (all.of_range[i] != kNoGroup && nvtx.end(i) != Nvtx::kOpen)
      durations[next[all.of_range[i]]++] = inside(nvtx, scope, i)->duration();
  parallel_for(usable_cores(), all.stats.size(), [&](size_t group) {
    set_spread(all.stats[group], std::span(durations).subspan(first[group], first[group + 1] - first[group]));
  });
}

}  // namespace

std::vector<RangeStats> range_stats(const Profile& profile, const Scope& scope) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const NvtxDomains& domains = profile.derived(build_nvtx_domains);
  Grouped all = grouped(profile, scope);
  set_spreads(profile, scope, all);
  const auto key = [&](const RangeStats& of) {
    return std::tuple(-int64_t{of.total}, std::string_view(labels.labels[of.label].label),
                      std::string_view(domains.texts[of.domain]), of.start_end);
  };
  std::sort(all.stats.begin(), all.stats.end(),
            [&](const RangeStats& a, const RangeStats& b) { return key(a) < key(b); });
  return std::move(all.stats);
}

}  // namespace nsys_ai
