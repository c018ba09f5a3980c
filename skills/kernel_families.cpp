// Which kinds of work use GPU time? One row per family.
#include "analysis/kernels/kernel_groups.h"
#include "base/sum.h"
#include "skills/list.h"

namespace nsys_ai::kernel_families_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string family;
  int64_t names = 0;
  int64_t calls = 0;
  Ns total_ns;
  Share share;
};
template <class F>
void fields(Row& r, F& f) {
  f("family", r.family, "What kind of work the kernels' names say they do.");
  f("names", r.names, "How many kernels of different full names ran.");
  f("calls", r.calls, "How often they ran in the scope, on all devices together.");
  f("total_ns", r.total_ns, "Their time on the GPU, summed over runs and devices.");
  f("share", r.share, "total_ns / the summed time of all kernels in the scope.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const auto groups = kernel_groups(context.profile, context.scope, KernelGrouping::family);
  if (groups.empty()) return Empty{"No kernel ran in this scope."};
  Sum total;
  for (const KernelGroup& of : groups) total += of.total;
  Rows<Row> rows;
  for (const KernelGroup& of : groups)
    rows.rows.push_back(
        {std::string(of.name), of.names, of.calls, Ns{of.total},
         Share{total > 0 ? static_cast<double>(of.total) / static_cast<double>(total) : 0.0}});
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "kernel_families",
       .title = "What kinds of work does GPU time go to?",
       .doc =
           "One row a family of kernels over all devices in scope, the largest total first. "
           "A kernel's name is read by the grammar of the library that it is of; a fused kernel counts under its costliest part. "
           "Durations are clipped to the window; a share is of the summed time of all kernels in scope.",
       .reading =
           "Training and inference of transformers spend most of it in gemm and attention. "
           "Much in elementwise, reduction or normalisation points to work that could be fused; much in communication is worth overlap_breakdown. top_kernels says which kernels they are.",
       .source =
           "The program's reader of kernel names: tables of how libraries name their kernels, one a library.",
       .limits =
           "A name is a hint: what it does not say, such as what a compiler fused into one kernel, counts under what it does say, and kernels of your own names under other.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::kernel_families_skill
