// Code that the two skills on operations that block the host share: parameters, rows, and how rows are made
// and sorted.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "analysis/host/blocking_operations.h"
#include "analysis/memory/transfers.h"
#include "profile/order.h"
#include "skill/cells.h"
#include "skill/skill.h"

namespace nsys_ai {

struct BlockingParams {
  int64_t limit = 20;
};
template <class F>
void fields(BlockingParams& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

// One row per operation. `Words` has kTable, the table of the operation; kKind, the column name of `kind`;
// and the texts kRefDoc, kKindDoc and kBytesDoc.
template <class Words>
struct BlockingRow {
  EventRef ref;
  std::string api;
  std::string kind;
  Bytes bytes;
  ClockNs start_ns;
  Ns duration_ns;
  std::optional<Id> pid;
  Id device;
};
template <class Words, class F>
void fields(BlockingRow<Words>& r, F& f) {
  f("ref", r.ref, Words::kRefDoc);
  f("api", r.api, "The call that made it, without its version.");
  f(Words::kKind, r.kind, Words::kKindDoc);
  f("bytes", r.bytes, Words::kBytesDoc);
  f("start_ns", r.start_ns, "When it began.");
  f("duration_ns", r.duration_ns, "How long it ran inside the scope.");
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
}

// Rows of the operations at the indices `blocking`, longest first. `call_of` has the call of each operation.
template <class Words, class Operations, class CallOf, class KindOf>
Rows<BlockingRow<Words>> blocking_rows(const SkillContext& context, const Operations& operations,
                                       const std::vector<uint32_t>& blocking, const CallOf& call_of,
                                       const KindOf& kind_of) {
  const Profile& profile = context.profile;
  Rows<BlockingRow<Words>> rows;
  for (const uint32_t at : blocking) {
    const Interval inside = *context.scope.clip(operations.interval(at));
    const DeviceIx device = profile.streams()[operations.stream[at]].device;
    rows.rows.push_back({EventRef{fmt::format("{}:{}", Words::kTable, operations.row[at])},
                         std::string(base_call_name(profile.text(profile.calls().name[call_of[at]]))),
                         std::string(kind_of(at)),
                         Bytes{clipped_bytes(operations.bytes[at], operations.interval(at), inside)},
                         ClockNs{operations.start[at]}, Ns{inside.duration()}, pid_cell(profile, device),
                         device_cell(profile, device)});
  }
  // Stable, so that equal ones stay in file order.
  std::ranges::stable_sort(rows.rows, [](const auto& a, const auto& b) {
    return std::tuple(b.duration_ns, a.start_ns) < std::tuple(a.duration_ns, b.start_ns);
  });
  return rows;
}

}  // namespace nsys_ai
