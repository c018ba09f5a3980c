// Under which NVTX ranges does the host wait for the GPU? One row per path of labels and call.
#include "analysis/nvtx/nvtx_blocking.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "skills/list.h"

namespace nsys_ai::host_sync_ranges_skill {
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
  std::string api;
  int64_t calls = 0;
  Ns blocked_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("path", r.path, "The labels around the call, the outermost first; empty for calls in no range.");
  f("api", r.api, "The CUDA call, without the version that exports append.");
  f("calls", r.calls, "How many such calls touch the scope.");
  f("blocked_ns", r.blocked_ns, "The time in them, clipped to the window, summed over calls and threads.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const NvtxPaths& paths = context.profile.derived(build_nvtx_paths);
  Rows<Row> rows;
  for (const BlockingCalls& of : blocking_calls_by_path(context.profile, context.scope))
    rows.rows.push_back({of.path == NvtxPaths::kNoPath ? "" : paths.text(context.profile, of.path),
                         std::string(of.api), of.calls, Ns{of.blocked}});
  if (rows.rows.empty()) return Empty{"No blocking call touches this scope."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "host_sync_ranges",
       .title = "Under which NVTX ranges does the host wait for the GPU?",
       .doc =
           "One row a path of normalised labels and call, the longest first. "
           "Blocking calls are the synchronisations of device, stream, event and context, and copies that are not asynchronous by name; waits of streams and queries are not among them. "
           "A call belongs to the innermost closed range of its thread that contains all of it. "
           "Backtrace twins are not counted.",
       .reading =
           "Blocking inside a step's inner ranges keeps the host from running ahead: look there for `.item()`, prints and copies to the host. "
           "Waiting at the end of a step while the GPU is busy is healthy: sync_cost distinguishes the two.",
       .source = "Blocking calls as in sync_apis, ranges as in nvtx_kernel_map.",
       .limits = "Sums over threads are no share of wall time. "
                 "A short copy from pageable memory may return before the GPU has done it.",
       .needs = {Need::nvtx, Need::call}},
      run);
}

}  // namespace nsys_ai::host_sync_ranges_skill
