// Reads the binary data of NVTX events by the schemas that the file holds.
//
// What an export keeps of an event is a header of four words (domain, schema, size of the payload, and where
// the payload begins or ends) and the payload, lowest byte first. Sizes and alignments of entries are those
// of NVTX's payload extension (nvToolsExtPayload.h).
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "profile/families/family_nvtx.h"

namespace nsys_ai {

struct PayloadValue {
  std::string_view name;  // of the schema, which must outlive it
  int64_t value = 0;      // unsigned numbers of 64 bits as their bits
};

enum class PayloadFault : uint8_t { none, header, schema, size };

// Takes integers alone; entries of other types, arrays and pointers are stepped over. Every offset is held
// against the payload's size, which is held against the data: nothing is read beyond it. Immutable.
class PayloadLayouts {
 public:
  static constexpr size_t kHeader = 32;

  explicit PayloadLayouts(const PayloadSchemas& schemas);
  // Fills `values`. What was wrong with the data; then there are no values.
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

  std::map<std::pair<uint64_t, uint64_t>, Layout> layouts_;  // by domain and schema
};

}  // namespace nsys_ai
