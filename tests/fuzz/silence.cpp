// Pairs of questions that have the same answer on a whole file.
#include "tests/fuzz/silence.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "skill/query_answer.h"
#include "skills/list.h"

namespace nsys_ai::fuzz {
namespace {

// What is asked of the program, and of SQLite, where @ stands for the table of the event type.
struct Comparison {
  std::string_view family;  // as `FileTable::read_as`
  std::string_view ours;    // a query, or a skill where `columns` are named
  std::string_view theirs;
  std::vector<std::string_view> sums = {};  // of these columns of a skill
};

// Names are looked for in the whole table, since SQLite finds none by an id where ids are out of order.
// Of names the beginning is compared: one of megabytes is cut, and ends with an ellipsis.
// Times are compared as such, so that a row in another's place shows; the order of ids tells names apart.
const std::vector<Comparison>& comparisons() {
  static const std::vector<Comparison> all = {
      {"kernel", "SELECT count(*), sum(start), sum(end) FROM kernel",
       "SELECT count(*), sum(start), sum(end) FROM @"},
      {"kernel", "SELECT sum(correlation), sum(stream), sum(device), sum(grid_x), sum(block_x) FROM kernel",
       "SELECT sum(correlationId), sum(streamId), sum(deviceId), sum(gridX), sum(blockX) FROM @"},
      {"kernel",
       "SELECT substr(nullif(name, '(kernel without a name)'), 1, 9999) AS name, count(*), sum(duration) FROM kernel "
       "GROUP BY 1 ORDER BY 1",
       "SELECT substr(CAST(coalesce(nullif(CAST(s.value AS TEXT), ''), nullif(CAST(t.value AS TEXT), '')) AS TEXT), 1, 9999) AS v, count(*), sum(end - start) FROM @ "
       "LEFT JOIN StringIds s ON +s.id = coalesce(demangledName, shortName, mangledName) LEFT JOIN StringIds t ON +t.id = shortName "
       "GROUP BY v ORDER BY v"},
      {"kernel", "top_kernels", "SELECT count(*), sum(end - start) FROM @", {"calls", "total_ns"}},
      {"memcpy", "SELECT count(*), sum(start), sum(end), sum(bytes), sum(copy_kind) FROM memcpy",
       "SELECT count(*), sum(start), sum(end), sum(bytes), sum(copyKind) FROM @"},
      {"memcpy", "memory_transfers", "SELECT sum(bytes), sum(end - start) FROM @", {"bytes", "total_ns"}},
      {"memset", "SELECT count(*), sum(start), sum(end), sum(bytes) FROM memset",
       "SELECT count(*), sum(start), sum(end), sum(bytes) FROM @"},
      {"runtime_call",
       "SELECT count(*), sum(start), sum(end), sum(correlation), sum(return_value) FROM runtime_call",
       "SELECT count(*), sum(start), sum(end), sum(correlationId), sum(returnValue) FROM @"},
      {"runtime_call", "SELECT substr(name, 1, 9999) AS v, count(*) FROM runtime_call GROUP BY v ORDER BY v",
       "SELECT substr(CAST(s.value AS TEXT), 1, 9999) AS v, count(*) FROM @ LEFT JOIN StringIds s ON +s.id = nameId GROUP BY v ORDER BY v"},
      {"nvtx", "SELECT count(*), sum(start), sum(end) FROM nvtx WHERE style <> 'mark'",
       "SELECT count(*), sum(start), sum(end) FROM @ WHERE eventType IN (59, 60, 70, 71)"},
      {"nvtx", "SELECT substr(text, 1, 9999) AS t, count(*) FROM nvtx GROUP BY t ORDER BY t",
       "SELECT substr(CAST(coalesce(text, s.value) AS TEXT), 1, 9999) AS t, count(*) FROM @ LEFT JOIN StringIds s ON +s.id = textId "
       "WHERE eventType IN (34, 59, 60, 70, 71) GROUP BY t ORDER BY t"},
      {"profiler_overhead", "SELECT count(*), sum(start), sum(end) FROM profiler_overhead",
       "SELECT count(*), sum(start), sum(end) FROM @"},
  };
  return all;
}

struct Close {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};

// Nothing where it cannot be opened or asked: then there is nothing to compare with.
class PlainSqlite {
 public:
  explicit PlainSqlite(const std::filesystem::path& path) {
    sqlite3* handle = nullptr;
    const std::string uri = "file:" + path.string() + "?immutable=1";
    const int code = sqlite3_open_v2(uri.c_str(), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
    database_.reset(handle);
    if (code != SQLITE_OK) database_.reset();
    if (!database_) return;
    sqlite3_exec(handle, "PRAGMA trusted_schema=OFF", nullptr, nullptr, nullptr);
    // A tree that has more paths than bytes has no end, and a text may be as long as the file.
    constexpr int kStepsBetweenLooks = 1000;
    sqlite3_progress_handler(
        handle, kStepsBetweenLooks,
        [](void* steps) { return static_cast<int>(++*static_cast<int*>(steps) > 2000); }, &looks_);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 20);
  }

  // Rows as lines; nothing where SQLite finds that it cannot tell.
  std::optional<std::string> ask(const std::string& sql) const {
    sqlite3_stmt* statement = nullptr;
    looks_ = 0;
    if (!database_ || sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
      return std::nullopt;
    std::string text;
    int code = SQLITE_OK;
    int64_t steps = 0;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && ++steps < 100'000) {
      for (int at = 0; at < sqlite3_column_count(statement); ++at) {
        const auto* cell = sqlite3_column_text(statement, at);
        text += cell != nullptr ? reinterpret_cast<const char*>(cell) : "";
        text += '|';
      }
      text += '\n';
    }
    sqlite3_finalize(statement);
    if (code != SQLITE_DONE) return std::nullopt;
    return text;
  }

 private:
  mutable int looks_ = 0;
  std::unique_ptr<sqlite3, Close> database_;
};

std::string cell_text(const Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return "";
}

// Sums of nothing are 0, and those of whole numbers in cells of fractions are whole.
std::string with_whole_sums(std::string sql) {
  for (size_t at = 0; (at = sql.find("sum(", at)) != std::string::npos;) {
    constexpr std::string_view kBefore = "CAST(coalesce(";
    sql.insert(at, kBefore);
    at = sql.find(')', at) + 1;
    sql.insert(at, ", 0) AS INTEGER)");
  }
  return sql;
}

Result<Answer> asked(const Profile& profile, const Comparison& of) {
  if (of.sums.empty())
    return answer_query(profile, {}, with_whole_sums(std::string(of.ours)), {.rows = 100'000}, {});
  return run_skill(**built_in_skills().find(std::string(of.ours)), profile, {}, ParamValues{{"limit", "0"}});
}

// The figures of an answer as lines.
std::string figures_of(const Answer& answer, const Comparison& of) {
  std::string text;
  if (of.sums.empty()) {
    for (const auto& row : answer.table.rows) {
      for (const Value& value : row) text += cell_text(value) + '|';
      text += '\n';
    }
    return text;
  }
  for (const std::string_view name : of.sums) {
    int64_t sum = 0;
    for (size_t column = 0; column < answer.table.columns.size(); ++column)
      for (const auto& row : answer.table.rows)
        if (answer.table.columns[column].name == name)
          if (const auto* integer = std::get_if<int64_t>(&row[column]))
            sum = static_cast<int64_t>(static_cast<uint64_t>(sum) + static_cast<uint64_t>(*integer));
    text += fmt::format("{}|", sum);
  }
  return text + "\n";
}

// As far as it is of use in a message.
std::string line_at(const std::string& text, ptrdiff_t place) {
  constexpr size_t kMost = 200;
  const auto at = static_cast<size_t>(place);
  const size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const size_t begin = std::max(before == std::string::npos ? 0 : before + 1, at < kMost ? 0 : at - kMost);
  return "\"" + text.substr(begin, std::min(text.find('\n', begin), begin + 2 * kMost) - begin) + "\"";
}

std::string difference(const Profile& profile, const PlainSqlite& sqlite, const Comparison& of,
                       const std::string& table) {
  std::string theirs = with_whole_sums(std::string(of.theirs));
  theirs.replace(theirs.find('@'), 1, "main.\"" + table + "\"");
  const auto wanted = sqlite.ask(theirs);
  if (!wanted) return {};
  const Result<Answer> answer = asked(profile, of);
  if (!answer || answer->outcome == Outcome::cannot_answer || !answer->notes.empty()) return {};
  if (answer->outcome == Outcome::empty && !of.sums.empty() && wanted->starts_with("0|")) return {};
  const std::string figures = figures_of(*answer, of);
  if (figures == *wanted) return {};
  const auto [ours, other] = std::mismatch(figures.begin(), figures.end(), wanted->begin(), wanted->end());
  return fmt::format("{} answers {} without a note, and SQLite {}", of.ours,
                     line_at(figures, ours - figures.begin()), line_at(*wanted, other - wanted->begin()));
}

}  // namespace

std::string silent_difference(const std::filesystem::path& path, const Profile& profile) {
  const PlainSqlite sqlite(path);
  for (const Comparison& of : comparisons())
    for (const FileTable& table : profile.tables()) {
      if (table.read_as != of.family || table.name.find('"') != std::string::npos) continue;
      if (auto wrong = difference(profile, sqlite, of, table.name); !wrong.empty()) return wrong;
    }
  return {};
}

}  // namespace nsys_ai::fuzz
