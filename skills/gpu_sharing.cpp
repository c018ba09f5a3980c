// Which processes use a GPU together, and how? One row per GPU that several use.
#include <fmt/format.h>

#include "analysis/time/gpu_sharing.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::gpu_sharing_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string pids;
  std::optional<std::string> gpu;
  int64_t processes = 0;
  std::string_view mode;
  Ns span_ns;
  Ns busy_ns;
  std::optional<Share> busy_share;
  Ns kernel_ns;
  Ns at_once_ns;
  std::optional<Share> at_once_share;
};
template <class F>
void fields(Row& r, F& f) {
  f("pids", r.pids, "The processes that use it, with commas between; at most eight.");
  f("gpu", r.gpu, "What the GPU is called; none where the file does not say.");
  f("processes", r.processes, "How many processes use it.");
  f("mode", r.mode, "in turns, at once or slices; see the documentation.");
  f("span_ns", r.span_ns,
    "From the first start to the last end of the operations of all of them in the scope.");
  f("busy_ns", r.busy_ns, "Time in which anything ran, for whichever of them.");
  f("busy_share", r.busy_share, "busy_ns / span_ns; none where the span has no length.");
  f("kernel_ns", r.kernel_ns, "Time in which at least one kernel ran, for whichever of them.");
  f("at_once_ns", r.at_once_ns, "Time in which kernels of at least two of them ran.");
  f("at_once_share", r.at_once_share, "at_once_ns / kernel_ns.");
}

constexpr size_t kMostPids = 8;

std::string pids_of(const Profile& profile, const SharedGpu& of) {
  std::string text;
  size_t listed = 0;
  for (const DeviceIx device : of.devices) {
    const auto pid = profile.pid_of(profile.devices()[device].process);
    if (!pid) continue;
    if (listed++ == kMostPids) return text + ", …";
    text += fmt::format("{}{}", text.empty() ? "" : ", ", *pid);
  }
  return text;
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  Rows<Row> rows;
  for (const SharedGpu& of : shared_gpus(profile, context.scope)) {
    const GpuIx gpu = profile.devices()[of.devices.front()].gpu;
    Row row;
    row.pids = pids_of(profile, of);
    if (gpu.exists() && !profile.gpus()[gpu].name.empty()) row.gpu = profile.gpus()[gpu].name;
    row.processes = static_cast<int64_t>(of.processes);
    row.mode = name_of(of.mode);
    row.span_ns = Ns{of.span.duration()};
    row.busy_ns = Ns{of.busy};
    row.busy_share = share_cell(of.busy, of.span.duration());
    row.kernel_ns = Ns{of.kernel};
    row.at_once_ns = Ns{of.at_once};
    row.at_once_share = share_cell(of.at_once, of.kernel);
    rows.rows.push_back(std::move(row));
  }
  if (rows.rows.empty())
    return Empty{
        "No GPU of this scope is used by several processes, as far as the file says which GPU each uses."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "gpu_sharing",
       .title = "Which processes share a GPU, and do their kernels run at the same time?",
       .doc =
           "One row a GPU, or slice of one, that several processes use; a GPU with slices has one for all of them. "
           "mode says how: in turns (one process after the other, slices of time), at once (kernels of several run at the same time, as the Multi-Process Service, MPS, lets them), slices (each process has multiprocessors of its own, MIG). "
           "Times are lengths of unions over all of its processes, clipped to the window; processes outside the scope count too, since their work occupies the GPU as well.",
       .reading =
           "in turns: what a process waits for is the other's work; look at both together. at once: each kernel may be slower than alone, since they share multiprocessors, caches and memory. slices: nothing is shared but the bus.",
       .source = "Definitions of this program. The file says which GPU a process uses, not whether MPS runs.",
       .limits =
           "Kernels count as run at once where they overlap for more than a twentieth of the time of all processes but the one with most. "
           "A kernel that is interrupted for the slice of time of another process is recorded from its first start to its last end, which looks like running at once; such kernels take milliseconds.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::gpu_sharing_skill
