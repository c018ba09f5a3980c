// One function for each section.
#include "view/pages/kernel_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "analysis/host/code_attribution.h"
#include "analysis/kernel_names/name_statements.h"
#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "profile/order.h"
#include "skills/findings.h"
#include "view/pages/overview.h"
#include "view/pages/page_cells.h"
#include "view/parts.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kShapeRows = 12;
constexpr size_t kRangeRows = 20;
constexpr size_t kSourceRows = 10;
constexpr size_t kRunRows = 5;
constexpr size_t kBuckets = 10;
constexpr size_t kWholeName = 2000;  // characters, for the full name

// The runs of the kernel, and its rank among all kernels.
struct Runs {
  const Profile& profile;
  const KernelStats& stats;
  size_t place = 0;  // rank by total time, from 0
  size_t names = 0;  // number of kernels' names
  int64_t all = 0;   // ns, total of all kernels
  std::span<const uint32_t> rows;

  int64_t duration(uint32_t kernel) const { return profile.kernels().interval(kernel).duration(); }
};

std::string rows_shown(size_t shown, size_t all, std::string_view what) {
  return shown < all ? fmt::format("The first {} of {} {}.", shown, all, what) : "";
}

Facts facts_of(const Runs& of) {
  const KernelFamily family = of.profile.derived(build_kernel_families).of(of.stats.name);
  Facts facts;
  facts.facts.push_back(
      {"time", text_cell(fmt::format("{}, {} of {} of kernel time on all GPUs", readable_ns(of.stats.total),
                                     readable_share(ratio(of.stats.total, of.all)), readable_ns(of.all)))});
  facts.facts.push_back(
      {"rank", text_cell(fmt::format("{} of {} kernels by that time", of.place + 1, of.names))});
  facts.facts.push_back(
      {"runs", text_cell(readable_count(of.stats.calls), target_of_kernel_runs(of.stats.name))});
  facts.facts.push_back(
      {"family", text_cell(family == KernelFamily::other
                               ? std::string(name_of(family))
                               : fmt::format("{}: {}", name_of(family), meaning_of(family)))});
  const std::string statements = statements_text(name_statements(of.profile.text(of.stats.name)));
  if (!statements.empty()) facts.facts.push_back({"name says", text_cell(statements)});
  return facts;
}

// Buckets of equal width on a logarithmic scale, because the durations of a kernel span decades.
PageTable distribution(const Runs& of) {
  const auto low = static_cast<double>(std::max<int64_t>(of.stats.min, 1));
  const auto high = static_cast<double>(std::max<int64_t>(of.stats.max, 1));
  std::vector<CallTotals> buckets(of.stats.min == of.stats.max ? 1 : kBuckets);
  const double step = std::log(high / low) / static_cast<double>(buckets.size());
  for (const uint32_t kernel : of.rows) {
    const auto duration = static_cast<double>(std::max<int64_t>(of.duration(kernel), 1));
    const double place = step > 0 ? std::log(duration / low) / step : 0;
    CallTotals& bucket = buckets[std::min(static_cast<size_t>(std::max(place, 0.0)), buckets.size() - 1)];
    ++bucket.calls;
    bucket.time += of.duration(kernel);
  }
  PageTable table{
      {number_cell("from"), number_cell("to"), number_cell("runs"), number_cell("of runs"),
       number_cell("time"), number_cell("of time")},
      {},
      fmt::format("Average {}, p50 {}, p90 {}. "
                  "Of runs: of {}; of time: of {}. "
                  "Lengths that no run has are left out.",
                  readable_ns(of.stats.average), readable_ns(of.stats.p50), readable_ns(of.stats.p90),
                  readable_count(of.stats.calls), readable_ns(of.stats.total))};
  for (size_t i = 0; i < buckets.size(); ++i) {
    if (buckets[i].calls == 0) continue;
    const auto bound = [&](size_t at) {
      return static_cast<int64_t>(std::llround(low * std::exp(step * static_cast<double>(at))));
    };
    table.rows.push_back({time_cell(i == 0 ? of.stats.min : bound(i)),
                          time_cell(i + 1 == buckets.size() ? of.stats.max : bound(i + 1)),
                          count_cell(buckets[i].calls), share_bar_cell(buckets[i].calls, of.stats.calls),
                          time_cell(buckets[i].time), share_bar_cell(buckets[i].time, of.stats.total)});
  }
  return table;
}

PageTable devices(const Runs& of) {
  std::map<uint32_t, CallTotals> parts;
  for (const uint32_t kernel : of.rows) {
    CallTotals& part = parts[of.profile.streams()[of.profile.kernels().stream[kernel]].device.value];
    ++part.calls;
    part.time += of.duration(kernel);
  }
  PageTable table{{text_cell("GPU"), number_cell("runs"), number_cell("time"), number_cell("of time"),
                   number_cell("average")},
                  {},
                  fmt::format("Of time: of {} of this kernel on all GPUs.", readable_ns(of.stats.total))};
  for (const auto& [device, part] : parts)
    table.rows.push_back(
        {text_cell(device_name(of.profile, DeviceIx(device)), target_of_device(DeviceIx(device))),
         count_cell(part.calls), time_cell(part.time), share_bar_cell(part.time, of.stats.total),
         time_cell(part.time / part.calls)});
  return table;
}

std::string extents(const int32_t (&of)[3]) { return fmt::format("{} x {} x {}", of[0], of[1], of[2]); }

PageTable shapes(const Runs& of) {
  const Coded<LaunchShape>& all = of.profile.kernels().shapes;
  std::map<uint32_t, CallTotals> parts;
  for (const uint32_t kernel : of.rows) {
    CallTotals& part = parts[all.code[kernel]];
    ++part.calls;
    part.time += of.duration(kernel);
  }
  PageTable table{
      {text_cell("grid"), text_cell("block"), number_cell("registers"), number_cell("shared memory"),
       number_cell("runs"), number_cell("time"), number_cell("of time"), number_cell("average")},
      {},
      ""};
  const auto sorted = by_time(parts);
  for (size_t i = 0; i < sorted.size() && i < kShapeRows; ++i) {
    const LaunchShape& shape = all.values[sorted[i].first];
    const CallTotals& part = sorted[i].second;
    table.rows.push_back(
        {text_cell(extents(shape.grid)), text_cell(extents(shape.block)),
         count_cell(shape.registers_per_thread),
         number_cell(readable_bytes(int64_t{shape.static_shared_bytes} + shape.dynamic_shared_bytes)),
         count_cell(part.calls), time_cell(part.time), share_bar_cell(part.time, of.stats.total),
         time_cell(part.time / part.calls)});
  }
  table.caption = "Registers are of a thread, shared memory of a block. " +
                  rows_shown(table.rows.size(), sorted.size(), "shapes");
  return table;
}

void add_ranges(const Runs& of, Page& page) {
  if (of.profile.nvtx().size() == 0) return;
  const Attribution& attribution = of.profile.derived(build_attribution);
  const NvtxLabels& labels = of.profile.derived(build_nvtx_labels);
  std::map<uint32_t, CallTotals> parts;
  for (const uint32_t kernel : of.rows) {
    const uint32_t range = attribution.of_kernel[kernel];
    CallTotals& part =
        parts[range == NvtxForest::kNoRange ? NvtxLabels::kNoLabel
                                            : labels.of_template[of.profile.nvtx().text[range]]];
    ++part.calls;
    part.time += of.duration(kernel);
  }
  PageTable table{{text_cell("innermost range"), number_cell("runs"), number_cell("time"),
                   number_cell("of time"), number_cell("average")},
                  {},
                  ""};
  const auto sorted = by_time(parts);
  for (size_t i = 0; i < sorted.size() && i < kRangeRows; ++i) {
    const auto [label, part] = sorted[i];
    table.rows.push_back({label == NvtxLabels::kNoLabel
                              ? text_cell("outside of any range")
                              : name_cell(labels.labels[label].label, target_of_label(label)),
                          count_cell(part.calls), time_cell(part.time),
                          share_bar_cell(part.time, of.stats.total), time_cell(part.time / part.calls)});
  }
  table.caption = "The innermost closed NVTX range around the launch, by label. " +
                  rows_shown(table.rows.size(), sorted.size(), "labels");
  page.blocks.emplace_back(Heading{"Launched in", target_of_ranges()});
  page.blocks.emplace_back(std::move(table));
}

PageTable runs_table(const Runs& of, std::span<const uint32_t> rows) {
  const Kernels& kernels = of.profile.kernels();
  const Attribution& attribution = of.profile.derived(build_attribution);
  const NvtxLabels& labels = of.profile.derived(build_nvtx_labels);
  PageTable table{{text_cell("event"), number_cell("duration"), number_cell("start"), text_cell("GPU"),
                   number_cell("stream"), text_cell("range")},
                  {},
                  ""};
  for (const uint32_t kernel : rows) {
    const Stream& stream = of.profile.streams()[kernels.stream[kernel]];
    const uint32_t range = attribution.of_kernel[kernel];
    Cell around;
    if (range != NvtxForest::kNoRange) {
      const uint32_t label = labels.of_template[of.profile.nvtx().text[range]];
      around = name_cell(of.profile.nvtx_text(range), target_of_label(label));
    }
    table.rows.push_back({event_cell(fmt::format("kernel:{}", kernels.row[kernel])),
                          time_cell(of.duration(kernel)), number_cell(readable_clock(kernels.start[kernel])),
                          text_cell(device_name(of.profile, stream.device), target_of_device(stream.device)),
                          stream_cell(of.profile, kernels.stream[kernel]), std::move(around)});
  }
  return table;
}

void add_extremes(const Runs& of, Page& page) {
  std::vector<uint32_t> rows(of.rows.begin(), of.rows.end());
  const size_t shown = std::min(rows.size(), kRunRows);
  const auto middle = rows.begin() + static_cast<ptrdiff_t>(shown);
  const auto start = [&](uint32_t kernel) { return of.profile.kernels().start[kernel]; };
  std::partial_sort(rows.begin(), middle, rows.end(), [&](uint32_t a, uint32_t b) {
    return std::tuple(-of.duration(a), start(a), a) < std::tuple(-of.duration(b), start(b), b);
  });
  page.blocks.emplace_back(Heading{"Longest runs", target_of_kernel_runs(of.stats.name)});
  page.blocks.emplace_back(runs_table(of, std::span(rows).first(shown)));
  if (rows.size() <= kRunRows) return;
  std::partial_sort(rows.begin(), middle, rows.end(), [&](uint32_t a, uint32_t b) {
    return std::tuple(of.duration(a), start(a), a) < std::tuple(of.duration(b), start(b), b);
  });
  page.blocks.emplace_back(Heading{"Shortest runs", ""});
  page.blocks.emplace_back(runs_table(of, std::span(rows).first(shown)));
}

Result<void> add_source(const Runs& of, const Work& work, Page& page) {
  const auto code =
      code_attribution_of(of.profile, Scope::whole(of.profile), {of.profile.text(of.stats.name), true}, work);
  if (!code) return tl::unexpected(code.error());
  PageTable table{{text_cell("source"), text_cell("function"), text_cell("evidence"), text_cell("confidence"),
                   number_cell("runs"), number_cell("time"), number_cell("of time")},
                  {},
                  "What launched it, by the best evidence that the capture has for each run."};
  for (const AttributedCode& part : code->parts) {
    const CodeSource& source = code->sources[part.source];
    if (part.kernel != of.stats.name || source.file.empty() || table.rows.size() == kSourceRows) continue;
    std::string place = source.line ? fmt::format("{}:{}", source.file, *source.line) : source.file;
    table.rows.push_back({name_cell(place, target_of_source(source.file, source.line.value_or(0))),
                          name_cell(source.function), text_cell(std::string(name_of(source.evidence))),
                          text_cell(std::string(name_of(source.confidence))), count_cell(part.kernels),
                          time_cell(part.total), share_bar_cell(part.total, of.stats.total)});
  }
  if (table.rows.empty()) return {};
  page.blocks.emplace_back(Heading{"Source", target_of_skill("code_attribution")});
  page.blocks.emplace_back(std::move(table));
  return {};
}

bool concerns(const Runs& of, const Finding& finding) {
  for (const std::string& ref : finding.refs) {
    const auto target = parse_target(ref);
    if (!target || target->kind != TargetKind::kernel) continue;
    const size_t at = of.profile.kernels().row.find(target->number);
    if (at < of.profile.kernels().size() && of.profile.kernels().name(at) == of.stats.name) return true;
  }
  return finding.detail.find(fmt::format("`{}`", of.profile.text(of.stats.name))) != std::string::npos;
}

void add_findings(const Runs& of, Page& page) {
  PageTable table{{text_cell("finding"), text_cell("severity")}, {}, ""};
  for (const Finding& finding : of.profile.derived(build_findings).findings)
    if (concerns(of, finding))
      table.rows.push_back({text_cell(finding.title, target_of_finding(finding.key)),
                            text_cell(std::string(name_of(finding.severity)))});
  if (table.rows.empty()) return;
  page.blocks.emplace_back(Heading{"Findings in which it plays a part", ""});
  page.blocks.emplace_back(std::move(table));
}

}  // namespace

Result<Page> kernel_page(const Profile& profile, NameId kernel, const Work& work) {
  const CaptureKernelStats& whole = profile.derived(build_kernel_stats);
  const auto found = std::find_if(whole.by_total.begin(), whole.by_total.end(),
                                  [&](const KernelStats& of) { return of.name == kernel; });
  if (found == whole.by_total.end()) return fail(ErrorCode::bad_request, "No kernel of that name ran.");
  const Runs of{profile,
                *found,
                static_cast<size_t>(found - whole.by_total.begin()),
                whole.by_total.size(),
                whole.total,
                profile.derived(build_kernels_by_name).of(kernel)};
  Page page;
  page.title = short_line(base_name(profile.text(kernel)), kNameWidth);
  page.blocks.emplace_back(Paragraph{short_line(profile.text(kernel), kWholeName)});
  page.blocks.emplace_back(facts_of(of));
  add_findings(of, page);
  page.blocks.emplace_back(Heading{"How long its runs are", ""});
  page.blocks.emplace_back(distribution(of));
  page.blocks.emplace_back(Heading{"On each GPU", ""});
  page.blocks.emplace_back(devices(of));
  page.blocks.emplace_back(Heading{"Launch shapes", ""});
  page.blocks.emplace_back(shapes(of));
  add_ranges(of, page);
  if (auto added = add_source(of, work, page); !added) return tl::unexpected(added.error());
  add_extremes(of, page);
  return page;
}

}  // namespace nsys_ai
