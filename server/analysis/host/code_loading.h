// Measures loading and linking of device code, and the extra time of each kernel's first launch.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

// Times in ns, clipped to the window.
struct CodeLoading {
  ProcessIx process;
  std::string_view call;  // base name; points into the profile; empty for first launches
  int64_t calls = 0;
  int64_t total = 0;  // union of the calls over all threads; for first launches, their summed excess
  int64_t first = 0;  // when the first of them began, on the capture's clock
  // How many began during a marked step of the process; empty where no range marks its steps.
  std::optional<int64_t> in_steps = {};
};

// Calls that load or link code, by process and name, and for each process how much longer the first launches
// of its kernels took than its median launch call. Sorted by total in descending order, then by process and
// name.
std::vector<CodeLoading> code_loading(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
