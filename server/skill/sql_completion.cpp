// Splits the text into words and signs, and looks at the ones before the position.
#include "skill/sql_completion.h"

#include <algorithm>
#include <array>

#include "sql/sql_text.h"

namespace nsys_ai {
namespace {

struct CompletionToken {
  enum class Kind { comment, parameter, sign, text, word };
  Kind kind = Kind::sign;
  size_t begin = 0;
  size_t end = 0;
};

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

size_t end_of_word(std::string_view text, size_t at) {
  while (at < text.size() && is_word_char(text[at])) ++at;
  return at;
}

// The offset after the closing sign; the end of the text if it is missing.
size_t end_behind(std::string_view text, size_t from, std::string_view closing) {
  const size_t found = text.find(closing, from);
  return found == std::string_view::npos ? text.size() : found + closing.size();
}

std::vector<CompletionToken> tokens_of(std::string_view text) {
  std::vector<CompletionToken> tokens;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    const std::string_view two = text.substr(at, 2);
    CompletionToken token{CompletionToken::Kind::sign, at, at + 1};
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++at;
      continue;
    }
    if (two == "--") {
      token = {CompletionToken::Kind::comment, at, std::min(text.find('\n', at), text.size())};
    } else if (two == "/*") {
      token = {CompletionToken::Kind::comment, at, end_behind(text, at + 2, "*/")};
    } else if (c == '\'' || c == '"' || c == '`') {
      token = {CompletionToken::Kind::text, at, end_behind(text, at + 1, text.substr(at, 1))};
    } else if (c == '[') {
      token = {CompletionToken::Kind::text, at, end_behind(text, at + 1, "]")};
    } else if (c == ':') {
      token = {CompletionToken::Kind::parameter, at, end_of_word(text, at + 1)};
    } else if (is_word_char(c)) {
      token = {CompletionToken::Kind::word, at, end_of_word(text, at)};
    }
    tokens.push_back(token);
    at = token.end;
  }
  return tokens;
}

bool is_closed(std::string_view text, const CompletionToken& token) {
  const char first = text[token.begin];
  return token.end - token.begin > 1 && text[token.end - 1] == (first == '[' ? ']' : first);
}

// Keywords that may follow a table and are not its alias, and keywords that end a list of tables.
constexpr std::array<std::string_view, 16> kNoAlias = {
    "cross", "except", "full",    "group", "having", "inner", "intersect", "join",
    "left",  "limit",  "natural", "on",    "order",  "union", "using",     "where"};

class CompletionStatement {
 public:
  CompletionStatement(std::string_view text, const std::vector<CompletionToken>& tokens) : text_(text) {
    for (const CompletionToken& token : tokens)
      if (token.kind != CompletionToken::Kind::comment) tokens_.push_back(token);
  }

  std::string_view of(const CompletionToken& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  bool is(size_t at, std::string_view small) const {
    return at < tokens_.size() && tokens_[at].kind == CompletionToken::Kind::word &&
           is_word(of(tokens_[at]), small);
  }
  bool is_sign(size_t at, char sign) const {
    return at < tokens_.size() && tokens_[at].kind == CompletionToken::Kind::sign &&
           text_[tokens_[at].begin] == sign;
  }
  const std::vector<CompletionToken>& tokens() const { return tokens_; }

  std::vector<SqlTableName> tables() const {
    std::vector<SqlTableName> all;
    for (size_t at = 0; at < tokens_.size(); ++at)
      if (tokens_[at].kind == CompletionToken::Kind::word && names_table(at)) all.push_back(table_at(at));
    return all;
  }

  // Whether a word at this index of the token list would name a table.
  bool names_table(size_t at) const {
    if (at == 0) return false;
    if (is(at - 1, "from") || is(at - 1, "join")) return true;
    return is_sign(at - 1, ',') && is_among_tables(at - 1);
  }

 private:
  // Whether the comma separates tables: the last clause keyword before it, in the same brackets, is FROM or
  // JOIN.
  bool is_among_tables(size_t comma) const {
    int depth = 0;
    for (size_t at = comma; at-- > 0;) {
      if (is_sign(at, ')')) ++depth;
      if (is_sign(at, '(') && depth-- == 0) return false;
      if (depth > 0) continue;
      if (is(at, "from") || is(at, "join")) return true;
      for (const std::string_view word : {"select", "where", "on", "by", "having", "using", "limit", "with"})
        if (is(at, word)) return false;
    }
    return false;
  }

  SqlTableName table_at(size_t at) const {
    SqlTableName table{std::string(of(tokens_[at])), std::string(of(tokens_[at]))};
    size_t next = at + 1;
    if (is_sign(next, '(')) next = behind_brackets(next);
    if (is(next, "as")) ++next;
    if (next >= tokens_.size() || tokens_[next].kind != CompletionToken::Kind::word) return table;
    const bool alias =
        std::none_of(kNoAlias.begin(), kNoAlias.end(), [&](std::string_view word) { return is(next, word); });
    if (alias) table.alias = of(tokens_[next]);
    return table;
  }

  size_t behind_brackets(size_t at) const {
    int depth = 0;
    for (; at < tokens_.size(); ++at) {
      if (is_sign(at, '(')) ++depth;
      if (is_sign(at, ')') && --depth == 0) return at + 1;
    }
    return at;
  }

  std::string_view text_;
  std::vector<CompletionToken> tokens_;
};

std::vector<SqlTableName> of_qualifier(std::vector<SqlTableName> tables, std::string_view qualifier) {
  std::erase_if(tables, [&](const SqlTableName& table) { return table.alias != qualifier; });
  if (tables.empty()) tables.push_back({std::string(qualifier), std::string(qualifier)});
  return tables;
}

// Whether only comments precede it.
bool is_in_head(const std::vector<CompletionToken>& tokens, const CompletionToken& comment) {
  return std::none_of(tokens.begin(), tokens.end(), [&](const CompletionToken& token) {
    return token.begin < comment.begin && token.kind != CompletionToken::Kind::comment;
  });
}

SqlCompletion place_in_comment(std::string_view text, const std::vector<CompletionToken>& tokens,
                               const CompletionToken& comment, size_t offset) {
  SqlCompletion place;
  place.begin = offset;
  std::string_view before = text.substr(comment.begin, offset - comment.begin);
  if (!before.starts_with("--")) return place;
  while (place.begin > comment.begin + 2 &&
         (is_word_char(text[place.begin - 1]) || text[place.begin - 1] == '@'))
    --place.begin;
  std::vector<std::string_view> words;
  before = text.substr(comment.begin + 2, place.begin - comment.begin - 2);
  for (size_t at = before.find_first_not_of(" \t"); at != std::string_view::npos;
       at = before.find_first_not_of(" \t", at)) {
    const size_t end = std::min(before.find_first_of(" \t", at), before.size());
    words.push_back(before.substr(at, end - at));
    at = end;
  }
  if (!is_in_head(tokens, comment)) {
    if (words.empty()) place.expected = SqlExpected::type;
  } else if (words.empty() && place.begin < offset && text[place.begin] == '@') {
    place.expected = SqlExpected::directive;
  } else if (!words.empty() && words[0] == "@needs") {
    place.expected = SqlExpected::need;
  } else if (words.size() == 2 && words[0] == "@param") {
    place.expected = SqlExpected::type;
  }
  return place;
}

}  // namespace

SqlCompletion sql_completion(std::string_view text, size_t offset) {
  offset = std::min(offset, text.size());
  const std::vector<CompletionToken> tokens = tokens_of(text);
  SqlCompletion place;
  place.begin = offset;
  for (const CompletionToken& token : tokens) {
    if (token.begin >= offset || token.end < offset) continue;
    if (token.kind == CompletionToken::Kind::comment) return place_in_comment(text, tokens, token, offset);
    if (token.kind == CompletionToken::Kind::text && (token.end > offset || !is_closed(text, token)))
      return place;
    if (token.kind == CompletionToken::Kind::parameter) {
      place.expected = SqlExpected::parameter;
      place.begin = token.begin;
      return place;
    }
    if (token.kind == CompletionToken::Kind::word) place.begin = token.begin;
  }
  if (place.begin < offset && text[place.begin] >= '0' && text[place.begin] <= '9') return place;
  // The unfinished word counts as a token at its position, even if it is empty.
  const CompletionStatement statement(text, tokens);
  const auto& list = statement.tokens();
  const auto at = static_cast<size_t>(std::count_if(
      list.begin(), list.end(), [&](const CompletionToken& token) { return token.begin < place.begin; }));
  if (at == 0 && place.begin == 0) return place;
  place.tables = statement.tables();
  if (at >= 2 && statement.is_sign(at - 1, '.') && list[at - 2].kind == CompletionToken::Kind::word) {
    place.expected = SqlExpected::columns;
    place.qualified = true;
    place.tables = of_qualifier(std::move(place.tables), statement.of(list[at - 2]));
    return place;
  }
  place.expected = statement.names_table(at) ? SqlExpected::tables : SqlExpected::columns;
  return place;
}

std::optional<SqlName> sql_name_at(std::string_view text, size_t offset) {
  const std::vector<CompletionToken> tokens = tokens_of(text);
  const CompletionStatement statement(text, tokens);
  const auto& list = statement.tokens();
  for (size_t i = 0; i < list.size(); ++i) {
    const CompletionToken& token = list[i];
    if (offset < token.begin || offset > token.end) continue;
    if (token.kind != CompletionToken::Kind::word && token.kind != CompletionToken::Kind::parameter) continue;
    SqlName name{token.begin, token.end, std::string(statement.of(token)), false, {}, statement.tables()};
    if (token.kind == CompletionToken::Kind::parameter) {
      name.parameter = true;
      name.word.erase(0, 1);
    }
    if (i >= 2 && statement.is_sign(i - 1, '.') && list[i - 2].kind == CompletionToken::Kind::word)
      name.qualifier = std::string(statement.of(list[i - 2]));
    return name;
  }
  return std::nullopt;
}

}  // namespace nsys_ai
