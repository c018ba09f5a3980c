// What a piece of text names, as one word that a client can send back: `kernel-name:12`, `nvtx-label:7`, ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profile/profile.h"

namespace nsys_ai {

enum class TargetKind {
  copy_kind,
  device,
  event,  // of a family that has no kind of its own
  finding,
  gap,
  iteration,
  kernel,
  kernel_name,
  kernel_runs,  // all runs of a kernel, a line each
  memcpy,
  memset,
  nvtx,
  nvtx_label,
  nvtx_ranges,  // all ranges of a label, a line each
  page,         // of the library: a cause or a knowledge page
  ranges,       // the NVTX tree
  runtime_call,
  skill,
  source,
  stream
};
constexpr size_t kTargetKindCount = static_cast<size_t>(TargetKind::stream) + 1;

struct Target {
  TargetKind kind;
  // The name's id, the label's place, the device (of a gap too) or stream, the row in the file, the step's
  // place in `Iterations::all`, the line of a source file (0 where it is not known).
  int64_t number = 0;
  int64_t start = 0;  // of a gap, in ns on the capture's clock
  // Of a finding or a page its key, of an event its family, of a skill its name and parameters as
  // `top_kernels limit=5`, of a source its file.
  std::string key;
};

std::string target_of_kernel_name(NameId name);
std::string target_of_kernel_runs(NameId name);
std::string target_of_label(size_t label);
std::string target_of_label_ranges(size_t label);
std::string target_of_device(DeviceIx device);
std::string target_of_finding(std::string_view key);
std::string target_of_copy_kind(int64_t copy_kind);
std::string target_of_iteration(size_t iteration);
std::string target_of_page(std::string_view key);
std::string target_of_skill(std::string_view name_and_params);
std::string target_of_source(std::string_view file, int64_t line);
std::string target_of_stream(StreamIx stream);
std::string target_of_ranges();

// Nothing when the text is no target.
std::optional<Target> parse_target(std::string_view text);

}  // namespace nsys_ai
