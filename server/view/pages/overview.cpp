// Puts analyses into words and tables. Every share names its denominator.
#include "view/pages/overview.h"

#include <fmt/format.h>

#include <algorithm>

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
#include "profile/file_tables.h"
#include "profile/order.h"
#include "skill/skill.h"
#include "skills/findings.h"
#include "view/counted.h"
#include "view/finding_blocks.h"
#include "view/pages/page_cells.h"
#include "view/run_strip.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kOverviewKernelRows = 20;
constexpr size_t kOverviewLabelRows = 15;
// More GPUs than any machine has; a malformed profile may contain hundreds of thousands.
constexpr size_t kOverviewGpuRows = 128;
constexpr size_t kOverviewProcesses = 128;

std::vector<Cell> header(std::initializer_list<Cell> cells) { return cells; }

std::string exporter(const CaptureInfo& info) {
  if (info.product_version.empty() && info.schema_version.empty())
    return "not named by the file, as in exports of 2020 and 2021";
  if (info.product_version.empty()) return "schema " + info.schema_version;
  return fmt::format("Nsight Systems {}, schema {}", info.product_version, info.schema_version);
}

std::string counts(const Profile& profile) {
  int64_t ranges = 0;
  for (size_t i = 0; i < profile.nvtx().size(); ++i) ranges += profile.nvtx().is_range(i) ? 1 : 0;
  return fmt::format("{}, {}, {}, {}, {}", counted(profile.kernels().size(), "kernel", "kernels"),
                     counted(profile.copies().size(), "copy", "copies"),
                     counted(profile.memsets().size(), "memset", "memsets"),
                     counted(profile.calls().size(), "CUDA call", "CUDA calls"),
                     counted(ranges, "NVTX range", "NVTX ranges"));
}

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

// The kinds of events that the file holds, of those that a reader looks for.
static std::string recorded_kinds(const Profile& profile) {
  struct Kind {
    std::string_view read_as;
    std::string_view words;
  };
  constexpr Kind kKinds[] = {{"runtime_call", "CUDA calls"},   {"nvtx", "NVTX"},
                             {"os_call", "OS calls"},          {"sched_event", "scheduling"},
                             {"cpu_sample", "samples of the CPU"}, {"mpi_call", "MPI calls"},
                             {"library_call", "calls of cuBLAS and cuDNN"}, {"memory_usage", "memory usage"},
                             {"page_fault", "page faults"},    {"gpu_metric", "GPU metrics"}};
  std::vector<std::string_view> found;
  if (has(profile, Need::gpu_operation)) found.emplace_back("GPU work");
  for (const Kind& kind : kKinds)
    if (rows_read_as(profile.tables(), kind.read_as) > 0) found.push_back(kind.words);
  return found.empty() ? "nothing that this program reads" : fmt::format("{}", fmt::join(found, ", "));
}

Result<std::string> capture_text(const Profile& profile, const Work& work) {
  const auto run = run_window(profile, Scope::whole(profile), work);
  if (!run) return tl::unexpected(run.error());
  Interval time = *run;
  if (time.empty()) {
    for (const Family family : {Family::scheduling, Family::cpu_samples, Family::gpu_metrics}) {
      const auto recorded = recorded_time(profile, family, work);
      if (!recorded) return tl::unexpected(recorded.error());
      time = hull(time, *recorded);
    }
  }
  if (time.empty()) return std::string();
  std::string text = fmt::format("{} from {} to {}", readable_ns(time.duration()), readable_clock(time.start),
                                 readable_clock(time.end));
  constexpr int64_t kMuchLonger = 2;
  if (const auto& whole = profile.info().duration_ns; whole && *whole > kMuchLonger * time.duration())
    text += fmt::format(", of a recording of {}", readable_ns(*whole));
  return text + ": " + recorded_kinds(profile);
}

// Skips helper processes without a name and limits the others, because a run may start many.
template <class Add>
static void add_processes(const Profile& profile, Add add) {
  const auto processes = named_processes(profile, {});
  if (!processes) return add("processes", "not known: " + processes.error().message);
  constexpr std::string_view kProcess = "process ";  // the label says so
  size_t shown = 0;
  for (const CapturedProcess& process : *processes) {
    if (shown == kOverviewProcesses || (!process.process.exists() && process.name.empty())) continue;
    ++shown;
    std::string words = fmt::format("{}", *process.pid);
    if (process.process.exists()) words = process_words(profile, process.process).substr(kProcess.size());
    if (!process.name.empty()) words += fmt::format(" ({})", process.name);
    add("process", std::move(words));
  }
  if (processes->size() > shown)
    add("processes", fmt::format("{} of {}; `process_breakdown` has all", shown,
                                 readable_count(static_cast<int64_t>(processes->size()))));
}

Facts capture_facts(const Profile& profile) {
  Facts facts;
  const auto add = [&](std::string label, std::string value) {
    facts.facts.push_back({std::move(label), text_cell(std::move(value))});
  };
  add("file", fmt::format("{}, {}", profile.info().path.string(), readable_bytes(profile.info().file_bytes)));
  add("made by", exporter(profile.info()));
  const auto capture = capture_text(profile, {});
  if (!capture)
    add("capture", "not known: " + capture.error().message);
  else if (!capture->empty())
    add("capture", *capture);
  add("recorded", counts(profile));
  add_processes(profile, add);
  if (profile.devices().empty())
    for (const Gpu& gpu : profile.gpus()) add("GPU", gpu.name + ", not used by what was recorded");
  return facts;
}

static Page titled(const Profile& profile) {
  Page page;
  page.title = profile.info().path.filename().string();
  return page;
}

static void add_found(const Profile& profile, std::span<const Suppression> suppressions, Page& page) {
  add_findings(without_suppressed(profile.derived(build_findings), suppressions, page.title),
               !profile.derived(build_device_times).empty(), AdviceLength::sentence, page);
}

static void add_ranges(const Profile& profile, Page& page) {
  if (profile.kernels().size() > 0) page.blocks.emplace_back(Paragraph{coverage(profile)});
  page.blocks.emplace_back(label_table(profile));
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

Page overview(const Profile& profile, std::span<const Suppression> suppressions, WaitFor wait) {
  const LossNotes losses;
  const bool in_full = wait == WaitFor::everything;
  Page page = titled(profile);
  if (const size_t gpus = profile.derived(build_device_times).size(); !in_full && gpus > 0)
    page.blocks.emplace_back(put_off(kPicturePart, "The run is being drawn.", lines_of_picture(gpus)));
  page.blocks.emplace_back(capture_facts(profile));
  page.blocks.emplace_back(findings_heading());
  if (in_full || ready_findings(profile) != nullptr)
    add_found(profile, suppressions, page);
  else
    page.blocks.emplace_back(
        put_off(kFindingsPart, "The run is being judged by the book of root causes.", 12));
  if (const auto& times = profile.derived(build_device_times); !times.empty()) {
    page.blocks.emplace_back(Heading{"GPUs", target_of_skill("gpu_utilization")});
    page.blocks.emplace_back(gpu_table(profile, times));
  }
  if (profile.kernels().size() > 0) {
    page.blocks.emplace_back(Heading{"Kernels", target_of_skill("top_kernels limit=0")});
    page.blocks.emplace_back(kernel_table(profile));
  }
  if (const auto totals = transfer_totals(profile, Scope::whole(profile)); !totals.empty()) {
    page.blocks.emplace_back(Heading{"Copies", target_of_skill("memory_transfers")});
    page.blocks.emplace_back(copy_table(totals));
  }
  const auto labels = [&]() -> const NvtxLabels& { return profile.derived(build_nvtx_labels); };
  if (in_full || if_ready(labels) != nullptr) {
    if (!labels().labels.empty()) {
      page.blocks.emplace_back(Heading{"NVTX ranges", target_of_ranges()});
      add_ranges(profile, page);
    }
  } else if (has(profile, Need::nvtx)) {
    page.blocks.emplace_back(Heading{"NVTX ranges", target_of_ranges()});
    page.blocks.emplace_back(
        put_off(kRangesPart, "Kernels are being counted by the ranges that launched them.", 0));
  }
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
    add_found(profile, suppressions, page);
  else if (part == kPicturePart)
    add_picture(profile, page);
  else if (part == kRangesPart)
    add_ranges(profile, page);
  else
    return fail(ErrorCode::bad_request,
                fmt::format("params.part: the overview has no part {}.", quotation(part)),
                "Its parts are: findings, picture, ranges.");
  add_loss_notes(losses, page);
  return page;
}

}  // namespace nsys_ai
