// Where does the time of each phase go: prefill, decode, scheduler, sampling? One row per phase and process.
#include "skills/list.h"
#include "skills/phase_text.h"

namespace nsys_ai::phases_skill {
namespace {

struct Params {
  int64_t limit = 20;
  std::string phase_map;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
  f("phase_map", p.phase_map, std::string(kPhaseMapDoc));
}

struct Row {
  std::string phase;
  std::string kind;
  std::optional<Id> pid;
  std::optional<int64_t> steps;
  std::optional<Ns> wall_ns;
  std::optional<Ns> p50_ns;
  std::optional<Ns> p90_ns;
  std::optional<Ns> p99_ns;
  std::optional<double> per_s;
  int64_t kernels = 0;
  Ns kernel_ns;
  std::optional<Share> share;
  Ns gpu_busy_ns;
  std::optional<Ns> gpu_p50_ns;
  std::optional<Ns> gpu_p90_ns;
  std::optional<Ns> gpu_p99_ns;
  int64_t replays = 0;
  int64_t whole = 0;
  Ns hidden_ns;
  std::optional<std::string> host;
};
template <class F>
void fields(Row& r, F& f) {
  f("phase", r.phase, "The phase, as the map names it; of the rest, what kind says.");
  f("kind", r.kind,
    "step: of the engine. part: of a step, or work that stands between steps. between steps: no step of the process was open. outside: launched in no range of a phase. launch not recorded: the phase is not known.");
  f("pid", r.pid, "The process; none where the capture names none.");
  f("steps", r.steps, "Ranges of the phase in the scope that lie in none of an earlier phase; between steps, the gaps.");
  f("wall_ns", r.wall_ns, "The union of these ranges over the threads of the process; phases can overlap.");
  f("p50_ns", r.p50_ns, "The median duration of a range on the host, linearly interpolated.");
  f("p90_ns", r.p90_ns, "Nine of ten ranges took no longer.");
  f("p99_ns", r.p99_ns, "99 of 100 ranges took no longer.");
  f("per_s", r.per_s, "Steps a second: steps / the time from the first one's start to the last one's end; none for one step.");
  f("kernels", r.kernels, "Kernels launched in the phase; each counts in one phase.");
  f("kernel_ns", r.kernel_ns, "Their time, summed over GPUs.");
  f("share", r.share, "kernel_ns / the time of all kernels in the scope.");
  f("gpu_busy_ns", r.gpu_busy_ns,
    "The union of all operations launched in the phase on each GPU, summed over GPUs: kernels, copies, memsets and CUDA graphs.");
  f("gpu_p50_ns", r.gpu_p50_ns, "The median, over steps with work, of first start to last end on the GPU.");
  f("gpu_p90_ns", r.gpu_p90_ns, "Nine of ten such steps took no longer.");
  f("gpu_p99_ns", r.gpu_p99_ns, "99 of 100 such steps took no longer.");
  f("replays", r.replays, "Launches of CUDA graphs in the phase of which anything was recorded.");
  f("whole", r.whole, "Graphs recorded as one operation, whose kernels are not in the file.");
  f("hidden_ns", r.hidden_ns, "The time of those, summed: what kernel_ns lacks.");
  f("host", r.host,
    "Between steps: what the thread that opened the next step did, each nanosecond once: ranges, else CUDA calls, else calls of the operating system.");
}

std::optional<Ns> if_any(bool any, int64_t ns) { return any ? std::optional(Ns{ns}) : std::nullopt; }

std::optional<std::string> host_text(const std::vector<HostPart>& parts) {
  constexpr size_t kShown = 4;
  std::string text;
  for (size_t i = 0; i < parts.size() && i < kShown; ++i)
    text += (i == 0 ? "" : ", ") + shortened(one_line(parts[i].name), 60) + " " + readable_ns(parts[i].ns);
  if (parts.size() > kShown) text += fmt::format(", {} more", parts.size() - kShown);
  return text.empty() ? std::nullopt : std::optional(text);
}

Row row_of(const Profile& profile, const Phases& phases, const PhaseWork& of, int64_t all_kernels) {
  Row row;
  row.phase = phase_text(phases, of.kind, of.phase);
  row.kind = name_of(of.kind);
  row.pid = profile.pid_of(of.process);
  const bool has_steps = of.kind <= PhaseKind::between;
  if (has_steps) row.steps = of.steps;
  row.wall_ns = if_any(has_steps, of.wall);
  row.p50_ns = if_any(has_steps && of.steps > 0, of.host.p50);
  row.p90_ns = if_any(has_steps && of.steps > 0, of.host.p90);
  row.p99_ns = if_any(has_steps && of.steps > 0, of.host.p99);
  if (of.kind <= PhaseKind::part && of.steps > 1 && !of.extent.empty())
    row.per_s = static_cast<double>(of.steps) * 1e9 / static_cast<double>(of.extent.duration());
  row.kernels = of.kernels;
  row.kernel_ns = Ns{of.kernel_time};
  if (all_kernels > 0) row.share = Share{static_cast<double>(of.kernel_time) / static_cast<double>(all_kernels)};
  row.gpu_busy_ns = Ns{of.busy};
  const bool on_gpu = of.kind <= PhaseKind::part && of.busy > 0;
  row.gpu_p50_ns = if_any(on_gpu, of.gpu.p50);
  row.gpu_p90_ns = if_any(on_gpu, of.gpu.p90);
  row.gpu_p99_ns = if_any(on_gpu, of.gpu.p99);
  row.replays = of.replays;
  row.whole = of.whole;
  row.hidden_ns = Ns{of.hidden};
  row.host = host_text(of.host_parts);
  return row;
}

void note_hidden(const Phases& phases, const std::vector<PhaseWork>& all, std::vector<std::string>& notes) {
  Sum hidden, busy;
  std::string phase;
  for (const PhaseWork& of : all) {
    if (of.hidden == 0) continue;
    hidden += of.hidden;
    busy += of.busy;
    const std::string name = phase_text(phases, of.kind, of.phase);
    if (phase.find(name) == std::string::npos) phase += (phase.empty() ? "" : ", ") + name;
  }
  if (hidden == 0) return;
  notes.push_back(fmt::format(
      "{} of {} of GPU time ({}) in {} lies in CUDA graphs that were recorded whole: their kernels are not in the file; capture with --cuda-graph-trace=node to see them",
      readable_ns(hidden), readable_ns(busy),
      readable_share(static_cast<double>(hidden) / static_cast<double>(busy)), phase));
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const auto phases = PhasesFor::make(context.profile, params.phase_map);
  if (!phases) return tl::unexpected(phases.error());
  if ((*phases)->empty()) return no_phases(**phases);
  auto work = phase_work(context.profile, **phases, context.scope, context.work);
  if (!work) return tl::unexpected(work.error());
  if (work->empty()) return Empty{"No phase and no GPU operation lies in this scope."};
  int64_t all_kernels = 0;
  for (const PhaseWork& of : *work) all_kernels += of.kernel_time;
  Rows<Row> rows;
  for (const PhaseWork& of : *work) rows.rows.push_back(row_of(context.profile, **phases, of, all_kernels));
  note_phases(**phases, rows.notes);
  note_hidden(**phases, *work, rows.notes);
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "phases",
       .title = "How long do prefill, decode and the other phases take, on the host and on the GPU?",
       .doc =
           "One row a phase and process, in the order of the map, then what stands in no phase. "
           "A map says which ranges are steps of a phase: one of your own, else the first built-in one that knows ranges of several phases, or of one: vLLM, SGLang, TensorRT-LLM, the words prefill and decode, PyTorch. vLLM and TensorRT-LLM write the numbers of requests, so that steps with both phases are a phase of their own, mixed. "
           "Work belongs to the phase in whose range its launch lies, on that thread, else on another thread of the process; a CUDA graph to the phase of its replay. Of several phases around a launch the first of the map has it. "
           "Without such ranges the steps that iteration_timing finds are one phase. "
           "Wall time is time on the host, of an engine that launches ahead not that of the GPU. Times are clipped to the window.",
       .reading =
           "Compare wall_ns with gpu_busy_ns: a phase with much wall and little GPU time is bound by the host, and so is much time between steps. "
           "stages says which kernels a phase runs; --phase decode asks any skill about the longest stretch of one.",
       .source = "The ranges that vLLM, SGLang and TensorRT-LLM record, as their sources write them.",
       .limits =
           "Host and GPU time of a phase do not add up to the run: phases overlap, and GPUs work behind the host. "
           "A label that is none of an engine may look like one.",
       .families = {Family::os_calls},
       .of_project = {{"phase_map"}, {}, {}}},
      run);
}

}  // namespace nsys_ai::phases_skill
