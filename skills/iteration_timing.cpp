// How long is each step of the program on the GPU? One row per step and device.
#include <fmt/format.h>

#include "analysis/time/iteration_work.h"
#include "skills/iteration_text.h"
#include "skills/list.h"

namespace nsys_ai::iteration_timing_skill {
namespace {

struct Params {
  int64_t limit = 20;
  std::string marker;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
  f("marker", p.marker, kMarkerDoc);
}

struct Row {
  Id iteration;
  std::string source;
  std::optional<Id> pid;
  Id device;
  ClockNs start_ns;
  ClockNs end_ns;
  Ns duration_ns;
  Ns busy_ns;
  Ns comm_ns;
  Ns idle_ns;
  int64_t kernels = 0;
  std::string label;
};
template <class F>
void fields(Row& r, F& f) {
  f("iteration", r.iteration, "Its number, from 0, in its process: what --iteration takes.");
  f("source", r.source,
    "marker: a range marks it. detected: kernels repeat, and no range says so. repeat: of a block, such as a layer, that ranges inside number; no step.");
  f("pid", r.pid, "The process; none where the capture names none.");
  f("device", r.device, "The GPU, as that process numbers it.");
  f("start_ns", r.start_ns, "When its first operation began on that GPU.");
  f("end_ns", r.end_ns, "When its last operation ended there.");
  f("duration_ns", r.duration_ns, "end_ns - start_ns.");
  f("busy_ns", r.busy_ns, "How long at least one of its operations ran: the length of their union.");
  f("comm_ns", r.comm_ns, "The union of its communication kernels, whether or not anything runs beside.");
  f("idle_ns", r.idle_ns, "duration_ns - busy_ns.");
  f("kernels", r.kernels, "Kernels that it launched.");
  f("label", r.label,
    "The text of its range; of detected ones the kernel that it begins with; of repeats the label that numbers them.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const IterationsFor iterations(profile, params.marker);
  Rows<Row> rows;
  for (const IterationWork& of : iteration_work(profile, *iterations, context.scope)) {
    const Iteration& iteration = iterations->all[of.iteration];
    const Device& device = profile.devices()[of.device];
    Row row;
    row.iteration = iteration.number;
    const ProcessSteps& steps = iterations->of(iteration);
    row.source = name_of(steps.source);
    row.pid = profile.pid_of(device.process);
    row.device = device.ordinal;
    row.start_ns = ClockNs{of.time.start};
    row.end_ns = ClockNs{of.time.end};
    row.duration_ns = Ns{of.time.duration()};
    row.busy_ns = Ns{of.busy};
    row.comm_ns = Ns{of.communication};
    row.idle_ns = Ns{of.idle()};
    row.kernels = of.kernels;
    row.label = iteration.range == Iteration::kNoRange ? steps.label : profile.nvtx_text(iteration.range);
    rows.rows.push_back(std::move(row));
  }
  if (rows.rows.empty()) return Empty{why_no_iterations(profile, *iterations, params.marker)};
  note_step_sources(*iterations, rows.notes);
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "iteration_timing",
       .title = "How long is each step of the program on the GPU?",
       .doc =
           "One row a step and GPU, by number, then by device and process. "
           "A step is a range of the marker; its work is everything that any thread of the process launched while the range was open, graph launches included. start_ns and end_ns are the first start and the last end of that work on the GPU, so they lie later than the range on the host. "
           "Without a marker, labels such as `ProfilerStep#3`, `step 3` or `iteration 3` are taken, else a label whose ranges tile most of a thread's time, else a sequence of kernel names that repeats on the process's busiest GPU, in the order in which the thread with most launches launched them: a step then has what its process launched before the first kernel of the next one. "
           "What the program does not name itself are steps only where those that are alike are at least five, each longer than 100 us, and hold at least half of the kernels and of the time between the first and the last. "
           "Where labels inside number up from one to the next, such as `blocks.3` and `blocks.4`, they are repeats of a block, and no steps. "
           "Times are clipped to the window.",
       .reading =
           "Compare duration_ns between steps: iteration_anomalies says which are outliers, iteration_detail what one of them did. "
           "Ask any skill about one step with --iteration.",
       .source =
           "The definition of iterations in this project; ranges of one label that overlap on a thread count once, and of several threads the one with most time in it is taken.",
       .limits = "Work whose launch was not recorded belongs to no step. "
                 "The busy time of steps that overlap on the GPU counts for each.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::iteration_timing_skill
