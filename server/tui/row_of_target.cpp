// Maps targets to rows by the kind of their event.
#include "tui/row_of_target.h"

#include "trace/timeline/row_scope.h"
#include "view/targets/named_event.h"

namespace nsys_ai {

std::string row_of_target(const Profile& profile, const std::string& text) {
  // A name or a finding is where the event is that stands for it.
  const auto event = event_of(profile, text);
  const auto target = parse_target(event ? event->target : text);
  if (!target) return "";
  if (const auto operation = operation_of(profile, *target)) {
    // The timeline does not draw graphs that were recorded as one unit.
    if (operation->kind == OperationNumbers::graph_run) return "";
    const Operations& of = OperationNumbers(profile).family(operation->kind);
    return timeline_row(profile, RowOf::stream, StreamIx(of.stream[operation->at]));
  }
  switch (target->kind) {
    case TargetKind::runtime_call:
      if (const auto at = row_in(profile.calls(), *target)) return timeline_row(profile, RowOf::call, *at);
      return "";
    case TargetKind::nvtx:
      if (const auto at = row_in(profile.nvtx(), *target)) return timeline_row(profile, RowOf::nvtx, *at);
      return "";
    case TargetKind::gap:
      return timeline_row(profile, RowOf::idle, static_cast<size_t>(target->number));
    default:
      return "";
  }
}

}  // namespace nsys_ai
