// One function a kind of event.
#include "view/targets/named_event.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/memory/transfers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "skills/findings.h"
#include "view/pages/page_cells.h"
#include "view/targets/target_intervals.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

std::string ref_of(const Profile& profile, OperationNumbers::Operation operation) {
  constexpr std::array<std::string_view, 4> kPrefixes = {"kernel", "memcpy", "memset", "graph_run"};
  return fmt::format("{}:{}", kPrefixes[operation.kind],
                     int64_t{OperationNumbers(profile).family(operation.kind).row[operation.at]});
}
std::string call_ref(const Profile& profile, uint32_t call) {
  return fmt::format("runtime_call:{}", int64_t{profile.calls().row[call]});
}
std::string range_ref(const Profile& profile, uint32_t range) {
  return fmt::format("nvtx:{}", int64_t{profile.nvtx().row[range]});
}

std::string text_of(const Profile& profile, OperationNumbers::Operation operation) {
  switch (operation.kind) {
    case OperationNumbers::kernel:
      return short_display_name(profile.text(profile.kernels().name(operation.at)));
    case OperationNumbers::copy:
      return fmt::format("{}, {}", copy_kind_name(profile.copies().copy_kind[operation.at]),
                         readable_bytes(profile.copies().bytes[operation.at]));
    case OperationNumbers::memset:
      return fmt::format("memset, {}", readable_bytes(profile.memsets().bytes[operation.at]));
    case OperationNumbers::graph_run:
      break;
  }
  return fmt::format("CUDA graph {}", int64_t{profile.graph_runs().graph[operation.at]});
}

NamedEvent named(std::string target, std::string_view text, Interval time) {
  NamedEvent event{std::move(target), short_line(text, kNameWidth), time, {}};
  event.when = time.empty() ? fmt::format("at {}", readable_clock(time.start))
                            : fmt::format("{} at {}", readable_ns(time.duration()), readable_clock(time.start));
  return event;
}

// The longest of those that are listed.
template <class Rows>
std::optional<uint32_t> longest_of(const Spans& spans, const Rows& rows) {
  std::optional<uint32_t> longest;
  for (const uint32_t at : rows)
    if (!longest || spans.interval(at).duration() > spans.interval(*longest).duration()) longest = at;
  return longest;
}

std::optional<NamedEvent> longest_run(const Profile& profile, const Target& target) {
  if (target.number >= static_cast<int64_t>(profile.names().size())) return std::nullopt;
  const auto kernel =
      longest_of(profile.kernels(), profile.derived(build_kernels_by_name)
                                        .of(NameId{static_cast<size_t>(target.number)}));
  if (!kernel) return std::nullopt;
  return event_at(profile, {OperationNumbers::kernel, *kernel});
}

// The first of the same time, since that is all that is known of it.
std::optional<NamedEvent> longest_range(const Profile& profile, const Target& target) {
  const auto time = longest_range_interval(profile, target);
  if (!time) return std::nullopt;
  const Nvtx& nvtx = profile.nvtx();
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  for (uint32_t i = 0; i < nvtx.size(); ++i)
    if (nvtx.start[i] == time->start && nvtx.end(i) == time->end && nvtx.is_range(i) &&
        int64_t{labels.of_template[nvtx.text[i]]} == target.number)
      return event_at_range(profile, i);
  return std::nullopt;
}

std::optional<NamedEvent> first_shown(const Profile& profile, const Target& target) {
  for (const Finding& finding : profile.derived(build_findings).findings)
    if (finding.key == target.key)
      for (const std::string& ref : finding.refs)
        if (auto event = event_of(profile, ref)) return event;
  return std::nullopt;
}

}  // namespace

// Graphs that were recorded as a whole are events of a family without a kind of its own.
std::optional<OperationNumbers::Operation> operation_of(const Profile& profile, const Target& target) {
  const auto in = [&](OperationNumbers::Kind kind) -> std::optional<OperationNumbers::Operation> {
    const auto at = row_in(OperationNumbers(profile).family(kind), target);
    return at ? std::optional(OperationNumbers::Operation{kind, *at}) : std::nullopt;
  };
  if (target.kind == TargetKind::kernel) return in(OperationNumbers::kernel);
  if (target.kind == TargetKind::memcpy) return in(OperationNumbers::copy);
  if (target.kind == TargetKind::memset) return in(OperationNumbers::memset);
  if (target.kind == TargetKind::event && target.key == "graph_run") return in(OperationNumbers::graph_run);
  return std::nullopt;
}

NamedEvent event_at(const Profile& profile, OperationNumbers::Operation operation) {
  return named(ref_of(profile, operation), text_of(profile, operation),
               OperationNumbers(profile).family(operation.kind).interval(operation.at));
}
NamedEvent event_at_call(const Profile& profile, uint32_t call) {
  return named(call_ref(profile, call), profile.text(profile.calls().name[call]),
               profile.calls().interval(call));
}
NamedEvent event_at_range(const Profile& profile, uint32_t range) {
  const Nvtx& nvtx = profile.nvtx();
  Interval time = nvtx.interval(range);
  if (nvtx.is_mark(range)) time.end = time.start;
  if (time.end == Spans::kOpen) time.end = std::max(time.start, profile.extent().end);
  return named(range_ref(profile, range), profile.nvtx_text(range), time);
}

static std::optional<NamedEvent> event_of_target(const Profile& profile, const Target& target,
                                          std::string_view text) {
  if (const auto operation = operation_of(profile, target)) return event_at(profile, *operation);
  switch (target.kind) {
    case TargetKind::kernel_name:
    case TargetKind::kernel_runs:
      return longest_run(profile, target);
    case TargetKind::nvtx_label:
    case TargetKind::nvtx_ranges:
      return longest_range(profile, target);
    case TargetKind::finding:
      return first_shown(profile, target);
    case TargetKind::runtime_call:
      if (const auto call = row_in(profile.calls(), target)) return event_at_call(profile, *call);
      return std::nullopt;
    case TargetKind::nvtx:
      if (const auto range = row_in(profile.nvtx(), target)) return event_at_range(profile, *range);
      return std::nullopt;
    default:
      break;
  }
  const auto time = interval_of(profile, text);
  if (!time) return std::nullopt;
  return named(std::string(text), target.kind == TargetKind::gap ? "idle" : text, *time);
}

std::optional<NamedEvent> event_of(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  return event_of_target(profile, *target, text);
}

}  // namespace nsys_ai
