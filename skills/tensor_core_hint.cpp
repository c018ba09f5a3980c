// Which kernels that multiply matrices look like tensor-core code? One row per kernel.
#include <fmt/format.h>

#include "analysis/kernels/kernel_groups.h"
#include "analysis/kernels/tensor_core_generation.h"
#include "analysis/kernels/tensor_cores.h"
#include "skills/list.h"

namespace nsys_ai::tensor_core_hint_skill {
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
  std::string hint;
  std::string why;
  Ns total_ns;
  Share share;
};
template <class F>
void fields(Row& r, F& f) {
  f("name", r.name, "The kernel, demangled, as the compiler named it.");
  f("family", r.family, "What kind of work its name says it does.");
  f("hint", r.hint, "likely, unlikely or unknown: whether it looks like code for tensor cores.");
  f("why", r.why, "The part of its name that says so.");
  f("total_ns", r.total_ns, "Its time on the GPU, summed over runs and devices.");
  f("share", r.share, "total_ns / the summed time of all kernels in the scope.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  if (tensor_core_generation(context.profile, context.scope.devices()) == TensorCoreGeneration::none)
    return CannotAnswer{"The GPUs in scope have no tensor cores.", {}};
  Sum total;
  Rows<Row> rows;
  const auto groups = kernel_groups(context.profile, context.scope, KernelGrouping::name);
  if (groups.empty()) return Empty{"No kernel ran in this scope."};
  for (const KernelGroup& of : groups) total += of.total;
  NameReader reader;
  for (const KernelGroup& of : groups) {
    if (!may_use_tensor_cores(of.family)) continue;
    const KernelFacts facts = reader.read(of.name);
    const std::string_view part = facts.tensor_core_part.text();
    rows.rows.push_back(
        {std::string(of.name), std::string(name_of(of.family)), std::string(name_of(facts.tensor_cores)),
         part.empty() ? "nothing in its name says" : fmt::format("\"{}\" in its name", part), Ns{of.total},
         Share{total > 0 ? static_cast<double>(of.total) / static_cast<double>(total) : 0.0}});
  }
  if (rows.rows.empty()) return Empty{"No kernel of this scope has a name that says it multiplies matrices."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "tensor_core_hint",
       .title = "Which kernels that multiply matrices look like tensor-core code?",
       .doc =
           "One row a kernel of the families gemm, moe, attention and convolution, over all devices in scope, the most time first, clipped to the window. "
           "The hint comes from parts of the name alone; plain arithmetic of a library that otherwise uses tensor cores (ffma, simt, sgemm) is distinguished.",
       .reading =
           "Much time under unlikely points to FP32 that could run in a precision of the tensor cores (FP16 since Volta, BF16 and TF32 since Ampere), or to sizes that are no multiples of 8 or 16. "
           "Check with a tool that reads counters before changing code.",
       .source =
           "Name parts of cuBLAS, cuDNN and CUTLASS kernels: instruction shapes such as s16816, and words such as tensorop, nvjet, wgmma.",
       .limits =
           "A name is a hint and no proof. "
           "Kernels of your own and of compilers such as Triton mostly say nothing of it, and have no row when their names do not say that they multiply.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::tensor_core_hint_skill
