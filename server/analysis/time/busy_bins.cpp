// One sweep over the operations of a device, which distributes its busy intervals over the bins.
#include "analysis/time/busy_bins.h"

#include <algorithm>

#include "profile/operations_around.h"
#include "profile/order.h"

namespace nsys_ai {

int64_t bin_start(Interval span, int64_t chunks, int64_t i) {
  // Splits the division, so that the product stays within 64 bits.
  const int64_t length = span.duration();
  return span.start + length / chunks * i + length % chunks * i / chunks;
}

std::vector<int64_t> busy_bins(const Profile& profile, DeviceIx device, Interval span, int64_t chunks) {
  const OperationNumbers numbers(profile);
  std::vector<int64_t> busy(static_cast<size_t>(chunks), 0);
  int64_t chunk = 0;
  int64_t covered_to = span.start;
  for (const uint32_t number : operations_around(profile, device, span)) {
    const auto [kind, at] = numbers[number];
    const Interval of = intersect(numbers.family(kind).interval(at), {covered_to, span.end});
    if (of.empty()) continue;
    covered_to = of.end;
    while (bin_start(span, chunks, chunk + 1) <= of.start) ++chunk;
    for (;; ++chunk) {
      const Interval part{bin_start(span, chunks, chunk), bin_start(span, chunks, chunk + 1)};
      busy[static_cast<size_t>(chunk)] += intersect(part, of).duration();
      if (part.end >= of.end) break;
    }
  }
  return busy;
}

}  // namespace nsys_ai
