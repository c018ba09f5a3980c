// Reads the binary data of NVTX events by the schemas in the file.
//
// An export stores, for each event, a header of four words (domain, schema, size of the payload, and where
// the payload begins or ends) and the payload, in little-endian order. Sizes and alignments of entries follow
// NVTX's payload extension (nvToolsExtPayload.h).
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "profile/families/family_nvtx.h"

namespace nsys_ai {

struct PayloadValue {
  std::string_view name;  // points into the schema, which must outlive it
  int64_t value = 0;      // the bit pattern, for unsigned 64-bit numbers
};

enum class PayloadFault : uint8_t { none, header, schema, size };

// Reads integers only and skips entries of other types, arrays and pointers. Every offset is checked against
// the payload's size, and that size against the data, so nothing is read out of bounds. Immutable.
class PayloadLayouts {
 public:
  static constexpr size_t kHeader = 32;

  explicit PayloadLayouts(const PayloadSchemas& schemas);
  // Fills `values`. Returns what is wrong with the data; `values` is empty then.
  PayloadFault read(std::string_view data, std::vector<PayloadValue>& values) const;

 private:
  struct Entry {
    std::string_view name;
    size_t offset = 0;
    uint8_t size = 0;
    bool is_signed = false;
  };
  struct Layout {
    uint64_t size = 0;  // 0 where the file does not say
    std::vector<Entry> entries;
  };
  static Layout layout_of(const PayloadSchemas& schemas, const PayloadSchema& schema);

  std::map<std::pair<uint64_t, uint64_t>, Layout> layouts_;  // keyed by domain and schema
};

}  // namespace nsys_ai
