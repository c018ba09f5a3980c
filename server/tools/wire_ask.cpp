// Converts member by member.
#include "tools/wire_ask.h"

#include "base/text_table.h"
#include "protocol/answer_json.h"
#include "protocol/write.h"
#include "tools/tool_answer.h"

namespace nsys_ai {

nsys::AskAnswer wire_ask(const AskAnswer& answer) {
  nsys::AskAnswer wire;
  const bool refused = answer.outcome == AskOutcome::refused;
  wire.schema = "nsys-ai.ask/2";
  wire.outcome = refused ? "refused" : answer.outcome == AskOutcome::closest ? "closest" : "answered";
  if (answer.query) wire.query = write_json(*answer.query);
  if (!answer.understood.empty()) wire.understood = one_line(answer.understood);
  wire.text = one_line(refused ? answer.reason : answer.text);
  for (const std::string& note : answer.notes) wire.text += " Note: " + one_line(note) + ".";
  for (const AskFact& fact : answer.facts) {
    const auto* text = std::get_if<std::string>(&fact.value);
    // A point on the clock is in ns, too.
    const Unit unit = fact.unit == Unit::clock_ns ? Unit::ns : fact.unit;
    wire.facts.push_back({fact.name, text ? Scalar(one_line(*text)) : Scalar(fact.value),
                          std::string(name_of(unit)), fact.scope, fact.refs});
  }
  if (!answer.sql.empty()) wire.sql = answer.sql;
  if (!answer.set_aside.empty()) wire.setAside = answer.set_aside;
  if (!answer.instead.empty()) wire.instead = answer.instead;
  if (refused) {
    wire.reason = one_line(answer.reason);
    if (!answer.capture.empty()) wire.capture = answer.capture;
  }
  return wire;
}

std::string text_of(const AskAnswer& answer) {
  const bool refused = answer.outcome == AskOutcome::refused;
  std::string text = refused ? "Not answered: " + answer.reason : answer.text;
  for (const std::string& capture : answer.capture) text += "\n" + one_line(capture);
  if (!answer.understood.empty()) text += "\nUnderstood: " + one_line(answer.understood);
  if (!refused && !answer.facts.empty()) text += "\nScope: " + one_line(answer.facts.front().scope);
  for (const std::string& note : answer.notes) text += "\nNote: " + one_line(note);
  for (const std::string& sentence : answer.instead) text += "\nCan be asked: " + one_line(sentence);
  if (!answer.sql.empty()) text += "\nSQL: " + one_line(answer.sql);
  return text + "\n" + table_text(answer.table);
}

}  // namespace nsys_ai
