// Conversion, member by member.
#include "tools/wire_ask.h"

#include "base/text_table.h"
#include "protocol/answer_json.h"

namespace nsys_ai::inline tools {

nsys::AskAnswer wire_ask(const AskAnswer& answer) {
  nsys::AskAnswer wire;
  wire.schema = "nsys-ai.ask/1";
  wire.outcome = answer.answered ? "answered" : "abstained";
  if (!answer.understood.empty()) wire.understood = one_line(answer.understood);
  wire.text = one_line(answer.answered ? answer.text : answer.reason);
  for (const std::string& note : answer.notes) wire.text += " Note: " + one_line(note) + ".";
  for (const AskFact& fact : answer.facts) {
    const auto* text = std::get_if<std::string>(&fact.value);
    // A point on the clock is in ns too.
    const Unit unit = fact.unit == Unit::clock_ns ? Unit::ns : fact.unit;
    wire.facts.push_back({fact.name, text ? Scalar(one_line(*text)) : Scalar(fact.value),
                          std::string(name_of(unit)), fact.scope, fact.refs});
  }
  if (!answer.answered) {
    wire.reason = one_line(answer.reason);
    if (!answer.capture.empty()) wire.capture = answer.capture;
  }
  return wire;
}

}  // namespace nsys_ai::inline tools
