// The wire types of skills and their answers.
#pragma once

#include "base/answer.h"
#include "protocol/nsys.h"

namespace nsys_ai {

constexpr auto names_of(Outcome) {
  return std::array{EnumName<Outcome>{Outcome::rows, "rows"}, EnumName<Outcome>{Outcome::empty, "empty"},
                    EnumName<Outcome>{Outcome::cannot_answer, "cannot_answer"}};
}

}  // namespace nsys_ai

namespace nsys_ai::nsys {

struct SkillParam {
  std::string name;
  std::string type;
  std::string unit;
  Scalar default_value;
  std::string doc;
};
template <class F>
void fields(SkillParam& v, F& f) {
  f("name", v.name, "The name.");
  f("type", v.type, "integer, real or text.");
  f("unit", v.unit, "What it counts; empty for plain text.");
  f("default", v.default_value, "The value where none is given.");
  f("doc", v.doc, "What it does.");
}

struct ColumnInfo {
  std::string name;
  std::string type;
  std::string unit;
  std::string doc;
};
template <class F>
void fields(ColumnInfo& v, F& f) {
  f("name", v.name, "The name by which rows carry it.");
  f("type", v.type, "integer, real or text.");
  f("unit", v.unit, "What it counts; empty for plain text.");
  f("doc", v.doc, "What it means.");
}

struct SkillInfo {
  std::string name;
  std::string title;
  std::string doc;
  std::string reading;
  std::string source;
  std::string limits;
  std::vector<std::string> needs;
  std::vector<SkillParam> params;
  std::vector<ColumnInfo> columns;
  std::optional<std::string> path;
};
template <class F>
void fields(SkillInfo& v, F& f) {
  f("name", v.name, "The name by which it is run.");
  f("title", v.title, "The question it answers.");
  f("doc", v.doc, "How it is computed.");
  f("reading", v.reading, "How to read the answer; may be empty.");
  f("source", v.source, "Where the definition comes from; may be empty.");
  f("limits", v.limits, "What the answer does not show; may be empty.");
  f("needs", v.needs, "What a capture must hold.");
  f("params", v.params, "What can be set.");
  f("columns", v.columns, "What its rows carry.");
  f("path", v.path, "The file of a user's own skill; left out for a built-in one.");
}

struct BrokenSkill {
  std::string path;
  std::string message;
  std::string hint;
};
template <class F>
void fields(BrokenSkill& v, F& f) {
  f("path", v.path, "The file.");
  f("message", v.message, "What is wrong in it, with the line where one is to blame.");
  f("hint", v.hint, "What to do; may be empty.");
}

struct SkillsParams {};
template <class F>
void fields(SkillsParams&, F&) {}

struct SkillsResult {
  std::vector<SkillInfo> skills;
  std::vector<BrokenSkill> broken;
};
template <class F>
void fields(SkillsResult& v, F& f) {
  f("skills", v.skills, "All skills, by name: built-in ones, and those of the workspace and the user.");
  f("broken", v.broken, "Files of the workspace and the user that are no skills.");
}

struct RunSkillParams {
  std::string profile;
  std::string skill;
  std::optional<OrderedMap<Scalar>> params;
  std::optional<std::vector<int64_t>> gpus;
  std::optional<TimeWindow> trim;
  std::optional<int64_t> process;
  std::optional<int64_t> iteration;
  std::optional<std::string> phase;
  std::optional<int64_t> offset;
  std::optional<Token> partialResultToken;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(RunSkillParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("skill", v.skill, "The skill's name.");
  f("params", v.params, "Its parameters, as a person would write them.");
  f("gpus", v.gpus, "CUDA ordinals; all devices where it is empty or left out.");
  f("trim", v.trim, "The part of the capture to look at; all where it is left out.");
  f("process", v.process, "A pid; all processes where it is left out.");
  f("iteration", v.iteration,
    "A step of the program, from 0, as iteration_timing numbers them: its window and its process.");
  f("phase", v.phase,
    "A phase such as decode, as the skill phases names them: the window of its longest stretch, and its process.");
  f("offset", v.offset, "How many rows of the answer to pass over: the `next_offset` of the page before.");
  f("partialResultToken", v.partialResultToken,
    "Asks for the rows as `$/progress` under this token; the answer then comes without rows.");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct AnswerScope {
  std::vector<int64_t> devices;
  TimeWindow window;
};
template <class F>
void fields(AnswerScope& v, F& f) {
  f("devices", v.devices, "CUDA ordinals, sorted, each once.");
  f("window", v.window, "The part of the capture.");
}

struct Answer {
  std::string schema;
  std::string skill;
  Outcome outcome = Outcome::empty;
  std::optional<std::string> reason;
  std::optional<std::vector<std::string>> needs;
  AnswerScope scope;
  std::vector<ColumnInfo> columns;
  std::vector<OrderedMap<Scalar>> rows;
  int64_t total_rows = 0;
  bool truncated = false;
  std::optional<int64_t> next_offset;
  std::vector<std::string> notes;
};
template <class F>
void fields(Answer& v, F& f) {
  f("schema", v.schema, "nsys-ai.answer/1.");
  f("skill", v.skill, "The question.");
  f("outcome", v.outcome,
    "rows, empty (it ran and there is nothing) or cannot_answer (the capture lacks what it needs).");
  f("reason", v.reason, "Why there are no rows.");
  f("needs", v.needs, "What to capture to make it answerable.");
  f("scope", v.scope, "Which part of the capture the answer speaks of.");
  f("columns", v.columns, "What the rows carry.");
  f("rows", v.rows, "One object a row, with a member for each column.");
  f("total_rows", v.total_rows,
    "How many rows there are before `limit`; of a query that was cut, how many are here.");
  f("truncated", v.truncated, "Whether rows are left out: by `limit`, or because a reply holds 1 MiB.");
  f("next_offset", v.next_offset, "The `offset` to ask with for the rows that follow; absent when none do.");
  f("notes", v.notes, "What a reader has to know, one sentence each.");
}

}  // namespace nsys_ai::nsys
