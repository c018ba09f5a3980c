// Puts analyses into words and tables. Every share names its denominator.
#include "view/pages/overview.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "analysis/frameworks.h"
#include "analysis/gpu_count.h"
#include "analysis/host/process_words.h"
#include "analysis/host/seen_processes.h"
#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/memory/transfers.h"
#include "analysis/nvtx/meanwhile.h"
#include "analysis/nvtx/nvtx_gpu.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/recorded_time.h"
#include "analysis/time/busy.h"
#include "analysis/time/gpu_sharing.h"
#include "analysis/time/run_window.h"
#include "base/context.h"
#include "base/quotation.h"
#include "base/sum.h"
#include "base/text_table.h"
#include "knowledge/next_capture.h"
#include "profile/file_tables.h"
#include "profile/order.h"
#include "skill/skill.h"
#include "skills/findings.h"
#include "view/counted.h"
#include "view/finding_blocks.h"
#include "view/pages/capture_facts.h"
#include "view/pages/kept_overview.h"
#include "view/pages/page_cells.h"
#include "view/run_strip.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kOverviewKernelRows = 20;
constexpr size_t kOverviewLabelRows = 15;
// More GPUs than any machine has; a malformed profile may contain hundreds of thousands.
constexpr size_t kOverviewGpuRows = 128;

std::vector<Cell> header(std::initializer_list<Cell> cells) { return cells; }

PageTable gpu_table(const Profile& profile, const std::vector<DeviceTime>& times) {
  PageTable table;
  table.header = header({text_cell("GPU"), number_cell("span"), number_cell("busy"), number_cell("compute"),
                         number_cell("communication"), number_cell("overlapped"), number_cell("copies"),
                         number_cell("idle")});
  for (const DeviceTime& time : std::span(times).first(std::min(times.size(), kOverviewGpuRows))) {
    const int64_t span = time.span.duration();
    const int64_t overlap = time.overlap();
    const bool communicates = time.comm_kernels > 0;
    table.rows.push_back(
        {{device_name(profile, time.device), target_of_device(time.device), std::nullopt, false},
         time_cell(span),
         share_bar_cell(time.busy, span),
         share_bar_cell(time.compute, span),
         communicates ? share_bar_cell(time.communication, span) : number_cell("none"),
         communicates ? number_cell(readable_share(ratio(overlap, time.communication))) : number_cell("-"),
         share_bar_cell(time.copy, span),
         share_bar_cell(time.idle(), span)});
  }
  table.caption =
      "Shares are of the GPU's span, from its first to its last operation, and come from unions of intervals. "
      "Overlapped: the part of communication that runs beside compute.";
  for (const SharedGpu& of : profile.derived(build_shared_gpus))
    table.caption += fmt::format(" {} is one GPU with others: {}.", device_name(profile, of.devices.front()),
                                 sharing_words(of));
  if (times.size() > kOverviewGpuRows)
    table.caption += fmt::format(" The first {} of {} GPUs; `gpu_utilization` has all.", kOverviewGpuRows,
                                 readable_count(static_cast<int64_t>(times.size())));
  return table;
}

PageTable kernel_table(const Profile& profile) {
  const CaptureKernelStats& whole = profile.derived(build_kernel_stats);
  const KernelFamilies& families = profile.derived(build_kernel_families);
  PageTable table;
  table.header =
      header({text_cell("kernel"), text_cell("family"), number_cell("calls"), number_cell("total"),
              number_cell("share"), number_cell("average"), number_cell("p50"), number_cell("max")});
  for (size_t i = 0; i < whole.by_total.size() && i < kOverviewKernelRows; ++i) {
    const KernelStats& of = whole.by_total[i];
    table.rows.push_back({name_cell(display_name(profile.text(of.name)), target_of_kernel_name(of.name)),
                          family_cell(name_of(families.of(of.name))), number_cell(readable_count(of.calls)),
                          time_cell(of.total), share_bar_cell(of.total, whole.total), time_cell(of.average),
                          time_cell(of.p50), time_cell(of.max)});
  }
  table.caption =
      fmt::format("Shares are of {} of kernel time, summed over all GPUs. {}", readable_ns(whole.total),
                  whole.by_total.size() > kOverviewKernelRows
                      ? fmt::format("The {} longest of {} names.", kOverviewKernelRows, whole.by_total.size())
                      : all_shown(whole.by_total.size(), "name", "names"));
  return table;
}

PageTable copy_table(const std::vector<TransferTotals>& totals) {
  PageTable table;
  table.header = header({text_cell("copy"), number_cell("copies"), number_cell("bytes"), number_cell("total"),
                         number_cell("average speed")});
  for (const TransferTotals& of : totals)
    table.rows.push_back(
        {{std::string(copy_kind_name(of.copy_kind)), target_of_copy_kind(of.copy_kind), std::nullopt, false},
         number_cell(readable_count(of.operations)),
         number_cell(readable_bytes(of.bytes)),
         time_cell(of.total),
         number_cell(of.total > 0 ? readable(Value(ratio(of.bytes, of.total)), Unit::gb_per_s) : "-")});
  table.caption = "Average speed is bytes / summed time of the copies, over all GPUs.";
  return table;
}

PageTable label_table(const Profile& profile) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const int64_t kernel_time = profile.derived(build_kernel_stats).total;
  PageTable table;
  table.header = header({text_cell("NVTX label"), number_cell("ranges"), number_cell("on the host"),
                         number_cell("kernels"), number_cell("kernel time"), number_cell("share")});
  for (size_t i = 0; i < labels.labels.size() && i < kOverviewLabelRows; ++i) {
    const LabelStats& of = labels.labels[i];
    table.rows.push_back({name_cell(of.label, target_of_label(i)), number_cell(readable_count(of.count)),
                          of.open == of.count ? number_cell("never closed") : time_cell(of.host_total),
                          number_cell(readable_count(of.kernels)), time_cell(of.kernel_time),
                          share_bar_cell(of.kernel_time, kernel_time)});
  }
  table.caption = fmt::format(
      "{}{}",
      kernel_time == 0
          ? ""
          : fmt::format(
                "Kernel time is that of kernels launched inside a range, at any depth, so labels that nest share it; shares are of {} of kernel time on all GPUs. ",
                readable_ns(kernel_time)),
      labels.labels.size() > kOverviewLabelRows
          ? fmt::format("The first {} of {} labels.", kOverviewLabelRows, labels.labels.size())
          : all_shown(labels.labels.size(), "label", "labels"));
  if (std::string note = meanwhile_note(profile, Scope::whole(profile)); !note.empty())
    table.caption += fmt::format(" Not counted: {}.", note);
  return table;
}

std::string coverage(const Profile& profile) {
  const NvtxCoverage& of = profile.derived(build_nvtx_coverage);
  std::string text = fmt::format("{} of {} of kernel time was launched inside NVTX ranges ({}).",
                                 readable_ns(of.kernel_time_in_nvtx), readable_ns(of.kernel_time),
                                 readable_share(ratio(of.kernel_time_in_nvtx, of.kernel_time)));
  if (of.kernels_with_launch < of.kernels)
    text += fmt::format(" Of {} no launch was recorded.",
                        readable_ns(of.kernel_time - of.kernel_time_with_launch));
  return text;
}

}  // namespace

std::string gpus_in_scope(const Profile& profile, const std::vector<DeviceIx>& devices) {
  const GpuCount all = count_gpus(profile, Scope::whole(profile));
  const GpuCount some = count_gpus(profile, devices);
  if (all.devices == 0) return "no GPU was used";
  if (all.devices == 1) return "the one GPU that was used";
  if (some.devices == all.devices) return all.gpus == 1 ? gpu_words(all) : "all " + gpu_words(all);
  if (some.gpus < all.gpus) return fmt::format("{} of {}", some.gpus, gpu_words(all));
  return fmt::format("{}, of which {} here", gpu_words(all),
                     some.processes == 1 ? "one is" : fmt::format("{} are", some.processes));
}

std::string device_name(const Profile& profile, DeviceIx device) {
  const Device& of = profile.devices()[device];
  std::string name = fmt::format("GPU {}", of.ordinal);
  if (of.gpu.exists() && !profile.gpus()[of.gpu].name.empty())
    name += of.slice.empty() ? fmt::format(" ({})", profile.gpus()[of.gpu].name)
            : of.sm_count > 0
                ? fmt::format(" (slice with {} SMs of {})", of.sm_count, profile.gpus()[of.gpu].name)
                : fmt::format(" (slice of {})", profile.gpus()[of.gpu].name);
  if (const std::string process = process_words(profile, of.process); !process.empty())
    name += " of " + process;
  return name;
}

static Page titled(const Profile& profile) {
  Page page;
  page.title = profile.info().path.filename().string();
  return page;
}

static void add_found(const Profile& profile, std::span<const Suppression> suppressions, bool any_gpu_work,
                      Page& page) {
  const Findings found = without_suppressed(profile.derived(build_findings), suppressions, page.title);
  if (const CaptureFaults of = capture_faults(found); of.any())
    page.blocks.emplace_back(Paragraph{
        fmt::format("As a capture this one falls short: {}. The next one, with what it lacks: `{}`",
                    fmt::join(of.causes, ", "), next_capture(names_of_frameworks(profile), {}, found).line)});
  add_findings(found, any_gpu_work, AdviceLength::sentence, page);
}

static void add_ranges(const Profile& profile, std::vector<Block>& blocks) {
  if (profile.kernels().size() > 0) blocks.emplace_back(Paragraph{coverage(profile)});
  blocks.emplace_back(label_table(profile));
}

// The number of GPUs that fit into a small picture.
static constexpr size_t kPictureGpus = 8;

static void add_picture(const Profile& profile, Page& page) {
  const auto& times = profile.derived(build_device_times);
  page.blocks.emplace_back(Picture{run_strip(profile, Scope::whole(profile).window(), kPictureGpus)});
  if (times.size() > kPictureGpus)
    page.blocks.emplace_back(Paragraph{fmt::format("The first {} of {} GPUs.", kPictureGpus,
                                                   readable_count(static_cast<int64_t>(times.size())))});
}

static constexpr std::string_view kFindingsPart = "findings";
static constexpr std::string_view kPicturePart = "picture";
static constexpr std::string_view kRangesPart = "ranges";

static DeferredBlock put_off(std::string_view part, std::string text, uint32_t lines) {
  return {{"overview", {{"part", std::string(part)}}}, std::move(text), lines};
}

// One line for each GPU, and two for the times below them.
static uint32_t lines_of_picture(size_t gpus) {
  constexpr size_t kLow = 4;  // with more GPUs, each is drawn lower
  return static_cast<uint32_t>(std::min(gpus, kLow) + (gpus > kPictureGpus ? 5 : gpus > kLow ? 3 : 2));
}

static OverviewBlocks overview_blocks(const Profile& profile, bool in_full) {
  const auto& times = profile.derived(build_device_times);
  OverviewBlocks made{capture_facts(profile), !times.empty(), {}};
  if (!times.empty()) {
    made.rest.emplace_back(Heading{"GPUs", target_of_skill("gpu_utilization")});
    made.rest.emplace_back(gpu_table(profile, times));
  }
  if (profile.kernels().size() > 0) {
    made.rest.emplace_back(Heading{"Kernels", target_of_skill("top_kernels limit=0")});
    made.rest.emplace_back(kernel_table(profile));
  }
  if (const auto totals = transfer_totals(profile, Scope::whole(profile)); !totals.empty()) {
    made.rest.emplace_back(Heading{"Copies", target_of_skill("memory_transfers")});
    made.rest.emplace_back(copy_table(totals));
  }
  const auto labels = [&]() -> const NvtxLabels& { return profile.derived(build_nvtx_labels); };
  if (in_full || if_ready(labels) != nullptr) {
    if (!labels().labels.empty()) {
      made.rest.emplace_back(Heading{"NVTX ranges", target_of_ranges()});
      add_ranges(profile, made.rest);
    }
  } else if (has(profile, Need::nvtx)) {
    made.rest.emplace_back(Heading{"NVTX ranges", target_of_ranges()});
    made.rest.emplace_back(
        put_off(kRangesPart, "Kernels are being counted by the ranges that launched them.", 0));
  }
  return made;
}

static OverviewBlocks kept_or_made_blocks(const Profile& profile, bool in_full) {
  if (auto kept = kept_overview(profile); kept && !kept->capture.facts.empty()) {
    kept->capture.facts.front() = file_fact(profile);
    return std::move(*kept);
  }
  const LossNotes losses;
  OverviewBlocks made = overview_blocks(profile, in_full);
  // Data loss is reported with the page and may be temporary.
  if (in_full && losses.empty()) keep_overview(profile, made);
  return made;
}

Page overview(const Profile& profile, std::span<const Suppression> suppressions, WaitFor wait) {
  const LossNotes losses;
  const bool in_full = wait == WaitFor::everything;
  Page page = titled(profile);
  if (const size_t gpus = in_full ? 0 : profile.derived(build_device_times).size(); gpus > 0)
    page.blocks.emplace_back(put_off(kPicturePart, "The run is being drawn.", lines_of_picture(gpus)));
  OverviewBlocks blocks = kept_or_made_blocks(profile, in_full);
  page.blocks.emplace_back(std::move(blocks.capture));
  page.blocks.emplace_back(findings_heading());
  if (in_full || ready_findings(profile) != nullptr)
    add_found(profile, suppressions, blocks.any_gpu_work, page);
  else
    page.blocks.emplace_back(
        put_off(kFindingsPart, "The run is being judged by the book of root causes.", 12));
  std::ranges::move(blocks.rest, std::back_inserter(page.blocks));
  page.notes = profile.notes();
  add_loss_notes(losses, page);
  return page;
}

Result<Page> overview_view(const Profile& profile, std::span<const Suppression> suppressions,
                           std::string_view part) {
  if (part.empty()) return overview(profile, suppressions, WaitFor::quick_analyses);
  const LossNotes losses;
  Page page = titled(profile);
  if (part == kFindingsPart)
    add_found(profile, suppressions, !profile.derived(build_device_times).empty(), page);
  else if (part == kPicturePart)
    add_picture(profile, page);
  else if (part == kRangesPart)
    add_ranges(profile, page.blocks);
  else
    return fail(ErrorCode::bad_request,
                fmt::format("params.part: the overview has no part {}.", quotation(part)),
                "Its parts are: findings, picture, ranges.");
  add_loss_notes(losses, page);
  return page;
}

}  // namespace nsys_ai
