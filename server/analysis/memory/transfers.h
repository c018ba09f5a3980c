// Names of copy directions and memory kinds, and totals of copies.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai {

// "Host-to-Device" for CUPTI's copy kind 1, and so on; "Unknown" for kinds without a name.
std::string_view copy_kind_name(int64_t copy_kind);
// "Pageable", "Pinned", "Device", ... for the export's memory kinds.
std::string_view memory_kind_name(int64_t memory_kind);

constexpr uint8_t kHostToDevice = 1;
constexpr uint8_t kDeviceToHost = 2;
constexpr uint8_t kUnifiedHostToDevice = 11;
constexpr uint8_t kUnifiedDeviceToHost = 12;
constexpr uint8_t kUnifiedDeviceToDevice = 13;
constexpr uint8_t kPageable = 0;

// Bytes that an operation transfers in its clipped part: in proportion to time, rounded to the nearest.
int64_t clipped_bytes(int64_t bytes, Interval whole, Interval inside);

struct TransferTotals {
  uint8_t copy_kind = 0;
  int64_t operations = 0;
  Sum bytes{};
  Sum total{};  // ns, summed
};
// One element per copy kind; sorted by total in descending order, then by kind.
std::vector<TransferTotals> transfer_totals(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
