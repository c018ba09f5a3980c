// Tables of CUPTI's numbers, needed because exports before 3.0 lack them.
#include "analysis/memory/transfers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nsys_ai {

std::string_view copy_kind_name(int64_t copy_kind) {
  static constexpr std::array<std::string_view, 14> names = {"Unknown",
                                                             "Host-to-Device",
                                                             "Device-to-Host",
                                                             "Host-to-Array",
                                                             "Array-to-Host",
                                                             "Array-to-Array",
                                                             "Array-to-Device",
                                                             "Device-to-Array",
                                                             "Device-to-Device",
                                                             "Host-to-Host",
                                                             "Peer-to-Peer",
                                                             "Unified Host-to-Device",
                                                             "Unified Device-to-Host",
                                                             "Unified Device-to-Device"};
  return copy_kind >= 0 && copy_kind < static_cast<int64_t>(names.size())
             ? names[static_cast<size_t>(copy_kind)]
             : names[0];
}

std::string_view memory_kind_name(int64_t memory_kind) {
  static constexpr std::array<std::string_view, 8> names = {
      "Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static", "Unknown"};
  return memory_kind >= 0 && memory_kind < static_cast<int64_t>(names.size())
             ? names[static_cast<size_t>(memory_kind)]
             : names[7];
}

int64_t clipped_bytes(int64_t bytes, Interval whole, Interval inside) {
  if (inside == whole || whole.empty()) return bytes;
  return std::llround(static_cast<double>(bytes) * static_cast<double>(inside.duration()) /
                      static_cast<double>(whole.duration()));
}

std::vector<TransferTotals> transfer_totals(const Profile& profile, const Scope& scope) {
  const Copies& copies = profile.copies();
  std::array<TransferTotals, 256> by_kind{};
  for (size_t i = 0; i < copies.size(); ++i) {
    if (!scope.has(copies.stream[i])) continue;
    const auto inside = scope.clip(copies.interval(i));
    if (!inside) continue;
    TransferTotals& totals = by_kind[copies.copy_kind[i]];
    ++totals.operations;
    totals.bytes += clipped_bytes(copies.bytes[i], copies.interval(i), *inside);
    totals.total += inside->duration();
  }
  std::vector<TransferTotals> all;
  for (size_t kind = 0; kind < by_kind.size(); ++kind) {
    by_kind[kind].copy_kind = static_cast<uint8_t>(kind);
    if (by_kind[kind].operations > 0) all.push_back(by_kind[kind]);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const TransferTotals& a, const TransferTotals& b) { return a.total > b.total; });
  return all;
}

}  // namespace nsys_ai
