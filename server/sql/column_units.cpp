// SQLite reports the declared type of a result only for a plain column, also through aliases and subqueries.
// So the statement is prepared again, without running it, with the names of aggregates cut out of its text:
// `sum(duration)` becomes `(duration)`, which is a plain column, while `sum(duration) / 2` is still an
// expression. SQLite examines one part of a UNION, so each choice of parts is prepared. A statement that
// fails to prepare has no units.
#include "sql/column_units.h"

#include <sqlite3.h>

#include <algorithm>
#include <optional>
#include <string>

#include "sql/sql_text.h"

namespace nsys_ai {
namespace {

using Kinds = std::vector<const ColumnKind*>;
using Kind = SqlToken::Kind;

// With more choices of UNION parts, the columns get no units.
constexpr size_t kMaxChoices = 16;

// Stands for a count, as a plain column; says `main` because a WITH clause may reuse the name of a table.
constexpr std::string_view kAnyCount = "(SELECT grid_x FROM main.kernel)";

class Text {
 public:
  explicit Text(std::string_view sql) : sql_(sql), tokens_(sql_tokens(sql)) {
    const auto end = std::find_if(tokens_.begin(), tokens_.end(),
                                  [&](const SqlToken& token) { return token.of(sql_) == ";"; });
    tokens_.erase(end, tokens_.end());
    find_compounds();
  }

  bool has_aggregates() const {
    for (size_t at = 0; at < tokens_.size(); ++at)
      if (call_at(at)) return true;
    return false;
  }
  bool has_compounds() const { return !compounds_.empty(); }
  // The number of ways to take one part of each UNION; more than kMostChoices if there are too many.
  size_t choices() const {
    size_t choices = 1;
    for (const Compound& compound : compounds_)
      choices = std::min(choices * compound.parts.size(), kMaxChoices + 1);
    return choices;
  }

  enum class Truncation { nothing, averages, sums_too };
  std::string cut(size_t choice, Truncation aggregates) const {
    std::string text(sql_);
    for (const Compound& compound : compounds_) {
      store_part(text, compound, choice % compound.parts.size());
      choice /= compound.parts.size();
    }
    std::vector<size_t> counts;
    if (aggregates != Truncation::nothing)
      for (size_t at = 0; at < tokens_.size(); ++at)
        if (const auto call = call_at(at); call && text[tokens_[at].begin] != ' ')
          cut_call(text, *call, aggregates, counts);
    for (auto count = counts.rbegin(); count != counts.rend(); ++count) text.insert(*count, kAnyCount);
    return text;
  }

 private:
  struct Call {
    enum What { keeps, sums, counts } what;
    size_t name;  // tokens
    size_t open;
    size_t after;  // after the call and its FILTER and OVER
  };
  struct Part {
    size_t begin;  // tokens
    size_t end;
  };
  struct Compound {
    std::vector<Part> parts;
    size_t end;  // after the ORDER BY of the compound statement
  };

  bool word_at(size_t at, std::string_view small) const {
    return at < tokens_.size() && tokens_[at].kind == Kind::word && is_word(tokens_[at].of(sql_), small);
  }
  bool open_at(size_t at) const { return at < tokens_.size() && tokens_[at].kind == Kind::open; }

  std::optional<Call> call_at(size_t at) const {
    if (!open_at(at + 1) || tokens_[at].kind != Kind::word) return std::nullopt;
    Call call{Call::keeps, at, at + 1, tokens_[at + 1].match + 1};
    if (word_at(at, "count"))
      call.what = Call::counts;
    else if (word_at(at, "sum") || word_at(at, "total"))
      call.what = Call::sums;
    else if (!word_at(at, "min") && !word_at(at, "max") && !word_at(at, "avg"))
      return std::nullopt;
    if (call.what != Call::counts && !has_one_argument(at + 1)) return std::nullopt;
    if (word_at(call.after, "filter") && open_at(call.after + 1))
      call.after = tokens_[call.after + 1].match + 1;
    if (word_at(call.after, "over"))
      call.after = open_at(call.after + 1) ? tokens_[call.after + 1].match + 1 : call.after + 2;
    return call;
  }

  // min(a, b) is not an aggregate.
  bool has_one_argument(size_t open) const {
    for (size_t at = open + 1; at < tokens_[open].match; ++at) {
      if (tokens_[at].kind == Kind::comma) return false;
      if (tokens_[at].kind == Kind::open) at = tokens_[at].match;
    }
    return tokens_[open].match > open + 1;
  }

  size_t begin_of(size_t token) const { return token < tokens_.size() ? tokens_[token].begin : sql_.size(); }

  static void blank(std::string& text, size_t begin, size_t end) {
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
              text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  }

  void cut_call(std::string& text, const Call& call, Truncation aggregates,
                std::vector<size_t>& counts) const {
    if (call.what == Call::sums && aggregates != Truncation::sums_too) return;
    const size_t last = std::min(call.after, tokens_.size()) - 1;
    const size_t close = tokens_[call.open].match;
    blank(text, tokens_[close].end, tokens_[last].end);
    if (call.what == Call::counts) {
      blank(text, tokens_[call.name].begin, tokens_[close].end);
      counts.push_back(tokens_[call.name].begin);
      return;
    }
    blank(text, tokens_[call.name].begin, tokens_[call.name].end);
    const SqlToken& first = tokens_[call.open + 1];
    if (word_at(call.open + 1, "distinct") || word_at(call.open + 1, "all"))
      blank(text, first.begin, first.end);
  }

  void store_part(std::string& text, const Compound& compound, size_t kept) const {
    for (size_t part = 0; part < compound.parts.size(); ++part) {
      const size_t next = part + 1 < compound.parts.size() ? compound.parts[part + 1].begin : compound.end;
      const size_t from = part == kept ? compound.parts[part].end : compound.parts[part].begin;
      blank(text, begin_of(from), begin_of(next));
    }
  }

  void find_compounds() {
    add_compound(0, tokens_.size());
    for (size_t at = 0; at < tokens_.size(); ++at)
      if (open_at(at)) add_compound(at + 1, tokens_[at].match);
  }

  // Reads the tokens of one nesting level in [at, end).
  void add_compound(size_t at, size_t end) {
    Compound compound{{}, end};
    size_t part = SIZE_MAX;  // the beginning of the current part
    for (; at < end; at = open_at(at) ? tokens_[at].match + 1 : at + 1) {
      const bool joins = word_at(at, "union") || word_at(at, "intersect") || word_at(at, "except");
      // The text before the first SELECT is common to all parts.
      if (part == SIZE_MAX && (word_at(at, "select") || word_at(at, "values"))) part = at;
      if (part == SIZE_MAX) continue;
      if (joins) {
        compound.parts.push_back({part, at});
        part = word_at(at + 1, "all") ? at + 2 : at + 1;
      } else if (!compound.parts.empty() &&
                 ((word_at(at, "order") && word_at(at + 1, "by")) || word_at(at, "limit"))) {
        break;
      }
    }
    if (compound.parts.empty()) return;
    compound.parts.push_back({part, std::min(at, end)});
    compounds_.push_back(std::move(compound));
  }

  std::string_view sql_;
  std::vector<SqlToken> tokens_;
  std::vector<Compound> compounds_;
};

Kinds declared_kinds(sqlite3_stmt* statement) {
  Kinds kinds;
  for (int at = 0; at < sqlite3_column_count(statement); ++at) {
    const char* declared = sqlite3_column_decltype(statement, at);
    kinds.push_back(declared ? declared_kind(declared) : nullptr);
  }
  return kinds;
}

// All null when the text is no valid statement or has a different number of columns.
Kinds kinds_of_text(const Sandbox& sandbox, const std::string& text, size_t columns) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(sandbox.connection(), text.data(), static_cast<int>(text.size()),
                                      &statement, nullptr);
  Kinds kinds = code == SQLITE_OK ? declared_kinds(statement) : Kinds();
  sqlite3_finalize(statement);
  if (kinds.size() != columns) kinds.assign(columns, nullptr);
  return kinds;
}

bool sums_have_unit(const ColumnKind& kind) {
  return kind.unit == Unit::ns || kind.unit == Unit::bytes || kind.unit == Unit::count;
}

// The kinds for one choice of parts, starting from the kinds that SQLite reports for plain columns.
Kinds kinds_of_choice(const Sandbox& sandbox, const Text& text, size_t choice, Kinds kinds) {
  if (!text.has_aggregates()) return kinds;
  const Kinds averages = kinds_of_text(sandbox, text.cut(choice, Text::Truncation::averages), kinds.size());
  const Kinds sums = kinds_of_text(sandbox, text.cut(choice, Text::Truncation::sums_too), kinds.size());
  for (size_t at = 0; at < kinds.size(); ++at) {
    if (!kinds[at]) kinds[at] = averages[at];
    if (!kinds[at] && sums[at] && sums_have_unit(*sums[at])) kinds[at] = sums[at];
  }
  return kinds;
}

}  // namespace

std::vector<const ColumnKind*> column_kinds(const Sandbox& sandbox, sqlite3_stmt* statement,
                                            std::string_view sql) {
  const Text text(sql);
  const Kinds plain = declared_kinds(statement);
  if (sqlite3_stmt_isexplain(statement) != 0) return Kinds(plain.size(), nullptr);
  if (!text.has_compounds()) return kinds_of_choice(sandbox, text, 0, plain);
  if (text.choices() > kMaxChoices) return Kinds(plain.size(), nullptr);
  std::optional<Kinds> all;
  for (size_t choice = 0; choice < text.choices(); ++choice) {
    const Kinds kinds =
        kinds_of_choice(sandbox, text, choice,
                        kinds_of_text(sandbox, text.cut(choice, Text::Truncation::nothing), plain.size()));
    if (!all) all = kinds;
    for (size_t at = 0; at < plain.size(); ++at)
      if ((*all)[at] != kinds[at]) (*all)[at] = nullptr;
  }
  return *all;
}

}  // namespace nsys_ai
