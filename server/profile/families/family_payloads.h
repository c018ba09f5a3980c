// Numbers in the payloads of NVTX events, from the tables that an export makes of them: one for each schema.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profile/families/lazy_family.h"

namespace nsys_ai {

class FamilyReader;

// One element for each number of each event, sorted by event.
struct TabledPayloads : LazyFamily {
  Plain<uint32_t> event;          // in `Profile::nvtx()`
  Packed<uint16_t, NameId> name;  // of the entry, as the program gave it where the file says so
  Plain<int64_t> value;
  std::vector<std::string> tables;  // that have payloads; those of arrays are not read

  size_t size() const { return event.size(); }
  size_t bytes() const;
  static Result<TabledPayloads> read(const FamilyReader& reader);
};

// Whether a name of an entry is `wanted`, also where the export cleaned it to be a name of a column:
// `Message_size__bytes_` for `Message size [bytes]`.
bool is_entry_named(std::string_view name, std::string_view wanted);

}  // namespace nsys_ai
