// The shared state while one query is answered: the profile, the scope and the answer so far.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "question/answer.h"
#include "question/query.h"
#include "skill/skill.h"
#include "sql/query.h"

namespace nsys_ai {

// The sources of answers: the profile, the cache of answers, and the part of the run that the question is
// about.
struct AnswerSources {
  ProfilePtr profile;
  AnswerCache& answers;
  ScopeRequest part;
  const ProjectFacts* project = nullptr;
};

// For one thread.
class AnswerContext {
 public:
  AnswerContext(AnswerSources of, Scope part, const AskQuery& asked, const Work& by)
      : profile(*of.profile), scope(std::move(part)), query(asked), work(by), source(std::move(of)) {}

  // Runs the SELECT behind the answer, which the answer shows for further use.
  Result<Table> select(const std::string& sql);
  // Runs an additional statement, which the plan lists.
  Result<Table> table(const std::string& sql);
  Result<TableRows> rows(const std::string& sql);
  // A skill's answer in this scope.
  Result<Answer> skill(std::string_view name, const ParamValues& values = {});

  // The scope of a figure in words: `GPU 0 and 1, 60.1 s to 60.4 s`.
  std::string scope_text() const;

  void fact(std::string name, Value value, Unit unit, std::vector<std::string> refs = {});
  // Ends without an answer.
  Result<void> cannot(std::string reason, std::vector<std::string> capture = {});
  // Whether the capture has no data for `need`; the answer then says so.
  bool lacks(Need need);

  const Profile& profile;
  const Scope scope;
  const AskQuery& query;
  const Work& work;
  const AnswerSources source;
  AskAnswer answer;
};

std::string sql_text(std::string_view text);  // as an SQL string literal
int64_t integer(const Value& value);          // 0 for null
double real(const Value& value);
bool is_null(const Value& value);
std::string cell_text(const Value& value);

// Each answers one kind of query.
Result<void> answer_events(AnswerContext& context);
Result<void> answer_gpus(AnswerContext& context);
Result<void> answer_hardware(AnswerContext& context);
Result<void> answer_machine(AnswerContext& context);
Result<void> answer_run(AnswerContext& context);
Result<void> answer_places(AnswerContext& context);
Result<void> answer_topic(AnswerContext& context);

}  // namespace nsys_ai
