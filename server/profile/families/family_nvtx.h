// Data of NVTX events besides their text: colours, payloads, JSON, binary data and its schemas.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "profile/families/lazy_family.h"
#include "profile/sqlite_file/table_scan.h"

namespace nsys_ai {

class FamilyReader;

// One element for each row of `Nvtx` with additional data; most rows have none.
struct NvtxDetails : LazyFamily {
  enum Payload : uint8_t { none, uint64, int64, float64, uint32, int32, float32 };
  static constexpr size_t kNothing = SIZE_MAX;

  Plain<uint32_t> event;   // in `Profile::nvtx()`, ascending
  Plain<uint32_t> colour;  // ARGB; 0 for none
  Plain<uint8_t> payload;  // type of the number
  Plain<int64_t> bits;     // the number itself, or the bits of a double where it has a fraction part
  Packed<uint16_t, NameId> json;
  Plain<uint64_t> binary;  // where the binary data begins; it ends where the next one's begins
  Plain<char> binary_bytes;

  size_t size() const { return event.size(); }
  // The element of an event of `Profile::nvtx()`, or kNothing.
  size_t of(uint32_t nvtx) const;
  double real(size_t at) const;
  std::string_view binary_data(size_t at) const;
  size_t bytes() const;
  static Result<NvtxDetails> read(const FamilyReader& reader);
};

struct PayloadEntry {
  int64_t index = 0;
  int64_t flags = 0;
  int64_t type = 0;     // NVTX type, or the id of another schema
  int64_t detail = 0;   // length of an array, the entry with that length, or the member of a union
  int64_t offset = -1;  // in the binary data; -1 where the file does not say
  NameId name;
  NameId description;
};

// The layout of binary data in NVTX events.
struct PayloadSchema {
  int64_t domain = 0;
  int64_t id = 0;
  int64_t type = 0;
  int64_t flags = 0;
  int64_t size = 0;       // in bytes; 0 where the file does not say
  int64_t alignment = 0;  // in bytes; 0 where the file does not say
  NameId name;
  std::vector<PayloadEntry> entries;  // sorted by index
};

// The file keys schemas by domain and id without the process, and repeats them for each; of equal keys the
// first one counts.
struct PayloadSchemas : LazyFamily {
  std::vector<PayloadSchema> schemas;  // sorted by domain and id

  const PayloadSchema* find(int64_t domain, int64_t id) const;  // null when there is none
  size_t bytes() const;
  static Result<PayloadSchemas> read(const FamilyReader& reader);
};

}  // namespace nsys_ai
