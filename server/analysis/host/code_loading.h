// Loading and linking of device code, and what the first launch of each kernel cost beyond others.
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
  std::string_view call;  // base name, of the profile; empty for first launches
  int64_t calls = 0;
  int64_t total = 0;  // the union of the calls over all threads; the summed excess of first launches
  int64_t first = 0;  // when the first of them began, on the capture's clock
  // How many began while a marked step of the process was open; nothing where no range marks its steps.
  std::optional<int64_t> in_steps = {};
};

// Calls that load or link code, by process and name; and for each process the first launches of its kernels:
// how much longer than the process's median launch call they took. By total, the largest first, then by
// process and name.
std::vector<CodeLoading> code_loading(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
