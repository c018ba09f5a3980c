// Which copies block the host? One row per copy.
#include "skills/blocking_rows.h"
#include "skills/list.h"

namespace nsys_ai::sync_copies_skill {
namespace {

struct Words {
  static constexpr std::string_view kTable = "memcpy";
  static constexpr std::string_view kKind = "kind";
  static constexpr std::string_view kRefDoc = "The copy.";
  static constexpr std::string_view kKindDoc = "Direction, such as Host-to-Device.";
  static constexpr std::string_view kBytesDoc = "What it moved inside the scope.";
};
using Row = BlockingRow<Words>;

SkillOutcome<Row> run(const SkillContext& context, const BlockingParams&) {
  const Profile& profile = context.profile;
  const Copies& copies = profile.copies();
  Rows<Row> rows = blocking_rows<Words>(
      context, copies, blocking_copies(profile, context.scope), profile.derived(build_launches).of_copy,
      [&](uint32_t copy) { return copy_kind_name(copies.copy_kind[copy]); });
  if (rows.rows.empty()) return Empty{"No copy of this scope blocks the host for long."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<BlockingParams, Row>(
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
