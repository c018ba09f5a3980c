// Which lines of the program a generated kernel stands for, by what its compiler left: comments in the output
// of PyTorch's Inductor, its graphs beside them (TORCH_COMPILE_DEBUG=1), and the code in Triton's cache.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

struct GeneratedLine {
  std::string file;  // as the compiler saw it
  std::string function;
  int64_t line = 0;
  friend auto operator<=>(const GeneratedLine&, const GeneratedLine&) = default;
};

struct GeneratedKernel {
  std::vector<GeneratedLine>
      lines;  // that it computes, or where its own source begins; empty if nothing says so
  std::vector<std::string> operators;  // `aten.add`, in the order of the compiler
  bool is_own_source = false;          // a kernel that was written in Triton
  friend bool operator==(const GeneratedKernel&, const GeneratedKernel&) = default;
};

class GeneratedKernels {
 public:
  // Reads a file of that name, and says whether a compiler wrote it.
  bool add(const std::string& file, std::string_view text);
  // The kernels of that name: several where graphs have kernels of one name that stand for other lines.
  std::vector<GeneratedKernel> named(std::string_view name) const;

 private:
  struct Fused {
    std::string folder;
    std::vector<std::string> operators;
    std::vector<std::string> nodes;  // of the graph
  };
  void add_inductor(const std::string& folder, std::string_view text);
  void add_graph(const std::string& folder, std::string_view text);
  void add_triton(std::string_view text);

  std::multimap<std::string, Fused, std::less<>> fused_;
  std::map<std::string, std::map<std::string, GeneratedLine>, std::less<>>
      graphs_;  // by folder, then by node
  std::multimap<std::string, GeneratedLine, std::less<>> written_;
};

}  // namespace nsys_ai
