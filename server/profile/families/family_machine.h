// Describes the machine of a capture: its system, and properties of its GPUs that are not read at open.
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

// Facts about the system by their names in the file. The table also contains entire environments; only facts
// on a list are read.
struct MachineFacts : LazyFamily {
  struct GpuFacts {
    int64_t id = 0;                 // Nsight's own number, as in `Gpu`
    int64_t l2_bytes = 0;           // 0 where the file does not say
    int64_t clock_hz = 0;           // the highest clock of its processors; 0 where the file does not say
    int64_t threads_per_block = 0;  // maximum; 0 where the file does not say
  };
  std::vector<std::pair<NameId, NameId>> system;  // name and value, in file order
  std::vector<GpuFacts> gpus;

  // Empty when the file does not say, or gives different values for several machines.
  std::optional<std::string_view> value(std::string_view name) const;
  const GpuFacts* gpu(int64_t id) const;  // null when the file does not say
  size_t bytes() const;
  static Result<MachineFacts> read(const FamilyReader& reader);
};

}  // namespace nsys_ai
