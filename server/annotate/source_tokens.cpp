// Two lexers, which differ in comments, strings and the preprocessor.
#include "annotate/source_tokens.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/word_character.h"

namespace nsys_ai {
namespace {

using Kind = SourceToken::Kind;

bool starts_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool continues_identifier(char c) { return starts_identifier(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r'; }

// A pair of characters that forms one sign.
struct Compound {
  std::string_view text;
  char sign;
};
// The longest first, because compilers take the longest.
constexpr std::array kCpp = std::to_array<Compound>({
    {"<<<", kLaunchSign},
    {"<=>", kCompoundSign},
    {"<<=", kCompoundSign},
    {"::", kScopeSign},
    {"->", kArrowSign},
    {"<<", kCompoundSign},
    {"<=", kCompoundSign},
    {">=", kCompoundSign},
    {"==", kCompoundSign},
    {"!=", kCompoundSign},
    {"+=", kCompoundSign},
    {"-=", kCompoundSign},
    {"*=", kCompoundSign},
    {"/=", kCompoundSign},
    {"|=", kCompoundSign},
    {"&=", kCompoundSign},
    {"&&", kCompoundSign},
    {"||", kCompoundSign},
    {"++", kCompoundSign},
    {"--", kCompoundSign},
    {"<%", '{'},
    {"%>", '}'},
    {"<:", '['},
    {":>", ']'},
    {"%:", '#'},
});
constexpr std::array kPython = std::to_array<Compound>({
    {"->", kArrowSign},
    {":=", kCompoundSign},
    {"==", kCompoundSign},
    {"!=", kCompoundSign},
    {"<=", kCompoundSign},
    {">=", kCompoundSign},
    {"+=", kCompoundSign},
    {"-=", kCompoundSign},
    {"*=", kCompoundSign},
    {"/=", kCompoundSign},
    {"%=", kCompoundSign},
    {"@=", kCompoundSign},
});

class Lexer {
 public:
  Lexer(SourceLanguage language, std::string_view source)
      : python_(language == SourceLanguage::python), source_(source.substr(0, kMaxSourceBytes)) {}

  std::vector<SourceToken> run() {
    while (at_ < source_.size()) step();
    return std::move(tokens_);
  }

 private:
  bool sees(std::string_view what) const { return source_.substr(at_).starts_with(what); }
  char ahead(size_t by) const { return at_ + by < source_.size() ? source_[at_ + by] : '\0'; }

  // The number of bytes of a line continuation here; 0 if there is none.
  size_t joined_line() const {
    if (source_[at_] != '\\') return 0;
    return ahead(1) == '\n' ? 2 : ahead(1) == '\r' && ahead(2) == '\n' ? 3 : 0;
  }

  void step() {
    const char c = source_[at_];
    if (c == '\n') return end_line();
    if (is_blank(c)) return void(++at_);
    if (const size_t joined = joined_line()) return void(at_ += joined);
    if (python_ ? c == '#' : sees("//")) return line_comment();
    if (!python_ && sees("/*")) return comment();
    if (starts_identifier(c)) return identifier_or_prefix();
    if (is_digit(c) || (c == '.' && is_digit(ahead(1)))) return number();
    if (c == '"' || c == '\'') return text(at_, false);
    sign();
  }

  void end_line() {
    ++at_;
    fresh_line_ = true;
    in_directive_ = false;
  }

  // A line comment of C++ continues after a backslash.
  void line_comment() {
    while (at_ < source_.size() && source_[at_] != '\n') {
      const size_t joined = python_ ? 0 : joined_line();
      at_ += joined > 0 ? joined : 1;
    }
  }

  void comment() {
    const size_t close = source_.find("*/", at_ + 2);
    at_ = close == std::string_view::npos ? source_.size() : close + 2;
  }

  SourceToken& add(Kind kind, size_t begin, char sign) {
    SourceToken& token = tokens_.emplace_back();
    token.begin = static_cast<uint32_t>(begin);
    token.end = static_cast<uint32_t>(at_);
    token.kind = kind;
    token.sign = sign;
    token.starts_line = std::exchange(fresh_line_, false);
    token.in_directive = in_directive_;
    return token;
  }

  void number() {
    const size_t begin = at_;
    while (at_ < source_.size()) {
      const char c = source_[at_];
      const bool exponent = (c == '+' || c == '-') && at_ > begin && (source_[at_ - 1] | 0x20) == 'e' &&
                            !source_.substr(begin).starts_with("0x");
      const bool separator = !python_ && c == '\'' && continues_identifier(ahead(1));
      if (!continues_identifier(c) && c != '.' && !exponent && !separator) break;
      ++at_;
    }
    add(Kind::number, begin, 0);
  }

  void identifier_or_prefix() {
    const size_t begin = at_;
    while (at_ < source_.size() && continues_identifier(source_[at_])) ++at_;
    const std::string_view name = source_.substr(begin, at_ - begin);
    const bool quote = at_ < source_.size() && (source_[at_] == '"' || source_[at_] == '\'');
    if (quote && is_prefix(name)) {
      const bool raw = name.find_first_of("rR") != std::string_view::npos;
      if (!python_ && raw && raw_text(begin)) return;
      return text(begin, python_ && name.find_first_of("fFtT") != std::string_view::npos);
    }
    const bool names_directive = in_directive_ && !tokens_.empty() && tokens_.back().sign == '#';
    add(Kind::identifier, begin, 0);
    if (names_directive && name != "define") line_comment();
  }

  bool is_prefix(std::string_view name) const {
    static constexpr std::array<std::string_view, 9> kPrefixes = {"L",  "u",  "U",  "u8", "R",
                                                                  "LR", "uR", "UR", "u8R"};
    if (!python_) return std::find(kPrefixes.begin(), kPrefixes.end(), name) != kPrefixes.end();
    return name.size() <= 2 && name.find_first_not_of("rRfFbBuUtT") == std::string_view::npos;
  }

  // R"delimiter(...)delimiter". Returns false if the text has another form.
  bool raw_text(size_t begin) {
    constexpr size_t kLongestDelimiter = 16;
    const size_t open = source_.substr(at_ + 1, kLongestDelimiter + 1).find('(');
    if (source_[at_] != '"' || open == std::string_view::npos) return false;
    const std::string close = ")" + std::string(source_.substr(at_ + 1, open)) + "\"";
    const size_t end = source_.find(close, at_ + open + 2);
    at_ = end == std::string_view::npos ? source_.size() : end + close.size();
    add(Kind::text, begin, 0);
    return true;
  }

  // An unterminated text ends with its line, unless it has triple quotes.
  void text(size_t begin, bool formatted) {
    const char quote = source_[at_];
    const std::string triple(3, quote);
    const bool is_triple = python_ && sees(triple);
    const std::string_view close = std::string_view(triple).substr(0, is_triple ? 3 : 1);
    at_ += close.size();
    int holes = 0;
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (c == '\\') {
        const size_t joined = joined_line();
        at_ = std::min(at_ + (joined > 0 ? joined : 2), source_.size());
        continue;
      }
      if (c == '\n' && !is_triple) break;
      if (sees(close) && !(holes > 0 && skip_inner_text(is_triple))) {
        at_ += close.size();
        break;
      }
      if (formatted && c == '{' && ahead(1) == '{' && holes == 0) {
        at_ += 2;
        continue;
      }
      if (formatted && c == '{') ++holes;
      if (formatted && c == '}' && holes > 0) --holes;
      ++at_;
    }
    add(Kind::text, begin, 0);
  }

  // Since Python 3.12 a string in the hole of an f-string may use the quotes of the f-string. It must end on
  // this line; otherwise the quote ends the f-string, whose hole is unterminated.
  bool skip_inner_text(bool is_triple) {
    if (is_triple) return false;
    const char quote = source_[at_];
    const size_t end = source_.find_first_of(quote == '"' ? "\"\n" : "'\n", at_ + 1);
    if (end == std::string_view::npos || source_[end] == '\n') return false;
    // `f"{x" + "y"`: no end of a hole follows.
    const size_t next = source_.find_first_not_of(" \t", end + 1);
    if (next == std::string_view::npos ||
        std::string_view("]}),:!.[+").find(source_[next]) == std::string_view::npos)
      return false;
    at_ = end;
    return true;
  }

  void sign() {
    const size_t begin = at_;
    char sign = source_[at_];
    size_t length = 1;
    // `<::` is a bracket and a scope, unless a third colon or a `>` follows.
    const bool scope_in_angle = !python_ && sees("<::") && ahead(3) != ':' && ahead(3) != '>';
    // Nearly all signs have one character; the next character shows whether this one does.
    const bool compounds = std::string_view("=><:%&|+-").find(ahead(1)) != std::string_view::npos;
    if (compounds && !scope_in_angle) {
      const auto found = python_ ? compound(kPython) : compound(kCpp);
      if (found.sign != 0) {
        sign = found.sign;
        length = found.text.size();
      }
    }
    at_ += length;
    if (!python_ && sign == '#' && fresh_line_) in_directive_ = true;
    pair(add(Kind::sign, begin, sign));
  }

  template <class List>
  Compound compound(const List& list) const {
    for (const Compound& of : list)
      if (sees(of.text)) return of;
    return {"", 0};
  }

  // A closing bracket closes the last open one of its kind; brackets opened since stay without a partner.
  void pair(SourceToken& token) {
    constexpr std::string_view kOpen = "([{";
    constexpr std::string_view kClose = ")]}";
    const auto here = static_cast<uint32_t>(tokens_.size() - 1);
    if (const size_t opens = kOpen.find(token.sign); opens != std::string_view::npos) {
      open_.push_back(here);
      ++open_of_kind_[opens];
      return;
    }
    const size_t closes = kClose.find(token.sign);
    if (closes == std::string_view::npos || open_of_kind_[closes] == 0) return;
    for (;;) {
      const uint32_t last = open_.back();
      const size_t kind = kOpen.find(tokens_[last].sign);
      open_.pop_back();
      --open_of_kind_[kind];
      if (kind != closes) continue;
      tokens_[last].partner = here;
      token.partner = last;
      return;
    }
  }

  bool python_;
  std::string_view source_;
  size_t at_ = 0;
  bool fresh_line_ = true;
  bool in_directive_ = false;
  std::vector<SourceToken> tokens_;
  std::vector<uint32_t> open_;  // brackets that are still open
  std::array<size_t, 3> open_of_kind_{};
};

}  // namespace

std::vector<SourceToken> source_tokens(SourceLanguage language, std::string_view source) {
  return Lexer(language, source).run();
}

}  // namespace nsys_ai
