// The card of one run of a kernel.
#include <fmt/format.h>

#include "analysis/kernel_names/name_statements.h"
#include "analysis/kernels/alike_runs.h"
#include "analysis/kernels/kernels.h"
#include "analysis/kernels/occupancy.h"
#include "base/text_table.h"
#include "knowledge/subjects.h"
#include "view/targets/card_parts.h"
#include "view/targets/kernel_shape.h"
#include "view/targets/target_cards.h"

namespace nsys_ai::inline view {
namespace {

std::string standing_line(const RunStanding& of, int64_t duration) {
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
  if (const std::string told = statements_text(name_statements(name)); !told.empty())
    text += fmt::format("- Its name says: {}\n", markdown_escaped(one_line(told)));
  text += background_of(pages_of_kernel(profile, kernels.name(at)));
  return text + neighbours;
}

}  // namespace nsys_ai::inline view
