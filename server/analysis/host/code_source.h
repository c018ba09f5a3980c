// The source that launched a kernel, and the confidence in it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace nsys_ai {

// From the strongest to the weakest; a kernel gets the first that applies to its launch.
enum class CodeEvidence : uint8_t {
  call_chain,    // the backtrace of the launch call
  sample,        // a CPU sample of the launching thread, taken inside the launch call
  range_source,  // an NVTX range around the launch whose label names a file
  range,         // an NVTX range around the launch with a user-given name
  operator_,     // an NVTX range of a framework or a library
  kernel_name,   // only the kernel's name
  none           // unattributed
};
constexpr size_t kCodeEvidences = 7;
std::string_view name_of(CodeEvidence evidence);

// How reliable and precise the source is. `high`: the program's function at the launch, or the file and line
// of a range around it. `medium`: a file or a name that the program's author chose, without a line, or a
// frame of a package. `low`: what ran, but not which code asked for it.
enum class Confidence : uint8_t { high, medium, low, none };
std::string_view name_of(Confidence confidence);

struct CodeSource {
  CodeEvidence evidence = CodeEvidence::none;
  Confidence confidence = Confidence::none;
  std::string file;      // empty where the evidence names none
  std::string function;  // empty where the evidence names none
  std::optional<int64_t> line;
  std::string seen;  // the label, or the frame and its module
};

// Distinct sources, in the order in which they were added.
class CodeSources {
 public:
  // Shortens texts to their displayed length.
  uint32_t add(CodeSource source);
  const std::vector<CodeSource>& all() const { return all_; }
  std::vector<CodeSource> take() { return std::move(all_); }

 private:
  using Key = std::tuple<CodeEvidence, Confidence, std::string, std::string, int64_t>;
  std::vector<CodeSource> all_;
  std::map<Key, uint32_t> known_;
};

}  // namespace nsys_ai
