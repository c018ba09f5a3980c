// Finds copies and memsets that block the host, from the calls that launched them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/host/api_calls.h"
#include "analysis/scope.h"

namespace nsys_ai {

// Copies to or from pageable host memory, by direction and call.
struct PageableCopies {
  uint8_t copy_kind = 0;
  std::string_view api;  // without its version suffix; empty where no call was recorded
  bool async = false;    // the call's name contains Async
  int64_t operations = 0;
  int64_t bytes = 0;
  int64_t total = 0;  // ns, summed
};
// Sorted by total in descending order, then by direction and call.
std::vector<PageableCopies> pageable_copies_of(const Profile& profile, const Scope& scope);

// Rows of `Profile::copies()` whose call has no `Async` in its name. Copies inside a device, and copies of at
// most 64,000 bytes to a device, are skipped: they do not block for long.
std::vector<uint32_t> blocking_copies(const Profile& profile, const Scope& scope);
// Rows of `Profile::memsets()` of pinned or managed memory whose call has no `Async` in its name.
std::vector<uint32_t> blocking_memsets(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
