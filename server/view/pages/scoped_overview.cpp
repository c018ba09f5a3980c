// The overview of a part of a run, from the figures of its window.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "analysis/time/busy.h"
#include "base/text_table.h"
#include "skill/skill.h"
#include "skills/findings.h"
#include "view/finding_blocks.h"
#include "view/pages/capture_facts.h"
#include "view/pages/overview.h"
#include "view/pages/page_cells.h"
#include "view/pages/window_page.h"

namespace nsys_ai {

static std::string words_of_scope(const Profile& profile, const Scope& scope) {
  const Interval window = scope.window();
  return fmt::format("{}; {} to {} on the capture's clock, {}", gpus_in_scope(profile, scope.devices()),
                     readable_clock(window.start), readable_clock(window.end),
                     readable_ns(window.duration()));
}

Result<Page> overview_of(const Profile& profile, const ScopeRequest& asked,
                         std::span<const Suppression> suppressions, const Work& work) {
  const LossNotes losses;
  const auto scope = Scope::make(profile, asked);
  if (!scope) return tl::unexpected(scope.error());
  auto findings = findings_in(profile, *scope, work);
  if (!findings) return tl::unexpected(findings.error());
  Page page;
  page.title = profile.info().path.filename().string();
  Facts facts = capture_facts(profile);
  facts.facts.push_back({"scope", text_cell(words_of_scope(profile, *scope))});
  page.blocks.emplace_back(std::move(facts));
  page.blocks.emplace_back(findings_heading());
  add_findings(without_suppressed(std::move(*findings), suppressions, page.title),
               !device_times(profile, *scope).empty(), AdviceLength::sentence, page);
  for (const WindowPart part : {WindowPart::times, WindowPart::names}) {
    auto of_window = window_page(profile, {asked}, part, work);
    if (!of_window) return tl::unexpected(of_window.error());
    std::ranges::move(of_window->blocks, std::back_inserter(page.blocks));
  }
  add_loss_notes(losses, page);
  return page;
}

}  // namespace nsys_ai
