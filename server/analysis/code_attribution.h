// Which source launched each kernel, by the best evidence that the capture has for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/sum.h"
#include "base/work.h"

namespace nsys_ai {

// From the strongest to the weakest; a kernel has the first that holds for its launch.
enum class CodeEvidence : uint8_t {
  call_chain,    // the backtrace of the launch call
  sample,        // a CPU sample of the launching thread, taken inside the launch call
  range_source,  // an NVTX range around the launch whose label names a file
  range,         // an NVTX range around the launch with a name of the program's own
  operator_,     // an NVTX range of a framework or a library
  kernel_name,   // the kernel's name alone
  none           // unattributed
};
constexpr size_t kCodeEvidences = 7;
std::string_view name_of(CodeEvidence evidence);

// How far the evidence goes. `high`: function of the program at the launch itself, or file and line of a
// range around it. `medium`: a file or a name that the program's author gave, without a line, or a frame of a
// package. `low`: what runs, not who asked for it.
enum class Confidence : uint8_t { high, medium, low, none };
std::string_view name_of(Confidence confidence);

struct CodeSource {
  CodeEvidence evidence = CodeEvidence::none;
  Confidence confidence = Confidence::none;
  std::string file;      // empty where nothing names it
  std::string function;  // likewise
  std::optional<int64_t> line;
  std::string seen;  // the label, or the frame and its module
};

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
