// Compares numbers and mean durations of kernels by name.
#include "ranks/work_groups.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>

namespace nsys_ai {
namespace {

// Windows of captures cut the work of each rank at another kernel, and may hold another number of steps.
constexpr double kMostDifferent = 0.05;

double steps_in(const RankRecord& rank) {
  return rank.steps.empty() ? 1.0 : static_cast<double>(rank.steps.size());
}

bool does_same_work(const RankRecord& a, const RankRecord& b) {
  if (a.steps.empty() != b.steps.empty()) return false;
  std::map<std::string_view, std::pair<double, double>> calls;
  for (const RankKernel& of : a.top) calls[of.name].first += static_cast<double>(of.calls) / steps_in(a);
  for (const RankKernel& of : b.top) calls[of.name].second += static_cast<double>(of.calls) / steps_in(b);
  double different = 0;
  double all = 0;
  // The least of those that are kept may be kept for one rank alone.
  const bool are_cut = a.top.size() == b.top.size() && a.top.size() >= 32;
  for (const auto& [name, of] : calls) {
    if (are_cut && (of.first == 0 || of.second == 0)) continue;
    different += std::abs(of.first - of.second);
    all += std::max(of.first, of.second);
  }
  return different <= kMostDifferent * all;
}

struct WeightedRatio {
  double ratio = 1;
  int64_t weight = 0;
};

double weighted_part(std::vector<WeightedRatio>& ratios, double part) {
  std::sort(ratios.begin(), ratios.end(),
            [](const WeightedRatio& a, const WeightedRatio& b) { return a.ratio < b.ratio; });
  int64_t all = 0;
  for (const WeightedRatio& of : ratios) all += of.weight;
  int64_t sum = 0;
  for (const WeightedRatio& of : ratios) {
    sum += of.weight;
    if (static_cast<double>(sum) >= part * static_cast<double>(all)) return of.ratio;
  }
  return 1;
}

}  // namespace

int64_t median_of_values(std::vector<int64_t> values) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

WorkGroups work_groups(const Experiment& experiment) {
  WorkGroups groups;
  std::vector<uint32_t> first_of;
  for (uint32_t rank = 0; rank < experiment.ranks.size(); ++rank) {
    uint32_t group = 0;
    while (group < first_of.size() &&
           !does_same_work(experiment.record(first_of[group]), experiment.record(rank)))
      ++group;
    if (group == first_of.size()) first_of.push_back(rank);
    groups.of_rank.push_back(group);
  }
  groups.count = static_cast<uint32_t>(first_of.size());
  return groups;
}

std::vector<RankWork> rank_work(const Experiment& experiment, const WorkGroups& groups) {
  std::vector<RankWork> work(experiment.ranks.size());
  // Mean durations of each kernel, by group.
  std::vector<std::map<std::string_view, std::vector<std::pair<uint32_t, int64_t>>>> means(groups.count);
  for (uint32_t rank = 0; rank < work.size(); ++rank)
    for (const RankKernel& of : experiment.record(rank).top)
      if (of.calls > 0) means[groups.of_rank[rank]][of.name].emplace_back(rank, of.ns / of.calls);
  for (uint32_t rank = 0; rank < work.size(); ++rank) {
    const RankRecord& record = experiment.record(rank);
    work[rank].compute = record.compute_sum;
    std::vector<int64_t> others;
    for (uint32_t other = 0; other < work.size(); ++other)
      if (other != rank && groups.of_rank[other] == groups.of_rank[rank])
        others.push_back(experiment.record(other).compute_sum);
    if (others.empty()) continue;
    work[rank].of_others = median_of_values(std::move(others));
    std::vector<WeightedRatio> ratios;
    for (const RankKernel& of : record.top) {
      std::vector<int64_t> mean_of_others;
      for (const auto& [other, mean] : means[groups.of_rank[rank]][of.name])
        if (other != rank) mean_of_others.push_back(mean);
      const int64_t middle = median_of_values(std::move(mean_of_others));
      if (middle > 0 && of.calls > 0)
        ratios.push_back(
            {static_cast<double>(of.ns) / static_cast<double>(of.calls) / static_cast<double>(middle),
             of.ns});
    }
    work[rank].ratio = weighted_part(ratios, 0.5);
    work[rank].low_ratio = weighted_part(ratios, 0.25);
  }
  return work;
}

}  // namespace nsys_ai
