// What a skill is: a question about a profile, with parameters, columns and three outcomes.
//
// A C++ skill is one file in skills/, with a namespace of its own (top_kernels_skill):
//
//   struct Params { int64_t limit = 20; };            // with fields(Params&, F&)
//   struct Row { std::string name; Ns total_ns; };    // with fields(Row&, F&)
//   SkillOutcome<Row> run(const SkillContext& context, const Params& params);
//   Skill skill() { return make_skill<Params, Row>({.name = ..., .title = ...}, run); }
//
// A skill cannot reply, log or start threads, and it knows nothing of JSON.
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "analysis/recorded_time.h"
#include "analysis/scope.h"
#include "base/answer.h"
#include "base/fields.h"
#include "base/result.h"
#include "base/row_set.h"
#include "base/value.h"
#include "base/work.h"
#include "profile/profile.h"
#include "skill/params.h"

namespace nsys_ai {

// The data that a skill needs to answer; each has one sentence that says how to capture it.
enum class Need { kernel, copy, gpu_operation, call, nvtx };
std::string_view name_of(Need need);
// Whether the profile recorded any such event. An empty table does not count.
bool has(const Profile& profile, Need need);

struct SkillContext {
  const Profile& profile;
  const Scope& scope;
  Work work;
};

// Parameters whose defaults a project may state (project_facts).
struct ProjectParams {
  std::vector<std::string> always;
  std::vector<std::string> of_target;  // used unless the question names another target
  std::vector<std::string> target;     // the parameters that name a target

  bool has(std::string_view name) const {
    const auto is = [&](const std::string& each) { return each == name; };
    return std::any_of(always.begin(), always.end(), is) ||
           std::any_of(of_target.begin(), of_target.end(), is);
  }
};

struct SkillInfo {
  std::string name;
  std::string title;         // the question, one line
  std::string doc;           // how it is computed: each numerator, denominator and scope
  std::string reading = {};  // how to read the answer, and what to look at next
  std::string source = {};   // where the definition comes from
  std::string limits = {};   // what the answer does not cover
  std::vector<Need> needs = {};
  // Families that the skill uses besides those that are read at open: without a requested window, the
  // answer's window includes their time.
  std::vector<Family> families = {};
  std::filesystem::path file = {};  // for a user's own skill; empty for a built-in one
  ProjectParams of_project = {};
};

struct Empty {
  std::string reason;
  std::optional<Interval> window = {};  // as in `Rows`
};

template <class Row>
struct Rows {
  std::vector<Row> rows;
  std::vector<std::string> notes = {};
  // The number of all rows, if the run made only as many as `limit` shows.
  int64_t total = 0;
  // The window that the rows cover, if it is not the window of the scope.
  std::optional<Interval> window = {};
};

// A case that only the run can detect: the capture has events of the kind, but they lack required data.
struct CannotAnswer {
  std::string reason;              // one sentence
  std::vector<std::string> needs;  // what to capture, one sentence each
};

template <class Row>
using SkillOutcome = Result<std::variant<Rows<Row>, Empty, CannotAnswer>>;

// Rows of a type that only they know; the registry runs skills that return these.
struct UntypedRows {
  std::unique_ptr<OwnRows> rows;  // null without rows
  std::vector<std::string> notes;
  std::string empty_reason;  // shown when there are no rows
  std::optional<CannotAnswer> cannot_answer = {};
  int64_t total = 0;  // the number of all rows; `rows` has at least as many of them as `limit` shows
  std::optional<Interval> window = {};
};

struct Skill {
  SkillInfo info;
  std::vector<Param> params;  // includes `limit`, which all skills have
  std::vector<Column> columns;
  std::function<Result<UntypedRows>(const SkillContext&, const CheckedParams&)> run;
};

// Makes a skill from its types. `run` is a function of the skill's file.
template <HasFields Params, HasFields Row>
Skill make_skill(SkillInfo info, SkillOutcome<Row> (*run)(const SkillContext&, const Params&)) {
  Skill skill;
  skill.info = std::move(info);
  skill.params = params_of<Params>();
  skill.columns = columns_of<Row>();
  skill.run = [run](const SkillContext& context, const CheckedParams& params) -> Result<UntypedRows> {
    const auto given = typed_params<Params>(params);
    auto outcome = run(context, given);
    if (!outcome) return tl::unexpected(outcome.error());
    UntypedRows untyped;
    if (auto* empty = std::get_if<Empty>(&*outcome)) {
      untyped.empty_reason = empty->reason;
      untyped.window = empty->window;
      return untyped;
    }
    if (auto* cannot = std::get_if<CannotAnswer>(&*outcome)) {
      untyped.cannot_answer = std::move(*cannot);
      return untyped;
    }
    auto& rows = std::get<Rows<Row>>(*outcome);
    untyped.notes = std::move(rows.notes);
    untyped.total = std::max(rows.total, static_cast<int64_t>(rows.rows.size()));
    untyped.window = rows.window;
    untyped.rows = std::make_unique<TypedRows<Row>>(std::move(rows.rows));
    return untyped;
  };
  return skill;
}

// Runs a skill and completes its answer: scope, outcome, paging by `limit` (0 means all rows). Fails only on
// a bad scope, a cancel or a defect; a capture that lacks data yields an answer that says so.
Result<Answer> run_skill(const Skill& skill, const Profile& profile, const ScopeRequest& scope,
                         const CheckedParams& params, const Work& work = {});
// The same in an existing scope.
Result<Answer> run_in_scope(const Skill& skill, const Profile& profile, const Scope& scope,
                            const CheckedParams& params, const Work& work = {});
// The same for computations on the rows, which are not copied: `answer.table` has only the columns.
struct RowsAnswer {
  Answer answer;
  std::unique_ptr<OwnRows> rows;  // never null
};
Result<RowsAnswer> ask_in_scope(const Skill& skill, const Profile& profile, const Scope& scope,
                               const CheckedParams& params, const Work& work = {});
Result<RowsAnswer> ask_skill(const Skill& skill, const Profile& profile, const ScopeRequest& scope,
                            const CheckedParams& params, const Work& work = {});
// The first two for unchecked parameters: they fail on bad ones first.
Result<Answer> run_skill(const Skill& skill, const Profile& profile, const ScopeRequest& scope,
                         const ParamValues& given, const Work& work = {});
Result<Answer> run_in_scope(const Skill& skill, const Profile& profile, const Scope& scope,
                            const ParamValues& given, const Work& work = {});

}  // namespace nsys_ai
