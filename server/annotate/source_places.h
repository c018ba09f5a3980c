// Where the sources of a folder name functions, ranges, launches and calls: the places where a range could be put.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "annotate/generated_kernels.h"
#include "annotate/source_names.h"
#include "base/result.h"

namespace nsys_ai {

struct SourcePlace {
  std::string file;      // below the folder
  std::string function;  // the function there, or around it; empty outside of functions, and where it is not known
  int64_t first_line = 0;
  int64_t last_line = 0;  // of a function; otherwise the same line
  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

// Immutable. Names are compared as source_matches.h does.
class SourcePlaces {
 public:
  // Reads the Python, CUDA and C++ sources below a folder, or one file, and what compilers of Triton left
  // there; hidden folders, and those of packages and builds, are skipped. Fails if there is none.
  static Result<SourcePlaces> read(const std::filesystem::path& folder);

  // Functions that a label may mean, and ranges of that label.
  std::vector<SourcePlace> of_label(std::string_view label) const;
  // Launches of a kernel by its unqualified name.
  std::vector<SourcePlace> of_launch(std::string_view kernel) const;
  // Calls by the last part of the name: `x.to(...)` is a call of `to`.
  std::vector<SourcePlace> of_call(std::string_view name) const;
  // What a generated kernel, or one that was written in Triton, stands for. Files below the folder are named
  // as such.
  std::vector<GeneratedKernel> of_generated(std::string_view kernel) const;
  size_t files() const { return files_; }

 private:
  void add(const std::string& file, std::string_view text);

  struct Function {
    std::vector<std::string> path;
    SourcePlace place;
  };
  ByName<std::vector<Function>> functions_;  // by the last part
  ByName<std::vector<SourcePlace>> ranges_;  // by normalised label
  ByName<std::vector<SourcePlace>> launches_;
  ByName<std::vector<SourcePlace>> calls_;
  GeneratedKernels generated_;
  std::filesystem::path folder_;
  size_t files_ = 0;
};

}  // namespace nsys_ai
