// Which kernels used the GPU's time? One row per kernel.
#include <optional>

#include "analysis/kernels/kernel_groups.h"
#include "base/sum.h"
#include "skills/kernel_grouping.h"
#include "skills/list.h"

namespace nsys_ai::top_kernels_skill {
namespace {

struct Params {
  std::string group = "name";
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("group", p.group,
    "What is one row: a full name (name), a name without template arguments (short), a family of kernels (family), or the library that they are of (library).");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string name;
  std::string family;
  std::optional<std::string> library;
  std::optional<std::string> dtype;
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
  f("name", r.name,
    "The kernel, demangled, as the compiler named it; its short name, family or library when grouped so.");
  f("family", r.family, "What kind of work its name says it does; of a group, that of most of its time.");
  f("library", r.library, "Whose kernel its name says it is; of a group, where all its names say the same.");
  f("dtype", r.dtype,
    "The number format of what goes in, of both sides where they differ; of a group, where all its names say the same.");
  f("calls", r.calls, "How often it ran in the scope, on all devices together.");
  f("total_ns", r.total_ns, "Its time on the GPU, summed over runs and devices.");
  f("avg_ns", r.avg_ns, "total_ns / calls, rounded.");
  f("min_ns", r.min_ns, "The shortest run.");
  f("p50_ns", r.p50_ns, "The median run, linearly interpolated.");
  f("p90_ns", r.p90_ns, "Nine of ten runs took no longer, linearly interpolated.");
  f("max_ns", r.max_ns, "The longest run.");
  f("share", r.share, "total_ns / the summed time of all kernels in the scope.");
}

std::optional<std::string> if_known(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const auto grouping = chosen("group", params.group, kKernelGroups);
  if (!grouping) return tl::unexpected(grouping.error());
  const std::vector<KernelGroup> groups = kernel_groups(context.profile, context.scope, *grouping);
  if (groups.empty()) return Empty{"No kernel ran in this scope."};
  Sum total;
  for (const KernelGroup& of : groups) total += of.total;
  Rows<Row> rows;
  for (const KernelGroup& of : groups)
    rows.rows.push_back(
        {std::string(of.name), std::string(name_of(of.family)), if_known(of.library),
         if_known(of.number_format), of.calls, Ns{of.total}, Ns{of.average}, Ns{of.min}, Ns{of.p50},
         Ns{of.p90}, Ns{of.max},
         Share{total > 0 ? static_cast<double>(of.total) / static_cast<double>(total) : 0.0}});
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "top_kernels",
       .title = "Where did GPU time go, by kernel?",
       .doc =
           "One row a kernel name over all devices in scope, the largest total first. "
           "Durations are clipped to the window. "
           "A share is of the summed time of all kernels in scope, so it does not shrink when two GPUs run the same kernel, and it is no share of wall time.",
       .reading =
           "Look at the largest shares first, then at what they are: family, and kernel_instances for single runs. "
           "A p90 far above p50 means that the same kernel runs on different sizes, or waits inside, as collectives do.",
       .source =
           "The kernel summary of Nsight Systems (cuda_gpu_kern_sum); family, library and dtype are read from the name by the grammar of the library that it is of.",
       .limits = "Time of kernels that ran side by side counts twice, so totals may exceed wall time. "
                 "A name is a hint: library and dtype are empty where it does not say them. "
                 "Kernels inside CUDA graphs that were recorded as a whole have no rows.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::top_kernels_skill
