// Which causes of the book of root causes apply here? One row per cause.
#include <fmt/format.h>

#include "analysis/time/run_window.h"
#include "skills/findings.h"
#include "skills/list.h"

namespace nsys_ai::root_causes_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string cause;
  std::string severity;
  Ns headroom_ns;
  std::string refs;
  std::string title;
  std::string evidence;
  std::string what_to_do;
  std::string verify;
};
template <class F>
void fields(Row& r, F& f) {
  f("cause", r.cause, "The page of the book of root causes.");
  f("severity", r.severity,
    "By the share of the scope at stake: high from 20 %, medium from 10 %, else low; what any program needs is medium at most; information where nothing can be won, or too little of the scope.");
  f("headroom_ns", r.headroom_ns,
    "What the cause costs at most, mean over the GPUs in scope. No time is two causes': what both explain is the narrower one's.");
  f("refs", r.refs,
    "Events to look at, separated by blanks; empty where the cause is not one of single events.");
  f("title", r.title, "What holds, with its number.");
  f("evidence", r.evidence, "Numerator, denominator and scope.");
  f("what_to_do", r.what_to_do, "The fix, in the words of the book.");
  f("verify", r.verify, "How to see that it helped.");
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const auto found = findings_in(context.profile, context.scope, context.work);
  if (!found) return tl::unexpected(found.error());
  const auto window = run_window(context.profile, context.scope, context.work);
  if (!window) return tl::unexpected(window.error());
  Rows<Row> rows;
  rows.window = *window;
  for (const Finding& of : found->findings)
    rows.rows.push_back({of.key, std::string(name_of(of.severity)), Ns{of.at_stake_ns}, joined(of.refs),
                         of.title, of.detail, in_one_paragraph(of.advice), of.verify});
  for (const auto& [cause, why] : found->not_judged)
    rows.notes.push_back(
        fmt::format("{} cannot be judged: {}", cause, why.substr(0, why.find_last_not_of('.') + 1)));
  if (found->skipped > 0)
    rows.notes.push_back(fmt::format("{} more causes hold, with less at stake", found->skipped));
  if (window->empty())
    return CannotAnswer{"The capture recorded no events.",
                        {"Capture with `nsys profile --trace=cuda,nvtx` while the program uses the GPU."}};
  if (rows.rows.empty()) return Empty{"No cause of the book holds in this scope.", *window};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "root_causes",
       .title = "Which known causes of lost GPU time hold here?",
       .doc =
           "One row a cause of the book of root causes that holds in the scope, first what speaks of the most of its time. "
           "Each page of the book names the skills it asks and the condition over their answers. "
           "Times are parts of the scope, which is the capture from its beginning to its end, and no more than what is between the first and the last GPU operation where the words say so. "
           "Where no GPU worked in the scope, one row says what the host did and what to capture. "
           "Notes say which causes cannot be judged, and why.",
       .reading =
           "Begin with the first row; read its page in the book for why it happens. speedup_estimate says what each fix is worth, counted once.",
       .source = "The book of root causes: docs/root-causes.",
       .limits = "What no page describes is not found. "
                 "A share is what a fix may win at most, and no promise.",
       .needs = {}},
      run);
}

}  // namespace nsys_ai::root_causes_skill
