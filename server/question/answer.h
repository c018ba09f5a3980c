// The answer to a question: a card. Its first fact is the requested figure; the other facts are those that
// people usually need with it.
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
  closest,  // the question may mean something else; the answer is the closest evidence
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
  std::optional<AskQuery> query;  // the query, as understood; nullopt if the question could not be read
  std::string understood;         // the query as a sentence
  std::string text;               // one sentence that answers, and its consequences
  std::vector<AskFact> facts;
  std::optional<double> exact;  // the exact value of a mean that the first fact rounds to integer ns or bytes
  Table table;
  std::string reason;                  // why there is no answer
  std::vector<std::string> capture;    // what to capture to make it answerable
  std::string sql;                     // the SELECT behind the answer, or a similar one to start from; may be
                                       // empty
  std::vector<std::string> plan;       // the other statements and skills that were run
  std::vector<std::string> set_aside;  // parts of the text that ask nothing
  std::vector<std::string> instead;    // similar sentences that can be asked
  std::vector<std::string> notes;
};

struct AskRequest {
  std::string_view question;
  std::string_view after = {};            // the previous question, to which this one may refer
  const ProjectFacts* project = nullptr;  // the project's facts; null for none
};

// Answers a question in words. Fails on a cancel or a defect; a question that cannot be read or answered
// yields an answer that says so.
Result<AskAnswer> ask(const ProfilePtr& profile, AnswerCache& answers, const AskRequest& request,
                      const Work& work = {});

// The same for a query.
Result<AskAnswer> ask_query(const ProfilePtr& profile, AnswerCache& answers, const AskQuery& query,
                            const ProjectFacts* project = nullptr, const Work& work = {});

}  // namespace nsys_ai
