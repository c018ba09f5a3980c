// Which memsets block the host? One row per memset.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "analysis/host/blocking_operations.h"
#include "analysis/memory/transfers.h"
#include "profile/order.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::sync_memsets_skill {
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
  std::string memory;
  Bytes bytes;
  ClockNs start_ns;
  Ns duration_ns;
  std::optional<Id> pid;
  Id device;
};
template <class F>
void fields(Row& r, F& f) {
  f("ref", r.ref, "The memset.");
  f("api", r.api, "The call that made it, without its version.");
  f("memory", r.memory, "The kind of memory that was set.");
  f("bytes", r.bytes, "What it set inside the scope.");
  f("start_ns", r.start_ns, "When it began.");
  f("duration_ns", r.duration_ns, "How long it ran inside the scope.");
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const Memsets& memsets = profile.memsets();
  const Launches& launches = profile.derived(build_launches);
  if (memsets.size() == 0) return Empty{"The capture recorded no memset."};
  Rows<Row> rows;
  for (const uint32_t memset : blocking_memsets(profile, context.scope)) {
    const Interval inside = *context.scope.clip(memsets.interval(memset));
    const DeviceIx device = profile.streams()[memsets.stream[memset]].device;
    rows.rows.push_back(
        {EventRef{fmt::format("memset:{}", memsets.row[memset])},
         std::string(base_call_name(profile.text(profile.calls().name[launches.of_memset[memset]]))),
         std::string(memory_kind_name(memsets.memory_kind[memset])),
         Bytes{clipped_bytes(memsets.bytes[memset], memsets.interval(memset), inside)},
         ClockNs{memsets.start[memset]}, Ns{inside.duration()}, pid_cell(profile, device),
         device_cell(profile, device)});
  }
  if (rows.rows.empty()) return Empty{"No memset of this scope blocks the host."};
  // Stable, so that equal ones stay in file order.
  std::stable_sort(rows.rows.begin(), rows.rows.end(), [](const Row& a, const Row& b) {
    return std::tuple(b.duration_ns, a.start_ns) < std::tuple(a.duration_ns, b.start_ns);
  });
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "sync_memsets",
       .title = "Which memsets block the host?",
       .doc =
           "One row a memset of pinned or managed memory whose call has no Async in its name, the longest first. "
           "Memsets of device memory return at once and are left out. "
           "Launches are looked up by process and correlation id; backtrace twins count once.",
       .reading = "Use cudaMemsetAsync on a stream, or set the memory on the host.",
       .source = "The rule cuda_memset_sync of nsys analyze.",
       .limits = "duration_ns is the memset on the GPU; what the call cost the host is in sync_cost.",
       .needs = {Need::gpu_operation, Need::call}},
      run);
}

}  // namespace nsys_ai::sync_memsets_skill
