// The wire types of a question in words and of its answer, which `nsys-ai ask --format json` also prints.
#pragma once

#include "protocol/json.h"
#include "protocol/nsys.h"
#include "protocol/nsys_skill.h"

namespace nsys_ai::nsys {

struct AskParams {
  std::string profile;
  std::string question;
  std::optional<std::string> after;
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(AskParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("question", v.question, "The question, in English.");
  f("after", v.after, "The question before, to which this one refers back: `and on GPU 1?`");
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct AskCompleteParams {
  std::string profile;
  std::string question;
  std::optional<int64_t> most;
};
template <class F>
void fields(AskCompleteParams& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("question", v.question, "What is typed of the question, up to the cursor.");
  f("most", v.most, "How many items at most, 1 to 200. Default: 20.");
}

struct AskCompletion {
  std::string text;
  std::string detail;
};
template <class F>
void fields(AskCompletion& v, F& f) {
  f("text", v.text, "Takes the place of the question from `from` on.");
  f("detail", v.detail, "What it is, in a word or two, such as kernel; may be empty.");
}

struct AskCompletions {
  int64_t from = 0;
  bool whole = false;
  std::vector<AskCompletion> items;
};
template <class F>
void fields(AskCompletions& v, F& f) {
  f("from", v.from, "Where in the question the word begins that is completed, in UTF-16 code units.");
  f("whole", v.whole, "Whether the question as it is typed can be asked.");
  f("items", v.items, "The best first.");
}

struct AskFact {
  std::string name;
  Scalar value;
  std::string unit;
  std::string scope;
  std::vector<std::string> refs;
};
template <class F>
void fields(AskFact& v, F& f) {
  f("name", v.name, "What it is.");
  f("value", v.value, "A number, or a text where what was asked for is a name.");
  f("unit", v.unit, "ns, bytes, count, share (in [0, 1]) or GB/s; empty for names.");
  f("scope", v.scope, "Which part of the capture it speaks of.");
  f("refs", v.refs, "Events to look at.");
}

struct AskAnswer {
  std::string schema;
  std::string outcome;
  std::optional<Json> query;
  std::optional<std::string> understood;
  std::string text;
  std::vector<AskFact> facts;
  std::optional<std::string> reason;
  std::optional<std::vector<std::string>> capture;
  std::optional<std::string> sql;
  std::optional<std::vector<std::string>> setAside;
  std::optional<std::vector<std::string>> instead;
  std::optional<std::vector<std::string>> plan;
};
template <class F>
void fields(AskAnswer& v, F& f) {
  f("schema", v.schema, "nsys-ai.ask/2.");
  f("outcome", v.outcome, "answered; closest, where it is not sure that this was asked; or refused.");
  f("query", v.query,
    "The question as a program asks it (the tool ask_query). Absent where it was not read.");
  f("understood", v.understood, "The same as a sentence, to be edited and asked again.");
  f("text", v.text, "One sentence that answers, and what follows from it.");
  f("facts", v.facts, "The first is what was asked for; times in ns, shares in [0, 1].");
  f("reason", v.reason, "Why there is no answer.");
  f("capture", v.capture, "What to capture to make it answerable.");
  f("sql", v.sql, "The SELECT behind the answer, or one to start from where there is none, for nsys/query.");
  f("setAside", v.setAside, "Sentences of the question that ask nothing.");
  f("instead", v.instead, "Sentences near the question that can be asked.");
  f("plan", v.plan, "What was asked of the profile: statements and skills. In replies of nsys/ask alone.");
}

}  // namespace nsys_ai::nsys
