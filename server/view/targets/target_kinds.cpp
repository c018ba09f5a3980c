// The table.
#include "view/targets/target_kinds.h"

#include <array>

#include "view/targets/target_cards.h"
#include "view/targets/target_evidence.h"
#include "view/targets/target_intervals.h"

namespace nsys_ai {
namespace {

using enum TargetForm;

const Spans& kernel_spans(const Profile& profile) { return profile.kernels(); }
const Spans& copy_spans(const Profile& profile) { return profile.copies(); }
const Spans& memset_spans(const Profile& profile) { return profile.memsets(); }
const Spans& call_spans(const Profile& profile) { return profile.calls(); }
const Spans& nvtx_spans(const Profile& profile) { return profile.nvtx(); }

constexpr std::array kTargetKinds = {
    TargetKindRow{.kind = TargetKind::copy_kind,
                  .prefix = "copy-kind:",
                  .form = number,
                  .card = copy_kind_card,
                  .section = true},
    TargetKindRow{.kind = TargetKind::device,
                  .prefix = "device:",
                  .form = number,
                  .card = device_card,
                  .word = WordKind::device,
                  .section = true},
    TargetKindRow{.kind = TargetKind::event,
                  .prefix = "",
                  .form = family_and_row,
                  .card = event_card,
                  .word = WordKind::reference},
    TargetKindRow{.kind = TargetKind::finding,
                  .prefix = "finding:",
                  .form = key,
                  .card = finding_card,
                  .section = true,
                  .interval = finding_interval},
    TargetKindRow{.kind = TargetKind::gap,
                  .prefix = "gap:",
                  .form = device_and_start,
                  .card = gap_card,
                  .word = WordKind::reference,
                  .interval = gap_interval,
                  .evidence = gap_evidence},
    TargetKindRow{.kind = TargetKind::iteration,
                  .prefix = "iteration:",
                  .form = number,
                  .card = iteration_card,
                  .section = true,
                  .interval = iteration_interval},
    TargetKindRow{.kind = TargetKind::kernel,
                  .prefix = "kernel:",
                  .form = number,
                  .card = kernel_card,
                  .word = WordKind::reference,
                  .spans = kernel_spans,
                  .evidence = kernel_evidence},
    TargetKindRow{.kind = TargetKind::kernel_name,
                  .prefix = "kernel-name:",
                  .form = number,
                  .card = kernel_name_card,
                  .word = WordKind::kernel,
                  .section = true,
                  .interval = longest_run_interval},
    TargetKindRow{.kind = TargetKind::kernel_runs,
                  .prefix = "kernel-runs:",
                  .form = number,
                  .card = kernel_runs_card,
                  .interval = longest_run_interval},
    TargetKindRow{.kind = TargetKind::memcpy,
                  .prefix = "memcpy:",
                  .form = number,
                  .card = memcpy_card,
                  .word = WordKind::reference,
                  .spans = copy_spans},
    TargetKindRow{.kind = TargetKind::memset,
                  .prefix = "memset:",
                  .form = number,
                  .card = memset_card,
                  .word = WordKind::reference,
                  .spans = memset_spans},
    TargetKindRow{.kind = TargetKind::nvtx,
                  .prefix = "nvtx:",
                  .form = number,
                  .card = nvtx_card,
                  .word = WordKind::reference,
                  .spans = nvtx_spans,
                  .evidence = nvtx_evidence},
    TargetKindRow{.kind = TargetKind::nvtx_label,
                  .prefix = "nvtx-label:",
                  .form = number,
                  .card = nvtx_label_card,
                  .word = WordKind::range,
                  .section = true,
                  .interval = longest_range_interval},
    TargetKindRow{.kind = TargetKind::nvtx_ranges,
                  .prefix = "nvtx-ranges:",
                  .form = number,
                  .card = nvtx_ranges_card,
                  .interval = longest_range_interval},
    TargetKindRow{
        .kind = TargetKind::page, .prefix = "page:", .form = key, .card = page_card, .section = true},
    TargetKindRow{.kind = TargetKind::ranges, .prefix = "ranges:", .form = nothing, .card = ranges_card},
    TargetKindRow{.kind = TargetKind::runtime_call,
                  .prefix = "runtime_call:",
                  .form = number,
                  .card = runtime_call_card,
                  .word = WordKind::reference,
                  .spans = call_spans},
    TargetKindRow{
        .kind = TargetKind::skill, .prefix = "skill:", .form = key, .card = skill_card, .section = true},
    TargetKindRow{
        .kind = TargetKind::source, .prefix = "source:", .form = line_and_file, .card = source_card},
    TargetKindRow{.kind = TargetKind::stream, .prefix = "stream:", .form = number, .card = stream_card}};

constexpr bool has_a_row_each() {
  for (size_t i = 0; i < kTargetKinds.size(); ++i)
    if (kTargetKinds[i].kind != static_cast<TargetKind>(i)) return false;
  return kTargetKinds.size() == kTargetKindCount;
}
static_assert(has_a_row_each(), "Rows stand in the order of TargetKind.");

}  // namespace

std::span<const TargetKindRow> target_kinds() { return kTargetKinds; }

const TargetKindRow& about(TargetKind kind) { return kTargetKinds[static_cast<size_t>(kind)]; }

bool is_event(TargetKind kind) { return about(kind).spans != nullptr || kind == TargetKind::gap; }

std::optional<size_t> place_in_spans(const Profile& profile, const Target& target) {
  const auto spans = about(target.kind).spans;
  if (spans == nullptr) return std::nullopt;
  const Spans& of = spans(profile);
  const size_t at = of.row.find(target.number);
  return at < of.size() ? std::optional(at) : std::nullopt;
}

}  // namespace nsys_ai
