// What answering one query shares: the profile, the part of it that is asked about, and the answer so far.
#pragma once

#include <string>
#include <vector>

#include "agent/ask/ask.h"
#include "agent/ask/query.h"
#include "analysis/scope.h"
#include "skill/skill.h"
#include "sql/query.h"

namespace nsys_ai::inline agent {

// Where answers come from: the profile, those that are kept, and the part that is asked about.
struct AskedOf {
  ProfilePtr profile;
  AnswerCache& answers;
  ScopeRequest part;
  const ProjectFacts* project = nullptr;
};

// For one thread.
class Inquiry {
 public:
  Inquiry(AskedOf of, Scope part, const AskQuery& asked, const Work& by)
      : profile(*of.profile), scope(std::move(part)), query(asked), work(by), source(std::move(of)) {}

  // Rows of a statement, which the plan shows.
  Result<TableRows> rows(const std::string& sql);
  // The same with the columns.
  Result<Table> table(const std::string& sql);
  // A skill's answer in this scope.
  Result<Answer> skill(std::string_view name, const ParamValues& values = {});

  // What is said behind a figure: `GPU 0 and 1, 60.1 s to 60.4 s`.
  std::string scope_text() const;

  void fact(std::string name, Value value, Unit unit, std::vector<std::string> refs = {});
  // Ends without an answer.
  Result<void> cannot(std::string reason, std::vector<std::string> capture = {});
  // Where the capture has none of `need`, says so.
  bool lacks(Need need);

  const Profile& profile;
  const Scope scope;
  const AskQuery& query;
  const Work& work;
  const AskedOf source;
  AskAnswer answer;
};

// A text in SQL, in quotation marks.
std::string sql_text(std::string_view text);
int64_t integer(const Value& value);  // 0 for null
double real(const Value& value);
std::string cell_text(const Value& value);

// Answer one kind of query each.
Result<void> answer_events(Inquiry& inquiry);
Result<void> answer_gpus(Inquiry& inquiry);
Result<void> answer_hardware(Inquiry& inquiry);
Result<void> answer_machine(Inquiry& inquiry);
Result<void> answer_mfu(Inquiry& inquiry);
// Whether copies run beside kernels, and whether they are of pinned memory.
Result<void> answer_copies_beside_kernels(Inquiry& inquiry);
Result<void> tell_memory_of_copies(Inquiry& inquiry);
Result<void> answer_diagnosis(Inquiry& inquiry);
Result<void> answer_topic(Inquiry& inquiry);

}  // namespace nsys_ai::inline agent
