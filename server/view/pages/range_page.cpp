// One function for each section.
#include "view/pages/range_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/durations.h"
#include "analysis/host/source_labels.h"
#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/label_events.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "profile/order.h"
#include "view/counted.h"
#include "view/pages/overview.h"
#include "view/pages/page_cells.h"
#include "view/parts.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kRangeKernelRows = 20;
constexpr size_t kRangeLabelRows = 20;
constexpr size_t kInstanceRows = 8;

// The source location, if the texts of all ranges agree on it; labels have no numbers.
std::optional<SourceLocation> source_of(const Profile& profile, const LabelEvents& events) {
  std::optional<SourceLocation> source;
  const TextColumn& texts = profile.nvtx().text;
  uint32_t before = NvtxForest::kNoRange;
  for (const LabelEvents::Range& of : events.ranges) {
    if (before != NvtxForest::kNoRange && texts.same(before, of.row)) continue;
    before = of.row;
    const auto place = source_of_label(texts.whole(of.row));
    if (!place || (source && source->file != place->file)) return std::nullopt;
    if (source && source->line != place->line)
      source->line.reset();
    else
      source = place;
  }
  return source;
}

Facts facts_of(const Profile& profile, uint32_t label, const LabelEvents& events) {
  const LabelStats& of = profile.derived(build_nvtx_labels).labels[label];
  Facts facts;
  facts.facts.push_back(
      {"ranges", text_cell(of.open == 0 ? readable_count(of.count)
                                        : fmt::format("{}, of which {} were never closed",
                                                      readable_count(of.count), readable_count(of.open)),
                           target_of_label_ranges(label))});
  facts.facts.push_back(
      {"host", text_cell(fmt::format("{} summed over ranges and threads", readable_ns(of.host_total)))});
  const int64_t all = profile.derived(build_kernel_stats).total;
  if (profile.kernels().size() > 0)
    facts.facts.push_back(
        {"GPU", text_cell(fmt::format("{}, {}, {} of {} of kernel time on all GPUs",
                                      counted(of.kernels, "kernel", "kernels"), readable_ns(of.kernel_time),
                                      readable_share(ratio(of.kernel_time, all)), readable_ns(all)))});
  if (const auto source = source_of(profile, events))
    facts.facts.push_back(
        {"source", text_cell(source->line ? fmt::format("{}:{}", source->file, *source->line) : source->file,
                             target_of_source(source->file, source->line.value_or(0)))});
  return facts;
}

void add_host(const Profile& profile, const LabelEvents& events, Page& page) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<int64_t> durations;
  for (const LabelEvents::Range& of : events.ranges)
    if (nvtx.end(of.row) != Nvtx::kOpen) durations.push_back(nvtx.interval(of.row).duration());
  if (durations.empty()) return;
  const DurationStats stats = duration_stats(durations);
  page.blocks.emplace_back(Heading{"How long they are on the host", ""});
  page.blocks.emplace_back(
      PageTable{{number_cell("ranges"), number_cell("average"), number_cell("shortest"), number_cell("p50"),
                 number_cell("p90"), number_cell("longest")},
                {{count_cell(stats.calls), time_cell(stats.average), time_cell(stats.min),
                  time_cell(stats.p50), time_cell(stats.p90), time_cell(stats.max)}},
                "Closed ranges."});
}

void add_devices(const Profile& profile, const LabelEvents& events, int64_t total, Page& page) {
  std::map<uint32_t, CallTotals> parts;
  for (const uint32_t kernel : events.kernels) {
    CallTotals& part = parts[profile.streams()[profile.kernels().stream[kernel]].device.value];
    ++part.calls;
    part.time += profile.kernels().interval(kernel).duration();
  }
  PageTable table{
      {text_cell("GPU"), number_cell("kernels"), number_cell("kernel time"), number_cell("of kernel time")},
      {},
      fmt::format("Of kernel time: of {} launched inside.", readable_ns(total))};
  for (const auto& [device, part] : parts)
    table.rows.push_back(
        {text_cell(device_name(profile, DeviceIx(device)), target_of_device(DeviceIx(device))),
         count_cell(part.calls), time_cell(part.time), share_bar_cell(part.time, total)});
  page.blocks.emplace_back(Heading{"On each GPU", ""});
  page.blocks.emplace_back(std::move(table));
}

void add_kernels(const Profile& profile, const LabelEvents& events, int64_t total, Page& page) {
  std::map<uint32_t, CallTotals> parts;
  for (const uint32_t kernel : events.kernels) {
    CallTotals& part = parts[profile.kernels().name(kernel).value];
    ++part.calls;
    part.time += profile.kernels().interval(kernel).duration();
  }
  const KernelFamilies& families = profile.derived(build_kernel_families);
  PageTable table{{text_cell("kernel"), text_cell("family"), number_cell("runs"), number_cell("time"),
                   number_cell("of kernel time"), number_cell("average")},
                  {},
                  ""};
  // Breaks ties by name, because ids of names may differ between two loads of a file.
  std::vector<std::pair<uint32_t, CallTotals>> sorted(parts.begin(), parts.end());
  std::sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    return std::tuple(-int64_t{a.second.time}, profile.text(NameId{a.first})) <
           std::tuple(-int64_t{b.second.time}, profile.text(NameId{b.first}));
  });
  for (size_t i = 0; i < sorted.size() && i < kRangeKernelRows; ++i) {
    const NameId name{sorted[i].first};
    const CallTotals& part = sorted[i].second;
    table.rows.push_back({name_cell(display_name(profile.text(name)), target_of_kernel_name(name)),
                          family_cell(name_of(families.of(name))), count_cell(part.calls),
                          time_cell(part.time), share_bar_cell(part.time, total),
                          time_cell(part.time / part.calls)});
  }
  table.caption = fmt::format("Launched inside, at any depth. Of kernel time: of {}. {}", readable_ns(total),
                              sorted.size() > kRangeKernelRows ? fmt::format("The {} longest of {} names.",
                                                                             kRangeKernelRows, sorted.size())
                                                               : all_shown(sorted.size(), "name", "names"));
  page.blocks.emplace_back(Heading{"Kernels inside", ""});
  page.blocks.emplace_back(std::move(table));
}

// The labels of direct child ranges, sorted by their time on the host.
void add_inner(const Profile& profile, uint32_t label, Page& page) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  std::map<uint32_t, CallTotals> parts;
  Sum total;
  for (uint32_t row = 0; row < nvtx.size(); ++row) {
    const uint32_t parent = forest.parent[row];
    if (parent == NvtxForest::kNoRange || labels.of_template[nvtx.text[parent]] != label) continue;
    if (!nvtx.is_range(row) || nvtx.end(row) == Nvtx::kOpen) continue;
    CallTotals& part = parts[labels.of_template[nvtx.text[row]]];
    ++part.calls;
    part.time += nvtx.interval(row).duration();
    total += nvtx.interval(row).duration();
  }
  if (parts.empty()) return;
  PageTable table{
      {text_cell("range"), number_cell("ranges"), number_cell("on the host"), number_cell("of the host")},
      {},
      ""};
  const auto sorted = by_time(parts);
  for (size_t i = 0; i < sorted.size() && i < kRangeLabelRows; ++i) {
    const auto [inner, part] = sorted[i];
    table.rows.push_back({name_cell(labels.labels[inner].label, target_of_label(inner)),
                          count_cell(part.calls), time_cell(part.time), share_bar_cell(part.time, total)});
  }
  table.caption = fmt::format("Of the host: of {} of all ranges directly inside. {}", readable_ns(total),
                              sorted.size() > kRangeLabelRows ? fmt::format("The {} longest of {} labels.",
                                                                            kRangeLabelRows, sorted.size())
                                                              : all_shown(sorted.size(), "label", "labels"));
  page.blocks.emplace_back(Heading{"Ranges directly inside", target_of_ranges()});
  page.blocks.emplace_back(std::move(table));
}

void add_longest(const Profile& profile, uint32_t label, LabelEvents events, Page& page) {
  const Nvtx& nvtx = profile.nvtx();
  const auto open = [&](const LabelEvents::Range& of) { return nvtx.end(of.row) == Nvtx::kOpen; };
  events.ranges.erase(std::remove_if(events.ranges.begin(), events.ranges.end(), open), events.ranges.end());
  std::stable_sort(events.ranges.begin(), events.ranges.end(),
                   [&](const LabelEvents::Range& a, const LabelEvents::Range& b) {
                     return nvtx.interval(a.row).duration() > nvtx.interval(b.row).duration();
                   });
  PageTable table{{text_cell("event"), number_cell("on the host"), number_cell("start"),
                   number_cell("kernels"), number_cell("kernel time"), text_cell("text")},
                  {},
                  ""};
  for (size_t i = 0; i < events.ranges.size() && i < kInstanceRows; ++i) {
    const LabelEvents::Range& of = events.ranges[i];
    table.rows.push_back({event_cell(fmt::format("nvtx:{}", nvtx.row[of.row])),
                          time_cell(nvtx.interval(of.row).duration()),
                          number_cell(readable_clock(nvtx.start[of.row])), count_cell(of.kernels),
                          time_cell(of.kernel_time), name_cell(profile.nvtx_text(of.row))});
  }
  if (table.rows.empty()) return;
  page.blocks.emplace_back(Heading{"Longest ranges", target_of_label_ranges(label)});
  page.blocks.emplace_back(std::move(table));
}

}  // namespace

Result<Page> range_page(const Profile& profile, uint32_t label, const Work& work) {
  const LabelStats& of = profile.derived(build_nvtx_labels).labels[label];
  auto events = label_events(profile, label, work);
  if (!events) return tl::unexpected(events.error());
  Page page;
  page.title = of.label.empty() ? "(no text)" : short_line(of.label, kNameWidth);
  page.blocks.emplace_back(facts_of(profile, label, *events));
  add_host(profile, *events, page);
  if (!events->kernels.empty()) {
    add_devices(profile, *events, of.kernel_time, page);
    add_kernels(profile, *events, of.kernel_time, page);
  }
  add_inner(profile, label, page);
  add_longest(profile, label, std::move(*events), page);
  return page;
}

}  // namespace nsys_ai
