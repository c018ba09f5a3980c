// Splits text by SQLite's rules for comments, strings and names.
#include "sql/sql_text.h"

#include <algorithm>

namespace nsys_ai {
namespace {

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool continues_word(char c) { return begins_word(c) || (c >= '0' && c <= '9') || c == '$'; }

// The offset after a string or quoted name that begins at `at`; a quote inside is doubled, except in
// brackets.
size_t end_of_quoted(std::string_view sql, size_t at) {
  const char close = sql[at] == '[' ? ']' : sql[at];
  for (size_t end = at + 1; end < sql.size(); ++end) {
    if (sql[end] != close) continue;
    if (close == ']' || end + 1 >= sql.size() || sql[end + 1] != close) return end + 1;
    ++end;
  }
  return sql.size();
}

size_t end_of_comment(std::string_view sql, size_t at) {
  const bool line = sql[at] == '-';
  const size_t end = sql.find(line ? "\n" : "*/", at + 2);
  if (end == std::string_view::npos) return sql.size();
  return end + (line ? 1 : 2);
}

size_t end_of_word(std::string_view sql, size_t at) {
  while (at < sql.size() && continues_word(sql[at])) ++at;
  return at;
}

SqlToken token_at(std::string_view sql, size_t at) {
  using Kind = SqlToken::Kind;
  const char c = sql[at];
  if (begins_word(c)) {
    const size_t end = end_of_word(sql, at);
    // x'00ff' is a single value.
    if (end == at + 1 && (c == 'x' || c == 'X') && end < sql.size() && sql[end] == '\'')
      return {Kind::other, at, end_of_quoted(sql, end)};
    return {Kind::word, at, end};
  }
  if (c == '\'' || c == '"' || c == '`' || c == '[') return {Kind::other, at, end_of_quoted(sql, at)};
  // A parameter or a number includes the letters after it.
  if ((c >= '0' && c <= '9') || c == ':' || c == '@' || c == '$' || c == '?' || c == '#')
    return {Kind::other, at, std::max(end_of_word(sql, at + 1), at + 1)};
  const Kind kind = c == '(' ? Kind::open : c == ')' ? Kind::close : c == ',' ? Kind::comma : Kind::other;
  return {kind, at, at + 1};
}

}  // namespace

std::vector<SqlToken> sql_tokens(std::string_view sql) {
  std::vector<SqlToken> tokens;
  std::vector<size_t> open;
  for (size_t at = 0; at < sql.size();) {
    const std::string_view rest = sql.substr(at);
    if (rest.starts_with("--") || rest.starts_with("/*")) {
      at = end_of_comment(sql, at);
      continue;
    }
    if (static_cast<unsigned char>(sql[at]) <= ' ') {
      ++at;
      continue;
    }
    SqlToken token = token_at(sql, at);
    at = token.end;
    if (token.kind == SqlToken::Kind::open) open.push_back(tokens.size());
    if (token.kind == SqlToken::Kind::close) {
      if (open.empty()) return {};
      token.match = open.back();
      tokens[open.back()].match = tokens.size();
      open.pop_back();
    }
    tokens.push_back(token);
  }
  if (!open.empty()) return {};
  return tokens;
}

size_t place_of_parameter(std::string_view sql, std::string_view parameter) {
  for (const SqlToken& token : sql_tokens(sql))
    if (token.of(sql) == parameter) return token.begin;
  return sql.size();
}

bool is_word(std::string_view word, std::string_view small) {
  return word.size() == small.size() &&
         std::equal(word.begin(), word.end(), small.begin(), [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
         });
}

}  // namespace nsys_ai
