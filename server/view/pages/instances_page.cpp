// Sorts rows by start; equal starts keep the order of the file.
#include "view/pages/instances_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/label_events.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "profile/order.h"
#include "view/pages/overview.h"
#include "view/pages/page_cells.h"
#include "view/targets/card_parts.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

std::string caption(size_t shown, size_t all, std::string_view how_to_see_more) {
  if (shown == all) return fmt::format("All {}, by start.", readable_count(static_cast<int64_t>(all)));
  return fmt::format("The first {} of {} by start. {}", readable_count(static_cast<int64_t>(shown)),
                     readable_count(static_cast<int64_t>(all)), how_to_see_more);
}

}  // namespace

Page kernel_instances_page(const Profile& profile, NameId kernel) {
  const Kernels& kernels = profile.kernels();
  const auto named = profile.derived(build_kernels_by_name).of(kernel);
  std::vector<uint32_t> rows(named.begin(), named.end());
  const size_t shown = std::min(rows.size(), kMaxInstances);
  std::partial_sort(rows.begin(), rows.begin() + static_cast<ptrdiff_t>(shown), rows.end(),
                    [&](uint32_t a, uint32_t b) {
                      return std::tuple(kernels.start[a], a) < std::tuple(kernels.start[b], b);
                    });
  const Attribution& attribution = profile.derived(build_attribution);
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  PageTable table{{text_cell("event"), number_cell("start"), number_cell("duration"), text_cell("GPU"),
                   number_cell("stream"), text_cell("launched in")},
                  {},
                  caption(shown, rows.size(), "nsys-ai export-csv writes all events of the profile.")};
  for (size_t i = 0; i < shown; ++i) {
    const uint32_t at = rows[i];
    const Stream& stream = profile.streams()[kernels.stream[at]];
    const uint32_t range = attribution.of_kernel[at];
    Cell around;
    if (range != NvtxForest::kNoRange) {
      const uint32_t label = labels.of_template[profile.nvtx().text[range]];
      around = name_cell(profile.nvtx_text(range), target_of_label(label));
    }
    table.rows.push_back({event_cell(fmt::format("kernel:{}", kernels.row[at])),
                          number_cell(readable_clock(kernels.start[at])),
                          time_cell(kernels.interval(at).duration()),
                          text_cell(device_name(profile, stream.device), target_of_device(stream.device)),
                          stream_cell(profile, kernels.stream[at]), std::move(around)});
  }
  Page page;
  page.title = fmt::format("Runs of {}", short_line(base_name(profile.text(kernel)), kNameWidth));
  page.blocks.emplace_back(
      Facts{{{"kernel", name_cell(display_name(profile.text(kernel)), target_of_kernel_name(kernel))}}});
  page.blocks.emplace_back(std::move(table));
  return page;
}

Result<Page> label_instances_page(const Profile& profile, uint32_t label, const Work& work) {
  const auto events = label_events(profile, label, work);
  if (!events) return tl::unexpected(events.error());
  const Nvtx& nvtx = profile.nvtx();
  const size_t shown = std::min(events->ranges.size(), kMaxInstances);
  PageTable table{
      {text_cell("event"), number_cell("start"), number_cell("on the host"), number_cell("kernels"),
       number_cell("kernel time"), text_cell("thread"), text_cell("text")},
      {},
      caption(shown, events->ranges.size(), "nsys-ai export-csv writes all events of the profile.") +
          " A kernel counts in the innermost of these ranges around its launch."};
  for (size_t i = 0; i < shown; ++i) {
    const LabelEvents::Range& of = events->ranges[i];
    const bool open = nvtx.end(of.row) == Nvtx::kOpen;
    table.rows.push_back({event_cell(fmt::format("nvtx:{}", nvtx.row[of.row])),
                          number_cell(readable_clock(nvtx.start[of.row])),
                          open ? number_cell("never closed") : time_cell(nvtx.interval(of.row).duration()),
                          count_cell(of.kernels), time_cell(of.kernel_time),
                          text_cell(thread_name(profile, nvtx.thread[of.row])),
                          name_cell(profile.nvtx_text(of.row))});
  }
  const std::string& name = profile.derived(build_nvtx_labels).labels[label].label;
  Page page;
  page.title = fmt::format("Ranges of {}", short_line(name, kNameWidth));
  page.blocks.emplace_back(Facts{{{"label", name_cell(name, target_of_label(label))}}});
  page.blocks.emplace_back(std::move(table));
  return page;
}

}  // namespace nsys_ai
