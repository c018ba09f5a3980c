// What is each fix worth, at most? One row a cause that holds.
#include <fmt/format.h>

#include "analysis/time/busy.h"
#include "base/text_table.h"
#include "knowledge/headroom.h"
#include "skills/findings.h"
#include "skills/list.h"

namespace nsys_ai::inline skills {
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
  double speedup = 1;
  double together = 1;
  std::string basis;
};
template <class F>
void fields(Row& r, F& f) {
  f("fix", r.fix, "The cause to remove: a page of the book of root causes.");
  f("headroom_ns", r.headroom_ns, "Time that no row above claims, mean over the GPUs in scope.");
  f("share", r.share, "headroom_ns / the mean span of the GPUs in scope.");
  f("speedup", r.speedup, "span / (span - headroom_ns), at most.");
  f("together", r.together, "The same with all rows above.");
  f("basis", r.basis, "What is at stake, and the part of the span it is taken from.");
}

std::string_view meaning_of(Claim claim) {
  switch (claim) {
    case Claim::none:
      return "nothing";
    case Claim::idle:
      return "idle time";
    case Claim::communication:
      return "communication without compute beside it";
    case Claim::copies:
      return "copies without kernels beside them";
    case Claim::kernels:
      return "compute";
    case Claim::launches:
      return "the span, as small kernels with the gaps between them";
  }
  return "";
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const auto found = findings_in(context.profile, context.scope, context.work);
  if (!found) return tl::unexpected(found.error());
  const std::vector<DeviceTime> times = device_times(context.profile, context.scope);
  Sum spans;
  for (const DeviceTime& of : times) spans += of.span.duration();
  const int64_t span = spans / std::max<int64_t>(1, static_cast<int64_t>(times.size()));
  Rows<Row> rows;
  for (const Headroom& of : headrooms(found->findings, times)) {
    Row row;
    row.fix = of.finding->key;
    row.headroom_ns = Ns{of.ns};
    if (span > 0) row.share = Share{static_cast<double>(of.ns) / static_cast<double>(span)};
    row.speedup = of.speedup;
    row.together = of.together;
    row.basis = fmt::format("{} at stake, out of {} of {}{}", readable_ns(of.finding->at_stake_ns),
                            readable_ns(of.part_ns), meaning_of(of.finding->claim),
                            of.ns < of.finding->at_stake_ns ? "; rows above claim the rest" : "");
    rows.rows.push_back(std::move(row));
  }
  if (rows.rows.empty()) return Empty{"No cause of the book that costs time holds in this scope."};
  rows.notes.push_back(fmt::format("times are means over {} GPU{} with a mean span of {}", times.size(),
                                   times.size() == 1 ? "" : "s", readable_ns(span)));
  return rows;
}

}  // namespace

Skill speedup_estimate() {
  return make_skill<Params, Row>(
      {.name = "speedup_estimate",
       .title = "What is each fix worth, at most?",
       .doc =
           "One row a cause of root_causes that costs time, in their order. "
           "A fix claims a part of the span of the GPUs: idle time, communication or copies with nothing beside them, compute, or small kernels. "
           "Fixes that claim the same part share it, so that no time is claimed twice.",
       .reading = "together in the last row is what all fixes could win at most. "
                  "Where headroom_ns is 0, a fix above takes the same time away.",
       .source = "Definitions of this program.",
       .limits =
           "An upper bound, not a forecast: a fix seldom removes all of its cause, and what comes free may wait for something else. critical_path asks what would shorten the run.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::inline skills
