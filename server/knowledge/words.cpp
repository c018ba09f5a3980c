// One pass over the sentence.
#include "knowledge/words.h"

namespace nsys_ai {

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
  bool lacks = false;                  // a value in it
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
      const auto value = value_of(sentence.substr(at + 1, end - at - 1));
      lacks |= !value || value->empty();
      text += value && !value->empty() ? *value : "-";
      at = end;
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace nsys_ai
