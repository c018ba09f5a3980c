// The source that launched a kernel, and how well it is known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace nsys_ai {

// From the strongest to the weakest; a kernel has the first that holds for its launch.
enum class CodeEvidence : uint8_t {
  call_chain,    // the backtrace of the launch call
  sample,        // a CPU sample of the launching thread, taken inside the launch call
  range_source,  // an NVTX range around the launch whose label names a file
  range,         // an NVTX range around the launch with a user-given name
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

// Sources, each once, in the order in which they were met.
class CodeSources {
 public:
  // Texts are shortened to what is shown of them.
  uint32_t add(CodeSource source);
  const std::vector<CodeSource>& all() const { return all_; }
  std::vector<CodeSource> take() { return std::move(all_); }

 private:
  using Key = std::tuple<CodeEvidence, Confidence, std::string, std::string, int64_t>;
  std::vector<CodeSource> all_;
  std::map<Key, uint32_t> known_;
};

}  // namespace nsys_ai
