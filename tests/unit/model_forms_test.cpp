// The relational model on what no real capture has: rare families, wrong parameters, hostile values, limits.
#include <gmock/gmock.h>

#include <set>

#include "sql/table.h"
#include "tests/unit/hand_made.h"
#include "tests/unit/model_answers.h"

namespace nsys_ai::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(ModelForms, MpiCallsHaveRanksAndSizes) {
  const auto profile = with(
      "CREATE TABLE MPI_P2P_EVENTS (start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER, "
      "commHandle "
      "INTEGER, tag INTEGER, remoteRank INTEGER, size INTEGER, requestHandle INTEGER);"
      "CREATE TABLE MPI_COLLECTIVES_EVENTS (start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER, "
      "commHandle INTEGER, rootRank INTEGER, size INTEGER, recvSize INTEGER, requestHandle INTEGER);"
      "CREATE TABLE MPI_RANKS (globalTid INTEGER, rank INTEGER);" +
      texts("(900, 'MPI_Send'), (901, 'MPI_Allreduce')") + "INSERT INTO MPI_P2P_EVENTS VALUES (10, 20, " +
      tid(100, 100) + ", 900, 4, 17, 1, 4096, 77);" +
      "INSERT INTO MPI_COLLECTIVES_EVENTS VALUES (30, NULL, " + tid(300, 301) +
      ", 901, 4, NULL, 8, 16, NULL);" + "INSERT INTO MPI_RANKS VALUES (" + tid(100, 100) + ", 3)");
  EXPECT_EQ(
      rows_of(*profile,
              "SELECT kind, name, start, \"end\", duration, process, pid, thread, tid, rank, peer, bytes, "
              "received_bytes, request FROM mpi_call"),
      "point to point|MPI_Send|10|20|10|0|100|0|100|3|1|4096|0|77\n"
      // Process 300 is known to this family alone, and the call never ended.
      "collective|MPI_Allreduce|30||||300||301|||8|16|");
}

TEST(ModelForms, UnifiedMemory) {
  const std::string process = std::to_string(pid(100));
  const auto profile = with(
      "CREATE TABLE CUDA_UM_CPU_PAGE_FAULT_EVENTS (start INTEGER, globalPid INTEGER, address INTEGER, "
      "originalFaultPc INTEGER, CpuInstruction INTEGER, module INTEGER, unresolvedFaultPc INTEGER);"
      "CREATE TABLE CUDA_UM_GPU_PAGE_FAULT_EVENTS (start INTEGER, end INTEGER, globalPid INTEGER, deviceId "
      "INTEGER, "
      "address INTEGER, numberOfPageFaults INTEGER, faultAccessType INTEGER);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER, contextId "
      "INTEGER, "
      "streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER, srcKind "
      "INTEGER, "
      "dstKind INTEGER, srcDeviceId INTEGER, dstDeviceId INTEGER, migrationCause INTEGER, virtualAddress "
      "INTEGER);" +
      texts("(900, 'main'), (901, 'a.out')") + "INSERT INTO CUDA_UM_CPU_PAGE_FAULT_EVENTS VALUES (10, " +
      process + ", 4096, 1, 900, 901, NULL);" + "INSERT INTO CUDA_UM_GPU_PAGE_FAULT_EVENTS VALUES (20, 30, " +
      process + ", 0, -1, 3, 2);" + "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (60, 70, 0, 1, 7, 0, " +
      process + ", 65536, 12, 4, 4, 0, NULL, 2, 8192)");
  EXPECT_EQ(
      rows_of(*profile, "SELECT start, address, function, module, source_line, pid FROM cpu_page_fault"),
      "10|4096|main|a.out||100");
  EXPECT_EQ(rows_of(*profile, "SELECT duration, device, address, faults, access FROM gpu_page_fault"),
            "10|0|-1|3|Write");
  EXPECT_EQ(
      rows_of(
          *profile,
          "SELECT m.id, m.kind, m.cause, m.bytes, m.from_device, m.to_device, c.bytes FROM migration m JOIN "
          "memcpy c ON c.id = m.id"),
      "memcpy:1|Unified Device-to-Host|Page fault|65536|0||65536");
  // Half of the time, and of the bytes.
  EXPECT_EQ(rows_of(*profile, "SELECT duration, bytes FROM migration", {{}, Interval{65, 1000}}), "5|32768");
}

TEST(ModelForms, MemoryAndItsPools) {
  const std::string process = std::to_string(pid(100));
  const auto profile = with(
      "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS (start INTEGER, globalPid INTEGER, deviceId INTEGER, "
      "contextId "
      "INTEGER, address INTEGER, pc INTEGER, bytes INTEGER, memKind INTEGER, memoryOperationType INTEGER, "
      "name TEXT, "
      "correlationId INTEGER, streamId INTEGER, localMemoryPoolAddress INTEGER, localMemoryPoolSize INTEGER, "
      "localMemoryPoolUtilizedSize INTEGER);"
      "CREATE TABLE CUDA_GPU_MEMORY_POOL_EVENTS (start INTEGER, globalPid INTEGER, deviceId INTEGER, address "
      "INTEGER, "
      "operationType INTEGER, poolType INTEGER, correlationId INTEGER, minBytesToKeep INTEGER, "
      "localMemoryPoolSize "
      "INTEGER, localMemoryPoolUtilizedSize INTEGER);"
      "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES (10, " +
      process + ", 0, 1, 4096, 0, 256, 2, 0, 'weights', 9, 7, NULL, NULL, NULL), (20, " + process +
      ", 0, 1, 4096, 0, 256, 2, 1, NULL, 10, NULL, 64, 1024, 512), (30, " + process +
      ", 5, 1, 1, 0, 1, 2, 9, NULL, 0, NULL, NULL, NULL, NULL);"
      "INSERT INTO CUDA_GPU_MEMORY_POOL_EVENTS VALUES (15, " +
      process + ", 0, 64, 1, 1, 0, 0, 1024, 0)");
  EXPECT_EQ(
      rows_of(*profile,
              "SELECT start, operation, bytes, address, memory, name, pool, pool_bytes, pool_used, device, "
              "stream, correlation FROM memory_event"),
      "10|allocation|256|4096|Device|weights||0|0|0|7|9\n"
      "20|release|256|4096|Device||64|1024|512|0||10\n"
      "30||1|1|Device|||0|0|5||0");
  EXPECT_EQ(rows_of(*profile, "SELECT operation, pool, pool_kind, pool_bytes, pid FROM memory_pool_event"),
            "Created|64|Local|1024|100");
  // On a device that no operation names: shown with its process.
  EXPECT_EQ(rows_of(*profile, "SELECT count(*) FROM memory_event", {{0}, std::nullopt}), "3");
}

TEST(ModelForms, GraphsAndTheirNodes) {
  const auto profile = with(
      "CREATE TABLE CUDA_GRAPH_NODE_EVENTS (start INTEGER, end INTEGER, nameId INTEGER, globalTid INTEGER, "
      "eventClass "
      "INTEGER, graphNodeId INTEGER, originalGraphNodeId INTEGER);"
      "CREATE TABLE CUDA_GRAPH_EVENTS (start INTEGER, end INTEGER, nameId INTEGER, globalTid INTEGER, "
      "eventClass "
      "INTEGER, graphId INTEGER, originalGraphId INTEGER, graphExecId INTEGER);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, end INTEGER, deviceId INTEGER, contextId "
      "INTEGER, "
      "streamId INTEGER, correlationId INTEGER, globalPid INTEGER, graphId INTEGER, graphExecId INTEGER);" +
      texts("(900, 'cudaGraphAddKernelNode'), (901, 'cudaGraphInstantiate')") +
      "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES (10, 20, 900, " + tid(100, 100) +
      ", 77, 12884901888, NULL);" + "INSERT INTO CUDA_GRAPH_EVENTS VALUES (30, 45, 901, " + tid(100, 100) +
      ", 94, NULL, 3, 8);" +
      "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (300000, 400000, 0, 1, 7, 5, " +
      std::to_string(pid(100)) + ", 3, 8);" +
      "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET graphNodeId = 12884901888");
  EXPECT_EQ(
      rows_of(
          *profile,
          "SELECT k.id, n.name, n.node, n.original FROM kernel k JOIN graph_node n ON n.node = k.graph_node"),
      "kernel:1|cudaGraphAddKernelNode|12884901888|");
  EXPECT_EQ(rows_of(*profile, "SELECT name, duration, graph, original, executable FROM graph"),
            "cudaGraphInstantiate|15||3|8");
  EXPECT_EQ(rows_of(*profile, "SELECT row, graph, duration, device, stream FROM graph_run"),
            "1|3|100000|0|7");
  EXPECT_EQ(rows_of(*profile, "SELECT duration FROM graph_run", {{}, Interval{350000, 500000}}), "50000");
}

TEST(ModelForms, MetricsAreThoseOfTheirSkill) {
  const auto profile = with(
      "CREATE TABLE GPU_METRICS (rawTimestamp INTEGER, timestamp INTEGER, typeId INTEGER, metricId INTEGER, "
      "value "
      "INTEGER);"
      "CREATE TABLE TARGET_INFO_GPU_METRICS (typeId INTEGER, sourceId INTEGER, typeName TEXT, metricId "
      "INTEGER, "
      "metricName TEXT);"
      "INSERT INTO TARGET_INFO_GPU_METRICS VALUES (256, 1, 'GPU 0', 1, 'SM Active'), (256, 1, 'GPU 0', 2, "
      "'DRAM');"
      "INSERT INTO GPU_METRICS VALUES (1, 1000, 256, 1, 50), (1, 1000, 256, 2, 7), (2, 2000, 256, 1, 99.5)");
  EXPECT_EQ(rows_of(*profile, "SELECT start, gpu, metric, value FROM gpu_metric"),
            "1000|0|SM Active|50\n1000|0|DRAM|7\n2000|0|SM Active|99.5");
  EXPECT_EQ(rows_of(*profile, "SELECT gpu, metric, samples, mean, p95 FROM metric_stats"),
            rows_of_skill(*profile, "gpu_metrics", {"gpu", "metric", "samples", "mean", "p95"}));
  EXPECT_EQ(rows_of(*profile, "SELECT * FROM metric_stats('no such kernel')"), "");
}

TEST(ModelForms, LibrariesAndPayloads) {
  const auto profile = with(
      "CREATE TABLE CUDNN_EVENTS (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, nameId "
      "INTEGER);"
      "CREATE TABLE CUBLAS_EVENTS (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, nameId "
      "INTEGER);" +
      texts("(900, 'cudnnConvolutionForward'), (901, 'cublasGemmEx')") +
      "INSERT INTO CUDNN_EVENTS VALUES (1, 5, 28, " + tid(100, 100) + ", 900);" +
      "INSERT INTO CUBLAS_EVENTS VALUES (6, 8, 29, " + tid(100, 100) + ", 901)");
  EXPECT_EQ(rows_of(*profile, "SELECT library, name, duration, thread_name FROM library_call"),
            "cuDNN|cudnnConvolutionForward|4|main\ncuBLAS|cublasGemmEx|2|main");
}

// Families in the file are read for the statement that uses them, and for no other.
std::vector<std::string> what_is_read(const Profile& profile, std::string_view sql) {
  std::vector<std::string> told;
  Work work;
  work.progress = [&](double, const std::string& what) {
    if (what.starts_with("reading") && (told.empty() || told.back() != what)) told.push_back(what);
  };
  EXPECT_TRUE(query(profile, sql, {}, work)) << sql;
  return told;
}

const std::string kOsCalls =
    "CREATE TABLE IF NOT EXISTS OSRT_API (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, "
    "correlationId INTEGER, nameId INTEGER, returnValue INTEGER, nestingLevel INTEGER, callchainId INTEGER);"
    "INSERT INTO OSRT_API VALUES (1, 5, 27, 281476654432356, 0, 1, 0, 0, 0), (1, 5, 31, 281476654432356, 0, "
    "1, 0, 0, "
    "0);";

TEST(ModelForms, FamiliesAreReadWhenTheyAreUsed) {
  const auto profile = with(kOsCalls);
  EXPECT_THAT(what_is_read(*profile, "SELECT * FROM kernel"), IsEmpty());
  // Prepared, planned, and never looked into.
  EXPECT_THAT(what_is_read(*profile, "EXPLAIN QUERY PLAN SELECT * FROM os_call"), IsEmpty());
  EXPECT_THAT(what_is_read(*profile, "SELECT * FROM os_call LIMIT 0"), IsEmpty());
  EXPECT_THAT(what_is_read(*profile, "SELECT * FROM kernel WHERE name = 'os_call'"), IsEmpty());
  EXPECT_THAT(what_is_read(*profile, "SELECT * FROM os_call"), ElementsAre("reading os_call"));
  EXPECT_THAT(what_is_read(*profile, "SELECT * FROM os_call"), IsEmpty());
}

TEST(ModelForms, WhatIsOddAboutAFamilyIsTold) {
  const auto profile = with(kOsCalls);
  const auto answer = query(*profile, "SELECT * FROM os_call");
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_THAT(answer->notes, ElementsAre(HasSubstr("OSRT_API: 1 rows are of another kind")));
  EXPECT_THAT(query(*profile, "SELECT * FROM kernel")->notes, IsEmpty());
}

TEST(ModelForms, ACancelledReadIsACancelledQuery) {
  const auto profile = with(kOsCalls);
  Work work;
  work.cancel.cancel();
  for (const std::string_view sql :
       {"SELECT * FROM os_call", "SELECT * FROM gpu_gap", "SELECT * FROM kernel_stats"}) {
    const auto answer = query(*profile, sql, {}, work);
    ASSERT_FALSE(answer) << sql;
    EXPECT_EQ(answer.error().code, ErrorCode::cancelled) << sql;
  }
  EXPECT_EQ(rows_of(*profile, "SELECT count(*) FROM os_call"), "1");
}

TEST(ModelForms, EveryTableIsReadOfEveryKindOfProfile) {
  const auto profile = with("DROP TABLE CUPTI_ACTIVITY_KIND_RUNTIME");
  const std::set<std::string_view> filled = {"capture_option", "context",      "gpu",     "gpu_busy",
                                             "kernel",         "kernel_stats", "process", "stream"};
  for (const SqlTable& table : sql_tables())
    EXPECT_EQ(rows_of(*profile, "SELECT count(*) FROM " + std::string(table.name)) != "0",
              filled.contains(table.name))
        << table.name;
}

class Functions : public testing::Test {
 protected:
  std::string ask(std::string_view sql) const { return rows_of(*profile_, sql); }
  const ProfilePtr profile_ = with(
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL;"
      "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = 5000000, end = 5100000 WHERE rowid = 2;");
};

TEST_F(Functions, TakeParametersByPlaceAndByName) {
  // 200 us to 5 ms.
  EXPECT_EQ(ask("SELECT id, duration, min_gap FROM gpu_gap"), "gap:0:200000|4800000|1000000");
  EXPECT_EQ(ask("SELECT min_gap FROM gpu_gap('4800us')"), "4800000");
  EXPECT_EQ(ask("SELECT id FROM gpu_gap(4800001)"), "");
  EXPECT_EQ(ask("SELECT id FROM gpu_gap WHERE min_gap = '4800001ns'"), "");
  EXPECT_EQ(ask("SELECT id FROM gpu_gap(NULL, 0, 100)"), "gap:0:200000");
  EXPECT_EQ(ask("SELECT min_gap, id FROM gpu_gap WHERE min_gap IN (1000, '6ms')"), "1000|gap:0:200000");
  EXPECT_EQ(ask("SELECT g.id FROM gpu JOIN gpu_gap(1, gpu.device, gpu.pid) g"), "gap:0:200000");
  EXPECT_EQ(ask("SELECT w.min, g.id FROM (SELECT 1 AS min UNION ALL SELECT 5000000) w LEFT JOIN gpu_gap g ON "
                "g.min_gap = w.min ORDER BY 1"),
            "1|gap:0:200000\n5000000|");
  EXPECT_EQ(ask("SELECT a.id, b.grouping FROM gpu_gap a, kernel_stats('family') b"), "gap:0:200000|family");
}

TEST_F(Functions, JoinWithWhatTheyName) {
  EXPECT_EQ(ask("SELECT k.id, c.id = g.launch FROM gpu_gap g JOIN kernel k ON k.id = g.after LEFT JOIN "
                "runtime_call c "
                "ON c.id = k.launch"),
            "kernel:2|1");
  EXPECT_EQ(ask("SELECT count(*) FROM kernel k JOIN gpu_gap g ON g.start < k.start"), "1");
  EXPECT_EQ(ask("SELECT id FROM gpu_gap WHERE start BETWEEN 200000 AND 200001 ORDER BY start DESC"),
            "gap:0:200000");
  EXPECT_EQ(ask("SELECT id FROM gpu_gap WHERE id = 'gap:0:200000'"), "gap:0:200000");
  EXPECT_EQ(ask("SELECT id FROM gpu_gap WHERE id = 'gap:1:200000'"), "");
}

TEST_F(Functions, SayWhatIsWrongWithAParameter) {
  EXPECT_EQ(
      ask("SELECT *\nFROM gpu_gap('soon')"),
      "The parameter min_gap of gpu_gap is a duration from 0 up, such as '1ms' or whole nanoseconds, not 'soon'. "
      "(line 2, column 6 of the query)");
  for (const std::string bad :
       {"-1", "'-1ms'", "1.5", "x'00'", "'1 parsec'", "''", "1e300", "'9999999999999h'"})
    EXPECT_THAT(ask("SELECT * FROM gpu_gap(" + bad + ")"),
                HasSubstr("The parameter min_gap of gpu_gap is a duration"))
        << bad;
  EXPECT_THAT(ask("SELECT * FROM kernel_stats('colour')"),
              HasSubstr("grouping of kernel_stats is 'name', 'short', 'family' or 'library', not 'colour'"));
  EXPECT_THAT(ask("SELECT * FROM kernel_stats(1)"), HasSubstr("not 1."));
  EXPECT_THAT(ask("SELECT * FROM gpu_busy('first')"), HasSubstr("only_device of gpu_busy is a whole number"));
  EXPECT_THAT(ask("SELECT * FROM gpu_busy(7)"), HasSubstr("No process of this scope uses a GPU 7."));
  EXPECT_THAT(ask("SELECT * FROM gpu_busy(NULL, 7)"), HasSubstr("No process of this scope is 7."));
  EXPECT_THAT(ask("SELECT * FROM gpu_busy(0, 100, 1)"), HasSubstr("too many arguments on gpu_busy"));
  EXPECT_THAT(ask("SELECT * FROM kernel(1)"), HasSubstr("kernel"));
  const std::string shown = ask("SELECT * FROM gpu_gap('" + std::string(10'000, 'x') + "')");
  EXPECT_LT(shown.size(), 300u);
}

TEST_F(Functions, FollowTheScope) {
  EXPECT_EQ(rows_of(*profile_, "SELECT calls, total FROM kernel_stats", {{}, Interval{150000, 5050000}}),
            "2|100000");
  const auto two = with(
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL;"
      "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET deviceId = 1, start = 300000, end = 300007 WHERE rowid = 2");
  EXPECT_EQ(rows_of(*two, "SELECT device, busy FROM gpu_busy"), "0|100000\n1|7");
  EXPECT_EQ(rows_of(*two, "SELECT device, busy FROM gpu_busy", {{1}, std::nullopt}), "1|7");
  EXPECT_EQ(rows_of(*two, "SELECT device, busy FROM gpu_busy(1)"), "1|7");
  // What the question leaves out, a parameter does not bring back.
  EXPECT_THAT(rows_of(*two, "SELECT device, busy FROM gpu_busy(0)", {{1}, std::nullopt}),
              HasSubstr("No process of this scope uses a GPU 0."));
}

TEST_F(Functions, AreStoppedByTheClock) {
  const Scope scope = Scope::whole(*profile_);
  const auto answer =
      run_query(*profile_, scope,
                {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n "
                 "JOIN gpu_gap(n.i)"},
                {.time = std::chrono::milliseconds(50)});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::cannot_do) << answer.error().message;
}

TEST_F(Functions, AreNotToBeWrittenOrMade) {
  EXPECT_THAT(ask("CREATE VIRTUAL TABLE t USING gpu_gap(1)"), HasSubstr("may only read"));
  EXPECT_THAT(ask("INSERT INTO gpu_gap(min_gap) VALUES (1)"), HasSubstr("may only read"));
}

TEST_F(Functions, KeepTextsOfNamesThatAreHostile) {
  const auto hostile = with(
      "UPDATE StringIds SET value = 'a' || char(0) || x'ff' || char(10) || 'b' WHERE id IN (SELECT "
      "demangledName FROM CUPTI_ACTIVITY_KIND_KERNEL)");
  const std::string name = rows_of(*hostile, "SELECT name FROM kernel");
  EXPECT_THAT(name, Not(HasSubstr(std::string_view("\0", 1))));
  EXPECT_EQ(rows_of(*hostile, "SELECT name FROM kernel_stats"), name);
}

}  // namespace
}  // namespace nsys_ai::test
