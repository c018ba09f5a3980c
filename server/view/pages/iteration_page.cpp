// Runs skills in the scope of the step.
#include "view/pages/iteration_page.h"

#include <fmt/format.h>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/busy.h"
#include "analysis/time/iterations.h"
#include "skill/skill.h"
#include "skills/list.h"
#include "view/counted.h"
#include "view/named_cells.h"
#include "view/pages/overview.h"
#include "view/pages/page_cells.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kKernelRows = 20;

Facts facts_of(const Profile& profile, const Iterations& iterations, uint32_t at) {
  const Iteration& of = iterations.all[at];
  Facts facts;
  facts.facts.push_back(
      {"window",
       text_cell(fmt::format("{} from {} to {} on the capture's clock", readable_ns(of.gpu.duration()),
                             readable_clock(of.gpu.start), readable_clock(of.gpu.end)))});
  if (of.range == Iteration::kNoRange && iterations.of(of).source == StepSource::detected) {
    facts.facts.push_back({"begins with", name_cell(display_name(iterations.of(of).label))});
  } else if (of.range == Iteration::kNoRange) {
    facts.facts.push_back({"numbered by", name_cell(iterations.of(of).label)});
  } else {
    const NvtxLabels& labels = profile.derived(build_nvtx_labels);
    const uint32_t label = labels.of_template[profile.nvtx().text[of.range]];
    const bool is_repeat = iterations.of(of).source == StepSource::repeat;
    facts.facts.push_back({is_repeat ? "numbered by" : "marked by",
                           name_cell(profile.nvtx_text(of.range), target_of_label(label))});
    facts.facts.push_back({"range", event_cell(fmt::format("nvtx:{}", profile.nvtx().row[of.range]))});
  }
  const auto neighbour = [&](const char* name, size_t other) {
    if (other < iterations.all.size() && iterations.all[other].process == of.process)
      facts.facts.push_back({name, text_cell(fmt::format("{} {}", noun_of(iterations.of(of).source),
                                                         iterations.all[other].number),
                                             target_of_iteration(other))});
  };
  neighbour("before", size_t{at} - 1);
  neighbour("after", size_t{at} + 1);
  facts.facts.push_back({fmt::format("all {}s", noun_of(iterations.of(of).source)),
                         text_cell("iteration_timing", target_of_skill("iteration_timing limit=0"))});
  return facts;
}

PageTable device_table(const Profile& profile, const Scope& scope) {
  PageTable table{
      {text_cell("GPU"), number_cell("busy"), number_cell("compute"), number_cell("communication"),
       number_cell("exposed"), number_cell("copies"), number_cell("idle"), number_cell("kernels")},
      {},
      ""};
  const int64_t window = scope.window().duration();
  for (const DeviceTime& time : device_times(profile, scope))
    table.rows.push_back({text_cell(device_name(profile, time.device), target_of_device(time.device)),
                          share_bar_cell(time.busy, window), share_bar_cell(time.compute, window),
                          share_bar_cell(time.communication, window),
                          share_bar_cell(time.exposed_communication(), window),
                          share_bar_cell(time.copy, window), share_bar_cell(window - time.busy, window),
                          count_cell(time.kernels)});
  table.caption = fmt::format(
      "Shares are of the window, {}, and come from unions of intervals of all that ran in it. "
      "Exposed: communication beside which no other kernel ran.",
      readable_ns(window));
  return table;
}

PageTable kernel_table(const Profile& profile, const Scope& scope) {
  const std::vector<KernelStats> all = kernel_stats(profile, scope);
  const KernelFamilies& families = profile.derived(build_kernel_families);
  Sum total;
  for (const KernelStats& of : all) total += of.total;
  PageTable table{{text_cell("kernel"), text_cell("family"), number_cell("calls"), number_cell("total"),
                   number_cell("share"), number_cell("average"), number_cell("longest")},
                  {},
                  ""};
  for (size_t i = 0; i < all.size() && i < kKernelRows; ++i) {
    const KernelStats& of = all[i];
    table.rows.push_back({name_cell(display_name(profile.text(of.name)), target_of_kernel_name(of.name)),
                          family_cell(name_of(families.of(of.name))), count_cell(of.calls),
                          time_cell(of.total), share_bar_cell(of.total, total), time_cell(of.average),
                          time_cell(of.max)});
  }
  table.caption = fmt::format(
      "Shares are of {} of kernel time in the window, summed over its GPUs. {}", readable_ns(total),
      all.size() > kKernelRows ? fmt::format("The {} longest of {} names.", kKernelRows, all.size())
                               : all_shown(all.size(), "name", "names"));
  return table;
}

}  // namespace

Result<Page> iteration_page(const Profile& profile, uint32_t at, const Work& work) {
  const Iterations& iterations = profile.derived(build_iterations);
  const Iteration& of = iterations.all[at];
  ScopeRequest request;
  request.iteration = of.number;
  request.process = profile.pid_of(of.process);
  const auto scope = Scope::make(profile, request);
  if (!scope) return tl::unexpected(scope.error());
  Page page;
  const bool is_repeat = iterations.of(of).source == StepSource::repeat;
  page.title = fmt::format("{} {}", is_repeat ? "Repeat" : "Step", of.number);
  if (request.process) page.title += fmt::format(" of process {}", *request.process);
  page.blocks.emplace_back(facts_of(profile, iterations, at));
  page.blocks.emplace_back(Heading{"GPUs", ""});
  page.blocks.emplace_back(device_table(profile, *scope));
  page.blocks.emplace_back(Heading{"Kernels", ""});
  page.blocks.emplace_back(kernel_table(profile, *scope));
  const Skill& detail = **built_in_skills().find("iteration_detail");
  const auto answer = run_in_scope(detail, profile, *scope, {}, Work{work.cancel, {}});
  if (!answer) return tl::unexpected(answer.error());
  if (answer->outcome == Outcome::rows) {
    page.blocks.emplace_back(Heading{fmt::format("Against the median {}", noun_of(iterations.of(of).source)),
                                     target_of_skill("iteration_anomalies")});
    page.blocks.emplace_back(linked_table_of(profile, *answer));
  }
  return page;
}

}  // namespace nsys_ai
