// Gives each part of the span away once, in the order of the findings.
#include "knowledge/headroom.h"

#include <algorithm>
#include <array>

#include "base/sum.h"

namespace nsys_ai::inline knowledge {
namespace {

int64_t part_of(Claim claim, const DeviceTime& of) {
  switch (claim) {
    case Claim::none:
      return 0;
    case Claim::idle:
      return of.idle();
    case Claim::communication:
      return of.exposed_communication();
    case Claim::copies:
      return of.exposed_copy();
    case Claim::kernels:
      return of.compute;
    case Claim::launches:
      return of.span.duration();
  }
  return 0;
}

double faster(int64_t span, int64_t less) {
  return span > less ? static_cast<double>(span) / static_cast<double>(span - less) : 1.0;
}

}  // namespace

std::vector<Headroom> headrooms(std::span<const Finding> findings, std::span<const DeviceTime> times) {
  std::vector<Headroom> found;
  if (times.empty()) return found;
  const auto gpus = static_cast<int64_t>(times.size());
  const auto mean = [&](Claim claim) {
    Sum sum;
    for (const DeviceTime& of : times) sum += part_of(claim, of);
    return sum / gpus;
  };
  Sum spans;
  for (const DeviceTime& of : times) spans += of.span.duration();
  const int64_t span = spans / gpus;
  std::array<int64_t, static_cast<size_t>(Claim::launches) + 1> claimed{};
  int64_t total = 0;
  for (const Finding& finding : findings) {
    if (finding.claim == Claim::none || finding.at_stake_ns <= 0) continue;
    const int64_t part = mean(finding.claim);
    int64_t& taken = claimed[static_cast<size_t>(finding.claim)];
    const int64_t left = std::max<int64_t>(0, std::min(part - taken, span - span / 1000 - total));
    const int64_t own = std::min(finding.at_stake_ns, left);
    taken += own;
    total += own;
    found.push_back({&finding, own, part, faster(span, own), faster(span, total)});
  }
  return found;
}

}  // namespace nsys_ai::inline knowledge
