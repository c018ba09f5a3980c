// More of the families that are read on first use, from tables made by hand: graphs, memory, libraries, what
// NVTX events carry, and facts.
#include <gmock/gmock.h>

#include "profile/families/family_facts.h"
#include "profile/families/family_gpu.h"
#include "profile/families/family_host.h"
#include "profile/families/family_nvtx.h"
#include "tests/unit/hand_made.h"

namespace nsys_ai::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kNodeColumns =
    "(start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, nameId INTEGER, graphNodeId INTEGER, originalGraphNodeId INTEGER);";

TEST(Graphs, OldFilesHaveNodesUnderTheNameOfGraphs) {
  const auto profile =
      with("CREATE TABLE CUDA_GRAPH_EVENTS " + kNodeColumns + texts("(900, 'add node')") +
               "INSERT INTO CUDA_GRAPH_EVENTS VALUES (1, 2, 77, " + tid(100, 100) +
               ", 900, 8589934593, NULL), (3, 4, 77, " + tid(100, 100) + ", 900, 5, 8589934593)",
           "2022.4");
  const auto& nodes = family<GraphNodes>(profile);
  EXPECT_THAT(all(nodes.node), ElementsAre(8589934593, 5));
  EXPECT_THAT(all(nodes.original), ElementsAre(0, 8589934593));
  EXPECT_THAT(all_names(nodes, nodes.name), ElementsAre("add node", "add node"));
  EXPECT_EQ(family<nsys_ai::Graphs>(profile).size(), 0u);
  const auto of = std::find_if(profile->tables().begin(), profile->tables().end(),
                               [](const FileTable& table) { return table.name == "CUDA_GRAPH_EVENTS"; });
  EXPECT_EQ(of->read_as, "graph_node");
}

TEST(Graphs, NewFilesHaveBoth) {
  const auto profile =
      with("CREATE TABLE CUDA_GRAPH_NODE_EVENTS " + kNodeColumns +
           "CREATE TABLE CUDA_GRAPH_EVENTS (start INTEGER, end INTEGER, eventClass INTEGER, globalTid "
           "INTEGER, nameId "
           "INTEGER, graphId INTEGER, originalGraphId INTEGER, graphExecId INTEGER);" +
           texts("(900, 'node'), (901, 'graph')") + "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES (1, 2, 77, " +
           tid(100, 100) + ", 900, 5, NULL);" + "INSERT INTO CUDA_GRAPH_EVENTS VALUES (3, 4, 95, " +
           tid(100, 100) + ", 901, 12, NULL, NULL), (5, 6, 94, " + tid(100, 100) + ", 901, 12, 11, 13)");
  EXPECT_THAT(all(family<GraphNodes>(profile).node), ElementsAre(5));
  const auto& graphs = family<nsys_ai::Graphs>(profile);
  EXPECT_THAT(all(graphs.graph), ElementsAre(12, 12));
  EXPECT_THAT(all(graphs.original), ElementsAre(kNoId, 11));
  EXPECT_THAT(all(graphs.executable), ElementsAre(kNoId, 13));
  EXPECT_THAT(all(graphs.event_class), ElementsAre(95, 94));
}

TEST(DeviceMemory, AllocationsPoolsAndReleases) {
  const std::string process = std::to_string(pid(100));
  const auto profile = with(
      "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS (start INTEGER, globalPid INTEGER, deviceId INTEGER, "
      "contextId "
      "INTEGER, address INTEGER, pc INTEGER, bytes INTEGER, memKind INTEGER, memoryOperationType INTEGER, "
      "name "
      "TEXT, correlationId INTEGER, streamId INTEGER, localMemoryPoolAddress INTEGER, localMemoryPoolSize "
      "INTEGER, localMemoryPoolUtilizedSize INTEGER);"
      "CREATE TABLE CUDA_GPU_MEMORY_POOL_EVENTS (start INTEGER, globalPid INTEGER, deviceId INTEGER, address "
      "INTEGER, operationType INTEGER, poolType INTEGER, correlationId INTEGER, minBytesToKeep INTEGER, "
      "localMemoryPoolSize INTEGER, localMemoryPoolUtilizedSize INTEGER);"
      "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES (10, " +
      process + ", 0, 1, 140000000000000, 1, 8589934592, 2, 0, 'weights', 3, 7, 12, 100, 60), (20, " +
      process + ", 0, 1, 140000000000000, 1, 8589934592, 2, 1, NULL, NULL, NULL, NULL, NULL, NULL);" +
      "INSERT INTO CUDA_GPU_MEMORY_POOL_EVENTS VALUES (5, " + process + ", 0, 12, 1, 1, 9, 64, 100, 0)");
  const auto& usage = family<MemoryUsage>(profile);
  EXPECT_THAT(all(usage.bytes), ElementsAre(8589934592, 8589934592));
  EXPECT_THAT(all(usage.operation), ElementsAre(MemoryUsage::kAllocation, MemoryUsage::kRelease));
  EXPECT_THAT(all_names(usage, usage.name), ElementsAre("weights", ""));
  EXPECT_THAT(all(usage.pool_used), ElementsAre(60, 0));
  EXPECT_TRUE(usage.places[usage.place[0]].queue.exists());
  EXPECT_EQ(usage.places[usage.place[1]].stream, EventPlace::kNone);
  EXPECT_TRUE(usage.places[usage.place[1]].gpu.exists());
  const auto& pools = family<MemoryPools>(profile);
  EXPECT_THAT(all(pools.min_bytes), ElementsAre(64));
  EXPECT_THAT(all(pools.address), ElementsAre(12));
}

TEST(LibraryCallTables, CallsAndOverheadOfTwoTables) {
  const std::string columns =
      " (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, nameId INTEGER";
  const auto profile = with(
      "CREATE TABLE CUDNN_EVENTS" + columns + "); CREATE TABLE CUBLAS_EVENTS" + columns + ");" +
      "CREATE TABLE CUPTI_ACTIVITY_KIND_OVERHEAD" + columns +
      ", correlationId INTEGER, overheadType INTEGER);" +
      "CREATE TABLE PROFILER_OVERHEAD (start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER, "
      "returnValue INTEGER);" +
      texts(
          "(900, 'cudnnConvolutionForward'), (901, 'cublasSgemm_v2'), (902, 'flush'), (903, 'lazy loading')") +
      "INSERT INTO CUDNN_EVENTS VALUES (1, 5, 28, " + tid(100, 100) + ", 900);" +
      "INSERT INTO CUBLAS_EVENTS VALUES (2, 4, 29, " + tid(100, 100) + ", 901), (6, 7, 29, NULL, 9999);" +
      "INSERT INTO CUPTI_ACTIVITY_KIND_OVERHEAD VALUES (1, 2, 103, " + tid(100, 100) + ", 903, 44, 7);" +
      "INSERT INTO PROFILER_OVERHEAD VALUES (8, 9, " + tid(100, 100) + ", 902, 0)");
  const auto& calls = family<LibraryCalls>(profile);
  EXPECT_THAT(all_names(calls, calls.name), ElementsAre("cudnnConvolutionForward", "cublasSgemm_v2", ""));
  EXPECT_THAT(all(calls.source),
              ElementsAre(LibraryCalls::cudnn, LibraryCalls::cublas, LibraryCalls::cublas));
  EXPECT_THAT(all(calls.start), ElementsAre(1, 2, 6));
  EXPECT_THAT(calls.notes, ElementsAre(HasSubstr("1 names that events refer to are missing")));
  const auto& overhead = family<ProfilerOverhead>(profile);
  EXPECT_THAT(all_names(overhead, overhead.name), ElementsAre("lazy loading", "flush"));
  EXPECT_THAT(all(overhead.type), ElementsAre(7, 255));
  EXPECT_THAT(all(overhead.correlation), ElementsAre(44, 0));
  EXPECT_THAT(overhead.notes, IsEmpty());
}

TEST(Carried, JsonBinaryDataAndNumbersOfNvtx) {
  const TemporaryFolder folder;
  const auto path = folder / "sketch.sqlite";
  sketch::write("nvtx a 0..1ms   b 1..2ms   c 2..3ms   d 3..4ms   e 4..5ms\n", path.string());
  change(path, texts("(900, '{\"n\":1}')") +
                   "UPDATE NVTX_EVENTS SET jsonText = '{\"a\":2}', color = 4278190335 WHERE rowid = 1;"
                   "UPDATE NVTX_EVENTS SET jsonTextId = 900, int64Value = -5 WHERE rowid = 2;"
                   "UPDATE NVTX_EVENTS SET binaryData = x'00ff0041', doubleValue = 2.5 WHERE rowid = 4;"
                   "UPDATE NVTX_EVENTS SET binaryData = x'42' WHERE rowid = 5;"
                   "UPDATE NVTX_EVENTS SET start = NULL WHERE rowid = 0;");
  const auto loaded = load_profile(path);
  ASSERT_TRUE(loaded);
  const auto& details = family<NvtxDetails>(*loaded);
  EXPECT_THAT(all(details.event), ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(all(details.colour), ElementsAre(4278190335, 0, 0, 0));
  EXPECT_THAT(all_names(details, details.json), ElementsAre("{\"a\":2}", "{\"n\":1}", "", ""));
  EXPECT_THAT(all(details.payload),
              ElementsAre(NvtxDetails::none, NvtxDetails::int64, NvtxDetails::float64, NvtxDetails::none));
  EXPECT_EQ(details.bits[1], -5);
  EXPECT_EQ(details.real(2), 2.5);
  EXPECT_EQ(details.binary_data(2), std::string_view("\0\xff\0A", 4));
  EXPECT_EQ(details.binary_data(3), "B");
  EXPECT_EQ(details.binary_data(0), "");
  EXPECT_EQ(details.of(3), 2u);
  EXPECT_EQ(details.of(2), NvtxDetails::kNothing);
}

TEST(Schemas, AreKeyedByDomainAndIdAndRepeatedForEachProcess) {
  const auto profile = with(
      "CREATE TABLE NVTX_PAYLOAD_SCHEMAS (domainId INTEGER, schemaId INTEGER, name TEXT, type INTEGER, flags "
      "INTEGER, numEntries INTEGER, payloadSize INTEGER, alignTo INTEGER);"
      "CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES (domainId INTEGER, schemaId INTEGER, idx INTEGER, flags "
      "INTEGER, "
      "type INTEGER, name TEXT, description TEXT, arrayOrUnionDetail INTEGER, offset INTEGER);"
      "INSERT INTO NVTX_PAYLOAD_SCHEMAS VALUES (1, 20, 'send', 1, 0, 2, 16, NULL), (1, 20, 'send', 1, 0, 2, "
      "16, "
      "NULL), (1, 10, NULL, 1, NULL, 0, 8, 8);"
      "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES (1, 20, 1, NULL, 22, 'bytes', NULL, NULL, 8), (1, 20, "
      "0, "
      "NULL, 18, 'communicator', 'its id', NULL, NULL), (1, 20, 0, NULL, 18, 'communicator', 'its id', NULL, "
      "NULL), (7, 1, 0, NULL, 1, 'lost', NULL, NULL, NULL)");
  const auto& schemas = family<PayloadSchemas>(profile);
  ASSERT_EQ(schemas.schemas.size(), 2u);
  const PayloadSchema* send = schemas.find(1, 20);
  ASSERT_NE(send, nullptr);
  ASSERT_EQ(send->entries.size(), 2u);
  EXPECT_EQ(schemas.text(send->entries[0].name), "communicator");
  EXPECT_EQ(send->entries[0].offset, -1);
  EXPECT_EQ(send->entries[1].type, 22);
  EXPECT_EQ(send->entries[1].offset, 8);
  EXPECT_EQ(schemas.find(2, 20), nullptr);
  EXPECT_THAT(schemas.notes, ElementsAre(HasSubstr("1 entries of NVTX payload schemas belong to no schema")));
}

TEST(Facts, ContextsAndStreamsOfBothLayouts) {
  const std::string more =
      "INSERT INTO TARGET_INFO_CUDA_STREAM (streamId, hwId, vmId, processId, contextId, priority, flag) "
      "VALUES (13, "
      "0, 1, 100, 1, 4294967291, 2);";
  for (const std::string version : {"2022.4", "2026.2"}) {
    const auto profile = with(more, version);
    const auto& objects = family<CudaObjects>(profile);
    const int64_t key = profile->processes()[0].key;
    ASSERT_NE(objects.stream(key, 1, 13), nullptr) << version;
    EXPECT_EQ(objects.stream(key, 1, 13)->priority, -5);
    EXPECT_EQ(objects.stream(key, 1, 13)->flag, 2);
    ASSERT_NE(objects.context(key, 1), nullptr) << version;
    EXPECT_EQ(objects.context(key, 1)->null_stream, 7);
    EXPECT_EQ(objects.context(key, 2), nullptr);
    EXPECT_THAT(objects.notes, IsEmpty()) << version;
  }
}

TEST(Facts, OptionsAreReadByTheirNamesAlone) {
  const auto profile = with(
      "INSERT INTO META_DATA_CAPTURE VALUES ('CUDA_GRAPH_TRACE_OPTIONS:MODE', 'Graph'), "
      "('PROCESS_0:ENVIRONMENT_VARIABLE', 'SERVICE_TOKEN=secret'), ('PROCESS_0:ARGUMENT_1', "
      "'--token=secret')");
  const auto& options = family<CaptureOptions>(profile);
  EXPECT_EQ(options.value("CUDA_GRAPH_TRACE_OPTIONS:MODE"), "Graph");
  EXPECT_EQ(options.value("PROCESS_0:ENVIRONMENT_VARIABLE"), std::nullopt);
  for (uint32_t i = 0; i < options.names.size(); ++i)
    EXPECT_EQ(options.text(NameId(i)).find("secret"), std::string_view::npos);
}

TEST(Facts, NumbersAreCalledAsTheFileSays) {
  const auto old = with("", "2020");
  EXPECT_EQ(family<Enums>(old).label(Enums::List::copy_kind, 1), "Host-to-Device");
  EXPECT_EQ(family<Enums>(old).label(Enums::List::copy_kind, 99), "");
  const auto next = with(
      "UPDATE ENUM_CUDA_MEMCPY_OPER SET label = 'to the device' WHERE id = 1;"
      "INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES (99, 'NEW_KIND', NULL)");
  EXPECT_EQ(family<Enums>(next).label(Enums::List::copy_kind, 1), "to the device");
  EXPECT_EQ(family<Enums>(next).label(Enums::List::copy_kind, 99), "NEW_KIND");
  EXPECT_EQ(family<Enums>(next).label(Enums::List::copy_kind, 2), "Device-to-Host");
  EXPECT_EQ(family<Enums>(next).label(Enums::List::thread_block, 6), "Mutex");
}

TEST(HostileTables, CellsOfAnyTypeAreCountedAndNeverACrash) {
  const auto profile = with(
      "CREATE TABLE OSRT_API (start, end, eventClass, globalTid, nameId, returnValue, nestingLevel, "
      "callchainId);"
      "CREATE TABLE SCHED_EVENTS_V2 (start, cpu, isSchedIn);"
      "CREATE TABLE SCHED_EVENTS (start, cpu, isSchedIn, globalTid);"
      "INSERT INTO SCHED_EVENTS_V2 VALUES (1, 300, 1), (9223372036854775807, 0, 0), ('x', 0, 0);"
      "INSERT INTO OSRT_API VALUES ('a', 'b', 27, 'c', 'd', 'e', 'f', 'g'), (1, 2, 27, x'00', 'd', 1.5, "
      "NULL, "
      "-9223372036854775808), (1.0, 2.0, 27.0, 3.0, NULL, -1, 1e300, 0), (5, -5, 27, -1, -1, 0, 0, 0), (1, "
      "2, "
      "'27', 0, 0, 0, 0, 0), (1, 2, '27a', 0, 0, 0, 0, 0)");
  const auto& calls = family<OsCalls>(profile);
  // A number that was stored as text is one.
  EXPECT_THAT(all(calls.start), ElementsAre(1, 1, 1, 5));
  EXPECT_THAT(all(calls.duration), ElementsAre(1, 1, 1, 0));
  EXPECT_THAT(all(calls.return_value), ElementsAre(0, 0, -1, 0));
  EXPECT_THAT(all(calls.call_chain), ElementsAre(INT64_MIN, 0, 0, 0));
  EXPECT_THAT(calls.notes, Contains(HasSubstr("1 rows without a start")));
  EXPECT_THAT(calls.notes, Contains(HasSubstr("1 rows are of another kind")));
  EXPECT_THAT(calls.notes, Contains(HasSubstr("cells hold something else than an integer")));
  // The newer version of a table goes first; it lacks the thread.
  const auto& switches = family<SchedEvents>(profile);
  EXPECT_THAT(all(switches.cpu), ElementsAre(300));
  EXPECT_THAT(switches.notes, Contains(HasSubstr("no column globalTid")));
  EXPECT_THAT(switches.notes, Contains(HasSubstr("1 rows lie or last longer")));
}

}  // namespace
}  // namespace nsys_ai::test
