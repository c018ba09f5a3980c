// Groups marks by text, and reads their numbers from the file.
#include "analysis/nvtx/mark_counters.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "analysis/nvtx/nvtx_domains.h"
#include "base/context.h"
#include "profile/families/family_nvtx.h"

namespace nsys_ai {
namespace {

constexpr size_t kFewestValues = 2;

bool has_marks(const Nvtx& nvtx) {
  size_t marks = 0;
  for (size_t i = 0; i < nvtx.size() && marks < kFewestValues; ++i) marks += nvtx.is_mark(i) ? 1 : 0;
  return marks == kFewestValues;
}

}  // namespace

Result<MarkCounters> make_mark_counters(const Profile& profile, const Work& work) {
  MarkCounters counters;
  const Nvtx& nvtx = profile.nvtx();
  if (!has_marks(nvtx)) return counters;
  const auto read = profile.events<NvtxDetails>(work);
  if (!read) return tl::unexpected(read.error());
  const NvtxDetails& details = **read;
  const NvtxDomains& domains = profile.derived(build_nvtx_domains);
  std::map<std::tuple<ProcessIx, uint32_t, std::string>, MarkCounter> by_name;
  ThrottledCheck check;
  for (size_t i = 0; i < details.size(); check(), ++i) {
    const uint32_t at = details.event[i];
    if (!nvtx.is_mark(at) || details.payload[i] == NvtxDetails::none || !std::isfinite(details.real(i)))
      continue;
    const ProcessIx process = profile.threads()[nvtx.thread[at]].process;
    MarkCounter& of = by_name[{process, nvtx.domain[at], profile.nvtx_text(at)}];
    of.process = process;
    of.values.emplace_back(nvtx.start[at], details.real(i));
  }
  for (auto& [key, of] : by_name) {
    if (of.values.size() < kFewestValues) continue;
    of.domain = domains.name(of.process, std::get<1>(key));
    of.name = std::get<2>(key);
    std::sort(of.values.begin(), of.values.end());
    counters.all.push_back(std::move(of));
  }
  if (counters.all.size() > MarkCounters::kMost) {
    std::stable_sort(
        counters.all.begin(), counters.all.end(),
        [](const MarkCounter& a, const MarkCounter& b) { return a.values.size() > b.values.size(); });
    counters.left_out = counters.all.size() - MarkCounters::kMost;
    counters.all.resize(MarkCounters::kMost);
  }
  std::sort(counters.all.begin(), counters.all.end(), [&](const MarkCounter& a, const MarkCounter& b) {
    return std::tuple(profile.processes()[a.process].key, std::string_view(a.domain),
                      std::string_view(a.name)) < std::tuple(profile.processes()[b.process].key,
                                                             std::string_view(b.domain),
                                                             std::string_view(b.name));
  });
  return counters;
}

std::vector<std::pair<int64_t, double>> values_in(const MarkCounter& counter, Interval window,
                                                  int64_t pixel) {
  std::vector<std::pair<int64_t, double>> values;
  const auto add = [&](int64_t time, double value) {
    if (values.empty() || values.back().second != value) values.emplace_back(time, value);
  };
  auto at = std::partition_point(counter.values.begin(), counter.values.end(),
                                 [&](const auto& of) { return of.first <= window.start; });
  if (at != counter.values.begin()) add(window.start, std::prev(at)->second);
  while (at != counter.values.end() && at->first < window.end) {
    const int64_t begin = at->first;
    double largest = at->second;
    for (++at; at != counter.values.end() && at->first < window.end && at->first - begin < pixel; ++at)
      largest = std::max(largest, at->second);
    add(begin, largest);
  }
  return values;
}

}  // namespace nsys_ai
