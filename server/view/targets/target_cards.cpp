// One function a kind of target.
#include "view/targets/target_cards.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernels/stream_totals.h"
#include "analysis/time/busy.h"
#include "analysis/time/gpu_sharing.h"
#include "base/text_table.h"
#include "knowledge/subjects.h"
#include "skills/findings.h"
#include "skills/list.h"
#include "view/counted.h"
#include "view/fix_check.h"
#include "view/pages/overview.h"
#include "view/targets/card_parts.h"
#include "view/targets/event_details.h"
#include "view/targets/explained_thing.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

CardTable span_table(const DeviceTime& time) {
  CardTable table{{{""}, {"time", true}, {"of span", true}}};
  const int64_t span = time.span.duration();
  const auto add = [&](const char* what, int64_t ns) {
    table.rows.push_back({what, readable_ns(ns), readable_share(ratio_of(ns, span))});
  };
  add("busy", time.busy);
  add("kernels", time.kernel);
  add("compute", time.compute);
  add("communication", time.communication);
  add("exposed communication", time.exposed_communication());
  add("copies", time.copy);
  add("idle", time.idle());
  return table;
}

std::string hardware_words(const Gpu& of, const Device& device) {
  if (!device.slice.empty())
    return device.sm_count > 0 && of.sm_count > 0
               ? fmt::format("Slice {} (MIG), {} of {} SMs", device.slice, device.sm_count, of.sm_count)
               : fmt::format("Slice {} (MIG); the file does not say how many SMs it has", device.slice);
  std::string text = fmt::format("{} SMs, {} of memory", device.sm_count, readable_bytes(of.memory_bytes));
  if (of.bandwidth_bytes_per_s > 0) text += fmt::format(", {}/s", readable_bytes(of.bandwidth_bytes_per_s));
  return text;
}

// How other processes use the same GPU.
void add_sharing(const Profile& profile, DeviceIx device, Card& card) {
  for (const SharedGpu& of : profile.derived(build_shared_gpus)) {
    if (std::find(of.devices.begin(), of.devices.end(), device) == of.devices.end()) continue;
    card.paragraph("Its GPU: ", sharing_words(of), ".");
  }
}

// Paragraphs of the book.
void add_paragraphs(std::string_view text, Card& card) {
  constexpr std::string_view kBetween = "\n\n";
  while (!text.empty()) {
    const size_t end = std::min(text.find(kBetween), text.size());
    card.paragraph(spoken(text.substr(0, end)));
    text.remove_prefix(std::min(end + kBetween.size(), text.size()));
  }
}

}  // namespace

std::optional<Card> device_card(const Profile& profile, const Target& target) {
  for (const DeviceTime& time : profile.derived(build_device_times)) {
    if (int64_t{time.device.value} != target.number) continue;
    Card card;
    card.paragraph(strong(device_name(profile, time.device)));
    if (const GpuIx gpu = profile.devices()[time.device].gpu; gpu.exists())
      card.paragraph(hardware_words(profile.gpus()[gpu], profile.devices()[time.device]));
    add_sharing(profile, time.device, card);
    card.table(span_table(time));
    card.paragraph(fmt::format(
        "{}, {} when summed; span {} from first to last operation. Times are unions of intervals.",
        counted(time.kernels, "kernel", "kernels"), readable_ns(time.kernel_sum),
        readable_ns(time.span.duration())));
    return card;
  }
  return std::nullopt;
}

std::optional<Card> finding_card(const Profile& profile, const Target& target) {
  for (const Finding& finding : profile.derived(build_findings).findings) {
    if (finding.key != target.key) continue;
    Card card;
    card.paragraph(strong(finding.title), fmt::format(" ({})", name_of(finding.severity)));
    card.paragraph(finding.detail);
    add_paragraphs(finding.advice, card);
    card.paragraph("To verify: ", spoken(finding.verify));
    card.paragraph(spoken(fix_check_words(finding)));
    if (finding.at_stake_ns > 0)
      card.paragraph("At stake, on average over the GPUs: at most ", readable_ns(finding.at_stake_ns));
    for (const std::string& ref : finding.refs) card.item(target_link(ref, ref));
    add_background(pages_of_cause(profile, finding.key), card);
    return card;
  }
  return std::nullopt;
}

std::optional<Card> stream_card(const Profile& profile, const Target& target) {
  if (target.number >= static_cast<int64_t>(profile.streams().size())) return std::nullopt;
  const StreamIx at(static_cast<size_t>(target.number));
  const Stream& stream = profile.streams()[at];
  const StreamTotals& of = profile.derived(build_stream_totals)[at];
  Card card;
  card.paragraph(strong(fmt::format("Stream {}", stream.stream)),
                 fmt::format(" of context {} on {}", stream.context, device_name(profile, stream.device)));
  if (of.operations() == 0) {
    card.item("Nothing ran on it");
    return card;
  }
  card.item(counted(of.kernels, "kernel", "kernels"), ", ", readable_ns(of.kernel_time), " summed");
  if (of.copies > 0)
    card.item(counted(of.copies, "copy", "copies"), ", ", readable_ns(of.copy_time), " summed");
  if (of.memsets > 0) card.item(counted(of.memsets, "memset", "memsets"));
  if (of.graph_runs > 0) card.item(counted(of.graph_runs, "whole CUDA graph", "whole CUDA graphs"));
  card.item("From ", readable_clock(of.span.start), " to ", readable_clock(of.span.end),
            ", first start to last end");
  return card;
}

std::optional<Card> page_card(const Profile&, const Target& target) {
  const LibraryPage* page = library_page(target.key);
  if (page == nullptr) return std::nullopt;
  Card card;
  card.paragraph(strong(page->heading));
  card.paragraph(page->summary);
  return card;
}

std::optional<Card> skill_card(const Profile&, const Target& target) {
  const auto skill = built_in_skills().find(target.key.substr(0, target.key.find(' ')));
  if (!skill) return std::nullopt;
  const SkillInfo& info = (*skill)->info;
  Card card;
  card.paragraph(strong(info.name), " ", info.title);
  card.paragraph(info.reading.empty() ? info.doc : info.reading);
  return card;
}

std::optional<Card> source_card(const Profile&, const Target& target) {
  Card card;
  card.paragraph(code(target.key), target.number == 0 ? "" : fmt::format(", line {}", target.number),
                 ", as the capture names it");
  return card;
}

std::optional<Card> event_card(const Profile& profile, const Target& target) {
  return event_card(profile, target.key, target.number, thing_named_by(profile, target));
}

std::optional<Card> kernel_runs_card(const Profile&, const Target&) {
  Card card;
  card.paragraph(strong("All runs"), " of this kernel by start, a line each");
  return card;
}

std::optional<Card> nvtx_ranges_card(const Profile&, const Target&) {
  Card card;
  card.paragraph(strong("All ranges"), " of this label by start, a line each");
  return card;
}

std::optional<Card> ranges_card(const Profile&, const Target&) {
  Card card;
  card.paragraph(strong("The NVTX ranges"),
                 " of each thread as a tree, with the GPU time of what they launched");
  return card;
}

}  // namespace nsys_ai
