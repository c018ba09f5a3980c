// Which share of the GPUs' peak does a range, a kernel or a step reach? One row, from FLOPs given by the
// user.
#include <fmt/format.h>

#include <cmath>

#include "analysis/kernels/gpu_peaks.h"
#include "analysis/kernels/utilisation.h"
#include "base/text_table.h"
#include "skills/list.h"

namespace nsys_ai::region_mfu_skill {
namespace {

constexpr double kNsPerSecond = 1e9;

struct Params {
  int64_t limit = 20;
  double flops = 0;
  std::string dtype = "bf16";
  std::string label;
  std::string kernel;
  double peak_tflops = 0;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all. There is one.");
  f("flops", p.flops,
    "Model FLOPs of one run on all its GPUs together: of one range, one run of the kernel, or of the whole scope; needed.");
  f("dtype", p.dtype, "The precision of its matrix products: bf16, fp16, fp8 or tf32.");
  f("label", p.label,
    "The ranges of this text, label or path, such as `train_step`, `step #` or `step # > forward`: any name that an answer about ranges shows, also one with its middle cut out.");
  f("kernel", p.kernel, "The kernels whose name contains this. Without it and a label: the whole scope.");
  f("peak_tflops", p.peak_tflops, "The dense peak of one GPU in 10^12 FLOP/s; 0: from its model.");
}

struct Row {
  std::string target;
  double flops = 0;
  double seconds_wall = 0;
  double seconds_busy = 0;
  double peak_tflops = 0;
  Share mfu_wall;
  Share mfu_busy;
  int64_t devices = 0;
  int64_t runs = 0;
  double seconds_sum = 0;
  Share mfu_sum;
};
template <class F>
void fields(Row& r, F& f) {
  f("target", r.target, "The range, the kernel, or the scope.");
  f("flops", r.flops, "The FLOPs of all runs: those given, times runs.");
  f("seconds_wall", r.seconds_wall,
    "From the first operation of a run on a GPU to the end of its last there, summed over runs, the mean over GPUs.");
  f("seconds_busy", r.seconds_busy, "The same, less the time in which none of its operations ran.");
  f("peak_tflops", r.peak_tflops, "The dense peak of one GPU for that dtype, in 10^12 FLOP/s.");
  f("mfu_wall", r.mfu_wall, "flops / (seconds_wall * devices * peak).");
  f("mfu_busy", r.mfu_busy, "flops / (seconds_busy * devices * peak).");
  f("devices", r.devices, "GPUs on which it ran.");
  f("runs", r.runs, "Ranges or kernels in the scope; 1 for the scope itself.");
  f("seconds_sum", r.seconds_sum, "Its kernels' durations, summed, the mean over GPUs.");
  f("mfu_sum", r.mfu_sum, "flops / (seconds_sum * devices * peak); 0 where no kernel ran.");
}

struct MeasuredWork {
  std::string name;
  WorkTime time;
};

Result<MeasuredWork> target_of(const SkillContext& context, const Params& params) {
  if (!params.label.empty()) {
    auto time = time_of_ranges(context.profile, context.scope, params.label);
    if (!time) return tl::unexpected(time.error());
    return MeasuredWork{params.label, std::move(*time)};
  }
  if (!params.kernel.empty())
    return MeasuredWork{params.kernel, time_of_kernels(context.profile, context.scope, params.kernel)};
  return MeasuredWork{context.scope.iteration() ? "iteration" : "scope",
                      time_of_scope(context.profile, context.scope)};
}

// A peak in 10^12 FLOP/s equals one in 10^3 FLOP/ns, which keeps integers exact.
double mfu(double flops, int64_t device_ns, double peak) {
  return device_ns > 0 ? flops / (static_cast<double>(device_ns) * (peak * 1e3)) : 0;
}

// Says which input is wrong when the result exceeds the GPUs' peak.
CannotAnswer too_much(const Params& params, const MeasuredWork& target, double mfu_busy, Precision precision,
                      const GpuModel& model) {
  const GpuPeaks* peaks = model.peaks;
  std::string reason =
      fmt::format("That would be {} of the peak{}, so an input is wrong.", readable_share(mfu_busy),
                  model.sm_count > 0 ? " of " + model.words() : "");
  if (target.time.runs > 1 && mfu_busy <= static_cast<double>(target.time.runs))
    return {
        reason,
        {fmt::format("flops are those of one run, and there are {}: give {:g} if {:g} are those of all.",
                     target.time.runs, params.flops / static_cast<double>(target.time.runs), params.flops)}};
  const auto fp8 = peaks ? peaks->fp8 : std::nullopt;
  if (precision != Precision::fp8 && fp8 && mfu_busy * *peaks->tflops(precision) <= *fp8 &&
      !(params.peak_tflops > 0))
    return {reason, {"dtype may be wrong: with fp8 it would be below the peak. Else flops are too large."}};
  return {reason,
          {params.peak_tflops > 0 ? "flops are too large, or peak_tflops is too small."
                                  : "flops are too large: give those of one run, without sparsity."}};
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const auto precision = precision_named(params.dtype);
  if (!precision)
    return fail(ErrorCode::bad_request, "\"" + params.dtype + "\" is no precision known here.",
                "Choose bf16, fp16, fp8 or tf32.");
  if (!(params.flops > 0) || !std::isfinite(params.flops))
    return CannotAnswer{
        "The FLOPs of the work are needed.",
        {"Give them with -p flops=...; theoretical_flops works them out from a model's sizes."}};
  const auto measured = target_of(context, params);
  if (!measured) return tl::unexpected(measured.error());
  const MeasuredWork& target = *measured;
  if (target.time.runs == 0) return Empty{"Nothing of it ran on a GPU in this scope."};
  const GpuModel model = params.peak_tflops > 0 ? GpuModel{} : model_of(context.profile, target.time.devices);
  const auto known = model.tflops(*precision);
  const double peak = params.peak_tflops > 0 ? params.peak_tflops : known.value_or(0);
  if (!(peak > 0))
    return CannotAnswer{missing_peak_reason(model, *precision),
                        {"Give the dense peak of one GPU with -p peak_tflops=..."}};
  const WorkTime& time = target.time;
  if (time.busy <= 0) return Empty{"What ran of it took no time."};
  Row row;
  row.target = target.name;
  row.flops = params.flops * static_cast<double>(time.runs);
  const double mfu_busy = mfu(row.flops, time.busy, peak);
  if (mfu_busy > 1) return too_much(params, target, mfu_busy, *precision, model);
  const auto devices = static_cast<double>(time.devices.size());
  row.seconds_wall = static_cast<double>(time.wall) / kNsPerSecond / devices;
  row.seconds_busy = static_cast<double>(time.busy) / kNsPerSecond / devices;
  row.seconds_sum = static_cast<double>(time.kernels) / kNsPerSecond / devices;
  row.peak_tflops = peak;
  row.mfu_wall = Share{mfu(row.flops, time.wall, peak)};
  row.mfu_busy = Share{mfu_busy};
  row.mfu_sum = Share{mfu(row.flops, time.kernels, peak)};
  row.devices = static_cast<int64_t>(time.devices.size());
  row.runs = time.runs;
  Rows<Row> rows{{row}};
  if (time.meanwhile > 0)
    rows.notes.push_back(fmt::format(
        "a run is what its process launched while the range was open: {} of these operations were "
        "launched by other threads",
        readable_count(time.meanwhile)));
  if (model.sm_count > 0)
    rows.notes.push_back(fmt::format("the peak is that of {}, which has {} of the GPU's multiprocessors",
                                     model.words(), readable_share(model.share)));
  if (model.is_mixed)
    rows.notes.push_back(
        "some kernels ran in green contexts, which have fewer multiprocessors than the peak counts");
  if (time.between_markers)
    rows.notes.push_back(
        "ranges of that name only mark layers: a run is what was launched from one marker to the next, as in nvtx_layer_breakdown");
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "region_mfu",
       .title = "How much of the GPUs' peak does a range, a kernel or a step reach?",
       .doc =
           "One row. "
           "MFU = model FLOPs / (seconds * GPUs * dense peak of the dtype). "
           "The FLOPs are yours, of one run; they are multiplied by the runs in scope. "
           "The work of a range is all that its process launched while it was open, by its own thread inside it and by other threads meanwhile, such as a backward pass; what another thread launched inside a range of the same name belongs to that one. "
           "Seconds are given in three ways: wall, from the first to the last operation of a run on each GPU; busy, the union of its operations; and the sum of its kernels. "
           "The peak is looked up by the GPU's model. "
           "More than the peak is no answer: an input is wrong.",
       .reading =
           "mfu_wall far below mfu_busy: the GPU waits inside the work, ask gpu_idle_gaps. mfu_busy far below 0.5 for matrix products: look at their shapes and at top_kernels. "
           "Matrix products reach about 80 % of the peak.",
       .source =
           "Model FLOPs utilisation as in Chowdhery et al., PaLM, appendix B; peaks are the vendor's dense ones.",
       .limits = "As good as the FLOPs given. "
                 "Recomputed work counts in the time, not in model FLOPs. "
                 "An unknown GPU has no default.",
       .needs = {Need::gpu_operation},
       .of_project = {{"dtype", "peak_tflops"}, {"flops", "label"}, {"label", "kernel"}}},
      run);
}

}  // namespace nsys_ai::region_mfu_skill
