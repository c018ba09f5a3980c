// What ran on each GPU at each moment, by family? One row per GPU and family.
#include <map>

#include "analysis/kernels/family_time.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::time_by_family_skill {
namespace {

struct Params {
  int64_t limit = 0;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  Id device;
  std::string what;
  Ns time_ns;
  std::optional<Share> share;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, std::string(kPidDoc));
  f("device", r.device, std::string(kDeviceDoc));
  f("what", r.what,
    "A family of kernels, copies and memsets, CUDA graphs recorded whole, or that nothing runs.");
  f("time_ns", r.time_ns,
    "Time of the GPU; the rows of a GPU add up to the time from its first operation to its last.");
  f("share", r.share, "time_ns / that time.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const std::vector<FamilyTime> all = time_by_family(context.profile, context.scope);
  if (all.empty()) return Empty{"No operation ran on a GPU in this scope."};
  std::map<uint32_t, int64_t> span;
  for (const FamilyTime& of : all) span[of.device.value] += of.ns;
  Rows<Row> rows;
  for (const FamilyTime& of : all)
    rows.rows.push_back({pid_cell(context.profile, of.device), device_cell(context.profile, of.device),
                         std::string(of.what), Ns{of.ns}, share_cell(of.ns, span[of.device.value])});
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "time_by_family",
       .title = "What does each GPU do with its time, by family of kernels?",
       .doc = "One row a GPU and family, the longest first, and last the time in which nothing ran. "
              "Each moment counts once: where operations overlap, it is that of the one that began first. "
              "Times are clipped to the window.",
       .reading =
           "Compare runs by these rows side by side: they add up to wall time, which sums over kernels do not. "
           "kernel_families has the sums, time_account why nothing ran.",
       .source =
           "The bars that gputrc2graph of vLLM and SGLang draws, for each GPU apart, with copies and idle time as recorded.",
       .limits =
           "Communication that runs beside a kernel that began earlier is in that kernel's row; overlap_breakdown has both.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::time_by_family_skill
