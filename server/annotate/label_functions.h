// Finds the function that an NVTX label names: `Model.forward`, `nn.Module: Model_0`, `train.py(12): step`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

struct LabelFunction {
  std::vector<std::string> path;  // the last part is the function or class
  std::string file;               // empty if the label names no file
};

// Returns nullopt if the label names no function.
std::optional<LabelFunction> function_of_label(std::string_view label);

// `ns::Model.forward` has the parts ns, Model and forward; empty if a part is no identifier.
std::vector<std::string> path_parts(std::string_view qualified);
// Whether one path is a suffix of the other.
bool same_end(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace nsys_ai
