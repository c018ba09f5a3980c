// When was each NVTX range on the GPU? One row per range and device.
#include <fmt/format.h>

#include "analysis/nvtx/meanwhile.h"
#include "analysis/nvtx/nvtx_gpu.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/nvtx/nvtx_text_match.h"
#include "skills/list.h"

namespace nsys_ai::nvtx_gpu_projection_skill {
namespace {

struct Params {
  int64_t limit = 20;
  std::string label;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
  f("label", p.label, "Only ranges whose text contains this; empty means all.");
}

struct Row {
  EventRef ref;
  std::string label;
  int64_t depth = 0;
  std::optional<Id> pid;
  Id device;
  ClockNs start_ns;
  ClockNs end_ns;
  Ns busy_ns;
  int64_t operations = 0;
};
template <class F>
void fields(Row& r, F& f) {
  f("ref", r.ref, "The range.");
  f("label", r.label, "Its text, as the program wrote it.");
  f("depth", r.depth, "How many ranges are around it; 0 for the outermost.");
  f("pid", r.pid, "The process of the GPU; none where the capture names none.");
  f("device", r.device, "The GPU, as that process numbers it.");
  f("start_ns", r.start_ns, "When its first operation began on that GPU.");
  f("end_ns", r.end_ns, "When its last operation ended there.");
  f("busy_ns", r.busy_ns, "How long at least one of its operations ran: the length of their union.");
  f("operations", r.operations, "Kernels, copies, memsets and whole graphs that were launched inside it.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const Nvtx& nvtx = profile.nvtx();
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  Rows<Row> rows;
  // A capture has millions of ranges: only displayed rows are created.
  NvtxTextMatch matches(profile, TextPattern::containing(params.label));
  const auto wanted = [&](uint32_t range) { return matches(range); };
  const size_t most = params.limit > 0 ? static_cast<size_t>(params.limit) : SIZE_MAX;
  const Projections found = projections(profile, context.scope, wanted, most);
  rows.total = found.total;
  for (const Projection& of : found.first) {
    const Device& device = profile.devices()[of.device];
    rows.rows.push_back({EventRef{fmt::format("nvtx:{}", nvtx.row[of.range])}, profile.nvtx_text(of.range),
                         paths.depth[paths.of_range[of.range]], profile.pid_of(device.process),
                         device.ordinal, ClockNs{of.time.start}, ClockNs{of.time.end}, Ns{of.busy},
                         of.operations});
  }
  const std::string meanwhile = meanwhile_note(profile, context.scope);
  if (!meanwhile.empty()) rows.notes.push_back(meanwhile);
  if (rows.rows.empty())
    return Empty{(params.label.empty()
                      ? "No operation of this scope was launched inside an NVTX range."
                      : "No range with \"" + params.label + "\" launched an operation here.") +
                 in_brackets(meanwhile)};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "nvtx_gpu_projection",
       .title = "When was each NVTX range on the GPU?",
       .doc =
           "One row a range and GPU, in order of time on the GPU. "
           "An operation belongs to every closed range of the launching thread that contains the whole launch call. start_ns and end_ns are the first start and the last end of its operations, busy_ns is the length of their union; all of them are clipped to the window.",
       .reading =
           "end_ns - start_ns less busy_ns is what the GPU did not do for this range in between: other ranges' work, or nothing. "
           "The host's time of a range is in nvtx_summary.",
       .source = "As `nsys stats --report nvtx_gpu_proj_trace`, but a row for each GPU.",
       .limits =
           "Ranges without operations, ranges that cross threads and ranges that were never closed have no row.",
       .needs = {Need::nvtx, Need::gpu_operation, Need::call}},
      run);
}

}  // namespace nsys_ai::nvtx_gpu_projection_skill
