// Computes the offsets of each schema once.
#include "analysis/collectives/payload_data.h"

#include <algorithm>
#include <array>

namespace nsys_ai {
namespace {

// Larger than any payload of integers, and small enough that no sum of offsets overflows.
constexpr int64_t kLargest = int64_t{1} << 32;

struct TypeOf {
  uint8_t size = 0;  // 0 for types other than integers of known size
  bool is_signed = false;
};

// NVTX's predefined types by number, as on 64-bit Linux.
constexpr std::array<TypeOf, 24> kTypes = {{
    {},                                             // 0 invalid
    {1, true},  {1, false}, {2, true}, {2, false},  // char, short
    {4, true},  {4, false}, {8, true}, {8, false},  // int, long
    {8, true},  {8, false},                         // long long
    {1, true},  {1, false}, {2, true}, {2, false},  // of 8 and 16 bits
    {4, true},  {4, false}, {8, true}, {8, false},  // of 32 and 64 bits
    {},         {},         {},                     // float, double, long double
    {8, false}, {8, false},                         // size, address
}};
constexpr int64_t kFloat = 19, kDouble = 20;

// Flags for entries that are not a value in place: pointers, offsets and arrays.
constexpr int64_t kNotInPlace = (1 << 1) | (1 << 2) | (1 << 3) | (7 << 4);

// The size of an entry; 0 when it is unknown.
uint8_t room_of(const PayloadEntry& entry) {
  if ((entry.flags & kNotInPlace) != 0) return 0;
  if (entry.type == kFloat) return 4;
  if (entry.type == kDouble) return 8;
  return entry.type >= 0 && entry.type < static_cast<int64_t>(kTypes.size())
             ? kTypes[static_cast<size_t>(entry.type)].size
             : 0;
}

uint64_t little_endian(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[i]);
  return value;
}

}  // namespace

PayloadLayouts::PayloadLayouts(const PayloadSchemas& schemas) {
  for (const PayloadSchema& schema : schemas.schemas)
    layouts_.try_emplace({static_cast<uint64_t>(schema.domain), static_cast<uint64_t>(schema.id)},
                         layout_of(schemas, schema));
}

PayloadLayouts::Layout PayloadLayouts::layout_of(const PayloadSchemas& schemas, const PayloadSchema& schema) {
  Layout layout;
  if (schema.size > 0) layout.size = static_cast<uint64_t>(schema.size);
  // Default offset of the next entry; -1 after an entry of unknown size.
  int64_t next = 0;
  for (const PayloadEntry& entry : schema.entries) {
    const uint8_t room = room_of(entry);
    int64_t offset = entry.offset;
    if (offset <= 0 && next >= 0) {
      int64_t alignment = std::max<int64_t>(room, 1);
      if (schema.alignment > 0) alignment = std::min(alignment, schema.alignment);
      offset = (next + alignment - 1) / alignment * alignment;
    } else if (offset <= 0) {
      continue;
    }
    // Beyond every payload, so that data of this schema is rejected.
    offset = std::min(offset, kLargest);
    next = room > 0 ? offset + room : -1;
    const auto type = static_cast<size_t>(entry.type);
    if (room == 0 || type >= kTypes.size() || kTypes[type].size == 0) continue;
    layout.entries.push_back(
        {schemas.text(entry.name), static_cast<size_t>(offset), room, kTypes[type].is_signed});
  }
  return layout;
}

PayloadFault PayloadLayouts::read(std::string_view data, std::vector<PayloadValue>& values) const {
  values.clear();
  if (data.size() < kHeader) return PayloadFault::header;
  const auto word = [&](size_t at) { return little_endian(data.substr(8 * at, 8)); };
  const uint64_t size = word(2);
  const std::string_view behind = data.substr(kHeader);
  if (size > behind.size()) return PayloadFault::size;
  // With several payloads in one event, or an unknown layout, this offset is different.
  if (word(3) != kHeader && word(3) != kHeader + size) return PayloadFault::header;
  const auto found = layouts_.find({word(0), word(1)});
  if (found == layouts_.end()) return PayloadFault::schema;
  const Layout& layout = found->second;
  if (layout.size != 0 && layout.size != size) return PayloadFault::size;
  const std::string_view payload = behind.substr(0, static_cast<size_t>(size));
  for (const Entry& entry : layout.entries) {
    if (entry.offset + entry.size > payload.size()) {
      values.clear();
      return PayloadFault::size;
    }
    uint64_t bits = little_endian(payload.substr(entry.offset, entry.size));
    const size_t unused = 64 - 8 * size_t{entry.size};
    if (entry.is_signed) bits = static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused);
    values.push_back({entry.name, static_cast<int64_t>(bits)});
  }
  return PayloadFault::none;
}

}  // namespace nsys_ai
