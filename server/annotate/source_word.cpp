// Two small lexers that know comments, texts and identifiers, and nothing else of the languages.
#include "annotate/source_word.h"

#include <algorithm>
#include <array>

namespace nsys_ai {
namespace {

bool starts_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool continues_identifier(char c) { return starts_identifier(c) || (c >= '0' && c <= '9'); }

// Where the hole that opens at `at` closes: a width in it is a hole of its own.
size_t end_of_hole(std::string_view text, size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
    if (depth == 0) return at;
  }
  return std::string_view::npos;
}

// Holes of an f-string become '#', which is what instance numbers of labels are normalised to.
std::string without_holes(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    if ((text[at] == '{' || text[at] == '}') && at + 1 < text.size() && text[at + 1] == text[at]) {
      result += text[at++];  // doubled, it stands for itself
    } else if (text[at] == '{') {
      const size_t close = end_of_hole(text, at);
      if (close == std::string_view::npos) return std::string(text);
      result += '#';
      at = close;
    } else {
      result += text[at];
    }
  }
  return result;
}

class Lexer {
 public:
  Lexer(SourceLanguage language, std::string_view source)
      : python_(language == SourceLanguage::python), source_(source) {}

  std::optional<SourceWord> word_at(size_t offset) {
    while (at_ < source_.size() && at_ <= offset) {
      const auto word = next();
      if (word && word->begin <= offset && offset < word->end) return word;
    }
    return std::nullopt;
  }

 private:
  bool sees(std::string_view what) const { return source_.substr(at_).starts_with(what); }
  void skip_to(std::string_view what, bool over) {
    const size_t found = source_.find(what, at_);
    at_ = found == std::string_view::npos ? source_.size() : found + (over ? what.size() : 0);
  }

  // Steps over one piece of the source; a comment, a number or a sign is no word.
  std::optional<SourceWord> next() {
    const char c = source_[at_];
    if (python_ ? c == '#' : sees("//")) {
      skip_to("\n", false);
      return std::nullopt;
    }
    if (!python_ && sees("/*")) {
      at_ += 2;
      skip_to("*/", true);
      return std::nullopt;
    }
    if (starts_identifier(c)) return identifier_or_prefix();
    if (c >= '0' && c <= '9') {
      while (at_ < source_.size() && (continues_identifier(source_[at_]) || source_[at_] == '\'')) ++at_;
      return std::nullopt;
    }
    if (c == '"' || c == '\'') return text(at_, false);
    ++at_;
    return std::nullopt;
  }

  std::optional<SourceWord> identifier_or_prefix() {
    const size_t begin = at_;
    while (at_ < source_.size() && continues_identifier(source_[at_])) ++at_;
    const std::string_view name = source_.substr(begin, at_ - begin);
    const bool quote = at_ < source_.size() && (source_[at_] == '"' || source_[at_] == '\'');
    if (quote && is_prefix(name)) {
      const bool raw = name.find_first_of("rR") != std::string_view::npos;
      const bool formatted = python_ && name.find_first_of("fF") != std::string_view::npos;
      return !python_ && raw ? raw_cpp_text(begin) : text(begin, formatted);
    }
    const bool defines = previous_ == "def" || previous_ == "class";
    previous_ = name;
    return SourceWord{SourceWord::Kind::identifier, std::string(name), defines, begin, at_};
  }

  bool is_prefix(std::string_view name) const {
    static constexpr std::array<std::string_view, 9> cpp = {"L",  "u",  "U",  "u8", "R",
                                                            "LR", "uR", "UR", "u8R"};
    if (!python_) return std::find(cpp.begin(), cpp.end(), name) != cpp.end();
    return name.size() <= 2 && name.find_first_not_of("rRfFbBuU") == std::string_view::npos;
  }

  std::optional<SourceWord> raw_cpp_text(size_t begin) {
    const size_t open = source_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > 20) return ++at_, std::nullopt;
    const std::string close = ")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"";
    at_ = open + 1;
    const size_t end = std::min(source_.find(close, at_), source_.size());
    const std::string content(source_.substr(at_, end - at_));
    at_ = std::min(end + close.size(), source_.size());
    return SourceWord{SourceWord::Kind::text, content, false, begin, at_};
  }

  std::optional<SourceWord> text(size_t begin, bool formatted) {
    const char quote = source_[at_];
    const std::string triple(3, quote);
    const bool is_triple = python_ && sees(triple);
    const std::string close = is_triple ? triple : std::string(1, quote);
    at_ += close.size();
    const size_t content = at_;
    while (at_ < source_.size() && !sees(close)) {
      if (!is_triple && source_[at_] == '\n') break;  // an unclosed text ends with its line
      // A backslash keeps a quote from closing a raw text of Python too.
      at_ += source_[at_] == '\\' && at_ + 1 < source_.size() ? 2 : 1;
    }
    const std::string_view inside = source_.substr(content, std::min(at_, source_.size()) - content);
    at_ = std::min(at_ + close.size(), source_.size());
    return SourceWord{SourceWord::Kind::text, formatted ? without_holes(inside) : std::string(inside), false,
                      begin, at_};
  }

  bool python_;
  std::string_view source_;
  size_t at_ = 0;
  std::string_view previous_;
};

}  // namespace

std::optional<SourceLanguage> source_language(std::string_view language_id, std::string_view uri) {
  if (language_id == "python") return SourceLanguage::python;
  for (const std::string_view id : {"cpp", "c", "cuda", "cuda-cpp", "cuda_cpp"})
    if (language_id == id) return SourceLanguage::cpp;
  if (uri.ends_with(".py") || uri.ends_with(".pyi")) return SourceLanguage::python;
  for (const std::string_view ending :
       {".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c", ".h", ".hpp", ".hh", ".inl"})
    if (uri.ends_with(ending)) return SourceLanguage::cpp;
  return std::nullopt;
}

std::optional<SourceWord> source_word(SourceLanguage language, std::string_view source, size_t offset) {
  return Lexer(language, source).word_at(offset);
}

}  // namespace nsys_ai
