// instr, replace and trim, which take SQLite the product of two lengths, and the collation NOCASE.
#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "sql/function_call.h"
#include "sql/functions.h"

namespace nsys_ai {
namespace {

using std::string_view;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Takes time proportional to the sum of both lengths, which string_view::find does not guarantee.
size_t find_in(string_view text, string_view part, size_t from) {
  const string_view rest = text.substr(from);
  if (rest.size() < part.size()) return string_view::npos;
  // An empty view may have a null pointer.
  if (part.empty()) return from;
  const void* found = ::memmem(rest.data(), rest.size(), part.data(), part.size());
  return found ? from + static_cast<size_t>(static_cast<const char*>(found) - rest.data())
               : string_view::npos;
}

string_view bytes_of(sqlite3_value* value) {
  if (sqlite3_value_type(value) != SQLITE_BLOB) return text_of(value);
  const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
  return bytes ? string_view(bytes, static_cast<size_t>(sqlite3_value_bytes(value))) : string_view();
}

// Counts characters, or bytes when both arguments are blobs.
void instr(sqlite3_context* context, int, sqlite3_value** values) {
  if (is_null(values[0]) || is_null(values[1])) return;
  const bool blobs =
      sqlite3_value_type(values[0]) == SQLITE_BLOB && sqlite3_value_type(values[1]) == SQLITE_BLOB;
  const string_view text = bytes_of(values[0]);
  const string_view part = bytes_of(values[1]);
  if (part.empty()) return sqlite3_result_int(context, 1);
  size_t at = find_in(text, part, 0);
  // Skips a match in the middle of a character.
  while (!blobs && at != string_view::npos && at > 0 && continues_character(text[at])) {
    if (!budget_of(context).goes_on(part.size())) return stop(context);
    at = find_in(text, part, at + 1);
  }
  if (at == string_view::npos) return sqlite3_result_int(context, 0);
  const auto begin = text.begin() + 1;
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(at) + 1;
  const auto inside = at == 0 || blobs ? 0 : std::count_if(begin, end, continues_character);
  sqlite3_result_int64(context, static_cast<sqlite3_int64>(at) + 1 - inside);
}

void replace(sqlite3_context* context, int, sqlite3_value** values) {
  if (is_null(values[0]) || is_null(values[1])) return;
  const string_view text = text_of(values[0]);
  const string_view part = text_of(values[1]);
  if (part.empty() || part[0] == '\0') return sqlite3_result_value(context, values[0]);
  if (is_null(values[2])) return;
  const string_view other = text_of(values[2]);
  const auto longest = static_cast<size_t>(longest_value(context));
  std::string made;
  size_t done = 0;
  for (size_t at = find_in(text, part, 0); at != string_view::npos; at = find_in(text, part, done)) {
    if (!budget_of(context).goes_on(at - done + other.size())) return stop(context);
    made.append(text, done, at - done).append(other);
    if (made.size() > longest) return sqlite3_result_error_toobig(context);
    done = at + part.size();
  }
  made.append(text, done);
  sqlite3_result_text(context, made.data(), static_cast<int>(made.size()), SQLITE_TRANSIENT);
}

string_view first_character(string_view text) {
  size_t length = 1;
  if (static_cast<unsigned char>(text[0]) < 0xC0) return text.substr(0, length);
  while (length < text.size() && continues_character(text[length])) ++length;
  return text.substr(0, length);
}

enum class End { left, right };

// Finds the character of a set with which a text begins or ends; empty if there is none. Returns false when
// the query has to stop.
bool find_at_end(string_view text, string_view set, End end, QueryBudget& budget, string_view& found) {
  for (found = {}; !set.empty();) {
    const string_view character = first_character(set);
    if (!budget.goes_on(character.size() + 1)) return false;
    if (end == End::left ? text.starts_with(character) : text.ends_with(character)) {
      found = character;
      return true;
    }
    set.remove_prefix(character.size());
  }
  return true;
}

template <bool left, bool right>
void trim(sqlite3_context* context, int count, sqlite3_value** values) {
  if (is_null(values[0]) || (count == 2 && is_null(values[1]))) return;
  string_view text = text_of(values[0]);
  const string_view set = count == 2 ? text_of(values[1]) : " ";
  string_view found;
  const auto remains = [&](End end) { return find_at_end(text, set, end, budget_of(context), found); };
  if (left) {
    do {
      if (!remains(End::left)) return stop(context);
      text.remove_prefix(found.size());
    } while (!found.empty());
  }
  if (right) {
    do {
      if (!remains(End::right)) return stop(context);
      text.remove_suffix(found.size());
    } while (!found.empty());
  }
  sqlite3_result_text(context, text.data() ? text.data() : "", static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
}

// Ignores the case of ASCII letters, and stops at a NUL. Once a query has to stop, all texts compare equal,
// so that sorting ends.
int no_case(void* data, int first_size, const void* first, int second_size, const void* second) {
  const auto* a = static_cast<const char*>(first);
  const auto* b = static_cast<const char*>(second);
  const auto small = [](char c) -> int {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : static_cast<unsigned char>(c);
  };
  const int shorter = std::min(first_size, second_size);
  int at = 0;
  while (at < shorter && a[at] != '\0' && small(a[at]) == small(b[at])) ++at;
  if (!static_cast<QueryBudget*>(data)->goes_on(static_cast<size_t>(at) + 1)) return 0;
  const int sign = at < shorter ? small(a[at]) - small(b[at]) : 0;
  return sign != 0 ? sign : first_size - second_size;
}

}  // namespace

bool add_text_searches(sqlite3* connection, QueryBudget& budget) {
  constexpr BoundedFunction kFunctions[] = {
      {"instr", 2, guarded_function<instr>},
      {"replace", 3, guarded_function<replace>},
      {"ltrim", 1, guarded_function<trim<true, false>>},
      {"ltrim", 2, guarded_function<trim<true, false>>},
      {"rtrim", 1, guarded_function<trim<false, true>>},
      {"rtrim", 2, guarded_function<trim<false, true>>},
      {"trim", 1, guarded_function<trim<true, true>>},
      {"trim", 2, guarded_function<trim<true, true>>},
  };
  return std::all_of(std::begin(kFunctions), std::end(kFunctions),
                     [&](const auto& function) { return add_function(connection, function, &budget); }) &&
         sqlite3_create_collation(connection, "NOCASE", SQLITE_UTF8, &budget, no_case) == SQLITE_OK;
}

}  // namespace nsys_ai
