// Functions of ours in the place of SQLite's answer as those do.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <random>
#include <string>
#include <vector>

#include "sql/functions.h"
#include "sql/query_budget.h"
#include "sql_capture.h"

namespace nsys_ai::test {
namespace {

using Arguments = std::vector<std::string>;

// A connection in memory that answers expressions; its arguments are ?1, ?2, ...
class ExpressionDatabase {
 public:
  ExpressionDatabase() { EXPECT_EQ(sqlite3_open(":memory:", &connection_), SQLITE_OK); }
  ~ExpressionDatabase() { sqlite3_close(connection_); }
  ExpressionDatabase(const ExpressionDatabase&) = delete;
  ExpressionDatabase& operator=(const ExpressionDatabase&) = delete;

  sqlite3* connection() const { return connection_; }

  // The type and the bytes of what comes, or SQLite's message.
  std::string operator()(const std::string& expression, const Arguments& arguments) const {
    sqlite3_stmt* statement = nullptr;
    const std::string sql = "SELECT typeof(v), quote(CAST(v AS BLOB)) FROM (SELECT " + expression + " AS v)";
    if (sqlite3_prepare_v2(connection_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
      return sqlite3_errmsg(connection_);
    for (size_t at = 0; at < arguments.size(); ++at)
      sqlite3_bind_text(statement, static_cast<int>(at) + 1, arguments[at].data(),
                        static_cast<int>(arguments[at].size()), SQLITE_STATIC);
    std::string answer;
    if (sqlite3_step(statement) == SQLITE_ROW)
      for (const int column : {0, 1})
        answer += std::string(reinterpret_cast<const char*>(sqlite3_column_text(statement, column))) + " ";
    else
      answer = sqlite3_errmsg(connection_);
    sqlite3_finalize(statement);
    return answer;
  }

 private:
  sqlite3* connection_ = nullptr;
};

class SqlFunctions : public testing::Test {
 protected:
  SqlFunctions() { EXPECT_TRUE(add_bounded_functions(ours_.connection(), budget_)); }

  // Asks both of many texts made of `parts`.
  void compare(const std::vector<std::string>& expressions, const Arguments& parts) {
    std::mt19937 random(7);
    const auto text = [&](size_t most) {
      std::string made;
      for (size_t count = random() % (most + 1); count > 0; --count) made += parts[random() % parts.size()];
      return made;
    };
    for (int round = 0; round < 3000; ++round) {
      const Arguments arguments = {text(8), text(5), text(2)};
      for (const std::string& expression : expressions) {
        const std::string expected = sqlites_(expression, arguments);
        ASSERT_EQ(ours_(expression, arguments), expected) << expression << " of '" << arguments[0] << "', '"
                                                          << arguments[1] << "', '" << arguments[2] << "'";
      }
    }
  }

  const Profile profile_{BuiltCapture().data};
  const Scope scope_ = Scope::whole(profile_);
  SqlView view_{profile_, scope_};
  QueryBudget budget_{view_, int64_t{1} << 30};
  ExpressionDatabase ours_;
  ExpressionDatabase sqlites_;
};

const Arguments kLetters = {"a", "b", "A", "ab", "é", "É", "€", "𝄞", "\xC3", "\xA9", "\xFF", " ", "x"};

TEST_F(SqlFunctions, FindAsSqliteDoes) {
  compare({"instr(?1, ?2)", "instr(?1, ?3)", "instr(CAST(?1 AS BLOB), CAST(?3 AS BLOB))",
           "instr(CAST(?1 AS BLOB), ?3)", "instr(?1, CAST(?3 AS BLOB))", "instr(12345, 34)",
           "instr(?1, NULL)", "instr(NULL, ?1)", "replace(?1, ?3, ?2)", "replace(?1, ?3, '')",
           "replace(?1, '', ?2)", "replace(?1, ?2, NULL)", "replace(?1, NULL, ?2)", "replace(12312, 1, 7)",
           "replace(CAST(?1 AS BLOB), ?3, ?2)"},
          kLetters);
}

TEST_F(SqlFunctions, TrimAsSqliteDoes) {
  compare({"trim(?1)", "ltrim(?1)", "rtrim(?1)", "trim(?1, ?2)", "ltrim(?1, ?2)", "rtrim(?1, ?2)",
           "trim(?1, ?3)", "trim(?1, NULL)", "trim(NULL, ?1)", "trim(1221, 1)", "trim(CAST(?1 AS BLOB), ?2)"},
          kLetters);
}

TEST_F(SqlFunctions, MatchAsSqliteDoes) {
  Arguments patterns = kLetters;
  for (const char* part : {"%", "_", "*", "?", "[a-b]", "[^a]", "[]]", "[", "]", "[é-€]", "-", "^", "%", "*"})
    patterns.emplace_back(part);
  compare({"?1 LIKE ?2", "?1 LIKE ?3", "?1 LIKE '%' || ?3 || '%'", "?1 LIKE '_' || ?3 || '%'", "?1 GLOB ?2",
           "?1 GLOB ?3", "?1 GLOB '*' || ?3 || '*'", "?1 LIKE ?2 ESCAPE 'a'", "?1 LIKE ?2 ESCAPE '%'",
           "?1 LIKE ?2 ESCAPE '_'", "?1 LIKE ?2 ESCAPE ?3", "?1 NOT LIKE ?3", "?1 LIKE NULL", "NULL GLOB ?1",
           "123 LIKE '1%'", "?1 LIKE ?2 ESCAPE NULL"},
          patterns);
}

TEST_F(SqlFunctions, CompareAsSqliteDoes) {
  compare({"?1 = ?2 COLLATE NOCASE", "?3 < ?2 COLLATE NOCASE", "max(?1 COLLATE NOCASE, ?2, ?3)",
           "?1 || char(0) || ?2 < ?1 || char(0) || ?3 COLLATE NOCASE"},
          {"a", "A", "b", "B", "é", "É", "[", "z", "\xFF"});
}

TEST_F(SqlFunctions, PrintAsSqliteDoes) {
  compare({"printf(?1, 7, -3, 'text', 1.5)", "format(?1, 'äb', 'c', 25)", "printf(?1)", "printf()",
           "printf(NULL, 1)",
           "format('%s|%5d|%-8.3f|%,d|%x|%q|%Q|%w|%c', 'a', 7, 1.5, 1234567, 255, '''',NULL, '\"', 'xyz')",
           "format('%.3c|%*d|%.*f', 'é', 9, 5, 2, 3.14159)"},
          {"%",    "%d",  "%5d",  "%-5d|", "%.2f", "%s", "%10s", "%.1s", "%c",
           "%.4c", "%*c", "%.*c", "%*.*s", "%%",   "%n", "%x",   "%q",   "a",
           "é",    "%,d", "%!s",  "%ld",   "%lld", "%.", "%y",   "%05d", "%+d"});
}

}  // namespace
}  // namespace nsys_ai::test
