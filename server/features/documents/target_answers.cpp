// The table of target kinds.
#include "features/documents/target_answers.h"

#include <array>

#include "features/documents/target_hints.h"
#include "features/documents/target_places.h"

namespace nsys_ai {
namespace {

constexpr std::array kTargetAnswers = {
    TargetAnswers{.kind = TargetKind::copy_kind, .place = overview_place},
    TargetAnswers{.kind = TargetKind::device, .place = overview_place, .symbol = lsp::SymbolKind::module},
    TargetAnswers{.kind = TargetKind::event, .place = event_place},
    TargetAnswers{.kind = TargetKind::finding, .place = finding_place},
    TargetAnswers{.kind = TargetKind::gap, .place = gap_place, .hint = gap_hint},
    TargetAnswers{.kind = TargetKind::iteration, .place = iteration_place, .symbol = lsp::SymbolKind::event},
    TargetAnswers{.kind = TargetKind::kernel, .place = instance_place, .hint = kernel_hint},
    TargetAnswers{
        .kind = TargetKind::kernel_name, .place = kernel_name_place, .symbol = lsp::SymbolKind::function},
    TargetAnswers{.kind = TargetKind::kernel_runs, .place = instances_place},
    TargetAnswers{.kind = TargetKind::memcpy, .place = event_place, .hint = copy_hint},
    TargetAnswers{.kind = TargetKind::memset, .place = event_place},
    TargetAnswers{.kind = TargetKind::nvtx, .place = instance_place, .hint = range_hint},
    TargetAnswers{
        .kind = TargetKind::nvtx_label, .place = nvtx_label_place, .symbol = lsp::SymbolKind::event},
    TargetAnswers{.kind = TargetKind::nvtx_ranges, .place = instances_place},
    TargetAnswers{.kind = TargetKind::page, .place = page_place},
    TargetAnswers{.kind = TargetKind::ranges, .place = ranges_place},
    TargetAnswers{.kind = TargetKind::runtime_call, .place = event_place},
    TargetAnswers{.kind = TargetKind::skill, .place = skill_place},
    TargetAnswers{.kind = TargetKind::source},
    TargetAnswers{.kind = TargetKind::stream, .place = stream_place}};

constexpr bool has_a_row_each() {
  for (size_t i = 0; i < kTargetAnswers.size(); ++i)
    if (kTargetAnswers[i].kind != static_cast<TargetKind>(i)) return false;
  return kTargetAnswers.size() == kTargetKindCount;
}
static_assert(has_a_row_each(), "Rows stand in the order of TargetKind.");

}  // namespace

const TargetAnswers& answers_about(TargetKind kind) { return kTargetAnswers[static_cast<size_t>(kind)]; }

}  // namespace nsys_ai
