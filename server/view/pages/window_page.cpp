// One function for each part.
#include "view/pages/window_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "analysis/kernels/busy_streams.h"
#include "analysis/kernels/kernel_groups.h"
#include "analysis/kernels/kernels.h"
#include "analysis/memory/transfers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_summary.h"
#include "analysis/time/busy.h"
#include "analysis/time/time_account.h"
#include "base/sum.h"
#include "base/text_table.h"
#include "base/context.h"
#include "view/named_cells.h"
#include "view/pages/overview.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostRows = 10;
// More GPUs than any machine has.
constexpr size_t kMostGpus = 128;
constexpr size_t kMostStreams = 128;
constexpr size_t kMostAnswerRows = 200;

constexpr std::array kPartNames = {std::pair("times", WindowPart::times),
                                   std::pair("causes", WindowPart::causes),
                                   std::pair("names", WindowPart::names)};

// The time of a part, with its share as a bar.
Cell time_of_cell(int64_t part, int64_t whole) {
  Cell cell = share_bar_cell(part, whole);
  cell.text = whole > 0 ? fmt::format("{} · {}", readable_ns(part), cell.text) : readable_ns(part);
  return of_kind(std::move(cell), WordKind::duration);
}

std::string of_all(size_t shown, size_t all, std::string_view skill) {
  return all > shown ? fmt::format(" The first {} of {}; `{}` has all.", shown,
                                   readable_count(static_cast<int64_t>(all)), skill)
                     : "";
}

// Adds the selected streams.
void add_streams(const Profile& profile, const Scope& chosen, Page& page) {
  const std::vector<BusyStream> times = busy_streams(profile, chosen);
  if (times.empty()) {
    page.blocks.emplace_back(Paragraph{"Nothing ran on the chosen streams here."});
    return;
  }
  PageTable table;
  table.header = {text_cell("stream"),    number_cell("busy"),       number_cell("operations"),
                  number_cell("kernels"), number_cell("in kernels"), number_cell("in copies")};
  for (const BusyStream& of : std::span(times).first(std::min(times.size(), kMostStreams)))
    table.rows.push_back({text_cell(fmt::format("Stream {} of {}", profile.streams()[of.stream].stream,
                                                device_name(profile, profile.streams()[of.stream].device)),
                                    target_of_stream(of.stream)),
                          time_of_cell(of.busy, chosen.window().duration()), count_cell(of.operations),
                          count_cell(of.kernels), time_cell(of.kernel_time), time_cell(of.copy_time)});
  table.caption =
      "Shares are of the window; times in kernels and copies are summed." +
      (times.size() > table.rows.size() ? fmt::format(" The first {} of {}.", table.rows.size(), times.size())
                                        : std::string());
  page.blocks.emplace_back(Heading{times.size() == 1 ? "The chosen stream" : "The chosen streams"});
  page.blocks.emplace_back(std::move(table));
}

Page times_page(const Profile& profile, const Scope& scope, const std::vector<StreamIx>& streams) {
  Page page;
  const Interval window = scope.window();
  page.title = readable_ns(window.duration());
  page.blocks.emplace_back(Facts{{{"duration", time_cell(window.duration())},
                                  {"from", text_cell(readable_clock(window.start))},
                                  {"to", text_cell(readable_clock(window.end))}}});
  const std::vector<DeviceTime> times = device_times(profile, scope);
  if (times.empty()) {
    page.blocks.emplace_back(Paragraph{"No operation ran on a GPU here."});
    return page;
  }
  if (!streams.empty()) add_streams(profile, scope.on(streams), page);
  PageTable table;
  table.header = {
      text_cell("GPU"),      number_cell("busy"), number_cell("compute"), number_cell("communication"),
      number_cell("copies"), number_cell("idle"), number_cell("span")};
  for (const DeviceTime& time : std::span(times).first(std::min(times.size(), kMostGpus))) {
    const int64_t span = time.span.duration();
    table.rows.push_back(
        {text_cell(device_name(profile, time.device), target_of_device(time.device)),
         time_of_cell(time.busy, span), time_of_cell(time.compute, span),
         time.comm_kernels > 0 ? time_of_cell(time.communication, span) : number_cell("none"),
         time_of_cell(time.copy, span), time_of_cell(time.idle(), span), time_cell(span)});
  }
  table.caption = "Shares are of the GPU's span, from its first to its last operation here." +
                  of_all(table.rows.size(), times.size(), "gpu_utilization");
  page.blocks.emplace_back(
      Heading{streams.empty() ? "GPUs" : "Their GPUs, with all streams", target_of_skill("gpu_utilization")});
  page.blocks.emplace_back(std::move(table));
  return page;
}

// The name of a time use in words, for example "cut off" for `cut_off`.
std::string words_of(TimeUse use) {
  if (use == TimeUse::cut_off) return "a wait that the window cuts";
  std::string words(name_of(use));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

Result<Page> causes_page(const Profile& profile, const Scope& scope, const Work& work) {
  auto accounts = time_account(profile, scope, work);
  if (!accounts) return tl::unexpected(accounts.error());
  Page page;
  page.title = "Why GPUs were idle";
  if (accounts->empty()) return page;
  PageTable table;
  table.header = {text_cell("GPU"), text_cell("idle for"), number_cell("time"), number_cell("times"),
                  text_cell("longest")};
  for (DeviceAccount& of : *accounts) {
    std::erase_if(of.used, [](const UsedTime& used) { return is_busy(used.use); });
    std::stable_sort(of.used.begin(), of.used.end(),
                     [](const UsedTime& a, const UsedTime& b) { return a.total > b.total; });
    for (const UsedTime& used : of.used) {
      const UsedStretch& longest = used.longest.front();
      const std::string gap =
          longest.gap ? fmt::format("gap:{}:{}", of.device.value, *longest.gap) : std::string();
      table.rows.push_back({text_cell(device_name(profile, of.device), target_of_device(of.device)),
                            text_cell(words_of(used.use)), time_of_cell(used.total, of.window.duration()),
                            count_cell(used.stretches),
                            text_cell(readable_ns(longest.time.duration()), gap)});
    }
  }
  table.caption = "Shares are of the window; with the time in which the GPU was busy they sum up to it.";
  page.blocks.emplace_back(Heading{page.title, target_of_skill("time_account")});
  page.blocks.emplace_back(std::move(table));
  return page;
}

void add_kernels(const Profile& profile, const Scope& scope, Page& page) {
  const std::vector<KernelGroup> groups = kernel_groups(profile, scope, KernelGrouping::name);
  if (groups.empty()) return;
  Sum total;
  for (const KernelGroup& of : groups) total += of.total;
  PageTable table;
  table.header = {text_cell("kernel"), number_cell("calls"), number_cell("time"), number_cell("average"),
                  number_cell("longest")};
  for (const KernelGroup& of : std::span(groups).first(std::min(groups.size(), kMostRows))) {
    const NameId name = profile.names().find(of.name);
    table.rows.push_back(
        {name_cell(display_name(of.name), name.exists() ? target_of_kernel_name(name) : std::string()),
         count_cell(of.calls), time_of_cell(of.total, total), time_cell(of.average), time_cell(of.max)});
  }
  table.caption = fmt::format("Shares are of {} of kernel time, summed.{}", readable_ns(total),
                              of_all(table.rows.size(), groups.size(), "top_kernels"));
  page.blocks.emplace_back(Heading{"Kernels", target_of_skill("top_kernels limit=0")});
  page.blocks.emplace_back(std::move(table));
}

void add_copies(const Profile& profile, const Scope& scope, Page& page) {
  const std::vector<TransferTotals> totals = transfer_totals(profile, scope);
  if (totals.empty()) return;
  PageTable table;
  table.header = {text_cell("copy"), number_cell("copies"), number_cell("bytes"), number_cell("time"),
                  number_cell("average speed")};
  for (const TransferTotals& of : totals)
    table.rows.push_back(
        {text_cell(std::string(copy_kind_name(of.copy_kind)), target_of_copy_kind(of.copy_kind)),
         count_cell(of.operations), number_cell(readable_bytes(of.bytes)), time_cell(of.total),
         number_cell(of.total > 0 ? readable(Value(ratio(of.bytes, of.total)), Unit::gb_per_s) : "-")});
  table.caption = "Times are summed over copies.";
  page.blocks.emplace_back(Heading{"Copies", target_of_skill("memory_transfers")});
  page.blocks.emplace_back(std::move(table));
}

void add_window_ranges(const Profile& profile, const Scope& scope, Page& page) {
  const std::vector<RangeStats> all = range_stats(profile, scope);
  if (all.empty()) return;
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  PageTable table;
  table.header = {text_cell("NVTX label"), number_cell("ranges"), number_cell("on the host"),
                  number_cell("of its own"), number_cell("longest")};
  for (const RangeStats& of : std::span(all).first(std::min(all.size(), kMostRows)))
    table.rows.push_back({name_cell(labels.labels[of.label].label, target_of_label(of.label)),
                          count_cell(of.count), time_cell(of.total), time_cell(of.self), time_cell(of.max)});
  table.caption = "Times are those of the host, summed over ranges and threads." +
                  of_all(table.rows.size(), all.size(), "nvtx_summary");
  page.blocks.emplace_back(Heading{"NVTX ranges", target_of_skill("nvtx_summary")});
  page.blocks.emplace_back(std::move(table));
}

// Quotes a word for a shell if necessary.
std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/=:+,@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'')
      word += "'\\''";
    else
      word += c;
  }
  return word + "'";
}

// Exact seconds.
std::string seconds(int64_t ns) {
  constexpr int64_t kSecond = 1'000'000'000;
  return fmt::format("{}{}.{:09}", ns < 0 ? "-" : "", std::abs(ns / kSecond), std::abs(ns % kSecond));
}

}  // namespace

std::optional<WindowPart> window_part(std::string_view name) {
  for (const auto& [word, part] : kPartNames)
    if (word == name) return part;
  return std::nullopt;
}

Result<Page> window_page(const Profile& profile, const WindowSelection& chosen, WindowPart part,
                         const Work& work) {
  return cancellable(work, [&]() -> Result<Page> {
    const LossNotes losses;
    const auto scope = Scope::make(profile, chosen.scope);
    if (!scope) return tl::unexpected(scope.error());
    Page page;
    if (part == WindowPart::times) {
      page = times_page(profile, *scope, chosen.streams);
    } else if (part == WindowPart::causes) {
      auto causes = causes_page(profile, *scope, work);
      if (!causes) return causes;
      page = std::move(*causes);
    } else {
      page.title = "What ran";
      const Scope ran = chosen.streams.empty() ? *scope : scope->on(chosen.streams);
      add_kernels(profile, ran, page);
      add_copies(profile, ran, page);
      add_window_ranges(profile, *scope, page);
    }
    add_loss_notes(losses, page);
    return page;
  });
}

Result<Page> window_answer_page(const Profile& profile, const ScopeRequest& asked, const Skill& skill,
                                const ParamValues& params, const Work& work) {
  auto answer = run_skill(skill, profile, asked, params, work);
  if (!answer) return tl::unexpected(answer.error());
  return cancellable(work, [&]() -> Result<Page> {
    Page page;
    page.title = skill.info.title;
    page.blocks.emplace_back(Heading{skill.info.title, target_of_skill(skill.info.name)});
    if (answer->outcome == Outcome::rows) {
      page.blocks.emplace_back(linked_table_of(profile, *answer, kMostAnswerRows));
      return page;
    }
    page.blocks.emplace_back(Paragraph{answer->reason});
    for (const std::string& need : answer->needs) page.blocks.emplace_back(Paragraph{need});
    for (const std::string& note : answer->notes) page.blocks.emplace_back(Paragraph{note + "."});
    return page;
  });
}

std::string skill_command(const Profile& profile, const ScopeRequest& asked, std::string_view skill,
                          const ParamValues& params) {
  std::string command =
      fmt::format("nsys-ai skill run {} {}", shell_word(skill), shell_word(profile.info().path.string()));
  for (const int64_t gpu : asked.gpus) command += fmt::format(" --gpu {}", gpu);
  if (asked.process) command += fmt::format(" --process {}", *asked.process);
  if (asked.window)
    command += fmt::format(" --trim {} {}", seconds(asked.window->start), seconds(asked.window->end));
  for (const auto& [name, value] : params) command += " --param " + shell_word(name + "=" + value);
  return command;
}

}  // namespace nsys_ai
