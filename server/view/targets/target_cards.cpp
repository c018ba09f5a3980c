// One function a kind of target. A name from the profile is data: it is escaped, or stands in code with its
// backquotes replaced.
#include "view/targets/target_cards.h"

#include <fmt/format.h>

#include "analysis/kernels/stream_totals.h"
#include "analysis/time/busy.h"
#include "base/markdown_code.h"
#include "base/text_table.h"
#include "knowledge/subjects.h"
#include "skills/findings.h"
#include "skills/list.h"
#include "view/counted.h"
#include "view/pages/overview.h"
#include "view/targets/card.h"
#include "view/targets/card_parts.h"
#include "view/targets/event_details.h"
#include "view/targets/explained_thing.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

std::string code(std::string_view text) { return markdown_code(text); }

std::string span_table(const DeviceTime& time) {
  Table table{{{"", ValueType::text, Unit::none, ""},
               {"time", ValueType::integer, Unit::ns, ""},
               {"of span", ValueType::real, Unit::share, ""}},
              {}};
  const int64_t span = time.span.duration();
  const auto add = [&](const char* what, int64_t ns) {
    table.rows.push_back({std::string(what), ns, ratio_of(ns, span)});
  };
  add("busy", time.busy);
  add("kernels", time.kernel);
  add("compute", time.compute);
  add("communication", time.communication);
  add("exposed communication", time.exposed_communication());
  add("copies", time.copy);
  add("idle", time.idle());
  return markdown_table(table);
}

}  // namespace

std::optional<std::string> device_card(const Profile& profile, const Target& target) {
  for (const DeviceTime& time : profile.derived(build_device_times)) {
    if (int64_t{time.device.value} != target.number) continue;
    const int64_t span = time.span.duration();
    std::string text = fmt::format("**{}**\n\n", markdown_escaped(device_name(profile, time.device)));
    if (const GpuIx gpu = profile.devices()[time.device].gpu; gpu.exists()) {
      const Gpu& of = profile.gpus()[gpu];
      text += fmt::format("{} SMs, {} of memory", of.sm_count, readable_bytes(of.memory_bytes));
      if (of.bandwidth_bytes_per_s > 0)
        text += fmt::format(", {}/s", readable_bytes(of.bandwidth_bytes_per_s));
      text += "\n\n";
    }
    text += span_table(time);
    text += fmt::format(
        "\n{}, {} when summed; span {} from first to last operation. "
        "Times are unions of intervals.\n",
        counted(time.kernels, "kernel", "kernels"), readable_ns(time.kernel_sum), readable_ns(span));
    return text;
  }
  return std::nullopt;
}

std::optional<std::string> finding_card(const Profile& profile, const Target& target) {
  for (const Finding& finding : profile.derived(build_findings).findings) {
    if (finding.key != target.key) continue;
    std::string text =
        fmt::format("**{}** ({})\n\n{}\n\n{}\n", markdown_escaped(finding.title), name_of(finding.severity),
                    markdown_escaped(finding.detail), finding.advice);
    text += fmt::format("\nTo verify: {}\n", finding.verify);
    if (finding.at_stake_ns > 0)
      text +=
          fmt::format("\nAt stake, on average over the GPUs: at most {}\n", readable_ns(finding.at_stake_ns));
    for (const std::string& ref : finding.refs) text += fmt::format("- {}\n", target_link(ref, ref));
    if (const auto pages = pages_of_cause(profile, finding.key); !pages.empty())
      text += (finding.refs.empty() ? "\n" : "") + background_of(pages);
    return text;
  }
  return std::nullopt;
}

std::optional<std::string> stream_card(const Profile& profile, const Target& target) {
  if (target.number >= static_cast<int64_t>(profile.streams().size())) return std::nullopt;
  const StreamIx at(static_cast<size_t>(target.number));
  const StreamTotals& of = profile.derived(build_stream_totals)[at];
  std::string text = fmt::format("**Stream {}** of context {} on {}\n\n", profile.streams()[at].stream,
                                 profile.streams()[at].context,
                                 markdown_escaped(device_name(profile, profile.streams()[at].device)));
  if (of.operations() == 0) return text + "- Nothing ran on it\n";
  text +=
      fmt::format("- {}, {} summed\n", counted(of.kernels, "kernel", "kernels"), readable_ns(of.kernel_time));
  if (of.copies > 0)
    text += fmt::format("- {}, {} summed\n", counted(of.copies, "copy", "copies"), readable_ns(of.copy_time));
  if (of.memsets > 0) text += fmt::format("- {}\n", counted(of.memsets, "memset", "memsets"));
  if (of.graph_runs > 0)
    text += fmt::format("- {}\n", counted(of.graph_runs, "whole CUDA graph", "whole CUDA graphs"));
  return text + fmt::format("- From {} to {}, first start to last end\n", readable_clock(of.span.start),
                            readable_clock(of.span.end));
}

std::optional<std::string> page_card(const Profile&, const Target& target) {
  const LibraryPage* page = library_page(target.key);
  if (page == nullptr) return std::nullopt;
  return fmt::format("**{}**\n\n{}\n", markdown_escaped(page->heading), markdown_escaped(page->summary));
}

std::optional<std::string> skill_card(const Profile&, const Target& target) {
  const auto skill = built_in_skills().find(target.key.substr(0, target.key.find(' ')));
  if (!skill) return std::nullopt;
  const SkillInfo& info = (*skill)->info;
  return fmt::format("**{}** {}\n\n{}\n", info.name, markdown_escaped(info.title),
                     markdown_escaped(info.reading.empty() ? info.doc : info.reading));
}

std::optional<std::string> source_card(const Profile&, const Target& target) {
  if (target.number == 0) return fmt::format("{}, as the capture names it\n", code(target.key));
  return fmt::format("{}, line {}, as the capture names it\n", code(target.key), target.number);
}

std::optional<std::string> event_card(const Profile& profile, const Target& target) {
  return event_card(profile, target.key, target.number, why_it_matters(thing_named_by(profile, target)));
}

std::optional<std::string> kernel_runs_card(const Profile&, const Target&) {
  return "**All runs** of this kernel by start, a line each\n";
}

std::optional<std::string> nvtx_ranges_card(const Profile&, const Target&) {
  return "**All ranges** of this label by start, a line each\n";
}

std::optional<std::string> ranges_card(const Profile&, const Target&) {
  return "**The NVTX ranges** of each thread as a tree, with the GPU time of what they launched\n";
}

}  // namespace nsys_ai
