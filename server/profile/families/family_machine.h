// What the machine of a capture was: its system, and what its GPUs have besides what every opening reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "profile/families/lazy_family.h"

namespace nsys_ai {

class FamilyReader;

// Facts about the system by their names in the file. The table also holds whole environments; only facts on a
// list are read.
struct MachineFacts : LazyFamily {
  struct GpuFacts {
    int64_t id = 0;                 // Nsight's own number, as in `Gpu`
    int64_t l2_bytes = 0;           // 0 where the file does not say
    int64_t clock_hz = 0;           // the highest of its processors; 0 where the file does not say
    int64_t threads_per_block = 0;  // the most; 0 where the file does not say
  };
  std::vector<std::pair<NameId, NameId>> system;  // name and value, in the order of the file
  std::vector<GpuFacts> gpus;

  // Nothing when the file does not say, or says different things of several machines.
  std::optional<std::string_view> value(std::string_view name) const;
  const GpuFacts* gpu(int64_t id) const;  // null when the file does not say
  size_t bytes() const;
  static Result<MachineFacts> read(const FamilyReader& reader);
};

}  // namespace nsys_ai
