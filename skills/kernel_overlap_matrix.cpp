// Which classes of operations run at the same time? One row per pair on one GPU.
#include "analysis/kernels/concurrency.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::kernel_overlap_matrix_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  Id device;
  std::string class_a;
  std::string class_b;
  Ns overlap_ns;
  std::optional<Share> share_of_a;
  std::optional<Share> share_of_b;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("class_a", r.class_a, "A family of kernels, or copy, memset or graph.");
  f("class_b", r.class_b, "Another.");
  f("overlap_ns", r.overlap_ns, "Time in which operations of both ran.");
  f("share_of_a", r.share_of_a, "overlap_ns / the time in which operations of class_a ran.");
  f("share_of_b", r.share_of_b, "overlap_ns / the time in which operations of class_b ran.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  Rows<Row> rows;
  for (const DeviceIx device : context.scope.devices())
    for (const ClassOverlap& of : class_overlaps(context.profile, context.scope, device))
      rows.rows.push_back({pid_cell(context.profile, device), device_cell(context.profile, device),
                           std::string(class_name(of.a)), std::string(class_name(of.b)), Ns{of.both},
                           share_cell(of.both, of.of_a), share_cell(of.both, of.of_b)});
  if (rows.rows.empty())
    return Empty{"No two classes of operations ran at the same time on a GPU of this scope."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "kernel_overlap_matrix",
       .title = "Which classes of operations run at the same time?",
       .doc =
           "One row a pair of classes that overlap on a GPU of a process, by device, then the longest overlap first. "
           "Classes are the families of kernels, copies, memsets, and graphs recorded as a whole. "
           "Each class is the union of its operations, clipped to the window; an overlap is the intersection of two such unions.",
       .reading =
           "Communication or copies with a small share in computation are exposed: see overlap_breakdown. "
           "Two compute classes that overlap much share the GPU and may slow each other down.",
       .source =
           "Unions and intersections as in the communication-computation overlap of Holistic Trace Analysis.",
       .limits = "Three classes that run together count in three pairs, so overlaps do not add up.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::kernel_overlap_matrix_skill
