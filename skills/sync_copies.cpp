// Which copies block the host? One row per copy.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "analysis/host/blocking_operations.h"
#include "analysis/memory/transfers.h"
#include "profile/order.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::sync_copies_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  EventRef ref;
  std::string api;
  std::string kind;
  Bytes bytes;
  ClockNs start_ns;
  Ns duration_ns;
  std::optional<Id> pid;
  Id device;
};
template <class F>
void fields(Row& r, F& f) {
  f("ref", r.ref, "The copy.");
  f("api", r.api, "The call that made it, without its version.");
  f("kind", r.kind, "Direction, such as Host-to-Device.");
  f("bytes", r.bytes, "What it moved inside the scope.");
  f("start_ns", r.start_ns, "When it began.");
  f("duration_ns", r.duration_ns, "How long it ran inside the scope.");
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const Copies& copies = profile.copies();
  const Launches& launches = profile.derived(build_launches);
  Rows<Row> rows;
  for (const uint32_t copy : blocking_copies(profile, context.scope)) {
    const Interval inside = *context.scope.clip(copies.interval(copy));
    const DeviceIx device = profile.streams()[copies.stream[copy]].device;
    rows.rows.push_back(
        {EventRef{fmt::format("memcpy:{}", copies.row[copy])},
         std::string(base_call_name(profile.text(profile.calls().name[launches.of_copy[copy]]))),
         std::string(copy_kind_name(copies.copy_kind[copy])),
         Bytes{clipped_bytes(copies.bytes[copy], copies.interval(copy), inside)}, ClockNs{copies.start[copy]},
         Ns{inside.duration()}, pid_cell(profile, device), device_cell(profile, device)});
  }
  if (rows.rows.empty()) return Empty{"No copy of this scope blocks the host for long."};
  // Stable, so that equal ones stay in file order.
  std::stable_sort(rows.rows.begin(), rows.rows.end(), [](const Row& a, const Row& b) {
    return std::tuple(b.duration_ns, a.start_ns) < std::tuple(a.duration_ns, b.start_ns);
  });
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "sync_copies",
       .title = "Which copies block the host?",
       .doc =
           "One row a copy whose call has no Async in its name, the longest first. "
           "Left out are copies inside a device, and copies of at most 64,000 bytes from host to device, which return before they are done. "
           "Launches are looked up by process and correlation id; backtrace twins count once.",
       .reading = "Use the Async variant of the call on a stream, with pinned memory: see pageable_copies.",
       .source =
           "The rule cuda_memcpy_sync of nsys analyze, which looks up launches without the process and so lists copies of other ranks too.",
       .limits = "duration_ns is the copy on the GPU; what the call cost the host is in sync_cost.",
       .needs = {Need::copy, Need::call}},
      run);
}

}  // namespace nsys_ai::sync_copies_skill
