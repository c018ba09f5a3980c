// How much of the kernels' time is inside NVTX ranges? One row.
#include <fmt/format.h>

#include "analysis/nvtx/nvtx_gpu.h"
#include "base/text_table.h"
#include "skills/list.h"

namespace nsys_ai::nvtx_coverage_skill {
namespace {

constexpr double kLowShare = 0.7;

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all. There is one.");
}

struct Row {
  int64_t ranges = 0;
  int64_t kernels = 0;
  int64_t kernels_with_launch = 0;
  int64_t kernels_in_nvtx = 0;
  Ns kernel_ns;
  Ns kernel_ns_with_launch;
  Ns kernel_ns_in_nvtx;
  std::optional<Share> share;
};
template <class F>
void fields(Row& r, F& f) {
  f("ranges", r.ranges, "Ranges that a launch can lie in: closed, begun and ended on one thread.");
  f("kernels", r.kernels, "Kernels that ran in the scope.");
  f("kernels_with_launch", r.kernels_with_launch, "Those whose launch call was recorded.");
  f("kernels_in_nvtx", r.kernels_in_nvtx, "Those whose launch call lies inside a range of its thread.");
  f("kernel_ns", r.kernel_ns, "The time of all kernels, summed.");
  f("kernel_ns_with_launch", r.kernel_ns_with_launch,
    "That of kernels whose launch call was recorded: of the others no range can be known.");
  f("kernel_ns_in_nvtx", r.kernel_ns_in_nvtx, "The time of the kernels in ranges, summed; each counts once.");
  f("share", r.share, "kernel_ns_in_nvtx / kernel_ns; none where no kernel took any time.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const NvtxCoverage of = nvtx_coverage_of(context.profile, context.scope);
  Row row;
  row.ranges = of.ranges;
  row.kernels = of.kernels;
  row.kernels_with_launch = of.kernels_with_launch;
  row.kernels_in_nvtx = of.kernels_in_nvtx;
  row.kernel_ns = Ns{of.kernel_time};
  row.kernel_ns_with_launch = Ns{of.kernel_time_with_launch};
  row.kernel_ns_in_nvtx = Ns{of.kernel_time_in_nvtx};
  Rows<Row> rows;
  if (of.kernel_time > 0) {
    row.share = Share{static_cast<double>(of.kernel_time_in_nvtx) / static_cast<double>(of.kernel_time)};
  }
  const int64_t launched = of.kernel_time_with_launch;
  if (const int64_t unknown = of.kernels - of.kernels_with_launch; unknown > 0)
    rows.notes.push_back(fmt::format(
        "{} of {} kernels, {} of {} of kernel time, were launched before the recording began or by calls that are "
        "not in it, and whether inside ranges is not known; of the time of the others {} lies in ranges",
        readable_count(unknown), readable_count(of.kernels), readable_ns(of.kernel_time - launched),
        readable_ns(of.kernel_time),
        launched > 0
            ? readable_share(static_cast<double>(of.kernel_time_in_nvtx) / static_cast<double>(launched))
            : "none"));
  if (launched > 0 && static_cast<double>(of.kernel_time_in_nvtx) < kLowShare * static_cast<double>(launched))
    rows.notes.push_back(fmt::format(
        "only {} of {} of kernel time with a launch lies in ranges: answers by range speak of that part "
        "alone",
        readable_ns(of.kernel_time_in_nvtx), readable_ns(launched)));
  rows.rows.push_back(row);
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "nvtx_coverage",
       .title = "How much of the kernels' time do NVTX ranges explain?",
       .doc =
           "One row. "
           "A kernel is attributed when the call that launched it lies inside a closed range of the same thread; it counts once, however deep the ranges nest, so the share is at most 100 %. "
           "Launches are found by process and correlation id. "
           "Durations are clipped to the window and summed over the GPUs in scope.",
       .reading =
           "Below 70 % the answers by range speak of a part only. "
           "Kernels without a launch were launched before the capture began or by calls that were not traced; kernels with a launch but in no range need more annotation.",
       .source = "The definition of coverage in this project: attributed kernel time / kernel time.",
       .limits = "Ranges that cross threads or were never closed enclose no launch.",
       .needs = {Need::nvtx}},
      run);
}

}  // namespace nsys_ai::nvtx_coverage_skill
