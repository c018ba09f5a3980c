// Functions that NVTX labels carry: `Model.forward`, `nn.Module: Model_0`, `train.py(12): step`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

struct LabelFunction {
  std::vector<std::string> path;  // the last part is the function or the class
  std::string file;               // empty where the label names none
};

// Nothing when the label is no name of a function.
std::optional<LabelFunction> function_of_label(std::string_view label);

// `ns::Model.forward` has the parts ns, Model and forward; empty when a part is no identifier.
std::vector<std::string> path_parts(std::string_view qualified);
// Whether one path is the end of the other: what both say is the same.
bool same_end(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace nsys_ai
