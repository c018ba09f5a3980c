// The answer to a question: a card, whose first fact is what was asked for and whose other facts are what
// always belongs to such things.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/value.h"
#include "base/work.h"
#include "profile/profile.h"
#include "question/query.h"
#include "skill/answer_cache.h"
#include "skill/project_facts.h"

namespace nsys_ai {

enum class AskOutcome : uint8_t {
  answered,
  closest,  // not sure that it is what was asked: evidence that is nearest to it
  refused
};

struct AskFact {
  std::string name;
  Value value;
  Unit unit = Unit::none;
  std::string scope;
  std::vector<std::string> refs = {};
};

struct AskAnswer {
  AskOutcome outcome = AskOutcome::answered;
  std::optional<AskQuery> query;  // as it was understood; none where it was not read
  std::string understood;         // the query as a sentence
  std::string text;               // one sentence that answers, and what follows from it
  std::vector<AskFact> facts;
  std::optional<double> exact;  // a mean that the first fact has in whole ns or bytes
  Table table;
  std::string reason;                  // why there is no answer
  std::vector<std::string> capture;    // what to capture to make it answerable
  std::string sql;                     // the SELECT behind it, or the nearest to start from; may be empty
  std::vector<std::string> plan;       // what was asked of the profile besides: statements, and skills
  std::vector<std::string> set_aside;  // parts of the text that ask nothing
  std::vector<std::string> instead;    // sentences near it that can be asked
  std::vector<std::string> notes;
};

struct AskRequest {
  std::string_view question;
  std::string_view after = {};            // the question before, to which this one may refer back
  const ProjectFacts* project = nullptr;  // what the project says of itself; null for nothing
};

// A question in words. Fails when it is cancelled, and on a defect; what cannot be read or answered is an
// answer.
Result<AskAnswer> ask(const ProfilePtr& profile, AnswerCache& answers, const AskRequest& request,
                      const Work& work = {});

// The same for a query.
Result<AskAnswer> ask_query(const ProfilePtr& profile, AnswerCache& answers, const AskQuery& query,
                            const ProjectFacts* project = nullptr, const Work& work = {});

}  // namespace nsys_ai
