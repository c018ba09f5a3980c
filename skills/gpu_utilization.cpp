// How busy is each GPU? One row per GPU of a process.
#include <fmt/format.h>

#include "analysis/host/process_words.h"
#include "analysis/time/busy.h"
#include "analysis/time/gpu_sharing.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::gpu_utilization_skill {
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
  std::optional<std::string> gpu;
  Ns span_ns;
  Ns busy_ns;
  std::optional<Share> busy_share;
  Ns kernel_ns;
  std::optional<Share> kernel_share;
  Ns copy_ns;
  std::optional<Share> copy_share;
  int64_t streams = 0;
  Ns lead_in_ns;
  Ns tail_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("gpu", r.gpu, "What the GPU is called; none where the file does not say.");
  f("span_ns", r.span_ns, "From the first start to the last end of its operations in the scope.");
  f("busy_ns", r.busy_ns,
    "Time in which anything ran: kernels, copies, memsets, graphs recorded as a whole.");
  f("busy_share", r.busy_share, "busy_ns / span_ns; none where the span has no length.");
  f("kernel_ns", r.kernel_ns, "Time in which at least one kernel ran.");
  f("kernel_share", r.kernel_share, "kernel_ns / span_ns.");
  f("copy_ns", r.copy_ns, "Time in which at least one memory copy ran.");
  f("copy_share", r.copy_share, "copy_ns / span_ns.");
  f("streams", r.streams, "On how many streams anything ran.");
  f("lead_in_ns", r.lead_in_ns, "From the start of the scope to the first operation; in no share.");
  f("tail_ns", r.tail_ns, "From the last operation to the end of the scope; in no share.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  Rows<Row> rows;
  double shares = 0;
  for (const DeviceTime& of : device_times(profile, context.scope)) {
    const GpuIx gpu = profile.devices()[of.device].gpu;
    const int64_t span = of.span.duration();
    Row row;
    row.pid = pid_cell(profile, of.device);
    row.device = device_cell(profile, of.device);
    if (gpu != GpuIx::none() && !profile.gpus()[gpu].name.empty()) row.gpu = profile.gpus()[gpu].name;
    row.span_ns = Ns{span};
    row.busy_ns = Ns{of.busy};
    row.busy_share = share_cell(of.busy, span);
    row.kernel_ns = Ns{of.kernel};
    row.kernel_share = share_cell(of.kernel, span);
    row.copy_ns = Ns{of.copy};
    row.copy_share = share_cell(of.copy, span);
    row.streams = of.streams;
    row.lead_in_ns = Ns{of.span.start - context.scope.window().start};
    row.tail_ns = Ns{context.scope.window().end - of.span.end};
    shares += row.busy_share.value_or(Share{}).value;
    rows.rows.push_back(std::move(row));
  }
  if (rows.rows.empty()) return Empty{"No operation ran on these GPUs in this scope."};
  for (const SharedGpu& of : shared_gpus(profile, context.scope))
    rows.notes.push_back(fmt::format("GPU {} of {}: {}", profile.devices()[of.devices.front()].ordinal,
                                     process_words(profile, profile.devices()[of.devices.front()].process),
                                     sharing_words(of)));
  if (rows.rows.size() > 1)
    rows.notes.push_back(fmt::format("the mean busy share of the {} rows is {:.1f} %; shares are never added",
                                     rows.rows.size(), 100 * shares / static_cast<double>(rows.rows.size())));
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "gpu_utilization",
       .title = "How busy is each GPU?",
       .doc =
           "One row a GPU of a process, by device and process. "
           "Times are lengths of unions of intervals, clipped to the window; each share is of the span of that GPU, from its first operation to its last. "
           "What lies before and after is distinguished.",
       .reading =
           "A low busy_share means that the GPU waits: look at gpu_idle_gaps. "
           "A high copy_share beside a low kernel_share means that copies are the limit: look at memory_bandwidth and pageable_copies. "
           "A high kernel_share says that kernels ran, not that they were efficient.",
       .source = "Busy is what nsys gpu_gaps counts: kernels, copies, memsets and graphs.",
       .limits = "Where two processes share one physical GPU, each row says what one of them kept busy.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::gpu_utilization_skill
