// Where did GPU time go? One row a kernel.
#include "analysis/kernel_stats.h"
#include "analysis/kernels.h"
#include "base/sum.h"
#include "skills/list.h"

namespace nsys_ai {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string name;
  std::string family;
  int64_t calls = 0;
  Ns total_ns;
  Ns avg_ns;
  Ns min_ns;
  Ns p50_ns;
  Ns p90_ns;
  Ns max_ns;
  Share share;
};
template <class F>
void fields(Row& r, F& f) {
  f("name", r.name, "The kernel, demangled, as the compiler named it.");
  f("family", r.family, "What kind of work its name says it does.");
  f("calls", r.calls, "How often it ran in the scope, on all devices together.");
  f("total_ns", r.total_ns, "Its time on the GPU, summed over runs and devices.");
  f("avg_ns", r.avg_ns, "total_ns / calls, rounded.");
  f("min_ns", r.min_ns, "The shortest run.");
  f("p50_ns", r.p50_ns, "The median run, linearly interpolated.");
  f("p90_ns", r.p90_ns, "Nine of ten runs took no longer, linearly interpolated.");
  f("max_ns", r.max_ns, "The longest run.");
  f("share", r.share, "total_ns / the summed time of all kernels in the scope.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const std::vector<KernelStats> stats = kernel_stats(profile, context.scope);
  if (stats.empty()) return Empty{"No kernel ran in this scope."};
  const KernelFamilies& families = profile.derived(build_kernel_families);
  Sum total;
  for (const KernelStats& of : stats) total += of.total;
  Rows<Row> rows;
  for (const KernelStats& of : stats)
    rows.rows.push_back(
        {std::string(profile.text(of.name)), std::string(name_of(families.of(of.name))), of.calls,
         Ns{of.total}, Ns{of.average}, Ns{of.min}, Ns{of.p50}, Ns{of.p90}, Ns{of.max},
         Share{total > 0 ? static_cast<double>(of.total) / static_cast<double>(total) : 0.0}});
  return rows;
}

}  // namespace

Skill top_kernels() {
  return make_skill<Params, Row>({.name = "top_kernels",
                                  .title = "Where did GPU time go, by kernel?",
                                  .doc = "One row a kernel name over all devices in scope, the largest total "
                                         "first. Durations are clipped to the "
                                         "window. A share is of the summed time of all kernels in scope, so "
                                         "it does not shrink when two GPUs run "
                                         "the same kernel, and it is no share of wall time.",
                                  .needs = {Need::kernel}},
                                 run);
}

}  // namespace nsys_ai
