// One pass over the name, which converts the forms of each spelling to the common one.
#include "analysis/kernel_names/spelling.h"

#include <charconv>
#include <cstdint>

#include "analysis/kernel_names/mangled.h"
#include "base/word_character.h"

namespace nsys_ai {
namespace {

// The rest of a longer name is ignored: compilers write no longer ones with further facts.
constexpr size_t kLongestName = size_t{1} << 15;

// Writes the common spelling of the name up to its parameters.
class Speller {
 public:
  Speller(std::string_view in, std::string& out) : in_(in), out_(out) { out_.clear(); }

  void run();

  size_t at = 0;              // after the name: its parameters, or the end
  size_t name_begin = 0;      // in the output, after the return type
  size_t first_angle = npos;  // in the output: start of the name's first template arguments
  size_t last_angle = npos;   // start of the last ones
  size_t last_close = npos;   // end of the last ones
  int angles = 0;

  static constexpr size_t npos = std::string::npos;

 private:
  bool skips_words();
  bool skips_bracket();
  bool begins_word() const { return out_.size() == name_begin || !is_word(out_.back()); }
  void blank();
  void word();
  void open();

  std::string_view in_;
  std::string& out_;
};

void Speller::open() {
  if (angles++ == 0) {
    if (first_angle == npos) first_angle = out_.size();
    last_angle = out_.size();
    last_close = npos;
  }
  out_ += '<';
}

// Unnamed namespaces.
bool Speller::skips_words() {
  const std::string_view rest = in_.substr(at);
  for (const std::string_view unnamed : {"(anonymous namespace)::", "<unnamed>::"})
    if (rest.starts_with(unnamed)) return (at += unnamed.size(), true);
  return false;
}

// Skips a cast before a number: `(bool)1`, `(flashinfer::MaskMode)0`. Returns whether there was one.
bool Speller::skips_bracket() {
  size_t end = at + 1;
  while (end < in_.size() && (is_word(in_[end]) || in_[end] == ':' || in_[end] == ' ')) ++end;
  if (end == at + 1 || end + 1 >= in_.size() || in_[end] != ')') return false;
  const char next = in_[end + 1];
  const bool negative = next == '-' && end + 2 < in_.size() && is_digit(in_[end + 2]);
  if (!is_digit(next) && !negative) return false;
  at = end + 1;
  return true;
}

void Speller::blank() {
  const char next = at + 1 < in_.size() ? in_[at + 1] : '\0';
  if (in_.substr(at).starts_with(" (instance ")) {
    const size_t end = in_.find(']', at);
    at = end == npos ? in_.size() : end + 1;
    out_ += '}';
    return;
  }
  ++at;
  if (angles == 0) {  // a space outside template arguments ends the return type
    name_begin = out_.size();
    first_angle = last_angle = last_close = npos;
    return;
  }
  const char before = out_.empty() ? '\0' : out_.back();
  const bool says_nothing = next == ' ' || next == '>' || next == '(' || next == '*' || next == '&' ||
                            before == ',' || before == '<' || before == '(';
  if (!says_nothing) out_ += ' ';
}

void Speller::word() {
  size_t end = at;
  while (end < in_.size() && is_word(in_[end])) ++end;
  std::string_view text = in_.substr(at, end - at);
  const bool begins = begins_word();
  const std::string_view behind = in_.substr(end);
  at = end;
  if (begins && text.starts_with("_GLOBAL__N_") && behind.starts_with("::")) {
    at += 2;
    return;
  }
  if (angles > 0 && begins) {
    if (is_digit(text.front())) {  // `8u`, `4096ul`
      while (text.back() == 'u' || text.back() == 'l' || text.back() == 'U' || text.back() == 'L')
        text.remove_suffix(1);
    } else if (text == "true") {
      text = "1";
    } else if (text == "false") {
      text = "0";
    } else if (text == "void" && behind.size() > 1 && behind[0] == ' ' && is_word(behind[1])) {
      ++at;  // the return type inside arguments
      return;
    }
  }
  out_ += text;
}

void Speller::run() {
  while (at < in_.size()) {
    const char c = in_[at];
    if (is_word(c)) {
      word();
    } else if ((c == '(' || c == '<') && skips_words()) {
    } else if (c == '(') {
      if (angles == 0) return;
      if (!skips_bracket()) ++at, out_ += c;
    } else if (c == '<') {
      ++at;
      open();
    } else if (c == '>' && angles > 0 && (out_.empty() || out_.back() != '-')) {
      ++at;
      out_ += c;
      if (--angles == 0) last_close = out_.size();
    } else if (c == ' ') {
      blank();
    } else if (c == '[' && in_.substr(at).starts_with("[lambda(")) {
      ++at;
      out_ += '{';
    } else if (c == '#') {  // the number of a lambda
      ++at;
      while (at < in_.size() && is_digit(in_[at])) ++at;
    } else if (c == '=' && angles > 0) {  // `bool=1`
      ++at;
      const size_t comma = out_.find_last_of(",<");
      if (comma != npos) out_.resize(comma + 1);
    } else {
      ++at;
      out_ += c;
    }
  }
}

}  // namespace

SpelledName NameSpeller::spell(std::string_view name) {
  const bool too_long = name.size() > kLongestName;
  name = name.substr(0, kLongestName);
  if (!name.starts_with("_Z")) {
    SpelledName spelled = spell_demangled(name);
    spelled.cut = spelled.cut || too_long;
    return spelled;
  }
  const Demangled demangled = demangle(name, mangled_);
  SpelledName spelled = spell_demangled(demangled.text);
  spelled.parameters = demangled.parameters;
  spelled.cut = spelled.cut || too_long || !demangled.whole;
  return spelled;
}

SpelledName NameSpeller::spell_demangled(std::string_view name) {
  bool says_cut = false;
  for (const std::string_view sign : {"...", "\xE2\x80\xA6"})
    if (name.ends_with(sign)) {
      name.remove_suffix(sign.size());
      says_cut = true;
    }
  Speller speller(name, text_);
  speller.run();
  SpelledName spelled;
  spelled.parameters = name.substr(speller.at);
  spelled.cut = speller.angles > 0 || says_cut;
  // Text without parameters and templates is no signature: it may be any text with spaces.
  if (speller.name_begin > 0 && spelled.parameters.empty() && speller.first_angle == Speller::npos &&
      !name.starts_with("void ")) {
    spelled.qualified = spelled.base = name;
    return spelled;
  }
  const std::string_view text = text_;
  const size_t begin = speller.name_begin;
  const size_t angle = speller.last_angle;
  if (angle == Speller::npos) {
    spelled.qualified = text.substr(begin);
  } else {
    const size_t close = speller.last_close == Speller::npos ? text.size() : speller.last_close - 1;
    spelled.arguments = text.substr(angle + 1, close - angle - 1);
    if (speller.first_angle == angle && close + 1 >= text.size()) {
      spelled.qualified = text.substr(begin, angle - begin);
    } else {  // a template inside the name: the text in brackets is skipped
      qualified_.clear();
      int angles = 0;
      for (const char c : text.substr(begin)) {
        if (c == '<') ++angles;
        if (angles == 0) qualified_ += c;
        if (c == '>' && angles > 0) --angles;
      }
      spelled.qualified = qualified_;
    }
  }
  spelled.base = last_component(spelled.qualified);
  return spelled;
}

std::string_view template_argument(std::string_view arguments, size_t at) {
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= arguments.size(); ++i) {
    const char c = i < arguments.size() ? arguments[i] : ',';
    if (c == '<' || c == '(' || c == '{') ++depth;
    const bool closes = c == '>' || c == ')' || c == '}';
    if (closes && depth == 0) return at == 0 ? arguments.substr(begin, i - begin) : std::string_view();
    if (closes) --depth;
    if ((c != ',' || depth > 0) && i < arguments.size()) continue;
    if (at == 0) return arguments.substr(begin, i - begin);
    --at;
    begin = i + 1;
  }
  return {};
}

size_t count_template_arguments(std::string_view arguments) {
  if (arguments.empty()) return 0;
  size_t count = 1;
  int depth = 0;
  for (const char c : arguments) {
    if (c == '<' || c == '(' || c == '{') ++depth;
    if ((c == '>' || c == ')' || c == '}') && depth > 0) --depth;
    if (c == ',' && depth == 0) ++count;
  }
  return count;
}

std::string_view template_arguments(std::string_view text) {
  const size_t begin = text.find('<');
  if (begin == std::string_view::npos) return {};
  const size_t end = text.rfind('>');
  return text.substr(
      begin + 1, end == std::string_view::npos || end <= begin ? std::string_view::npos : end - begin - 1);
}

std::string_view last_component(std::string_view qualified) {
  const size_t colon = qualified.rfind("::");
  return colon == std::string_view::npos ? qualified : qualified.substr(colon + 2);
}

bool read_number(std::string_view text, int32_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

}  // namespace nsys_ai
