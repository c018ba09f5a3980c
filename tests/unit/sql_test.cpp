// The relational model: what its tables hold, how a scope clips them, and that indexes change no answer.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "sql/model.h"
#include "sql_capture.h"

namespace nsys_ai::test {
namespace {

TEST(SqlModel, NamesEveryColumnWithItsMeaning) {
  const auto tables = model();
  EXPECT_GT(tables.size(), 40U);
  const Profile profile{ProfileData{}};
  std::set<std::string> names;
  for (const TableDoc& table : tables) {
    EXPECT_TRUE(names.insert(table.name).second) << table.name << " stands twice";
    EXPECT_FALSE(table.doc.empty()) << table.name;
    std::set<std::string> columns;
    const auto look_at = [&](const Column& column) {
      EXPECT_TRUE(columns.insert(column.name).second) << table.name << "." << column.name << " stands twice";
      EXPECT_TRUE(column.doc.ends_with('.')) << table.name << "." << column.name << ": " << column.doc;
    };
    for (const Column& column : table.columns) look_at(column);
    for (const ParamDoc& param : table.params) look_at(param.column);
    EXPECT_EQ(ask(profile, "SELECT * FROM " + table.name), "") << table.name;
  }
}

// What a parameter is where nobody says is what the model says that it is.
TEST(SqlModel, DefaultsAreThoseThatAreDocumented) {
  const Profile profile(BuiltCapture().data);
  for (const TableDoc& table : model())
    for (const ParamDoc& param : table.params) {
      const std::string named = "SELECT * FROM " + table.name + " WHERE " + param.column.name + " = ";
      EXPECT_EQ(ask(profile, named + param.otherwise), ask(profile, "SELECT * FROM " + table.name)) << named;
      EXPECT_EQ(ask(profile, named + "NULL"), ask(profile, "SELECT * FROM " + table.name)) << named;
    }
}

TEST(SqlModel, ShowsKernelsWithWhatTheyRanOn) {
  const Profile profile(BuiltCapture().data);
  EXPECT_EQ(
      ask(profile,
          "SELECT id, name, short_name, pid, device, context, stream, start, \"end\", duration FROM kernel"),
      "kernel:11|void gemm<float>(float*)|gemm|100|0|1|7|100|200|100\n"
      "kernel:12|void relu(float*)|relu|200|1|1|13|150|250|100\n");
  EXPECT_EQ(ask(profile,
                "SELECT grid_x, grid_y, grid_z, block_x, registers_per_thread, static_shared_bytes, "
                "dynamic_shared_bytes, family FROM kernel WHERE id = 'kernel:11'"),
            "2|3|4|32|40|1|2|gemm\n");
}

TEST(SqlModel, JoinsLaunchesByProcessAndCorrelation) {
  const Profile profile(BuiltCapture().data);
  EXPECT_EQ(ask(profile,
                "SELECT k.id, c.id, c.pid FROM kernel k JOIN runtime_call c ON c.id = k.launch ORDER BY 1"),
            "kernel:11|runtime_call:21|100\nkernel:12|runtime_call:22|200\n");
  EXPECT_EQ(ask(profile,
                "SELECT m.id, c.name FROM memcpy m LEFT JOIN runtime_call c ON c.id = m.launch ORDER BY 1"),
            "memcpy:5|cudaMemcpyAsync\nmemcpy:6|NULL\n");
}

TEST(SqlModel, AttributesOperationsToTheInnermostRange) {
  const Profile profile(BuiltCapture().data);
  EXPECT_EQ(
      ask(profile,
          "SELECT k.id, n.text, n.parent FROM kernel k JOIN nvtx n ON n.id = k.nvtx WHERE k.device = 0"),
      "kernel:11|forward|nvtx:31\n");
  EXPECT_EQ(
      ask(profile, "SELECT id, style, start, \"end\", duration, depth, tid FROM nvtx ORDER BY id"),
      "nvtx:31|push/pop|5|500|495|0|1\nnvtx:32|push/pop|8|30|22|1|1\nnvtx:33|push/pop|50|NULL|NULL|NULL|2\n");
}

TEST(SqlModel, KnowsWhereThingsRan) {
  const Profile profile(BuiltCapture().data);
  EXPECT_EQ(ask(profile, "SELECT pid, device, name, bandwidth_gbps, sm_count FROM gpu"),
            "100|0|H100|3350|NULL\n200|1|NULL|NULL|NULL\n");
  EXPECT_EQ(ask(profile, "SELECT process, pid, name FROM process"), "0|100|trainer\n1|200|NULL\n");
  EXPECT_EQ(ask(profile, "SELECT t.tid, t.name, p.name FROM thread t JOIN process p USING (process)"),
            "1|main|trainer\n2|NULL|NULL\n");
  EXPECT_EQ(ask(profile, "SELECT pid, device, context, stream FROM stream"), "100|0|1|7\n200|1|1|13\n");
}

TEST(SqlScope, ClipsByIntersectionAndCountsBytesInProportion) {
  const Profile profile(BuiltCapture().data);
  const ScopeRequest window{{}, Interval{120, 350}};
  EXPECT_EQ(ask(profile, "SELECT id, start, \"end\", duration FROM kernel", window),
            "kernel:11|120|200|80\nkernel:12|150|250|100\n");
  // 1001 bytes in 100 ns, half of them inside; 500.5 is rounded up.
  EXPECT_EQ(ask(profile, "SELECT id, start, \"end\", bytes FROM memcpy", window),
            "memcpy:5|300|350|501\nmemcpy:6|200|200|64\n");
  EXPECT_EQ(ask(profile, "SELECT id FROM runtime_call", window), "runtime_call:23\n");
  EXPECT_EQ(ask(profile, "SELECT id, start, \"end\" FROM nvtx", window),
            "nvtx:31|120|350\nnvtx:33|120|NULL\n");
}

TEST(SqlScope, ShowsTheHostOfTheGpusThatWereAskedFor) {
  const Profile profile(BuiltCapture().data);
  const ScopeRequest second{{1}, std::nullopt};
  EXPECT_EQ(ask(profile, "SELECT id FROM kernel", second), "kernel:12\n");
  EXPECT_EQ(ask(profile, "SELECT id FROM runtime_call", second), "runtime_call:22\n");
  EXPECT_EQ(ask(profile, "SELECT id FROM nvtx", second), "nvtx:33\n");
  EXPECT_EQ(
      ask(profile, "SELECT pid FROM process UNION ALL SELECT pid FROM gpu UNION ALL SELECT pid FROM thread",
          second),
      "200\n200\n200\n");
}

TEST(SqlScope, ShowsHostsWithoutGpusWhenNoneWasAskedFor) {
  BuiltCapture capture;
  capture.data.processes.push_back({300, true, 300, "loader"});
  const Profile profile(std::move(capture.data));
  EXPECT_EQ(ask(profile, "SELECT pid FROM process"), "100\n200\n300\n");
}

TEST(SqlTypes, GivesColumnsTheUnitsOfTheModel) {
  const Profile profile(BuiltCapture().data);
  const auto answer =
      run_query(profile, Scope::whole(profile),
                {"SELECT start, duration, bytes, id, id, kind, sum(bytes) * 0.5 FROM memcpy"});
  ASSERT_TRUE(answer) << answer.error().message;
  const auto& columns = answer->table.columns;
  EXPECT_EQ(columns[0].unit, Unit::clock_ns);
  EXPECT_EQ(columns[1].unit, Unit::ns);
  EXPECT_EQ(columns[2].unit, Unit::bytes);
  EXPECT_EQ(columns[3].unit, Unit::ref);
  EXPECT_EQ(columns[4].name, "id_2");
  EXPECT_EQ(columns[5].type, ValueType::text);
  EXPECT_EQ(columns[6].type, ValueType::real);
}

TEST(SqlTypes, TakesTheWidestTypeOfAColumn) {
  const Profile profile(BuiltCapture().data);
  EXPECT_EQ(ask(profile, "SELECT 1 AS a, 1 AS b UNION ALL SELECT 2.5, 'x' ORDER BY 1"), "1|1\n2.5|x\n");
  EXPECT_EQ(ask(profile, "SELECT x'00ff', char(55296)"), "00ff|\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\n");
}

// An answer must not depend on whether an equality or a range was served by an index. A
// cast hides a column from the planner and keeps its affinity.
class SqlIndex : public testing::Test {
 protected:
  // `query` says {} where the column is compared.
  void same(const std::string& query, const std::string& column, std::string_view type = "INTEGER") {
    const std::string with = fmt::format(fmt::runtime(query), column);
    const std::string without = fmt::format(fmt::runtime(query), fmt::format("CAST({} AS {})", column, type));
    for (const ScopeRequest& request : {ScopeRequest{}, ScopeRequest{{0}, Interval{2000, 9000}}})
      EXPECT_EQ(ask(profile, with, request, {.rows = 100000}),
                ask(profile, without, request, {.rows = 100000}))
          << with;
  }
  const Profile profile{many_kernels(100)};
};

TEST_F(SqlIndex, AgreesWithAScan) {
  for (const std::string column : {"device", "correlation", "pid", "start", "process", "rowid"})
    same("SELECT a.id, b.id FROM kernel a JOIN kernel b ON {} = a." + column + " ORDER BY a.rowid, b.rowid",
         "b." + column);
  for (const std::string column : {"name", "id", "launch", "nvtx", "family"})
    same("SELECT a.id, b.id FROM kernel a JOIN kernel b ON {} = a." + column + " ORDER BY a.rowid, b.rowid",
         "b." + column, "TEXT");
  same("SELECT id FROM kernel WHERE {} = 0 OR start < 2000 ORDER BY rowid", "device");
  same("SELECT id FROM kernel WHERE {} = 'VOID RELU(FLOAT*)' COLLATE NOCASE", "name", "TEXT");
}

TEST_F(SqlIndex, AgreesWithAScanOnRanges) {
  for (const std::string test :
       {"BETWEEN 3000 AND 4000", "> 3000.5", "< 3100", "= 3100", ">= '3000'", "< NULL", "> 1e30", "> -1e30",
        "< x'00'", "> 'later'", "IN (3100, 3200, 3200.0, '3300')", "= 3000.5"})
    same("SELECT id FROM kernel WHERE {} " + test + " ORDER BY rowid", "start");
  same("SELECT id FROM kernel WHERE {} > 4000 AND start < 3000", "start");
  same(
      "SELECT a.id, count(b.id) FROM kernel a JOIN kernel b ON {} BETWEEN a.start AND a.start + 500 GROUP BY "
      "a.id",
      "b.start");
}

TEST_F(SqlIndex, AgreesWithAScanOnOddArguments) {
  for (const std::string value : {"0", "'0'", "0.0", "0.5", "NULL", "x'30'", "' 0 '", "'zero'"})
    same("SELECT id FROM kernel WHERE {} = " + value, "device");
  for (const std::string value :
       {"'kernel:11'", "'kernel:011'", "'memcpy:11'", "'kernel:x'", "11", "NULL", "x'30'"})
    same("SELECT id FROM kernel WHERE {} = " + value, "id", "TEXT");
}

TEST(SqlOrder, DeliversTheOrderOfStarts) {
  BuiltCapture capture;
  capture.kernel(90, "void late(float*)", 0, 60, 61, 0);
  const Profile profile(std::move(capture.data));
  EXPECT_EQ(ask(profile, "SELECT id FROM kernel ORDER BY start"), "kernel:90\nkernel:11\nkernel:12\n");
  EXPECT_EQ(ask(profile, "SELECT id FROM kernel ORDER BY start DESC"), "kernel:12\nkernel:11\nkernel:90\n");
  EXPECT_EQ(ask(profile, "SELECT id FROM kernel WHERE start > 60 ORDER BY start DESC"),
            "kernel:12\nkernel:11\n");
  EXPECT_EQ(ask(profile, "SELECT id FROM kernel WHERE device = 0 ORDER BY start"), "kernel:90\nkernel:11\n");
}

TEST_F(SqlIndex, AgreesWithTheSorter) {
  // The product is one more term, equal for all rows, that only the sorter can serve.
  for (const std::string terms :
       {"device", "name DESC", "pid, name", "device DESC, family, name DESC", "start DESC"})
    for (const std::string where :
         {"1", "device = 1", "start > 3000", "name <> 'x' AND start < 5000", "id = 'kernel:12'"}) {
      const std::string query =
          "SELECT device, name, pid, family FROM kernel WHERE " + where + " ORDER BY " + terms;
      EXPECT_EQ(ask(profile, query), ask(profile, query + ", start * 0")) << query;
    }
}

TEST_F(SqlIndex, GroupsWithoutTheSorter) {
  for (const std::string columns : {"device", "name", "name, device", "family"})
    same("SELECT " + columns + ", count(*), sum(duration), min(id) FROM kernel WHERE {} >= 0 GROUP BY " +
             columns,
         "start");
  EXPECT_EQ(ask(profile, "SELECT DISTINCT pid FROM kernel ORDER BY pid DESC"), "200\n100\n");
  EXPECT_EQ(
      ask(profile, "SELECT p.pid, count(k.id) FROM process p JOIN kernel k ON k.pid = p.pid GROUP BY p.pid"),
      "100|51\n200|51\n");
  EXPECT_EQ(
      ask(profile, "SELECT count(*) FROM gpu g JOIN kernel k ON k.device = g.device GROUP BY k.name LIMIT 1"),
      "1\n");
}

TEST(SqlOrder, PutsNullBeforeNumbers) {
  BuiltCapture capture;
  capture.data.processes[1].known = false;
  const Profile profile(std::move(capture.data));
  EXPECT_EQ(ask(profile, "SELECT pid, count(*) FROM kernel GROUP BY pid"), "NULL|1\n100|1\n");
  EXPECT_EQ(ask(profile, "SELECT pid FROM kernel ORDER BY pid DESC"), "100\nNULL\n");
}

TEST(SqlThreads, AnswersManyAtOnce) {
  const Profile profile(many_kernels(2000));
  const std::string query =
      "SELECT c.name, k.nvtx, count(*) FROM kernel k JOIN runtime_call c ON c.id = k.launch GROUP BY 1, 2";
  std::vector<std::string> answers(4);
  std::vector<std::thread> threads;
  for (std::string& answer : answers)
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) answer = ask(profile, query);
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& answer : answers) EXPECT_EQ(answer, ask(profile, query));
}

TEST(SqlSpeed, JoinsAHundredThousandRowsByAnIndex) {
  const Profile profile(many_kernels(100000));
  EXPECT_EQ(ask(profile, "SELECT count(*) FROM kernel k JOIN runtime_call c ON c.id = k.launch"), "100002\n");
  EXPECT_EQ(
      ask(profile,
          "SELECT count(*) FROM runtime_call c JOIN kernel k ON k.start BETWEEN c.\"end\" AND c.\"end\" + 50 "
          "WHERE c.start > 500"),
      "100000\n");
}

}  // namespace
}  // namespace nsys_ai::test
