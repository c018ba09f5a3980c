// Which kernels did each NVTX range launch? One row per path of labels and kernel.
#include "analysis/nvtx/meanwhile.h"
#include "analysis/nvtx/nvtx_gpu.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/nvtx/path_kernels.h"
#include "skills/list.h"

namespace nsys_ai::nvtx_kernel_map_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string path;
  std::string kernel;
  int64_t calls = 0;
  Ns total_ns;
  Share share;
};
template <class F>
void fields(Row& r, F& f) {
  f("path", r.path, "The labels around the launch, the outermost first, such as `step # > forward`.");
  f("kernel", r.kernel, "The kernel, demangled.");
  f("calls", r.calls, "How often it ran with that path innermost.");
  f("total_ns", r.total_ns, "Its time on the GPU, summed over runs and devices.");
  f("share", r.share, "total_ns / the summed time of all kernels in the scope that lie in a range.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  const size_t most = params.limit > 0 ? static_cast<size_t>(params.limit) : SIZE_MAX;
  const PathKernels found = kernels_by_path(profile, context.scope, most);
  const NvtxCoverage coverage = nvtx_coverage_of(profile, context.scope);
  const std::string meanwhile = meanwhile_note(profile, context.scope);
  if (found.total == 0)
    return Empty{coverage.kernels == 0
                     ? "No kernel ran in this scope."
                     : "No kernel of this scope was launched inside an NVTX range." + in_brackets(meanwhile)};
  const auto attributed = static_cast<double>(coverage.kernel_time_in_nvtx);
  Rows<Row> rows;
  rows.total = found.total;
  for (const PathKernel& of : found.first)
    rows.rows.push_back({paths.text(profile, of.path), std::string(profile.text(of.kernel)), of.calls,
                         Ns{of.total},
                         Share{attributed > 0 ? static_cast<double>(of.total) / attributed : 0}});
  if (coverage.kernels_in_nvtx < coverage.kernels)
    rows.notes.push_back(outside_note(coverage) + ", and stand in no row");
  if (!meanwhile.empty()) rows.notes.push_back(meanwhile);
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "nvtx_kernel_map",
       .title = "Which kernels did each NVTX range launch?",
       .doc =
           "One row a path of normalised labels and kernel name, the largest total first. "
           "A kernel belongs to the innermost closed range of the launching thread that contains the whole launch call; the path names the ranges around that one. "
           "Each kernel stands in one row, so totals add up to the attributed kernel time, of which the shares are. "
           "Durations are clipped to the window.",
       .reading = "Sum the rows that begin with a path to have all that it encloses. "
                  "Ask nvtx_coverage how much of the kernels' time is attributed at all.",
       .source =
           "NVTX ranges, CUDA calls and kernels, joined by process and correlation id; the innermost range in the sense of `nsys stats --report nvtx_kern_sum`, which lists a kernel under every range around it instead.",
       .limits =
           "Work that another thread launches on behalf of a range is attributed to that thread's ranges; a note says how much that is. "
           "Of ranges that cross, the path has the one that began last and those around it.",
       .needs = {Need::nvtx, Need::kernel, Need::call}},
      run);
}

}  // namespace nsys_ai::nvtx_kernel_map_skill
