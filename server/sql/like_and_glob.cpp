// LIKE and GLOB: SQLite's own backtrack at each wildcard, so a short pattern takes long on a long text.
//
// All elements except the wildcard for any number of characters match exactly one character, so matching only
// ever backtracks to the last wildcard.
#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "sql/function_call.h"
#include "sql/functions.h"

namespace nsys_ai {
namespace {

using PatternBytes = const unsigned char*;  // ends at a NUL

// The wildcard characters; 0 means that there is none.
struct Wildcards {
  char32_t any_number;
  char32_t any_one;
  char32_t set;
  char32_t escape;
  bool fold;  // ASCII letters match in either case
};

// Decodes UTF-8 as SQLite does, including invalid sequences.
char32_t next_character(PatternBytes& at) {
  char32_t c = *at++;
  if (c < 0xC0) return c;
  if (c < 0xE0)
    c &= 0x1F;
  else if (c < 0xF0)
    c &= 0x0F;
  else if (c < 0xF8)
    c &= 0x07;
  else
    c = c < 0xFC ? c & 0x03 : c < 0xFE ? c & 0x01 : 0;
  while ((*at & 0xC0) == 0x80) c = (c << 6) + (*at++ & 0x3F);
  return c < 0x80 || (c & 0xFFFFF800) == 0xD800 || (c & 0xFFFFFFFE) == 0xFFFE ? 0xFFFD : c;
}

char32_t small_letter(char32_t c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

bool same(char32_t a, char32_t b, const Wildcards& wild) {
  return a == b || (wild.fold && a < 0x80 && b < 0x80 && small_letter(a) == small_letter(b));
}

// Whether the set contains a character, after its `[` was read. An unterminated set contains none.
bool in_set(PatternBytes& pattern, char32_t c) {
  bool found = false;
  char32_t before = 0;
  char32_t member = next_character(pattern);
  const bool others = member == '^';
  if (others) member = next_character(pattern);
  if (member == ']') {
    found = c == ']';
    member = next_character(pattern);
  }
  for (; member != 0 && member != ']'; member = next_character(pattern)) {
    if (member == '-' && *pattern != ']' && *pattern != 0 && before > 0) {
      const char32_t last = next_character(pattern);
      if (last == 0) return false;
      found = found || (c >= before && c <= last);
      before = 0;
    } else {
      found = found || c == member;
      before = member;
    }
  }
  return member != 0 && found != others;
}

// Whether a character matches the next element of a pattern that is not at its end.
bool fits(PatternBytes& pattern, char32_t c, const Wildcards& wild) {
  char32_t wanted = next_character(pattern);
  if (wild.set != 0 && wanted == wild.set) return in_set(pattern, c);
  if (wild.escape != 0 && wanted == wild.escape) {
    if (*pattern == 0) return false;
    wanted = next_character(pattern);
    return same(c, wanted, wild);
  }
  return same(c, wanted, wild) || (wild.any_one != 0 && wanted == wild.any_one);
}

// The bytes with which a matching text may begin, if the pattern begins with a literal ASCII character;
// otherwise zeros.
std::array<char, 3> first_bytes(PatternBytes pattern, const Wildcards& wild) {
  const char32_t c = *pattern;
  for (const char32_t special : {char32_t{0}, wild.any_number, wild.any_one, wild.set, wild.escape})
    if (c == special) return {};
  if (c >= 0x80) return {};
  const char32_t small = small_letter(c);
  const bool letter = wild.fold && small >= 'a' && small <= 'z';
  return {static_cast<char>(letter ? small : c), static_cast<char>(letter ? small - 'a' + 'A' : c), '\0'};
}

// Passes the elements after a wildcard for any number that may equally well precede it. Returns false when
// the text is too short for them.
bool pass_wildcards(PatternBytes& pattern, PatternBytes& text, const Wildcards& wild) {
  for (; *pattern != 0 && (*pattern == wild.any_number || *pattern == wild.any_one); ++pattern) {
    if (*pattern == wild.any_number) continue;
    if (*text == 0) return false;
    next_character(text);
  }
  return true;
}

enum class Match { no, yes, stopped };

Match match(PatternBytes pattern, PatternBytes text, const Wildcards& wild, QueryBudget& budget) {
  // The rest of the pattern after the last wildcard for any number, and the position where it was last tried.
  PatternBytes tail = nullptr;
  PatternBytes tried = nullptr;
  std::array<char, 3> begins{};
  for (;;) {
    PatternBytes part = pattern;
    const char32_t first = next_character(part);
    if (first != 0 && first == wild.any_number) {
      tail = part;
      tried = text;
      if (!pass_wildcards(tail, tried, wild)) return Match::no;
      if (*tail == 0) return Match::yes;
      begins = first_bytes(tail, wild);
    } else {
      if (*text == 0) return first == 0 ? Match::yes : Match::no;
      PatternBytes behind = text;
      const char32_t c = next_character(behind);
      part = pattern;
      const bool fitting = first != 0 && fits(part, c, wild);
      if (!budget.goes_on(static_cast<size_t>((behind - text) + (part - pattern)))) return Match::stopped;
      text = behind;
      pattern = part;
      if (fitting) continue;
      if (!tail) return Match::no;
      next_character(tried);
    }
    // Tries the tail at the next position where it may begin.
    if (begins[0] != '\0') {
      const size_t passed = std::strcspn(reinterpret_cast<const char*>(tried), begins.data());
      if (!budget.goes_on(passed)) return Match::stopped;
      tried += passed;
      if (*tried == 0) return Match::no;
    }
    text = tried;
    pattern = tail;
  }
}

void answer(sqlite3_context* context, sqlite3_value** values, const Wildcards& wild) {
  const std::string_view pattern = text_of(values[0]);
  const int longest = sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1);
  if (pattern.size() > static_cast<size_t>(longest))
    return sqlite3_result_error(context, "LIKE or GLOB pattern too complex", -1);
  if (is_null(values[0]) || is_null(values[1])) return;
  // Behaves like SQLite with LIKE_DOESNT_MATCH_BLOBS.
  if (sqlite3_value_type(values[0]) == SQLITE_BLOB || sqlite3_value_type(values[1]) == SQLITE_BLOB)
    return sqlite3_result_int(context, 0);
  const std::string_view text = text_of(values[1]);
  if (!pattern.data() || !text.data()) return sqlite3_result_error_nomem(context);
  const Match found = match(reinterpret_cast<PatternBytes>(pattern.data()),
                            reinterpret_cast<PatternBytes>(text.data()), wild, budget_of(context));
  if (found == Match::stopped) return stop(context);
  sqlite3_result_int(context, found == Match::yes);
}

void like(sqlite3_context* context, int count, sqlite3_value** values) {
  Wildcards wild{'%', '_', 0, 0, true};
  if (count == 3) {
    if (is_null(values[2])) return;
    PatternBytes at = reinterpret_cast<PatternBytes>(text_of(values[2]).data());
    if (at && *at != 0) wild.escape = next_character(at);
    if (wild.escape == 0 || *at != 0)
      return sqlite3_result_error(context, "ESCAPE expression must be a single character", -1);
    if (wild.any_number == wild.escape) wild.any_number = 0;
    if (wild.any_one == wild.escape) wild.any_one = 0;
  }
  answer(context, values, wild);
}

void glob(sqlite3_context* context, int, sqlite3_value** values) {
  answer(context, values, {'*', '?', '[', 0, false});
}

}  // namespace

bool add_like_and_glob(sqlite3* connection, QueryBudget& budget) {
  constexpr BoundedFunction kFunctions[] = {{"like", 2, guarded_function<like>},
                                            {"like", 3, guarded_function<like>},
                                            {"glob", 2, guarded_function<glob>}};
  return std::all_of(std::begin(kFunctions), std::end(kFunctions),
                     [&](const auto& function) { return add_function(connection, function, &budget); });
}

}  // namespace nsys_ai
