// The card of one run of a kernel.
#include <fmt/format.h>

#include "analysis/kernels/gpu_part.h"
#include "analysis/kernels/gpu_peaks.h"
#include "analysis/kernels/kernel_run_groups.h"
#include "analysis/kernels/kernels.h"
#include "analysis/kernels/matrix_work.h"
#include "analysis/kernels/occupancy.h"
#include "base/text_table.h"
#include "knowledge/subjects.h"
#include "view/counted.h"
#include "view/targets/card_parts.h"
#include "view/targets/kernel_shape.h"
#include "view/targets/target_cards.h"

namespace nsys_ai {
namespace {

void add_standing(const RunRank& of, int64_t duration, Card& card) {
  if (of.runs == 1) return card.item("The only run of this kernel with this shape on this GPU");
  std::string text = fmt::format("Among {} like it (kernel, shape, GPU): ", readable_count(of.runs));
  if (of.shortest == of.longest) return card.item(text, "all take the same time");
  const int64_t others = of.runs - 1;
  text += of.longer == 0    ? "the longest"
          : of.shorter == 0 ? "the shortest"
                            : fmt::format("longer than {}", readable_share(ratio_of(of.shorter, others)));
  card.item(text, fmt::format("; {} the median of {} ({} to {})", compared(duration, of.median),
                              readable_ns(of.median), readable_ns(of.shortest), readable_ns(of.longest)));
  if (of.ordinal == 1) card.item("It is the first of them: first runs often load code or fill caches");
  if (of.early_median && of.late_median)
    card.item(fmt::format("Over time: median {} in their first quarter, {} in the last",
                          readable_ns(*of.early_median), readable_ns(*of.late_median)));
}

// What the GPU can do at most with what goes into the kernel; nothing where either is not known.
struct KernelPeak {
  Precision precision;
  std::string gpu;
  double tflops = 0;
};
std::optional<KernelPeak> peak_of(const Profile& profile, size_t kernel) {
  const auto precision =
      precision_named(profile.derived(build_kernel_families).format_of(profile.kernels().name(kernel)));
  const StreamIx stream = profile.kernels().stream[kernel];
  const GpuIx gpu = profile.device_of(stream).gpu;
  const GpuPart part = part_of_gpu(profile, stream);
  if (!precision || !gpu.exists() || !part.share) return std::nullopt;
  const GpuModel model{
      peaks_of(profile.gpus()[gpu].name), *part.share, part.is_whole ? 0 : part.sm_count, false, {}};
  const auto tflops = model.tflops(*precision);
  if (!tflops) return std::nullopt;
  return KernelPeak{*precision, model.words(), *tflops};
}

std::string matrix_text(const MatrixProduct& of) {
  const std::string text = fmt::format("{} x {} by {} x {}", readable_count(of.m), readable_count(of.k),
                                       readable_count(of.k), readable_count(of.n));
  return of.batch == 1 ? text : fmt::format("{} products of {}", readable_count(of.batch), text);
}

void add_tiles(const TiledWork& of, Card& card) {
  CardWords words("Its result is ", counted(of.tiles, "tile", "tiles"),
                  fmt::format(" of {} x {}", of.tile.m, of.tile.n));
  if (of.splits != 1) words += fmt::format(", each computed by {} blocks", of.splits);
  words += {": ", strong(readable_share(of.useful) + " of what they compute is useful")};
  if (of.useful < 1) words += ", the rest is padding: sides that are multiples of the tile have none";
  card.item(std::move(words));
}

// What it had to compute, and how much its tiles compute for that.
void add_matrix_work(const Profile& profile, uint32_t kernel, Card& card) {
  const auto work = matrix_work(profile, kernel);
  const int64_t duration = profile.kernels().duration[kernel];
  if (!work || duration <= 0) return;
  const double flops = work->product.flops();
  const double tflops = flops / static_cast<double>(duration) / 1e3;
  const auto peak = peak_of(profile, kernel);
  const CardSpan operator_name = code(work->operator_name);
  if (peak && tflops > peak->tflops)
    return card.item(
        "The sizes of ", operator_name,
        fmt::format(" are not what it computed: {} has less than {:.0f} TFLOP/s", peak->gpu, tflops));
  CardWords words("Multiplies ", matrix_text(work->product), " (sizes of ", operator_name,
                  fmt::format("): {:.4g} GFLOP, {:.4g} TFLOP/s", flops / 1e9, tflops));
  if (peak)
    words +=
        fmt::format(", {} of the dense {} peak of {} ({:g} TFLOP/s)", readable_share(tflops / peak->tflops),
                    name_of(peak->precision), peak->gpu, peak->tflops);
  card.item(std::move(words));
  if (work->tiled) add_tiles(*work->tiled, card);
}

void add_fill(const Profile& profile, StreamIx stream, const LaunchShape& shape, Card& card) {
  const GpuIx gpu = profile.device_of(stream).gpu;
  if (!gpu.exists()) return;
  const GpuPart part = part_of_gpu(profile, stream);
  if (!part.is_whole && part.sm_count == 0)
    return card.item(
        "How far it fills its part of the GPU is not known: the file does not say how many multiprocessors that has");
  const auto of = occupancy(shape, profile.gpus()[gpu], part.sm_count);
  if (!of) return;
  CardWords words(fmt::format("{} for {} multiprocessors{}, at most {} at once on each: ",
                              counted(of->blocks, "block", "blocks"), readable_count(of->multiprocessors),
                              part.is_whole ? "" : " of its part of the GPU", of->blocks_at_once));
  if (of->blocks < of->multiprocessors)
    words += strong(fmt::format("{} get none", readable_count(of->multiprocessors - of->blocks)));
  else if (of->waves() == 1)
    words += "all in one wave";
  else
    words += fmt::format("{} waves, the last {} full", readable_count(of->waves()),
                         readable_share(ratio_of(of->in_last_wave(), of->at_once())));
  card.item(std::move(words));
  card.item(fmt::format("Occupancy at most {} ({} of {} warps), limited by {}",
                        readable_share(ratio_of(of->warps, of->most_warps)), of->warps, of->most_warps,
                        name_of(of->limit)));
}

}  // namespace

std::optional<Card> kernel_card(const Profile& profile, const Target& target) {
  const Kernels& kernels = profile.kernels();
  const size_t at = kernels.row.find(target.number);
  if (at == kernels.size()) return std::nullopt;
  const auto row = static_cast<uint32_t>(at);
  const OperationNumbers::Operation operation{OperationNumbers::kernel, row};
  const std::string_view name = profile.text(kernels.name(at));
  const LaunchShape& shape = kernels.shapes[at];
  Card card;
  card.paragraph(strong(fmt::format("kernel:{}", target.number)), " ", code(name));
  add_when_and_where(profile, kernels, at, card);
  add_why_it_matters(name_of(profile.derived(build_kernel_families).of(kernels.name(at))), card);
  add_standing(run_standing(profile, row), kernels.duration[at], card);
  add_share_of_step(profile, operation, card);
  add_launch(profile, operation, card);
  card.item("Launched as ", shape_text(shape));
  add_fill(profile, kernels.stream[at], shape, card);
  add_name_statements(name, card);
  add_matrix_work(profile, row, card);
  card.item("One kernel deeper: ", code(fmt::format("nsys-ai ncu PROFILE kernel:{}", target.number)),
            " writes the line for Nsight Compute");
  add_background(pages_of_kernel(profile, kernels.name(at)), card);
  add_neighbours(profile, operation, card);
  return card;
}

}  // namespace nsys_ai
