// A question in words, answered from a profile, or not: then with the reason.
//
// Words are read into a query (reading, names, assembly), and the query is answered by the relational model
// and by skills (sources, events, gpus, diagnosis). Numbers come only from there. A word that carries meaning
// and finds no place in the query ends in an abstention: half of a question is never answered.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/value.h"
#include "base/work.h"
#include "profile/profile.h"
#include "skill/answer_cache.h"
#include "skill/project_facts.h"

namespace nsys_ai::inline agent {

struct AskFact {
  std::string name;
  Value value;
  Unit unit = Unit::none;
  std::string scope;
  std::vector<std::string> refs = {};
};

struct AskAnswer {
  bool answered = false;
  std::string
      understood;    // the question as it was read, to be edited and asked again; empty where it was not
  std::string text;  // one sentence that answers, and what follows from it
  std::vector<AskFact> facts;        // the first is what was asked for
  std::optional<double> exact;       // a mean that the first fact has in whole ns or bytes
  Table table;                       // what the sentence is from, where it has more than one row
  std::string reason;                // why there is no answer
  std::vector<std::string> capture;  // what to capture to make it answerable
  std::vector<std::string> plan;     // what was asked of the profile: statements, and skills
  std::vector<std::string> notes;
};

struct AskRequest {
  std::string_view question;
  std::string_view after = {};  // the line `understood` of the answer that the question refers back to
  const ProjectFacts* project = nullptr;  // what the project says of itself; null for nothing
};

// What skills and statements answered is taken from `answers`, and kept there. Fails when it is cancelled,
// and on a defect; what cannot be read or answered is an answer.
Result<AskAnswer> ask(const ProfilePtr& profile, AnswerCache& answers, const AskRequest& request,
                      const Work& work = {});

}  // namespace nsys_ai::inline agent
