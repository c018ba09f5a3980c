// The card of one run of a kernel.
#include <fmt/format.h>

#include "analysis/kernel_names/name_statements.h"
#include "analysis/kernels/kernel_run_groups.h"
#include "analysis/kernels/gpu_peaks.h"
#include "analysis/kernels/kernels.h"
#include "analysis/kernels/matrix_work.h"
#include "analysis/kernels/occupancy.h"
#include "base/text_table.h"
#include "knowledge/subjects.h"
#include "view/targets/card_parts.h"
#include "view/targets/kernel_shape.h"
#include "view/targets/target_cards.h"

namespace nsys_ai {
namespace {

std::string standing_line(const RunRank& of, int64_t duration) {
  if (of.runs == 1) return "- The only run of this kernel with this shape on this GPU\n";
  std::string text = fmt::format("- Among {} like it (kernel, shape, GPU): ", readable_count(of.runs));
  if (of.shortest == of.longest) return text + "all take the same time\n";
  const int64_t others = of.runs - 1;
  text += of.longer == 0    ? "the longest"
          : of.shorter == 0 ? "the shortest"
                            : fmt::format("longer than {}", readable_share(ratio_of(of.shorter, others)));
  text += fmt::format("; {} the median of {} ({} to {})\n", compared(duration, of.median),
                      readable_ns(of.median), readable_ns(of.shortest), readable_ns(of.longest));
  if (of.ordinal == 1) text += "- It is the first of them: first runs often load code or fill caches\n";
  if (of.early_median && of.late_median)
    text += fmt::format("- Over time: median {} in their first quarter, {} in the last\n",
                        readable_ns(*of.early_median), readable_ns(*of.late_median));
  return text;
}

// What the GPU can do at most with what goes into the kernel; nothing where either is not known.
struct KernelPeak {
  Precision precision;
  std::string_view gpu;
  double tflops = 0;
};
std::optional<KernelPeak> peak_of(const Profile& profile, size_t kernel) {
  const auto precision =
      precision_named(profile.derived(build_kernel_families).format_of(profile.kernels().name(kernel)));
  const GpuIx gpu = profile.devices()[profile.streams()[profile.kernels().stream[kernel]].device].gpu;
  const GpuPeaks* peaks = gpu.exists() ? peaks_of(profile.gpus()[gpu].name) : nullptr;
  const auto tflops = precision && peaks ? peaks->tflops(*precision) : std::nullopt;
  if (!tflops) return std::nullopt;
  return KernelPeak{*precision, peaks->name, *tflops};
}

std::string matrix_text(const MatrixProduct& of) {
  const std::string text = fmt::format("{} x {} by {} x {}", readable_count(of.m), readable_count(of.k),
                                       readable_count(of.k), readable_count(of.n));
  return of.batch == 1 ? text : fmt::format("{} products of {}", readable_count(of.batch), text);
}

// What it had to compute, and how much its tiles compute for that.
std::string matrix_lines(const Profile& profile, uint32_t kernel) {
  const auto work = matrix_work(profile, kernel);
  const int64_t duration = profile.kernels().duration[kernel];
  if (!work || duration <= 0) return "";
  const double flops = work->product.flops();
  const double tflops = flops / static_cast<double>(duration) / 1e3;
  const auto peak = peak_of(profile, kernel);
  if (peak && tflops > peak->tflops)
    return fmt::format("- The sizes of {} are not what it computed: {} has less than {:.0f} TFLOP/s\n",
                       markdown_code(work->operator_name), peak->gpu, tflops);
  std::string text =
      fmt::format("- Multiplies {} (sizes of {}): {:.4g} GFLOP, {:.4g} TFLOP/s", matrix_text(work->product),
                  markdown_code(work->operator_name), flops / 1e9, tflops);
  if (peak)
    text +=
        fmt::format(", {} of the dense {} peak of {} ({:g} TFLOP/s)", readable_share(tflops / peak->tflops),
                    name_of(peak->precision), peak->gpu, peak->tflops);
  text += "\n";
  if (!work->tiled) return text;
  const TiledWork& of = *work->tiled;
  text += fmt::format("- Its result is {} tile{} of {} x {}{}: **{} of what they compute is useful**",
                      readable_count(of.tiles), of.tiles == 1 ? "" : "s", of.tile.m, of.tile.n,
                      of.splits == 1 ? "" : fmt::format(", each computed by {} blocks", of.splits),
                      readable_share(of.useful));
  return text +
         (of.useful < 1 ? ", the rest is padding: sides that are multiples of the tile have none\n" : "\n");
}

}  // namespace

std::string fill_lines(const Profile& profile, DeviceIx device, const LaunchShape& shape) {
  const GpuIx gpu = profile.devices()[device].gpu;
  if (!gpu.exists()) return "";
  const auto of = occupancy(shape, profile.gpus()[gpu]);
  if (!of) return "";
  std::string text = fmt::format(
      "- {} block{} for {} multiprocessors, at most {} at once on each: ", readable_count(of->blocks),
      of->blocks == 1 ? "" : "s", readable_count(of->multiprocessors), of->blocks_at_once);
  if (of->blocks < of->multiprocessors)
    text += fmt::format("**{} get none**\n", readable_count(of->multiprocessors - of->blocks));
  else if (of->waves() == 1)
    text += "all in one wave\n";
  else
    text += fmt::format("{} waves, the last {} full\n", readable_count(of->waves()),
                        readable_share(ratio_of(of->in_last_wave(), of->at_once())));
  return text + fmt::format("- Occupancy at most {} ({} of {} warps), limited by {}\n",
                            readable_share(ratio_of(of->warps, of->most_warps)), of->warps, of->most_warps,
                            name_of(of->limit));
}

std::optional<std::string> kernel_card(const Profile& profile, const Target& target) {
  const Kernels& kernels = profile.kernels();
  const size_t at = kernels.row.find(target.number);
  if (at == kernels.size()) return std::nullopt;
  const auto row = static_cast<uint32_t>(at);
  const OperationNumbers::Operation operation{OperationNumbers::kernel, row};
  const std::string_view name = profile.text(kernels.name(at));
  std::string text = fmt::format("**kernel:{}** {}\n\n", target.number, markdown_code(name));
  text += when_and_where(profile, kernels, at);
  text += why_it_matters(name_of(profile.derived(build_kernel_families).of(kernels.name(at))));
  text += standing_line(run_standing(profile, row), kernels.duration[at]);
  text += share_of_step(profile, operation);
  text += launch_lines(profile, operation);
  const std::string neighbours = neighbour_lines(profile, operation);
  const LaunchShape& shape = kernels.shapes[at];
  text += "- Launched as " + shape_text(shape) + "\n";
  text += fill_lines(profile, profile.streams()[kernels.stream[at]].device, shape);
  if (const std::string statements = statements_text(name_statements(name)); !statements.empty())
    text += fmt::format("- Its name says: {}\n", markdown_escaped(one_line(statements)));
  text += matrix_lines(profile, row);
  text += background_of(pages_of_kernel(profile, kernels.name(at)));
  return text + neighbours;
}

}  // namespace nsys_ai
