// The full report on a run: its findings, the possible gain of each fix, and the answers that support them.
#pragma once

#include <string>
#include <vector>

#include "base/answer.h"
#include "skills/findings.h"
#include "view/pages/page.h"

namespace nsys_ai {

struct Analysis {
  Findings findings;
  std::vector<Answer> answers;  // of the report's skills, in the order of the report
  std::vector<DeviceIx> devices;  // in scope
  Facts capture;
  std::vector<std::string> frameworks;
};

// Runs all skills of the report; `limit` is the maximum number of rows of each answer, 0 for all. Fails on a
// scope that the capture does not have, and on cancellation.
Result<Analysis> analyse(const Profile& profile, const ScopeRequest& scope, int64_t limit, const Work& work);

// What the page says beside the findings and answers.
struct AnalysisSummary {
  std::string schema = "nsys-ai.analysis/1";
  std::string verdict;
  std::string scope;
  std::vector<std::string> healthy;
  std::vector<std::string> minor;
  std::vector<std::string> not_judged;
  std::string next_capture;
  std::string to_know;
};
template <class F>
void fields(AnalysisSummary& v, F& f) {
  f("schema", v.schema, "The form of this object.");
  f("verdict", v.verdict, "What costs most, and what all fixes together are worth.");
  f("scope", v.scope, "The GPUs and the window that everything is about.");
  f("healthy", v.healthy, "The causes that do not hold, as the book calls them.");
  f("minor", v.minor, "Those that hold for too little time to matter.");
  f("notJudged", v.not_judged, "Those that could not be judged, and why.");
  f("nextCapture", v.next_capture, "The command that captures what is missing here.");
  f("toKnow", v.to_know, "What to know of captures of such a program.");
}
AnalysisSummary summary_of(const Profile& profile, const Analysis& analysis);

// The end of the page collects the answers without rows: questions without a result, and questions that the
// capture cannot answer.
Page analysis_page(const Profile& profile, const Analysis& analysis);

}  // namespace nsys_ai
