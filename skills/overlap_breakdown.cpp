// How do compute, communication and copies overlap? One row per GPU of a process.
#include "analysis/time/busy.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::overlap_breakdown_skill {
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
  int64_t kernels = 0;
  Ns kernel_sum_ns;
  Ns kernel_union_ns;
  Ns compute_ns;
  Ns comm_ns;
  Ns overlap_ns;
  Ns exposed_comm_ns;
  std::optional<Share> overlap_share;
  Ns copy_ns;
  Ns copy_kernel_overlap_ns;
  Ns busy_ns;
  Ns span_ns;
  Ns idle_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("kernels", r.kernels, "How many kernels ran, at least in part, in the scope.");
  f("kernel_sum_ns", r.kernel_sum_ns,
    "Their durations added up; more than the union where kernels ran together.");
  f("kernel_union_ns", r.kernel_union_ns, "Time in which at least one kernel ran.");
  f("compute_ns", r.compute_ns, "Time in which at least one kernel ran that does not communicate.");
  f("comm_ns", r.comm_ns, "Time in which at least one communication kernel ran.");
  f("overlap_ns", r.overlap_ns, "Time in which both ran: what compute_ns and comm_ns share.");
  f("exposed_comm_ns", r.exposed_comm_ns, "comm_ns - overlap_ns: communication that no computation hides.");
  f("overlap_share", r.overlap_share, "overlap_ns / comm_ns; none where nothing communicates.");
  f("copy_ns", r.copy_ns, "Time in which at least one memory copy ran, memsets not among them.");
  f("copy_kernel_overlap_ns", r.copy_kernel_overlap_ns, "Time in which a copy and a kernel ran.");
  f("busy_ns", r.busy_ns,
    "Time in which anything ran: kernels, copies, memsets, graphs recorded as a whole.");
  f("span_ns", r.span_ns, "From the first start to the last end of these operations.");
  f("idle_ns", r.idle_ns, "span_ns - busy_ns.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  Rows<Row> rows;
  int64_t communication_kernels = 0;
  for (const DeviceTime& of : device_times(context.profile, context.scope)) {
    communication_kernels += of.comm_kernels;
    rows.rows.push_back({pid_cell(context.profile, of.device), device_cell(context.profile, of.device),
                         of.kernels, Ns{of.kernel_sum}, Ns{of.kernel}, Ns{of.compute}, Ns{of.communication},
                         Ns{of.overlap()}, Ns{of.exposed_communication()},
                         share_cell(of.overlap(), of.communication), Ns{of.copy},
                         Ns{of.copy_kernel_overlap()}, Ns{of.busy}, Ns{of.span.duration()}, Ns{of.idle()}});
  }
  if (rows.rows.empty()) return Empty{"No operation ran on these GPUs in this scope."};
  if (communication_kernels == 0) rows.notes.emplace_back("no kernel of this scope communicates");
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "overlap_breakdown",
       .title = "How do compute, communication and copies overlap on each GPU?",
       .doc =
           "One row a GPU of a process, by device and process. "
           "All times but kernel_sum_ns are lengths of unions of intervals, clipped to the window. "
           "Communication kernels are NCCL device kernels and other collectives; all other kernels are compute.",
       .reading = "A large exposed_comm_ns is time that better overlap could save, at most. "
                  "A large copy_ns with a small copy_kernel_overlap_ns says the same of copies. "
                  "A kernel_sum_ns well above kernel_union_ns means that streams share the GPU. "
                  "Look next at nccl_breakdown, kernel_overlap_matrix and gpu_idle_gaps.",
       .source = "overlap_share is the communication-computation overlap of Holistic Trace Analysis.",
       .limits =
           "A collective's time includes waiting for its peers, so exposed communication may be another rank's delay. "
           "Kernels inside CUDA graphs that were recorded as a whole are in busy_ns alone.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::overlap_breakdown_skill
