// Which memsets block the host? One row per memset.
#include "skills/blocking_rows.h"
#include "skills/list.h"

namespace nsys_ai::sync_memsets_skill {
namespace {

struct Words {
  static constexpr std::string_view kTable = "memset";
  static constexpr std::string_view kKind = "memory";
  static constexpr std::string_view kRefDoc = "The memset.";
  static constexpr std::string_view kKindDoc = "The kind of memory that was set.";
  static constexpr std::string_view kBytesDoc = "What it set inside the scope.";
};
using Row = BlockingRow<Words>;

SkillOutcome<Row> run(const SkillContext& context, const BlockingParams&) {
  const Profile& profile = context.profile;
  const Memsets& memsets = profile.memsets();
  if (memsets.size() == 0) return Empty{"The capture recorded no memset."};
  Rows<Row> rows = blocking_rows<Words>(
      context, memsets, blocking_memsets(profile, context.scope), profile.derived(build_launches).of_memset,
      [&](uint32_t memset) { return memory_kind_name(memsets.memory_kind[memset]); });
  if (rows.rows.empty()) return Empty{"No memset of this scope blocks the host."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<BlockingParams, Row>(
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
