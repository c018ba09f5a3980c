// What an untrusted query cannot do, and what it is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/memory.h"
#include "sql_capture.h"

namespace nsys_ai::test {
namespace {

using testing::HasSubstr;
using Clock = std::chrono::steady_clock;

// Counts to no end.
constexpr std::string_view kEndless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

Error error_of_query(std::string_view sql, const QueryLimits& limits = {}, const Bindings& bindings = {}) {
  static const Profile profile(BuiltCapture().data);
  const auto answer = run_query(profile, Scope::whole(profile), {sql, bindings}, limits);
  if (!answer) return answer.error();
  return {ErrorCode::internal_error, "it was answered", ""};
}

TEST(SqlSandbox, RefusesEverythingButReading) {
  for (const std::string_view sql : {"ATTACH '/etc/passwd' AS other",
                                     "DETACH main",
                                     "PRAGMA database_list",
                                     "PRAGMA trusted_schema = 1",
                                     "CREATE TABLE t(a)",
                                     "CREATE TEMP TABLE t(a)",
                                     "CREATE VIEW v AS SELECT 1",
                                     "CREATE TRIGGER t AFTER INSERT ON k BEGIN SELECT 1; END",
                                     "CREATE VIRTUAL TABLE t USING fts5(a)",
                                     "DROP TABLE kernel",
                                     "INSERT INTO kernel(id) VALUES (1)",
                                     "DELETE FROM kernel",
                                     "UPDATE kernel SET start = 0",
                                     "INSERT INTO sqlite_master VALUES (1, 2, 3, 4, 5)",
                                     "SELECT * FROM sqlite_master",
                                     "SELECT * FROM sqlite_schema",
                                     "SELECT count(*) FROM sqlite_master",
                                     "SELECT count(*) FROM pragma_database_list",
                                     "SELECT count(*) FROM dbstat",
                                     "SELECT * FROM sqlite_temp_master",
                                     "SELECT * FROM pragma_table_info('kernel')",
                                     "SELECT * FROM json_each('[1]')",
                                     "SELECT * FROM dbstat",
                                     "SELECT * FROM sqlite_stmt",
                                     "SELECT load_extension('x')",
                                     "SELECT fts3_tokenizer('simple')",
                                     "SELECT randomblob(8)",
                                     "SELECT zeroblob(8)",
                                     "SELECT sqlite_version()",
                                     "SELECT readfile('/etc/passwd')",
                                     "SELECT writefile('x', 'y')",
                                     "SELECT edit('x')",
                                     "BEGIN",
                                     "COMMIT",
                                     "SAVEPOINT s",
                                     "VACUUM",
                                     "VACUUM INTO '/tmp/x'",
                                     "ANALYZE",
                                     "REINDEX",
                                     "ALTER TABLE kernel RENAME TO k",
                                     "EXPLAIN SELECT 1"}) {
    const Error error = error_of_query(sql);
    EXPECT_EQ(error.code, ErrorCode::bad_request) << sql << ": " << error.message;
    EXPECT_FALSE(error.message.empty()) << sql;
  }
}

TEST(SqlSandbox, NamesWhatItRefuses) {
  EXPECT_EQ(
      error_of_query("SELECT 1,\n  load_extension('x')").message,
      "A query may only read, and may not use the function load_extension. (line 2, column 3 of the query)");
  EXPECT_THAT(error_of_query("SELECT * FROM sqlite_master").message, HasSubstr("the table sqlite_master"));
  EXPECT_THAT(error_of_query("PRAGMA cache_size").message, HasSubstr("may not use PRAGMA"));
  EXPECT_THAT(error_of_query("ATTACH 'x' AS y").hint, HasSubstr("kernel, memcpy"));
}

TEST(SqlSandbox, TakesOneStatement) {
  EXPECT_THAT(error_of_query("SELECT 1; SELECT 2").message, HasSubstr("second statement"));
  EXPECT_THAT(error_of_query("SELECT 1; DROP TABLE kernel").message, HasSubstr("second statement"));
  EXPECT_THAT(error_of_query("SELECT 1;; -- one more\n; DROP TABLE kernel").message,
              HasSubstr("second statement"));
  EXPECT_THAT(error_of_query("").message, HasSubstr("empty"));
  EXPECT_THAT(error_of_query(std::string(70000, ' ') + "SELECT 1").message, HasSubstr("64 KiB"));
  EXPECT_THAT(error_of_query("-- nothing").message, HasSubstr("no statement"));
  EXPECT_THAT(error_of_query(std::string_view("SELECT 1\0; DROP", 15)).message, HasSubstr("NUL"));
  const Profile profile(BuiltCapture().data);
  EXPECT_EQ(ask(profile, "SELECT 1; -- the end\n /* of it */ "), "1\n");
}

TEST(SqlSandbox, SaysWhereTheMistakeIs) {
  EXPECT_EQ(error_of_query("SELECT name\nFROM kernels").message,
            "no such table: kernels (line 2, column 6 of the query)");
  EXPECT_THAT(error_of_query("SELECT name\nFROM kernels").hint, HasSubstr("kernel, memcpy, memset"));
  const Error column = error_of_query("SELECT id,\n       nam\nFROM memset");
  EXPECT_EQ(column.message, "no such column: nam (line 2, column 8 of the query)");
  EXPECT_THAT(column.hint, HasSubstr("The columns of memset are id, bytes"));
  EXPECT_THAT(error_of_query("SELECT id FROM\nkernel WHERE AND").message, HasSubstr("line 2, column 14"));
  EXPECT_THAT(error_of_query("SELECT \"gemm\" FROM kernel").message, HasSubstr("no such column"));
}

TEST(SqlSandbox, SaysWhenASumLeavesSixtyFourBits) {
  const Error error = error_of_query("SELECT sum(9223372036854775807 + 0 * duration) FROM kernel");
  EXPECT_THAT(error.message, HasSubstr("A sum goes beyond 64 bits"));
  EXPECT_THAT(error.hint, HasSubstr("total()"));
}

TEST(SqlSandbox, BindsParametersByName) {
  const Profile profile(BuiltCapture().data);
  EXPECT_EQ(ask(profile, "SELECT id FROM kernel WHERE name LIKE :like AND start >= :from", {}, {},
                {{"like", std::string("%gemm%")}, {"from", int64_t{100}}}),
            "kernel:11\n");
  EXPECT_EQ(ask(profile, "SELECT :a, :b", {}, {}, {{"a", 0.5}, {"b", Value{}}}), "0.5|NULL\n");
  EXPECT_EQ(error_of_query("SELECT 1,\n :missing").message,
            "The parameter :missing has no value. (line 2, column 2 of the query)");
  EXPECT_THAT(error_of_query("SELECT ?").message, HasSubstr("has no value"));
}

TEST(SqlSandbox, CutsLongAnswersAndSaysSo) {
  const Profile profile(many_kernels(500));
  const Scope scope = Scope::whole(profile);
  const auto rows = run_query(profile, scope, {"SELECT id FROM kernel"}, {.rows = 10});
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->table.rows.size(), 10U);
  EXPECT_EQ(rows->cut, Truncation::rows);
  const auto exact = run_query(profile, scope, {"SELECT id FROM kernel LIMIT 10"}, {.rows = 10});
  ASSERT_TRUE(exact);
  EXPECT_EQ(exact->cut, Truncation::none);
  const auto bytes = run_query(profile, scope, {"SELECT name FROM kernel"}, {.rows = 1000, .bytes = 5000});
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->cut, Truncation::bytes);
  EXPECT_LT(bytes->table.rows.size(), 200U);
}

TEST(SqlSandbox, StopsAtTheTimeLimit) {
  const auto begin = Clock::now();
  const Error error = error_of_query(kEndless, {.time = std::chrono::milliseconds(50)});
  EXPECT_EQ(error.code, ErrorCode::cannot_do) << error.message;
  EXPECT_FALSE(error.hint.empty());
  EXPECT_LT(Clock::now() - begin, std::chrono::milliseconds(500));
}

TEST(SqlSandbox, StopsAtTheSpaceLimit) {
  const Error sorted = error_of_query(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000) "
      "SELECT i FROM n ORDER BY -i",
      {.memory_bytes = 8 << 20, .time = std::chrono::seconds(60)});
  EXPECT_EQ(sorted.code, ErrorCode::cannot_do);
  EXPECT_THAT(sorted.message, HasSubstr("8 MiB"));
  const Error distinct = error_of_query(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000) "
      "SELECT count(DISTINCT i * 7919 % 2000003) FROM n",
      {.memory_bytes = 8 << 20, .time = std::chrono::seconds(60)});
  EXPECT_THAT(distinct.message, HasSubstr("8 MiB"));
  EXPECT_EQ(error_of_query("SELECT hex(replace(printf('%.*c', 200000, 'x'), 'x', 'yyyy'))").code,
            ErrorCode::bad_request);
}

TEST(SqlSandbox, StopsAtTheLimitOfTheProgram) {
  set_memory_limit(1);
  const Error sorted = error_of_query(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000) "
      "SELECT i FROM n ORDER BY -i",
      {.time = std::chrono::seconds(60)});
  set_memory_limit(0);
  EXPECT_THAT(sorted.message, HasSubstr("8 MiB"));
}

TEST(SqlSandbox, SortsWithinItsSpace) {
  const Profile profile(BuiltCapture().data);
  EXPECT_EQ(ask(profile,
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000) "
                "SELECT i FROM n ORDER BY i * 7919 % 300007 DESC LIMIT 1",
                {}, {.memory_bytes = 64 << 20, .time = std::chrono::seconds(60)}),
            ask(profile,
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000) "
                "SELECT i FROM n WHERE i * 7919 % 300007 = 300006",
                {}, {.time = std::chrono::seconds(60)}));
}

// How long a query runs on after it was cancelled.
std::chrono::milliseconds time_to_stop(const Profile& profile, std::string_view sql,
                                       std::chrono::milliseconds after) {
  Work work;
  Clock::time_point cancelled_at;
  std::thread canceller([&] {
    std::this_thread::sleep_for(after);
    cancelled_at = Clock::now();
    work.cancel.cancel();
  });
  const auto answer =
      run_query(profile, Scope::whole(profile), {sql}, {.time = std::chrono::minutes(5)}, work);
  const auto stopped_at = Clock::now();
  canceller.join();
  EXPECT_EQ(answer ? ErrorCode::internal_error : answer.error().code, ErrorCode::cancelled)
      << (answer ? "it was answered" : answer.error().message);
  return std::chrono::duration_cast<std::chrono::milliseconds>(stopped_at - cancelled_at);
}

TEST(SqlSandbox, StopsWithinFiftyMillisecondsOfACancel) {
  const Profile profile(many_kernels(200000));
  for (const std::string_view sql : {
           kEndless,
           std::string_view("SELECT count(*) FROM kernel a JOIN kernel b JOIN kernel c"),
           std::string_view(
               "SELECT a.id FROM kernel a JOIN kernel b ON a.device = b.device ORDER BY a.name, b.name"),
           std::string_view("SELECT count(*) FROM kernel a JOIN kernel b ON b.start > a.start"),
       }) {
    // Where others use the machine, one of three tries has it to itself.
    std::chrono::milliseconds shortest = std::chrono::milliseconds::max();
    for (int tries = 0; tries < 3 && shortest.count() >= 50; ++tries)
      shortest = std::min(shortest, time_to_stop(profile, sql, std::chrono::milliseconds(150)));
    EXPECT_LT(shortest.count(), 50) << sql;
  }
}

TEST(SqlSandbox, DoesNotBeginWhenCancelled) {
  const Profile profile(many_kernels(50000));
  Work work;
  work.cancel.cancel();
  const auto answer =
      run_query(profile, Scope::whole(profile), {"SELECT sum(duration) FROM kernel"}, {}, work);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::cancelled);
}

TEST(SqlSandbox, CutsATextThatIsTooLong) {
  BuiltCapture capture;
  std::string name = "void ";
  while (name.size() < 300'000) name += "é";
  capture.kernel(99, name + "<int>", 0, 500, 501, 0);
  const Profile profile(std::move(capture.data));
  EXPECT_EQ(
      ask(profile,
          "SELECT length(CAST(name AS BLOB)) <= 65536, substr(name, -1) FROM kernel WHERE id = 'kernel:99'"),
      "1|…\n");
  EXPECT_EQ(
      ask(profile, "SELECT b.id FROM kernel a JOIN kernel b ON b.name = a.name WHERE a.id = 'kernel:99'"),
      "kernel:99\n");
}

}  // namespace
}  // namespace nsys_ai::test
