// How much time can each fix save, at most? One row per cause that applies.
#include <fmt/format.h>

#include "analysis/gpu_count.h"
#include "analysis/time/run_window.h"
#include "base/text_table.h"
#include "knowledge/headroom.h"
#include "skill/cells.h"
#include "skills/findings.h"
#include "skills/list.h"

namespace nsys_ai::speedup_estimate_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string fix;
  Ns headroom_ns;
  std::optional<Share> share;
  std::optional<double> speedup;
  std::optional<double> together;
  std::string basis;
};
template <class F>
void fields(Row& r, F& f) {
  f("fix", r.fix, "The cause to remove: a page of the book of root causes.");
  f("headroom_ns", r.headroom_ns,
    "Time that the cause explains and no other row does, mean over the GPUs in scope.");
  f("share", r.share, "headroom_ns / the scope: the capture, or the window that was asked about.");
  f("speedup", r.speedup, "scope / (scope - headroom_ns), at most; none above 20, where so little remains that its length decides alone.");
  f("together", r.together, "The same with all rows above.");
  f("basis", r.basis, "What headroom_ns is made of: uses of time_account.");
}

// What remains of the scope is then a twentieth, and less certain than any factor that it gives.
constexpr double kMostSpeedup = 20;

std::optional<double> speedup_cell(double speedup) {
  return speedup <= kMostSpeedup ? std::optional(speedup) : std::nullopt;
}

std::string basis_of(const Finding& finding) {
  std::string text;
  for (const ClaimedTime& of : finding.claims)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", readable_ns(of.ns), name_of(of.use));
  return text;
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const auto found = findings_in(context.profile, context.scope, context.work);
  if (!found) return tl::unexpected(found.error());
  const auto window = run_window(context.profile, context.scope, context.work);
  if (!window) return tl::unexpected(window.error());
  const int64_t whole = window->duration();
  Rows<Row> rows;
  rows.window = *window;
  for (const Headroom& of : headrooms(found->findings, whole))
    rows.rows.push_back({of.finding->key, Ns{of.ns}, share_cell(of.ns, whole), speedup_cell(of.speedup), speedup_cell(of.together),
                         basis_of(*of.finding)});
  if (rows.rows.empty()) return Empty{"No cause of the book that costs time holds in this scope.", *window};
  const std::string over = summed_over(count_gpus(context.profile, context.scope));
  rows.notes.push_back(fmt::format("times are {} of {}",
                                   over.empty() ? "parts" : fmt::format("means over {},", over),
                                   readable_ns(whole)));
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "speedup_estimate",
       .title = "What is each fix worth, at most?",
       .doc =
           "One row a cause of root_causes that costs time, in their order. "
           "A fix claims intervals of the time of the GPUs, each of which is one fix's alone: what two causes explain is the narrower one's (time_account).",
       .reading = "together in the last row is what all fixes could win at most.",
       .source = "Definitions of this program.",
       .limits =
           "An upper bound, not a forecast: a fix seldom removes all of its cause, and what comes free may wait for something else. critical_path asks what would shorten the run.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::speedup_estimate_skill
