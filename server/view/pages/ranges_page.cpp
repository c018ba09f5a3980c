// One row for each line of the outline.
#include "view/pages/ranges_page.h"

#include <fmt/format.h>

#include <iterator>

#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/iterations.h"
#include "view/nvtx_outline.h"
#include "view/pages/page_cells.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

// The number of ranges that fit into a document beside the lines about omitted ranges.
constexpr int64_t kMaxRanges = 2000;

Cell label_of(const Profile& profile, const OutlineLine& line) {
  Cell cell = line.kind == OutlineLine::more
                  ? text_cell(fmt::format("… {} more", readable_count(line.hidden)))
                  : name_cell(line.label.empty() ? "(no text)" : line.label);
  cell.indent = line.depth;
  if (line.kind == OutlineLine::more) return cell;
  if (line.kind == OutlineLine::thread) return cell;
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  if (const auto found = labels.by_label.find(line.label); found != labels.by_label.end())
    cell.target = target_of_label(found->second);
  return cell;
}

Cell share(const std::optional<double>& of) {
  if (!of) return number_cell("-");
  return {readable_share(*of), "", *of, true};
}

std::vector<Cell> row_of(const Profile& profile, const Outline& outline, const OutlineLine& line) {
  std::vector<Cell> row{label_of(profile, line)};
  if (outline.by_gpu) {
    row.push_back(time_cell(line.kernel_time));
    row.push_back(share(line.of_all));
  }
  row.push_back(share(line.of_parent));
  row.push_back(line.kind == OutlineLine::thread ? number_cell("") : count_cell(line.instances));
  if (outline.by_gpu) row.push_back(count_cell(line.kernels));
  row.push_back(time_cell(line.host));
  return row;
}

std::vector<Cell> header_of(const Outline& outline) {
  if (outline.by_gpu)
    return {text_cell("range"),   number_cell("GPU time"), number_cell("of all"), number_cell("of parent"),
            number_cell("calls"), number_cell("kernels"),  number_cell("host")};
  return {text_cell("range"), number_cell("of parent"), number_cell("calls"), number_cell("host")};
}

std::string caption_of(const Outline& outline) {
  if (!outline.by_gpu)
    return "Host: time from begin to end of the ranges on their thread, summed. "
           "Of parent: of the host time of the line around it.";
  return fmt::format(
      "GPU time: kernels launched inside, at any depth, summed over runs and GPUs. "
      "Of all: of {} of kernel time, in ranges or not; {} of it was launched in ranges. "
      "Of parent: of the GPU time of the line around it. "
      "Host: time from begin to end on the thread, summed.",
      readable_ns(outline.kernel_time), readable_ns(outline.kernel_time_in_ranges));
}

// The most common way in which steps were found, if processes differ.
Fact steps_fact(const Iterations& steps) {
  const auto count = [](const ProcessSteps& of) { return of.end - of.first; };
  const ProcessSteps& most =
      *std::max_element(steps.of_process.begin(), steps.of_process.end(),
                        [&](const ProcessSteps& a, const ProcessSteps& b) { return count(a) < count(b); });
  const bool is_kernel = most.source == StepSource::detected;
  return {most.source == StepSource::repeat ? "repeats" : "steps",
          text_cell(
              fmt::format("{}, {} {}", readable_count(std::ssize(steps.all)), words_before_label(most.source),
                          short_line(is_kernel ? display_name(most.label) : most.label, kNameWidth)),
              target_of_skill("iteration_timing limit=0"))};
}

}  // namespace

Result<Page> ranges_page(const Profile& profile, const Work& work) {
  OutlineOptions options;
  options.limit = kMaxRanges;
  const auto outline = nvtx_outline(profile, {}, options, work);
  if (!outline) return tl::unexpected(outline.error());
  Page page;
  page.title = fmt::format("NVTX ranges of {}", profile.info().path.filename().string());
  page.more = "nsys-ai tree --filter TEXT shows a part of the tree, --limit 0 all of it.";
  if (outline->lines.empty()) {
    std::string words = outline->answer.reason;
    for (const std::string& need : outline->answer.needs) words += " " + need;
    page.blocks.emplace_back(Paragraph{std::move(words)});
    return page;
  }
  if (const Iterations& steps = profile.derived(build_iterations); !steps.empty())
    page.blocks.emplace_back(Facts{{steps_fact(steps)}});
  PageTable table{header_of(*outline), {}, caption_of(*outline)};
  for (const OutlineLine& line : outline->lines) table.rows.push_back(row_of(profile, *outline, line));
  for (const std::string& note : outline->answer.notes) table.caption += " " + one_line(note) + ".";
  page.blocks.emplace_back(std::move(table));
  return page;
}

}  // namespace nsys_ai
