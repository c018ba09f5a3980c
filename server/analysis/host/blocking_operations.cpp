// Applies the rules of the vendor's expert system; each launch is looked up in its own process.
#include "analysis/host/blocking_operations.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/memory/transfers.h"
#include "base/sum.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr uint8_t kDeviceToDevice = 8;
constexpr uint8_t kPinned = 1;
constexpr uint8_t kManaged = 4;
constexpr int64_t kSmallCopy = 64'000;

bool blocks(const Profile& profile, uint32_t call, CallRole role) {
  if (call == Launches::kNoCall) return false;
  const CallKind& kind = profile.derived(build_call_kinds).of(profile.calls(), call);
  return kind.role == role && !kind.async;
}

}  // namespace

std::vector<PageableCopies> pageable_copies_of(const Profile& profile, const Scope& scope) {
  const Copies& copies = profile.copies();
  const Calls& calls = profile.calls();
  const CallKinds& kinds = profile.derived(build_call_kinds);
  const Launches& launches = profile.derived(build_launches);
  struct Totals {
    bool async = false;
    int64_t operations = 0;
    Sum bytes{};
    Sum total{};
  };
  std::map<std::pair<uint8_t, std::string_view>, Totals> groups;
  for (uint32_t i = 0; i < copies.size(); ++i) {
    if (copies.src_kind[i] != kPageable && copies.dst_kind[i] != kPageable) continue;
    if (!scope.has(copies.stream[i])) continue;
    const auto inside = scope.clip(copies.interval(i));
    if (!inside) continue;
    const uint32_t call = launches.of_copy[i];
    const bool known = call != Launches::kNoCall;
    const std::string_view api = known ? base_call_name(profile.text(calls.name[call])) : std::string_view();
    Totals& totals = groups[{copies.copy_kind[i], api}];
    totals.async = known && kinds.of(calls, call).async;
    ++totals.operations;
    totals.bytes += clipped_bytes(copies.bytes[i], copies.interval(i), *inside);
    totals.total += inside->duration();
  }
  std::vector<PageableCopies> all;
  all.reserve(groups.size());
  for (const auto& [key, of] : groups)
    all.push_back({key.first, key.second, of.async, of.operations, of.bytes, of.total});
  std::stable_sort(all.begin(), all.end(),
                   [](const PageableCopies& a, const PageableCopies& b) { return a.total > b.total; });
  return all;
}

std::vector<uint32_t> blocking_copies(const Profile& profile, const Scope& scope) {
  const Copies& copies = profile.copies();
  const Launches& launches = profile.derived(build_launches);
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < copies.size(); ++i) {
    if (!scope.has(copies.stream[i]) || !blocks(profile, launches.of_copy[i], CallRole::copy)) continue;
    if (copies.copy_kind[i] == kDeviceToDevice) continue;
    if (copies.copy_kind[i] == kHostToDevice && copies.bytes[i] <= kSmallCopy) continue;
    if (scope.clip(copies.interval(i))) found.push_back(i);
  }
  return found;
}

std::vector<uint32_t> blocking_memsets(const Profile& profile, const Scope& scope) {
  const Memsets& memsets = profile.memsets();
  const Launches& launches = profile.derived(build_launches);
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < memsets.size(); ++i) {
    if (!scope.has(memsets.stream[i]) || !blocks(profile, launches.of_memset[i], CallRole::memset)) continue;
    if (memsets.memory_kind[i] != kPinned && memsets.memory_kind[i] != kManaged) continue;
    if (scope.clip(memsets.interval(i))) found.push_back(i);
  }
  return found;
}

}  // namespace nsys_ai
