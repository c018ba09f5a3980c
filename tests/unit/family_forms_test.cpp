// Families that are read on first use, in the forms that no real capture at hand has: tables made by hand.
#include <gmock/gmock.h>

#include "profile/families/family_gpu.h"
#include "profile/families/family_host.h"
#include "profile/families/family_metrics.h"
#include "profile/families/family_samples.h"
#include "tests/unit/hand_made.h"

namespace nsys_ai::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Metrics, OfTheTableAreNamedByTypeAndNumber) {
  const auto profile = with(
      "CREATE TABLE GPU_METRICS (rawTimestamp INTEGER, timestamp INTEGER, typeId INTEGER, metricId INTEGER, "
      "value INTEGER);"
      "CREATE TABLE TARGET_INFO_GPU_METRICS (typeId INTEGER, sourceId INTEGER, typeName TEXT, metricId "
      "INTEGER, "
      "metricName TEXT);"
      // One metric of two GPUs, whose types differ in the lowest byte.
      "INSERT INTO TARGET_INFO_GPU_METRICS VALUES (256, 1, 'GPU 0', 1, 'SM Active'), (259, 1, 'GPU 3', 1, "
      "'SM "
      "Active'), (256, 1, 'GPU 0', 2, 'DRAM Read');"
      "INSERT INTO GPU_METRICS VALUES (1, 1000, 256, 1, 50), (1, 1000, 256, 2, 70000), (2, 1000, 259, 1, "
      "99.5), "
      "(3, NULL, 256, 1, 7), (4, NULL, 256, 9, -3), (5, 5, 256, 1, 'many'), (NULL, NULL, 256, 1, 1)");
  const auto& metrics = family<GpuMetrics>(profile);
  EXPECT_THAT(all_names(metrics, metrics.metrics), ElementsAre("SM Active", "DRAM Read", "(metric 9)"));
  EXPECT_THAT(all(metrics.time), ElementsAre(1000, 1000, 1000, 3, 4));
  EXPECT_THAT(all(metrics.gpu), ElementsAre(0, 0, 3, 0, 0));
  EXPECT_THAT(all(metrics.metric), ElementsAre(0, 1, 0, 0, 2));
  std::vector<double> values;
  for (size_t i = 0; i < metrics.size(); ++i) values.push_back(metrics.value[i]);
  EXPECT_THAT(values, ElementsAre(50, 70000, 99.5, 7, -3));
  EXPECT_EQ(metrics.unreadable, 1);
  EXPECT_THAT(metrics.notes, Contains(HasSubstr("1 values of metrics are no numbers")));
  EXPECT_THAT(metrics.notes, Contains(HasSubstr("1 rows without a start are left out")));
}

const std::string kGeneric =
    "CREATE TABLE GENERIC_EVENT_SOURCES (sourceId INTEGER PRIMARY KEY, data TEXT);"
    "CREATE TABLE GENERIC_EVENT_TYPES (typeId INTEGER PRIMARY KEY, sourceId INTEGER, data TEXT);"
    "CREATE TABLE GENERIC_EVENTS (rawTimestamp INTEGER, timestamp INTEGER, typeId INTEGER, data TEXT);";

TEST(Metrics, OfJsonAreThoseOfTheRightSource) {
  const auto profile =
      with(kGeneric +
               "INSERT INTO GENERIC_EVENT_SOURCES VALUES (1, '{\"Name\":\"GpuMetrics\"}'), (2, "
               "'{\"Name\":\"FTrace\"}');"
               "INSERT INTO GENERIC_EVENT_TYPES VALUES (258, 1, '{}'), (999, 2, '{}');"
               "INSERT INTO GENERIC_EVENTS VALUES "
               "(-500, NULL, 258, '{\"SM Active\":\"12\",\"DRAM \\u0041\":\"3.5\"}'),"
               "(10, 20, 258, ' { \"SM Active\" : 13 , \"nested\":{\"a\":[1,\"}\"]}, \"flag\":true } '),"
               "(30, 30, 999, '{\"cpu\":\"1\"}'), (40, 40, 258, '{\"SM Active\":\"twelve\"}'),"
               "(50, 50, 258, '{\"SM Active\":\"14\"'), (60, 60, 258, NULL)",
           "2022.4");
  const auto& metrics = family<GpuMetrics>(profile);
  EXPECT_THAT(all_names(metrics, metrics.metrics), ElementsAre("SM Active", "DRAM A"));
  EXPECT_THAT(all(metrics.time), ElementsAre(-500, -500, 20, 50));
  EXPECT_THAT(all(metrics.gpu), ElementsAre(2, 2, 2, 2));
  EXPECT_EQ(metrics.value[1], 3.5);
  EXPECT_EQ(metrics.value[3], 14);
  // A value that is no number, an object that does not end, and none at all.
  EXPECT_EQ(metrics.unreadable, 3);
  EXPECT_THAT(metrics.notes, Contains(HasSubstr("1 rows are of another kind")));
}

TEST(Metrics, WithoutListsOfSourcesEverySampleCounts) {
  const auto profile = with(
      "CREATE TABLE GENERIC_EVENTS (rawTimestamp INTEGER, timestamp INTEGER, typeId INTEGER, data TEXT);"
      "INSERT INTO GENERIC_EVENTS VALUES (5, NULL, 1, '{\"GPC Clock\":\"1410000000\"}')");
  const auto& metrics = family<GpuMetrics>(profile);
  ASSERT_EQ(metrics.size(), 1u);
  EXPECT_EQ(metrics.value[0], 1410000000.0);
}

TEST(Mpi, CallsOfAllTablesAreOneFamily) {
  const auto profile = with(
      "CREATE TABLE MPI_P2P_EVENTS (start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER, "
      "commHandle "
      "INTEGER, tag INTEGER, remoteRank INTEGER, size INTEGER, requestHandle INTEGER);"
      "CREATE TABLE MPI_COLLECTIVES_EVENTS (start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER, "
      "commHandle INTEGER, rootRank INTEGER, size INTEGER, recvSize INTEGER, requestHandle INTEGER);"
      "CREATE TABLE MPI_START_WAIT_EVENTS (start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER, "
      "requestHandle INTEGER);"
      "CREATE TABLE MPI_OTHER_EVENTS (start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER);"
      "CREATE TABLE MPI_RANKS (globalTid INTEGER, rank INTEGER);"
      "CREATE TABLE MPI_COMMUNICATORS (rank INTEGER, timestamp INTEGER, commHandle INTEGER, parentHandle "
      "INTEGER, localRank INTEGER, size INTEGER, members TEXT);" +
      texts("(900, 'MPI_Send'), (901, 'MPI_Allreduce'), (902, 'MPI_Wait'), (903, 'MPI_Init')") +
      "INSERT INTO MPI_P2P_EVENTS VALUES (10, 20, " + tid(100, 100) + ", 900, 4, 17, 1, 4096, 77);" +
      "INSERT INTO MPI_COLLECTIVES_EVENTS VALUES (30, NULL, " + tid(100, 100) +
      ", 901, 4, NULL, 8, 8, NULL);" + "INSERT INTO MPI_START_WAIT_EVENTS VALUES (40, 50, " + tid(100, 100) +
      ", 902, 77);" + "INSERT INTO MPI_OTHER_EVENTS VALUES (1, 2, " + tid(300, 301) + ", 903);" +
      "INSERT INTO MPI_RANKS VALUES (" + tid(100, 100) + ", 0);" +
      "INSERT INTO MPI_COMMUNICATORS VALUES (0, 5, 4, 1, 0, 2, '[0,1]')");
  const auto& calls = family<MpiCalls>(profile);
  EXPECT_THAT(all_names(calls, calls.name), ElementsAre("MPI_Init", "MPI_Send", "MPI_Allreduce", "MPI_Wait"));
  EXPECT_THAT(all(calls.source), ElementsAre(3, 0, 1, 2));
  EXPECT_THAT(all(calls.peer), ElementsAre(-1, 1, -1, -1));
  EXPECT_THAT(all(calls.bytes), ElementsAre(0, 4096, 8, 0));
  EXPECT_THAT(all(calls.request), ElementsAre(0, 77, 0, 77));
  EXPECT_EQ(calls.end(1), 20);
  EXPECT_EQ(calls.end(2), Spans::kOpen);
  ASSERT_EQ(calls.ranks.size(), 1u);
  EXPECT_EQ(calls.ranks[0].tid, 100);
  ASSERT_EQ(calls.communicators.size(), 1u);
  EXPECT_EQ(calls.text(calls.communicators[0].members), "[0,1]");
  // Thread 100 is one of the profile; process 300 is known to this family alone.
  const EventThread& known = calls.threads[calls.thread[1]];
  ASSERT_TRUE(known.thread.exists());
  EXPECT_EQ(profile->threads()[known.thread].tid, 100);
  EXPECT_EQ(calls.text(known.name), "main");
  const EventThread& other = calls.threads[calls.thread[0]];
  EXPECT_FALSE(other.thread.exists());
  EXPECT_FALSE(calls.processes[other.process].process.exists());
  EXPECT_EQ(calls.processes[other.process].pid, 300);
  EXPECT_EQ(other.tid, 301);
  EXPECT_THAT(calls.notes, IsEmpty());
}

TEST(UnifiedMemory, FaultsAndMigrations) {
  const auto profile = with(
      "CREATE TABLE CUDA_UM_CPU_PAGE_FAULT_EVENTS (start INTEGER, globalPid INTEGER, address INTEGER, "
      "originalFaultPc INTEGER, CpuInstruction INTEGER, module INTEGER, unresolvedFaultPc INTEGER);"
      "CREATE TABLE CUDA_UM_GPU_PAGE_FAULT_EVENTS (start INTEGER, end INTEGER, globalPid INTEGER, deviceId "
      "INTEGER, address INTEGER, numberOfPageFaults INTEGER, faultAccessType INTEGER);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER, contextId "
      "INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER, "
      "srcKind INTEGER, dstKind INTEGER, srcDeviceId INTEGER, dstDeviceId INTEGER, migrationCause INTEGER, "
      "virtualAddress INTEGER);" +
      texts("(900, 'main'), (901, 'a.out')") + "INSERT INTO CUDA_UM_CPU_PAGE_FAULT_EVENTS VALUES (10, " +
      std::to_string(pid(100)) + ", 4096, 1, 900, 901, NULL);" +
      "INSERT INTO CUDA_UM_GPU_PAGE_FAULT_EVENTS VALUES (20, 30, " + std::to_string(pid(100)) +
      ", 0, 8192, 3, 2), (50, 40, " + std::to_string(pid(100)) + ", 0, 8192, 1, 1);" +
      "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (1, 2, 0, 1, 7, 5, " + std::to_string(pid(100)) +
      ", 64, 1, 1, 2, NULL, NULL, NULL, NULL), (60, 70, 0, 1, 7, 0, " + std::to_string(pid(100)) +
      ", 65536, 12, 4, 4, 0, NULL, 2, 8192), (NULL, 70, 0, 1, 7, 0, 0, 1, 11, 4, 4, 0, 0, 2, 1)");
  const auto& cpu = family<CpuPageFaults>(profile);
  EXPECT_THAT(all_names(cpu, cpu.function), ElementsAre("main"));
  EXPECT_THAT(all_names(cpu, cpu.module), ElementsAre("a.out"));
  EXPECT_TRUE(cpu.processes[cpu.process[0]].process.exists());
  EXPECT_THAT(cpu.notes, IsEmpty());
  const auto& gpu = family<GpuPageFaults>(profile);
  EXPECT_THAT(all(gpu.count), ElementsAre(3, 1));
  EXPECT_THAT(all(gpu.access), ElementsAre(2, 1));
  EXPECT_THAT(all(gpu.duration), ElementsAre(10, 0));
  EXPECT_EQ(gpu.places[gpu.place[0]].gpu, DeviceIx(0));
  EXPECT_THAT(gpu.notes, ElementsAre(HasSubstr("1 rows end before they start")));
  const auto& moved = family<Migrations>(profile);
  EXPECT_THAT(all(moved.bytes), ElementsAre(65536));
  EXPECT_THAT(all(moved.copy_kind), ElementsAre(12));
  EXPECT_THAT(all(moved.cause), ElementsAre(2));
  EXPECT_THAT(all(moved.address), ElementsAre(8192));
  EXPECT_THAT(all(moved.to_device), ElementsAre(255));
  EXPECT_EQ(moved.row[0], 2);
}

TEST(Waits, AreKnownByWhatTheyName) {
  const auto profile = with(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INTEGER, end INTEGER, deviceId INTEGER, "
      "contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, deprecatedSyncType "
      "INTEGER, syncType INTEGER, eventId INTEGER, eventSyncId INTEGER);"
      "CREATE TABLE IF NOT EXISTS TARGET_INFO_CUDA_CONTEXT_INFO (nullStreamId INTEGER, hwId INTEGER, vmId "
      "INTEGER, processId INTEGER, deviceId INTEGER, contextId INTEGER);"
      "INSERT INTO TARGET_INFO_CUDA_CONTEXT_INFO (nullStreamId, hwId, vmId, processId, deviceId, contextId) "
      "VALUES (7, 0, 1, 100, 3, 9);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES "
      "(1, 2, 0, 9, 4294967295, 1, 281476654432256, 1, NULL, 4294967295, NULL),"
      "(3, 4, 0, 9, 4294967295, 2, 281476654432256, NULL, 2, 5, 6),"
      "(5, 6, 0, 1, 7, 3, 281476654432256, 9, 'x', 5, 6),"
      "(7, 8, 0, 1, 7, 4, 281476654432256, NULL, NULL, NULL, NULL),"
      "(9, NULL, 0, 1, 7, 4, 281476654432256, NULL, 2, NULL, NULL)");
  const auto& waits = family<Synchronizations>(profile);
  EXPECT_THAT(all(waits.kind),
              ElementsAre(Synchronizations::context_wait, Synchronizations::event_wait,
                          Synchronizations::stream_wait_event, Synchronizations::stream_wait));
  EXPECT_THAT(all(waits.type), ElementsAre(1, 2, 9, 255));
  EXPECT_THAT(all(waits.event), ElementsAre(kNoId, 5, 5, kNoId));
  EXPECT_THAT(waits.notes,
              ElementsAre(HasSubstr("1 rows without an end"), HasSubstr("1 cells hold something")));
  // Device 0 in every row of the file; context 9 is of device 3.
  EXPECT_EQ(waits.places[waits.place[0]].device, 3);
  EXPECT_FALSE(waits.places[waits.place[0]].gpu.exists());
  EXPECT_EQ(waits.places[waits.place[2]].device, 0);
  EXPECT_TRUE(waits.places[waits.place[2]].queue.exists());
}

TEST(CallChains, OfAnyOrderAreFoundByTheirId) {
  const auto profile = with(
      "CREATE TABLE SAMPLING_CALLCHAINS (id INTEGER, symbol INTEGER, module INTEGER, kernelMode INTEGER, "
      "unresolved INTEGER, originalIP INTEGER, stackDepth INTEGER);"
      "CREATE TABLE COMPOSITE_EVENTS (id INTEGER, start INTEGER, cpu INTEGER, threadState INTEGER, globalTid "
      "INTEGER, cpuCycles INTEGER);" +
      texts("(900, 'leaf'), (901, 'middle'), (902, 'main')") +
      "INSERT INTO SAMPLING_CALLCHAINS VALUES (5, 902, 902, NULL, NULL, 3, 2), (2, 900, 902, 1, 1, 9, 0), "
      "(5, 900, 902, NULL, NULL, 1, 0), (5, 901, 902, NULL, NULL, 2, 1);"
      "INSERT INTO COMPOSITE_EVENTS VALUES (5, 100, 3, 1, " +
      tid(100, 100) + ", 2000000), (7, 200, 3, NULL, NULL, 1)");
  const auto& samples = family<CpuSamples>(profile);
  const auto& chains = family<SampleChains>(profile);
  const auto frames = chains.of(samples.id[0]);
  std::vector<std::string> symbols;
  for (size_t at = frames.begin; at < frames.end; ++at) symbols.emplace_back(chains.text(chains.symbol[at]));
  EXPECT_THAT(symbols, ElementsAre("leaf", "middle", "main"));
  EXPECT_EQ(chains.of(2).size(), 1u);
  EXPECT_EQ(chains.of(samples.id[1]).size(), 0u);
  EXPECT_EQ(chains.of(-1).size(), 0u);
  EXPECT_THAT(all(samples.cycles), ElementsAre(2000000, 1));
  EXPECT_THAT(all(samples.state), ElementsAre(1, 255));
}

}  // namespace
}  // namespace nsys_ai::test
