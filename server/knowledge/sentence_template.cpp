// One pass over the sentence.
#include "knowledge/sentence_template.h"

#include <algorithm>

namespace nsys_ai {
namespace {

enum class Number { one, more };

// Chooses a form from `gap|gaps`.
std::string noun(std::string_view forms, Number number) {
  const size_t bar = forms.find('|');
  return std::string(number == Number::one ? forms.substr(0, bar) : forms.substr(bar + 1));
}

}  // namespace

Unit unit_of_name(std::string_view name) {
  if (name.ends_with("_ns")) return Unit::ns;
  if (name.ends_with("share")) return Unit::share;
  if (name.ends_with("_bytes")) return Unit::bytes;
  if (name.ends_with("_gbps")) return Unit::gb_per_s;
  return Unit::count;
}

std::string filled(std::string_view sentence,
                   const std::function<std::optional<std::string>(std::string_view)>& value_of) {
  std::string text;
  size_t bracket = std::string::npos;  // where the text of the open bracket begins
  bool lacks = false;                  // a value inside it is missing
  for (size_t at = 0; at < sentence.size(); ++at) {
    const char c = sentence[at];
    if (c == '[') {
      bracket = text.size();
      lacks = false;
    } else if (c == ']') {
      if (lacks && bracket != std::string::npos) text.resize(bracket);
      bracket = std::string::npos;
    } else if (c == '{') {
      const size_t end = sentence.find('}', at);
      const std::string_view inside = sentence.substr(at + 1, end - at - 1);
      const size_t colon = std::min(inside.find(':'), inside.size());
      const auto value = value_of(inside.substr(0, colon));
      lacks |= !value || value->empty();
      text += value && !value->empty() ? *value : "-";
      if (colon < inside.size())
        text += " " + noun(inside.substr(colon + 1), value == "1" ? Number::one : Number::more);
      at = end;
    } else {
      text += c;
    }
  }
  return text;
}

std::string_view first_sentence(std::string_view text) {
  for (size_t at = text.find('.'); at != std::string_view::npos; at = text.find('.', at + 1))
    if (at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '\n') return text.substr(0, at + 1);
  return text;
}

}  // namespace nsys_ai
