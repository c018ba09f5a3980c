// What a piece of text names, as one word that a face can hand back: `kernel-name:12`, `nvtx-label:7`, ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profile/profile.h"

namespace nsys_ai {

enum class TargetKind { copy_kind, device, finding, gap, kernel, kernel_name, memcpy, nvtx_label };

struct Target {
  TargetKind kind;
  int64_t number = 0;  // the name's id, the label's place, the device (of a gap too), the row in the file
  int64_t start = 0;   // of a gap, in ns on the capture's clock
  std::string key;     // of a finding
};

std::string target_of_kernel_name(NameId name);
std::string target_of_label(size_t label);
std::string target_of_device(DeviceIx device);
std::string target_of_finding(std::string_view key);
std::string target_of_copy_kind(int64_t copy_kind);

// Nothing when the text is no target.
std::optional<Target> parse_target(std::string_view text);

}  // namespace nsys_ai
