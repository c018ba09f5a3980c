// Which source launched each kernel, by the best evidence that the capture has for it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/host/code_source.h"
#include "analysis/scope.h"
#include "base/result.h"
#include "base/sum.h"
#include "base/work.h"

namespace nsys_ai {

// The kernels of one name and source.
struct AttributedCode {
  NameId kernel;         // of the profile; none of its names where kernels are not told apart
  uint32_t source = 0;   // in `CodeAttribution::sources`
  uint32_t example = 0;  // the first such kernel, and of it:
  uint32_t event = 0;    // the call, the NVTX row or the kernel that the evidence is
  int64_t kernels = 0;
  Sum total{};  // ns, clipped and summed over the GPUs in scope
};

struct CodeAttribution {
  std::vector<CodeSource> sources;
  std::vector<AttributedCode> parts;  // each kernel of the scope is in one
  Sum total{};                        // of all kernels in scope
  Sum of_evidence[kCodeEvidences]{};
  bool has_chains = false;  // the capture has backtraces or samples of the CPU
};

struct CodeQuestion {
  std::string_view name;       // part of the kernels' full names
  bool by_kernel_name = true;  // else all kernels of a source are one part
};
Result<CodeAttribution> code_attribution_of(const Profile& profile, const Scope& scope,
                                            const CodeQuestion& question, const Work& work);

}  // namespace nsys_ai
