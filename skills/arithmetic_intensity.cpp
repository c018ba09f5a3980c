// Is a piece of work compute-bound or memory-bound? One row, from FLOPs and bytes given by the user.
#include <fmt/format.h>

#include <cmath>

#include "analysis/kernels/gpu_peaks.h"
#include "skills/list.h"

namespace nsys_ai::arithmetic_intensity_skill {
namespace {

struct Params {
  int64_t limit = 20;
  std::string target = "work";
  double flops = 0;
  double bytes = 0;
  std::string dtype = "bf16";
  double peak_tflops = 0;
  double bandwidth_tb_s = 0;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all. There is one.");
  f("target", p.target, "What to call it in the answer.");
  f("flops", p.flops, "Its floating-point operations; needed.");
  f("bytes", p.bytes, "What it moves between the GPU and its memory; needed, and never guessed.");
  f("dtype", p.dtype, "The precision of its matrix products: bf16, fp16, fp8 or tf32.");
  f("peak_tflops", p.peak_tflops, "The GPU's dense peak in 10^12 FLOP/s; 0: from its model.");
  f("bandwidth_tb_s", p.bandwidth_tb_s, "The bandwidth of its memory in 10^12 B/s; 0: from its model.");
}

struct Row {
  std::string target;
  double flops = 0;
  double bytes = 0;
  double intensity = 0;
  double ridge = 0;
  std::string bound;
  double attainable_tflops = 0;
};
template <class F>
void fields(Row& r, F& f) {
  f("target", r.target, "What it is about.");
  f("flops", r.flops, "Floating-point operations, as given.");
  f("bytes", r.bytes, "Bytes moved, as given.");
  f("intensity", r.intensity, "flops / bytes.");
  f("ridge", r.ridge, "The intensity above which arithmetic is the limit: peak / bandwidth.");
  f("bound", r.bound, "compute where the intensity is at least the ridge, else memory.");
  f("attainable_tflops", r.attainable_tflops,
    "The lesser of the peak and intensity * bandwidth, in 10^12 FLOP/s.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const auto precision = precision_named(params.dtype);
  if (!precision)
    return fail(ErrorCode::bad_request, "\"" + params.dtype + "\" is no precision known here.",
                "Choose bf16, fp16, fp8 or tf32.");
  if (!(params.flops > 0) || !(params.bytes > 0) || !std::isfinite(params.flops / params.bytes))
    return CannotAnswer{
        "FLOPs and bytes are needed, and no capture records the bytes that a kernel moves.",
        {"Give both, for instance -p flops=1e12 -p bytes=2e9; take the bytes from the sizes of the tensors or from Nsight Compute."}};
  double peak = params.peak_tflops;
  double bandwidth = params.bandwidth_tb_s;
  if (!(peak > 0) || !(bandwidth > 0)) {
    const GpuModel model = model_of(context.profile, context.scope.devices());
    const auto known = model.tflops(*precision);
    if (!model.peaks || (!(peak > 0) && !known))
      return CannotAnswer{missing_peak_reason(model, *precision),
                          {"Give -p peak_tflops=... and -p bandwidth_tb_s=... from the data sheet."}};
    if (model.sm_count > 0 && !(bandwidth > 0))
      return CannotAnswer{fmt::format("The file does not say what bandwidth {} has.", model.words()),
                          {"Give -p bandwidth_tb_s=... of the slice."}};
    if (!(peak > 0)) peak = *known;
    if (!(bandwidth > 0)) bandwidth = model.peaks->terabytes_per_s;
  }
  Row row;
  row.target = params.target;
  row.flops = params.flops;
  row.bytes = params.bytes;
  row.intensity = params.flops / params.bytes;
  row.ridge = peak / bandwidth;
  row.bound = row.intensity >= row.ridge ? "compute" : "memory";
  row.attainable_tflops = std::min(peak, row.intensity * bandwidth);
  return Rows<Row>{{row}};
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "arithmetic_intensity",
       .title = "Is a piece of work bound by arithmetic or by memory?",
       .doc =
           "One row. intensity = flops / bytes; ridge = dense peak / memory bandwidth of the GPUs in scope, from their model or as given; attainable is the lesser of the peak and intensity * bandwidth.",
       .reading = "Work below the ridge gains from moving less: fusion, smaller types, larger batches. "
                  "Work above it gains from faster arithmetic: compare with region_mfu.",
       .source = "Williams, Waterman and Patterson, Roofline, 2009.",
       .limits =
           "As good as the two numbers given. "
           "The peak and the bandwidth are those of the data sheet; matrix products reach about 80 % of the peak.",
       .needs = {}},
      run);
}

}  // namespace nsys_ai::arithmetic_intensity_skill
