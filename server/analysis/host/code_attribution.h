// Finds the source that launched each kernel, using the best evidence in the capture.
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
  NameId kernel;         // of the profile; none where kernel names are not distinguished
  uint32_t source = 0;   // in `CodeAttribution::sources`
  uint32_t example = 0;  // the first of these kernels
  uint32_t event = 0;    // the call, NVTX row or kernel that provides its evidence
  int64_t kernels = 0;
  Sum total{};  // ns, clipped and summed over the GPUs in scope
};

struct CodeAttribution {
  static constexpr uint32_t kOutside = UINT32_MAX;
  std::vector<CodeSource> sources;
  std::vector<AttributedCode> parts;  // together they hold each kernel of the scope exactly once
  std::vector<uint32_t> part_of;      // indexed by kernel, if asked for; kOutside for others than those
  Sum total{};                        // of all kernels in scope
  Sum of_evidence[kCodeEvidences]{};
  bool has_chains = false;  // the capture has backtraces or CPU samples
};

struct CodeQuestion {
  std::string_view name;       // substring of the kernels' full names
  bool by_kernel_name = true;  // otherwise all kernels of a source form one part
  bool each_kernel = false;    // fills `part_of`
  bool lines_first = false;    // a range that names a line counts before a call chain, which names functions
};
Result<CodeAttribution> code_attribution_of(const Profile& profile, const Scope& scope,
                                            const CodeQuestion& question, const Work& work);

}  // namespace nsys_ai
