// Statements run in the sandbox of queries, so they see the same data as a person's own SELECT.
#include "question/answer_context.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "skill/answer_frame.h"
#include "skills/list.h"

namespace nsys_ai {
namespace {

constexpr int64_t kMostRows = 100'000;

}  // namespace

Result<Table> AnswerContext::select(const std::string& sql) {
  if (answer.sql.empty()) answer.sql = sql;
  auto found = table(sql);
  answer.plan.pop_back();
  return found;
}

Result<Table> AnswerContext::table(const std::string& sql) {
  answer.plan.push_back(sql);
  QueryLimits limits;
  limits.time = std::chrono::seconds(20);
  limits.rows = kMostRows;
  const auto found = source.answers.ask(source.profile, SqlQuestion{sql, source.part, limits}, work);
  if (!found) return tl::unexpected(found.error());
  // A figure from only some of the rows would be wrong.
  if ((*found)->truncated)
    return fail(ErrorCode::cannot_do, "The answer has more rows than are kept.",
                "Ask of one GPU, process or window.");
  for (const std::string& note : (*found)->notes)
    if (std::ranges::find(answer.notes, note) == answer.notes.end()) answer.notes.push_back(note);
  return (*found)->table;
}

Result<TableRows> AnswerContext::rows(const std::string& sql) {
  auto found = table(sql);
  if (!found) return tl::unexpected(found.error());
  return std::move(found->rows);
}

Result<Answer> AnswerContext::skill(std::string_view name, const ParamValues& values) {
  const auto skill = built_in_skills().find(name);
  if (!skill) return tl::unexpected(skill.error());
  std::string step = "skill " + std::string(name);
  for (const auto& [param, value] : values) step += fmt::format(" {}={}", param, value);
  answer.plan.push_back(std::move(step));
  auto params = check_params((*skill)->params, values);
  if (!params) return tl::unexpected(params.error());
  const auto found =
      source.answers.ask(source.profile, Question{**skill, {}, source.part, std::move(*params)}, work);
  if (!found) return tl::unexpected(found.error());
  return **found;
}

std::string AnswerContext::scope_text() const {
  const AnswerScope described = scope.described(profile);
  std::string text;
  for (size_t i = 0; i < described.devices.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "GPU " : ", ", described.devices[i]);
  if (text.empty()) text = "the capture";
  if (query.process) text += fmt::format(" of process {}", *query.process);
  if (query.stream) text += fmt::format(", stream {}", *query.stream);
  return fmt::format("{}, {} to {}", text, readable_clock(described.start_ns),
                     readable_clock(described.end_ns));
}

void AnswerContext::fact(std::string name, Value value, Unit unit, std::vector<std::string> refs) {
  answer.facts.push_back({std::move(name), std::move(value), unit, scope_text(), std::move(refs)});
}

Result<void> AnswerContext::cannot(std::string reason, std::vector<std::string> capture) {
  answer.outcome = AskOutcome::refused;
  answer.facts.clear();
  answer.text.clear();
  answer.reason = std::move(reason);
  answer.capture = std::move(capture);
  return {};
}

bool AnswerContext::lacks(Need need) {
  Answer frame = framed(profile, scope, "ask");
  if (can_answer(profile, {need}, frame)) return false;
  (void)cannot(frame.reason, frame.needs);
  return true;
}

std::string sql_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += '\'';
    quoted += c;
  }
  return quoted + "'";
}

int64_t integer(const Value& value) {
  if (const auto* number = std::get_if<int64_t>(&value)) return *number;
  if (const auto* number = std::get_if<double>(&value)) return static_cast<int64_t>(*number);
  return 0;
}

bool is_null(const Value& value) { return std::holds_alternative<std::monostate>(value); }

double real(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return static_cast<double>(integer(value));
}

std::string cell_text(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return readable(value, Unit::none);
}

}  // namespace nsys_ai
