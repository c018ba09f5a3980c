// Scans columns without sorting; the longest silence is found with a table of small parts of the window.
#include "analysis/capture_checks.h"

#include <algorithm>

#include "base/sum.h"
#include "profile/families/family_host.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// Counts operations, and those with the call that launched them.
void add_operations(const Profile& profile, const Scope& scope, LaunchChecks& checks) {
  const Launches& launches = profile.derived(build_launches);
  const auto visit = [&](const Operations& operations, const RowLinks& calls) {
    for (size_t i = 0; i < operations.size(); ++i) {
      if (!scope.has(operations.stream[i]) || !scope.clip(operations.interval(i))) continue;
      ++checks.operations;
      checks.operations_with_launch += calls[i] != Launches::kNoCall ? 1 : 0;
    }
  };
  visit(profile.kernels(), launches.of_kernel);
  visit(profile.copies(), launches.of_copy);
  visit(profile.memsets(), launches.of_memset);
  visit(profile.graph_runs(), launches.of_graph_run);
}

void add_nvtx(const Profile& profile, const Scope& scope, LaunchChecks& checks) {
  for (size_t i = 0; i < profile.nvtx().size() && !checks.has_ranges; ++i)
    checks.has_ranges = profile.nvtx().is_range(i);
  const Attribution& attribution = profile.derived(build_attribution);
  const Kernels& kernels = profile.kernels();
  const Launches& launches = profile.derived(build_launches);
  Sum all;
  Sum launched;
  Sum inside_ranges;
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (!scope.has(kernels.stream[i])) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    all += inside->duration();
    if (launches.of_kernel[i] != Launches::kNoCall) launched += inside->duration();
    if (attribution.of_kernel[i] != NvtxForest::kNoRange) inside_ranges += inside->duration();
  }
  checks.kernel_ns = all;
  checks.kernel_ns_with_launch = launched;
  checks.kernel_ns_in_nvtx = inside_ranges;
}

// The parts of the window that an event overlaps. The length of a silence is accurate to two parts.
class TouchedParts {
 public:
  explicit TouchedParts(Interval window) : window_(window), change_(kParts + 1, 0) {}
  void add(const Spans& spans) {
    for (size_t i = 0; i < spans.size(); ++i) {
      const Interval of = spans.interval(i);
      if (of.end < window_.start || of.start >= window_.end) continue;
      ++change_[part(of.start)];
      --change_[part(of.end) + 1];
    }
  }
  int64_t longest_silence() const {
    int64_t open = 0;
    int64_t longest = 0;
    int64_t now = 0;
    for (size_t i = 0; i < kParts; ++i) {
      open += change_[i];
      now = open > 0 ? 0 : now + 1;
      longest = std::max(longest, now);
    }
    return static_cast<int64_t>(static_cast<double>(window_.duration()) * static_cast<double>(longest) /
                                kParts);
  }

 private:
  static constexpr size_t kParts = 10'000;
  size_t part(int64_t time) const {
    if (time <= window_.start) return 0;
    const double place = static_cast<double>(time - window_.start) / static_cast<double>(window_.duration());
    return std::min(kParts - 1, static_cast<size_t>(place * kParts));
  }
  Interval window_;
  std::vector<int64_t> change_;
};

}  // namespace

LaunchChecks launch_checks(const Profile& profile, const Scope& scope) {
  LaunchChecks checks;
  add_operations(profile, scope, checks);
  std::vector<bool> has_device(profile.processes().size(), false);
  for (const DeviceIx device : scope.devices()) has_device[profile.devices()[device].process.value] = true;
  const Coverage& coverage = profile.derived(build_coverage);
  for (size_t i = 0; i < has_device.size(); ++i)
    if (has_device[i]) checks.launches += coverage.of_process[i];
  add_nvtx(profile, scope, checks);
  return checks;
}

Result<RecordingChecks> recording_checks(const Profile& profile, const Scope& scope, const Work& work) {
  RecordingChecks checks;
  const auto overhead = profile.events<ProfilerOverhead>(work);
  if (!overhead) return tl::unexpected(overhead.error());
  std::vector<Interval> intervals;
  for (size_t i = 0; i < (*overhead)->size(); ++i)
    if ((*overhead)->is_of_profiler(i))
      intervals.push_back(intersect((*overhead)->interval(i), scope.bounds()));
  checks.overhead_ns = IntervalSet::union_of(std::move(intervals)).total();
  const auto diagnostics = profile.events<Diagnostics>(work);
  if (!diagnostics) return tl::unexpected(diagnostics.error());
  for (size_t i = 0; i < (*diagnostics)->size(); ++i) {
    checks.warnings += (*diagnostics)->severity[i] == 2 ? 1 : 0;
    checks.errors += (*diagnostics)->severity[i] == 3 ? 1 : 0;
  }
  if (scope.window().empty()) return checks;
  TouchedParts touched(scope.window());
  touched.add(profile.calls());
  touched.add(profile.kernels());
  touched.add(profile.copies());
  touched.add(profile.memsets());
  touched.add(profile.graph_runs());
  checks.longest_silence_ns = touched.longest_silence();
  return checks;
}

}  // namespace nsys_ai
