// Parses the grammar from front to back. Output is written once and in order, so a substitution is a position
// in the output.
#include "analysis/kernel_names/mangled.h"

#include <cstdint>
#include <vector>

#include "analysis/kernel_names/mangled_types.h"

namespace nsys_ai {
namespace {

// Fails at an encoding that it cannot read; the text so far remains.
class Demangler {
 public:
  Demangler(std::string_view in, std::string& out) : in_(in), out_(out) {}

  bool name();
  // After the name: the return type for a template, then the parameter types. An unsupported encoding ends
  // them.
  bool parameters() { return at_ == in_.size() || (write("(") && types_until_end() && write(")")); }

 private:
  struct Span {
    size_t begin, end;
  };

  char peek(size_t ahead = 0) const { return at_ + ahead < in_.size() ? in_[at_ + ahead] : '\0'; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view text) {
    if (!in_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }
  bool write(std::string_view text) {
    if (out_.size() + text.size() > kLongestDemangled) return false;
    out_ += text;
    return true;
  }
  bool write(Span span) {
    if (out_.size() + (span.end - span.begin) > kLongestDemangled) return false;
    out_.append(std::string(out_, span.begin, span.end - span.begin));
    return true;
  }
  void remember(size_t begin) { known_.push_back({begin, out_.size()}); }

  bool number(size_t& value);
  bool sequence_id(size_t& value);
  bool source_name();
  bool unqualified();
  bool lambda();
  bool substitution(bool& is_std);
  bool nested();
  bool local();
  bool encoding();
  bool template_arguments();
  bool template_argument();
  bool literal();
  bool type();
  bool type_kind(size_t begin, bool& remembered);
  bool template_parameter(size_t begin);
  bool long_type();
  bool known_type(bool& remembered);
  bool types_until_end();

  std::string_view in_;
  std::string& out_;
  size_t at_ = 0;
  int depth_ = 0;
  std::vector<Span> known_;
};

bool Demangler::number(size_t& value) {
  if (peek() < '0' || peek() > '9') return false;
  value = 0;
  while (peek() >= '0' && peek() <= '9' && value < in_.size())
    value = value * 10 + static_cast<size_t>(in_[at_++] - '0');
  return true;
}

// `_`, `0_`, `1_`, ... in base 36.
bool Demangler::sequence_id(size_t& value) {
  value = 0;
  if (take('_')) return true;
  size_t id = 0;
  while (peek() != '_') {
    const char c = peek();
    if (c >= '0' && c <= '9')
      id = id * 36 + static_cast<size_t>(c - '0');
    else if (c >= 'A' && c <= 'Z')
      id = id * 36 + static_cast<size_t>(c - 'A' + 10);
    else
      return false;
    if (id > in_.size()) return false;
    ++at_;
  }
  ++at_;
  value = id + 1;
  return true;
}

bool Demangler::source_name() {
  size_t length = 0;
  if (!number(length) || length == 0) return false;
  const std::string_view rest = in_.substr(at_);
  if (rest.size() < length) return (write(rest), false);  // truncated inside the word
  at_ += length;
  if (!write(rest.substr(0, length))) return false;
  while (take('B')) {  // an ABI tag
    size_t tag = 0;
    if (!number(tag) || in_.size() - at_ < tag) return false;
    at_ += tag;
  }
  return true;
}

bool Demangler::lambda() {
  if (!write("{lambda(")) return false;
  bool first = true;
  while (!take('E')) {
    if (take('v')) continue;
    if (!first && !write(",")) return false;
    first = false;
    if (!type()) return false;
  }
  size_t id = 0;
  return sequence_id(id) && write(")}");
}

bool Demangler::unqualified() {
  take('L');  // internal linkage
  if (peek() >= '0' && peek() <= '9') return source_name();
  if (take("Ul")) return lambda();
  if (take("Ut")) {
    size_t id = 0;
    return sequence_id(id) && write("{unnamed}");
  }
  if (take("cl")) return write("operator()");
  if ((peek() == 'C' || peek() == 'D') && peek(1) >= '0' && peek(1) <= '5') {
    at_ += 2;
    return write("{constructor}");
  }
  return false;
}

bool Demangler::substitution(bool& is_std) {
  is_std = false;
  if (!take('S')) return false;
  if (take('t')) {
    is_std = true;
    return write("std");
  }
  for (const MangledAbbreviation& of : kMangledAbbreviations)
    if (take(of.letter)) return write(of.name);
  size_t id = 0;
  return sequence_id(id) && id < known_.size() && write(known_[id]);
}

bool Demangler::nested() {
  while (take('r') || take('V') || take('K') || take('R') || take('O')) {
  }
  const size_t begin = out_.size();
  bool first = true;
  while (!take('E')) {
    bool is_new = true;
    if (peek() == 'I') {
      if (first || !template_arguments()) return false;
    } else {
      if (!first && !write("::")) return false;
      if (peek() == 'S') {
        bool is_std = false;
        if (!first || !substitution(is_std)) return false;
        is_new = false;
      } else if (peek() == 'T' || peek() == 'D') {
        return false;
      } else if (!unqualified()) {
        return false;
      }
    }
    first = false;
    if (is_new && peek() != 'E') remember(begin);
  }
  return !first;
}

bool Demangler::local() {
  if (!encoding() || !take('E') || !write("::")) return false;
  if (take('s')) return write("string literal");
  if (!name()) return false;
  if (take('_')) {  // a discriminator
    size_t id = 0;
    return take('_') ? number(id) && take('_') : (++at_, true);
  }
  return true;
}

bool Demangler::encoding() {
  if (!name()) return false;
  if (peek() == 'E' || peek() == '\0') return true;
  return write("(") && types_until_end() && write(")");
}

bool Demangler::types_until_end() {
  bool first = true;
  while (peek() != 'E' && peek() != '\0') {
    if (!first && !write(",")) return false;
    first = false;
    if (take('v')) continue;
    if (!type()) return false;
  }
  return true;
}

bool Demangler::name() {
  if (++depth_ > 96) return false;
  bool good = false;
  if (take('N')) {
    good = nested();
  } else if (take('Z')) {
    good = local();
  } else {
    const size_t begin = out_.size();
    bool is_std = false;
    bool known = false;
    if (peek() == 'S') {
      good = substitution(is_std);
      known = good && !is_std;
      if (good && is_std) good = write("::") && unqualified();
    } else {
      good = unqualified();
    }
    if (good && peek() == 'I') {
      if (!known) remember(begin);
      good = template_arguments();
    }
  }
  --depth_;
  return good;
}

bool Demangler::template_arguments() {
  if (!take('I') || !write("<")) return false;
  bool first = true;
  while (!take('E')) {
    if (!first && !write(",")) return false;
    first = false;
    if (!template_argument()) return false;
  }
  return write(">");
}

bool Demangler::template_argument() {
  if (take('L')) return literal();
  if (take('X')) {
    if (!take("ad") || !take('L') || !write("&")) return false;
    return literal() && take('E');
  }
  if (take('J')) {
    bool first = true;
    while (!take('E')) {
      if (!first && !write(",")) return false;
      first = false;
      if (!template_argument()) return false;
    }
    return true;
  }
  return type();
}

// Parses what follows the L: a value with its type, or the name of a function.
bool Demangler::literal() {
  if (take("_Z")) return encoding() && take('E');
  const char letter = peek();
  bool builtin = false;
  for (const MangledType& of : kMangledTypes) builtin = builtin || of.letter == letter;
  if (builtin)
    ++at_;
  else if (!write("(") || !type() || !write(")"))
    return false;
  if (take('n') && !write("-")) return false;
  const size_t end = in_.find('E', at_);
  if (end == std::string_view::npos) return false;
  const std::string_view digits = in_.substr(at_, end - at_);
  at_ = end + 1;
  return write(digits.empty() ? "0" : digits);
}

bool Demangler::type() {
  if (++depth_ > 96) return false;
  const size_t begin = out_.size();
  bool remembered = true;
  const bool good = type_kind(begin, remembered);
  if (good && remembered) remember(begin);
  --depth_;
  return good;
}

bool Demangler::template_parameter(size_t begin) {
  ++at_;
  size_t id = 0;
  if (!sequence_id(id) || !write("T")) return false;
  if (peek() != 'I') return true;
  remember(begin);
  return template_arguments();
}

bool Demangler::long_type() {
  if (take("DF16b")) return write("__bf16");
  if (take("DF16_")) return write("_Float16");
  return take("Dn") && write("nullptr_t");
}

bool Demangler::known_type(bool& remembered) {
  bool is_std = false;
  if (!substitution(is_std)) return false;
  remembered = peek() == 'I';
  return !remembered || template_arguments();
}

bool Demangler::type_kind(size_t begin, bool& remembered) {
  const char c = peek();
  switch (c) {
    case 'P':
      return (++at_, type()) && write("*");
    case 'R':
      return (++at_, type()) && write("&");
    case 'O':
      return (++at_, type()) && write("&&");
    case 'K':
    case 'V':
    case 'r':
      while (take('r') || take('V') || take('K')) {
      }
      return type() && write(" const");
    case 'T':
      return template_parameter(begin);
    case 'F':
      ++at_;
      take('Y');
      return type() && write("(") && types_until_end() && take('E') && write(")");
    case 'A': {
      ++at_;
      size_t length = 0;
      number(length);
      return take('_') && type() && write("[]");
    }
    case 'M':
      return (++at_, type()) && write("::*") && type();
    case 'D':
      if (take("Dp")) return type() && write("...");
      remembered = false;
      return long_type();
    case 'S':
      return peek(1) == 't' ? name() : known_type(remembered);
    case 'N':
    case 'Z':
      return name();
    case 'u':
      return (++at_, source_name());
    default:
      break;
  }
  if (c >= '0' && c <= '9') return name();
  for (const MangledType& of : kMangledTypes)
    if (of.letter == c) {
      ++at_;
      remembered = false;
      return write(of.name);
    }
  return false;
}

}  // namespace

Demangled demangle(std::string_view mangled, std::string& buffer) {
  buffer.clear();
  if (!mangled.starts_with("_Z")) return {};
  Demangler demangler(mangled.substr(2), buffer);
  const bool whole = demangler.name();
  const size_t end = buffer.size();
  if (whole) demangler.parameters();
  return {std::string_view(buffer).substr(0, end), std::string_view(buffer).substr(end), whole};
}

}  // namespace nsys_ai
