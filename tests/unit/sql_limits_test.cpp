// No function and no form of a query outlives its limits, nor its cancel.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <chrono>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "sql/functions.h"
#include "sql_capture.h"

namespace nsys_ai::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr size_t kLongest = (128 << 10) - 100;
constexpr int64_t kMemory = 32 << 20;

std::string repeated(std::string_view part, size_t bytes = kLongest) {
  std::string text;
  while (text.size() + part.size() <= bytes) text += part;
  return text;
}

std::string many_members() {
  std::string text = "{";
  for (int at = 0; text.size() < kLongest - 20; ++at) text += fmt::format("\"k{}\":{},", at, at);
  return text + "\"last\":1}";
}

// The longest values of each sort.
const Bindings& longest_values() {
  static const Bindings values = {
      {"x", repeated("x")},
      {"most", repeated("x", kLongest - 1000) + "y"},
      {"half", repeated("x", kLongest / 2) + "y"},
      {"wide", repeated("é")},
      {"digits", repeated("1")},
      {"blanks", repeated(" ")},
      {"quotes", repeated("'", kLongest / 2 - 10)},
      {"hex", repeated("ab")},
      {"array", "[" + repeated("1,") + "1]"},
      {"object", many_members()},
      {"nested", repeated("[", 900) + repeated("]", 900)},
      {"path", "$" + repeated("[0]", 2700)},
      {"formats", repeated("%.99999c", kLongest)},
      {"numbers", repeated("%.99999d", kLongest)},
      {"dates", repeated("%J")},
      {"like", "%" + repeated("x", 990) + "y"},
      {"likes", repeated("%x", 990) + "y"},
      {"globs", "*" + repeated("[a-z]", 980) + "y"},
      {"class", "*[" + repeated("abc", 980) + "x]y"},
  };
  return values;
}

// Calls of each function with its largest arguments; `i` is another number in each row.
const std::map<std::string, std::vector<std::string>, std::less<>> kCalls = {
    {"->", {":array || substr(' ', 1, i % 2) -> '$[65000]'", ":object -> '$.last'"}},
    {"->>", {":array || substr(' ', 1, i % 2) ->> '$[65000]'", ":nested ->> :path"}},
    {"abs", {"abs(:digits || i)"}},
    {"acos", {"acos(:digits || i)"}},
    {"acosh", {"acosh(:digits || i)"}},
    {"asin", {"asin(:digits || i)"}},
    {"asinh", {"asinh(:digits || i)"}},
    {"atan", {"atan(:digits || i)"}},
    {"atan2", {"atan2(:digits || i, :digits || i)"}},
    {"atanh", {"atanh(:digits || i)"}},
    {"avg", {"avg(:digits || i)", "avg(:digits || i) OVER (ORDER BY i)"}},
    {"ceil", {"ceil(:digits || i)"}},
    {"ceiling", {"ceiling(:digits || i)"}},
    {"char", {"char(:digits || i, i)"}},
    {"coalesce", {"coalesce(NULL, :x || i)"}},
    {"concat", {"concat(:half, :half || i)"}},
    {"concat_ws", {"concat_ws(:half, i, i)", "concat_ws(' ', :half, i)"}},
    {"cos", {"cos(:digits || i)"}},
    {"cosh", {"cosh(:digits || i)"}},
    {"count", {"count(:x || i)", "count(DISTINCT :x || i)"}},
    {"cume_dist", {"cume_dist() OVER (ORDER BY :x || i)"}},
    {"date", {"date(:digits || i)", "date('now', :digits || i)", "date(:blanks || i)"}},
    {"datetime", {"datetime(:digits || i)", "datetime('now', :digits || i)"}},
    {"degrees", {"degrees(:digits || i)"}},
    {"dense_rank", {"dense_rank() OVER (ORDER BY :x || i)"}},
    {"exp", {"exp(:digits || i)"}},
    {"first_value", {"first_value(:x || i) OVER (ORDER BY i)"}},
    {"floor", {"floor(:digits || i)"}},
    {"format",
     {"format('%.*c', 2147483647 - i % 2, 'x')", "format('%*s', 2147483647 - i % 2, 'x')",
      "format(:formats || i, 'x')", "format(:numbers || i, 1)", "format('%.*f', 2147483647 - i % 2, 1e300)",
      "format('%!.*s', 2147483647 - i % 2, :wide)", "format('%.*Q', 2147483647 - i % 2, :quotes)"}},
    {"glob",
     {"(:x || i) GLOB :globs", "(:x || i) GLOB :class", "(:x || i) GLOB '*' || :like",
      "(:x || i) GLOB '*x*x*x*x*x*x*x*x*x*y'"}},
    {"group_concat",
     {"group_concat(:x || i)", "group_concat(i, :x)", "group_concat(DISTINCT :x || i)",
      "group_concat(substr(:x, 1, 60) || i) OVER (ORDER BY i ROWS 1500 PRECEDING)"}},
    {"hex", {"hex(:half || i)", "hex(:x || i)"}},
    {"ifnull", {"ifnull(NULL, :x || i)"}},
    {"iif", {"iif(i, :x || i, :x)"}},
    {"instr", {"instr(:x || i, :half)", "instr(:x || i, :most)", "instr(CAST(:x || i AS BLOB), :half)"}},
    {"json", {"json(:array || substr(' ', 1, i % 2))", "json(:object || substr(' ', 1, i % 2))"}},
    {"json_array", {"json_array(:half, i)", "json_array(:quotes, i)"}},
    {"json_array_length", {"json_array_length(:array || substr(' ', 1, i % 2))"}},
    {"json_extract",
     {"json_extract(:array || substr(' ', 1, i % 2), '$[65000]', '$[64999]', '$[#-1]')",
      "json_extract(:object || substr(' ', 1, i % 2), '$.last', '$.k9000')",
      "json_extract(:nested || substr(' ', 1, i % 2), :path)"}},
    {"json_group_array", {"json_group_array(:x || i)", "json_group_array(i) OVER (ROWS 9999 PRECEDING)"}},
    {"json_group_object", {"json_group_object(i, :half)", "json_group_object(:half || i, i)"}},
    {"json_object", {"json_object(:half || i, i)", "json_object('k', :half || i)"}},
    {"json_quote", {"json_quote(:half || i)", "json_quote(:quotes || i)"}},
    {"json_type", {"json_type(:array || substr(' ', 1, i % 2), '$[65000]')"}},
    {"json_valid", {"json_valid(:array || substr(' ', 1, i % 2))", "json_valid(:nested || i)"}},
    {"julianday", {"julianday(:digits || i)", "julianday('now', :digits || i)"}},
    {"lag", {"lag(:x || i, 9000) OVER (ORDER BY i)"}},
    {"last_value", {"last_value(:x || i) OVER (ORDER BY i)"}},
    {"lead", {"lead(:x || i, 9000) OVER (ORDER BY i)"}},
    {"length", {"length(:x || i)", "length(:wide || i)"}},
    {"like",
     {"(:x || i) LIKE :like", "(:x || i) LIKE :likes", "(:x || i) LIKE '%' || :globs",
      "like('%x!%x' || i, :x, '!')"}},
    {"likelihood", {"likelihood(:x || i, 0.5)"}},
    {"likely", {"likely(:x || i)"}},
    {"ln", {"ln(:digits || i)"}},
    {"log", {"log(:digits || i)", "log(:digits || i, :digits)"}},
    {"log10", {"log10(:digits || i)"}},
    {"log2", {"log2(:digits || i)"}},
    {"lower", {"lower(:x || i)"}},
    {"ltrim", {"ltrim(:x || i, :half)", "ltrim(:blanks || i)", "ltrim(:x || i, :wide || 'x')"}},
    {"max", {"max(:x || i)", "max(:x, :x || i, :most)", "max(:x || i) OVER (ROWS 9999 PRECEDING)"}},
    {"median", {"median(i)", "median(length(:x) + i)"}},
    {"min", {"min(:x || i)", "min(:x, :x || i, :most)", "min(:x || i COLLATE NOCASE, :x)"}},
    {"mod", {"mod(:digits || i, 7)"}},
    {"nth_value", {"nth_value(:x || i, 9000) OVER (ORDER BY i)"}},
    {"ntile", {"ntile(9000) OVER (ORDER BY :x || i)"}},
    {"nullif", {"nullif(:x || i, :x)", "nullif(:x || i COLLATE NOCASE, :x)"}},
    {"octet_length", {"octet_length(:x || i)"}},
    {"percentile", {"percentile(i, 50)", "percentile(length(:x) + i, 99.9)"}},
    {"percent_rank", {"percent_rank() OVER (ORDER BY :x || i)"}},
    {"pi", {"pi() + i"}},
    {"pow", {"pow(:digits || i, :digits)"}},
    {"power", {"power(:digits || i, :digits)"}},
    {"printf", {"printf('%.*c', 2147483647 - i % 2, 'x')", "printf(:formats || i, 'x')"}},
    {"quote", {"quote(:half || i)", "quote(:quotes || i)", "quote(CAST(:half || i AS BLOB))"}},
    {"radians", {"radians(:digits || i)"}},
    {"rank", {"rank() OVER (ORDER BY :x || i)"}},
    {"replace",
     {"replace(:x || i, :half, '')", "replace(:x || i, 'x', :half)", "replace(:x || i, 'x', '')",
      "replace(:x || i, 'x', 'y')"}},
    {"round", {"round(:digits || i, :digits)", "round(1e300 + i, 30)"}},
    {"row_number", {"row_number() OVER (ORDER BY :x || i)"}},
    {"rtrim", {"rtrim(i || :x, :half)", "rtrim(i || :blanks)", "rtrim(i || :x, :wide || 'x')"}},
    {"sign", {"sign(:digits || i)"}},
    {"sin", {"sin(:digits || i)"}},
    {"sinh", {"sinh(:digits || i)"}},
    {"sqrt", {"sqrt(:digits || i)"}},
    {"stddev_pop", {"stddev_pop(i)", "stddev_pop(length(:x) + i)"}},
    {"strftime", {"strftime(:dates || i, 'now')", "strftime(:x || i, 'now', :digits)"}},
    {"string_agg", {"string_agg(:x || i, ',')", "string_agg(i, :x)"}},
    {"substr", {"substr(:wide || i, -60000, 60000)", "substr(:wide || i, 60000)"}},
    {"substring", {"substring(:wide || i, -60000, 60000)"}},
    {"sum", {"sum(:digits || i)", "sum(:digits || i) OVER (ROWS 9999 PRECEDING)"}},
    {"tan", {"tan(:digits || i)"}},
    {"tanh", {"tanh(:digits || i)"}},
    {"time", {"time(:digits || i)", "time('now', :digits || i)"}},
    {"total", {"total(:digits || i)"}},
    {"trim", {"trim(i || :x || i, :half)", "trim(:blanks || i)", "trim(:x || i, :wide || 'x')"}},
    {"trunc", {"trunc(:digits || i)"}},
    {"typeof", {"typeof(:x || i)"}},
    {"unhex", {"unhex(:hex || i)", "unhex(:hex || i, :x)"}},
    {"unicode", {"unicode(:x || i)"}},
    {"unixepoch", {"unixepoch(:digits || i)", "unixepoch('now', :digits || i)"}},
    {"unlikely", {"unlikely(:x || i)"}},
    {"upper", {"upper(:x || i)"}},
};

std::string once(const std::string& call) { return "SELECT " + call + " FROM (SELECT 1 AS i)"; }

std::string for_ever(const std::string& call) {
  return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(v) FROM (SELECT " +
         call + " AS v FROM n LIMIT 1000000000)";
}

struct QueryRun {
  milliseconds took;  // since the query began, or since it was cancelled
  std::string words;  // empty where it was answered
  ErrorCode code = ErrorCode::internal_error;
};

constexpr milliseconds kNever(-1);

QueryRun ran(const std::string& sql, milliseconds limit, milliseconds cancel_after = kNever) {
  static const Profile profile(BuiltCapture().data);
  const Scope scope = Scope::whole(profile);
  Work work;
  auto begin = Clock::now();
  std::thread canceller;
  if (cancel_after != kNever)
    canceller = std::thread([&] {
      std::this_thread::sleep_for(cancel_after);
      begin = Clock::now();
      work.cancel.cancel();
    });
  const auto answer =
      run_query(profile, scope, {sql, longest_values()}, {.memory_bytes = kMemory, .time = limit}, work);
  const auto end = Clock::now();
  if (canceller.joinable()) canceller.join();
  return {std::chrono::duration_cast<milliseconds>(end - begin), answer ? "" : answer.error().message,
          answer ? ErrorCode::internal_error : answer.error().code};
}

bool is_unknown(const QueryRun& of) {
  return of.words.find("no such function") != std::string::npos ||
         of.words.find("wrong number of arguments") != std::string::npos;
}

// The best of a few: what else the machine does is not the query's.
template <class Run>
QueryRun quickest(milliseconds enough, const Run& run) {
  QueryRun best = run();
  for (int more = 0; more < 6 && best.took > enough; ++more)
    if (QueryRun again = run(); again.took < best.took) best = again;
  return best;
}

void expect_bounded(const std::string& sql, milliseconds of_cancel = milliseconds(50)) {
  constexpr milliseconds kLimit(40);
  const QueryRun limited = quickest(kLimit + milliseconds(500), [&] { return ran(sql, kLimit); });
  EXPECT_LE(limited.took, kLimit + milliseconds(500)) << sql.substr(0, 300) << ": " << limited.words;
  const QueryRun cancelled =
      quickest(of_cancel, [&] { return ran(sql, std::chrono::minutes(1), milliseconds(10)); });
  EXPECT_LE(cancelled.took, of_cancel) << sql.substr(0, 300) << ": " << cancelled.words;
}

// What the process held at most, in bytes, since the last call.
int64_t peak_bytes() {
  int64_t peak = 0;
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:") status >> peak;
  std::ofstream("/proc/self/clear_refs") << 5;
  return peak * 1024;
}

std::set<std::string> functions_of_sqlite() {
  std::set<std::string> names;
  sqlite3* connection = nullptr;
  EXPECT_EQ(sqlite3_open(":memory:", &connection), SQLITE_OK);
  const auto add = [](void* to, int, char** values, char**) {
    static_cast<std::set<std::string>*>(to)->emplace(values[0]);
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(connection, "SELECT name FROM pragma_function_list", add, &names, nullptr),
            SQLITE_OK);
  sqlite3_close(connection);
  return names;
}

TEST(SqlLimits, EachFunctionThatIsAllowedIsTried) {
  for (const std::string& name : functions_of_sqlite())
    EXPECT_EQ(is_sql_function(name), kCalls.count(name) == 1) << name;
  for (const std::string_view name : sql_functions()) EXPECT_TRUE(kCalls.contains(name)) << name;
}

TEST(SqlLimits, NoFunctionOutlivesThem) {
  for (const auto& [name, each] : kCalls)
    for (const std::string& call : each) {
      const QueryRun single = quickest(milliseconds(500), [&] { return ran(once(call), milliseconds(100)); });
      if (is_unknown(single)) continue;
      EXPECT_LE(single.took, milliseconds(600)) << call;
      expect_bounded(for_ever(call));
    }
}

TEST(SqlLimits, NoFunctionHoldsMoreThanItsShare) {
  peak_bytes();
  const int64_t before = peak_bytes();
  for (const auto& [name, each] : kCalls)
    for (const std::string& call : each) ran(for_ever(call), milliseconds(20));
  EXPECT_LT(peak_bytes() - before, kMemory + (16 << 20));
}

std::string chain(std::string_view part, std::string_view between, int count) {
  std::string text(part);
  for (int at = 1; at < count; ++at) text.append(between).append(part);
  return text;
}

// Steps that no loop repeats, so that SQLite itself never looks up.
std::string select_many(const std::string& column, size_t count) {
  std::string sql = "SELECT " + column;
  for (size_t at = 1; at < count; ++at) sql += ", " + column;
  return sql;
}

TEST(SqlLimits, NoFormOfAQueryOutlivesThem) {
  std::string doubled = "WITH c0(x) AS (SELECT 1)";
  for (int at = 1; at < 40; ++at)
    doubled += fmt::format(", c{0}(x) AS (SELECT (SELECT x FROM c{1}) + (SELECT x FROM c{1}))", at, at - 1);
  std::string joined = "WITH c0(x) AS (SELECT 1)";
  for (int at = 1; at < 40; ++at)
    joined += fmt::format(", c{0}(x) AS (SELECT a.x FROM c{1} a, c{1} b)", at, at - 1);
  std::string nested = ":half || :half";
  for (int at = 0; at < 8; ++at) nested = "max(" + chain(":half || :half", ", ", 40) + ", " + nested + ")";
  const std::string kernels = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) ";
  for (const std::string& sql : {
           doubled + " SELECT count(*) FROM c39",
           joined + " SELECT count(*) FROM c39",
           select_many(chain(":x", " < ", 90), 10),
           select_many(":half || :half", 200),
           select_many("length(:x) + length(:x) + length(:x)", 200),
           select_many("instr(:digits, :half) + instr(:half, :half || 'x')", 200),
           select_many("(:x || 'x') = (upper(:x) || 'y' COLLATE NOCASE)", 200),
           select_many(":x LIKE :like", 200),
           select_many("json_valid(:array)", 200),
           select_many("printf('%.*c', 131000, :x)", 200),
           select_many(nested, 1),
           select_many("count(DISTINCT " + nested + ")", 1),
           kernels + "SELECT * FROM n ORDER BY :x || i",
           kernels + "SELECT * FROM n ORDER BY upper(substr(:x, 1, 900)) || i % 1000 COLLATE NOCASE",
           kernels + "SELECT DISTINCT substr(:x, 1, 2000) || i FROM n",
           kernels + "SELECT substr(:x, 1, 2000) || i % 9000 AS t, count(*) FROM n GROUP BY t",
           kernels + "SELECT count(*) FROM n AS a JOIN n AS b ON a.i || :x < b.i || :x",
           kernels + "SELECT count(*) FROM n WHERE :digits || i IN (SELECT :digits || i FROM n LIMIT 9000)",
           std::string("WITH RECURSIVE n(t) AS (SELECT 'x' UNION ALL SELECT t || t FROM n) SELECT max(t) "
                       "FROM n"),
           std::string("WITH RECURSIVE n(t) AS (SELECT 'x' UNION SELECT substr(t || 'x', 1, 120000) FROM n) "
                       "SELECT count(t) FROM n"),
           std::string("WITH RECURSIVE n(i, t) AS (SELECT 1, :x UNION ALL SELECT i + 1, :x || i FROM n "
                       "ORDER BY 2 DESC) SELECT count(*) FROM n"),
       })
    expect_bounded(sql);
}

// As many columns as a query may have, each of which reads 128 KB of digits twenty times: no step repeats, so
// that SQLite does not look up, and 85 ms pass on a quiet machine.
TEST(SqlLimits, TheLongestNumbersDoNotOutliveThemByMuch) {
  expect_bounded(select_many(chain(":digits", " + ", 20), 200), milliseconds(200));
}

TEST(SqlLimits, NoFormOfAQueryHoldsMoreThanItsShare) {
  std::string nested = ":half || :half";
  for (int at = 0; at < 8; ++at) nested = "max(" + chain(":half || :half", ", ", 40) + ", " + nested + ")";
  const QueryRun registers = ran(select_many("count(DISTINCT " + nested + ")", 1), std::chrono::seconds(5));
  EXPECT_EQ(registers.code, ErrorCode::cannot_do) << registers.words;
  EXPECT_THAT(registers.words, testing::HasSubstr("more than 32 MiB"));
}

TEST(SqlLimits, AStatementThatDoesTooMuchAtOnceIsRefused) {
  const QueryRun ran_long =
      ran(select_many(chain("start", "+", 40), 150) + " FROM kernel", std::chrono::seconds(5));
  EXPECT_EQ(ran_long.code, ErrorCode::bad_request);
  EXPECT_THAT(ran_long.words, testing::HasSubstr("too many steps"));
}

}  // namespace
}  // namespace nsys_ai::test
