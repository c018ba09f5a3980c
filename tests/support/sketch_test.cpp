// Sketches seen from outside: what plain SQL finds in the files they become.
#include "sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "sketch_sqlite.h"
#include "tests/support/places.h"

namespace nsys_ai::sketch {
namespace {

// A place for one file, removed with all that is in it.
class Folder {
 public:
  Folder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string("nsys_ai_sketch_") + test->test_suite_name() + "_" + test->name();
    std::replace(name.begin(), name.end(), '/', '_');
    path_ = std::filesystem::temp_directory_path() / name;
    std::filesystem::remove_all(path_);
    std::filesystem::create_directory(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file() const { return (path_ / "out.sqlite").string(); }
  bool is_empty() const { return std::filesystem::is_empty(path_); }

 private:
  std::filesystem::path path_;
};

std::string ask(const std::string& text, const std::string& sql, const std::string& version = "2026.2") {
  const Folder folder;
  write(text, folder.file(), version);
  return Database(folder.file()).answer(sql);
}

std::string error_of(const std::string& text, const std::string& version = "2026.2") {
  const Folder folder;
  try {
    write(text, folder.file(), version);
  } catch (const std::runtime_error& error) {
    EXPECT_TRUE(folder.is_empty()) << "a failed sketch left a file behind";
    return error.what();
  }
  return "";
}

constexpr const char* kColumns = "SELECT group_concat(name, ' ') FROM pragma_table_info";

constexpr const char* kKernels =
    "SELECT k.start, k.end, deviceId, streamId, s.value FROM CUPTI_ACTIVITY_KIND_KERNEL k "
    "JOIN StringIds s ON s.id = demangledName ORDER BY k.rowid";
constexpr const char* kCalls =
    "SELECT r.start, r.end, s.value, correlationId, eventClass, globalTid & 0xFFFFFF "
    "FROM CUPTI_ACTIVITY_KIND_RUNTIME r JOIN StringIds s ON s.id = nameId ORDER BY r.rowid";

TEST(SketchItems, a_start_without_a_unit_takes_the_unit_of_the_end) {
  EXPECT_EQ(ask("gpu 0 stream 7   gemm 0..100us   softmax 150..180us   \"a b\" 1ms+500us\n", kKernels),
            "0|100000|0|7|gemm\n150000|180000|0|7|softmax\n1000000|1500000|0|7|a b");
  EXPECT_EQ(ask("gpu 1 stream 3 k 10..9223372036854775807 k 1.5..2.25us\n", kKernels),
            "10|9223372036854775807|1|3|k\n1500|2250|1|3|k");
  EXPECT_EQ(ask("at 1s {\n gpu 0 stream 7 k -9223372036854775808..9223372036854775807\n}\n",
                "SELECT start, end FROM CUPTI_ACTIVITY_KIND_KERNEL"),
            "-9223372035854775808|9223372036854775807");
  EXPECT_EQ(ask("gpu 0 stream 7 k -9223372036854775808..0 [backtrace]\n",
                "SELECT start, end FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass = 67"),
            "-9223372036854775808|-9223372036854770708");
}

TEST(SketchItems, each_operation_has_a_call_just_before_it_unless_told_otherwise) {
  EXPECT_EQ(ask("gpu 0 stream 7 k 100..200us memset 0..5us memcpy_d2h 300..400us\n", kCalls),
            "90000|95000|cudaLaunchKernel_v7000|1|0|100\n"
            "0|5000|cudaMemsetAsync_v3020|2|0|100\n"
            "290000|295000|cudaMemcpyAsync_v3020|3|0|100");
  EXPECT_EQ(
      ask("gpu 0 stream 7 a 100..200us [launch=none] b 300..400us [launch=20..30us thread=2 api=cuLaunchKernel]\n"
          "gpu 0 stream 7 c 1..2ms [lead=200us call=7us corr=77]\n",
          kCalls),
      "20000|30000|cuLaunchKernel|2|1|101\n800000|807000|cudaLaunchKernel_v7000|77|0|100");
  EXPECT_EQ(
      ask("launches none\ngpu 0 stream 7 a 1..2us\nlaunches 1us before for 1us\ngpu 0 stream 7 b 5..6us\n",
          kCalls),
      "4000|5000|cudaLaunchKernel_v7000|2|0|100");
}

TEST(SketchItems, copies_know_their_kind_size_and_memory) {
  EXPECT_EQ(
      ask("gpu 0 stream 7 memcpy_h2d 0..1ms [64MB pageable] memcpy_d2h 1..2ms [4KiB] memcpy_d2d 2..3ms\n"
          "gpu 0 stream 7 memcpy_p2p 3..4ms [1B from=0 to=1] memcpy_h2h 4..5ms\n",
          "SELECT copyKind, bytes, srcKind, dstKind, srcDeviceId, dstDeviceId FROM "
          "CUPTI_ACTIVITY_KIND_MEMCPY"),
      "1|64000000|0|2||\n2|4096|2|1||\n8|1000000|2|2||\n10|1|2|2|0|1\n9|1000000|1|1||");
  EXPECT_EQ(ask("gpu 0 stream 7 memcpy_h2d 100..600us [pageable sync]\n", kCalls),
            "90000|600000|cudaMemcpy_v3020|1|0|100");
}

TEST(SketchItems, kernels_take_names_and_shape_from_their_alias) {
  EXPECT_EQ(
      ask("kernel gemm = \"void Kernel2<int>(T1)\" short \"Kernel2\" [grid=12x2 regs=168 dsmem=2KiB]\n"
          "gpu 0 stream 7 gemm 0..1us gemm 1..2us [grid=7 block=32x4x2]\n",
          "SELECT d.value, s.value, gridX, gridY, blockX, blockY, blockZ, registersPerThread, "
          "dynamicSharedMemory "
          "FROM CUPTI_ACTIVITY_KIND_KERNEL JOIN StringIds d ON d.id = demangledName "
          "JOIN StringIds s ON s.id = shortName"),
      "void Kernel2<int>(T1)|Kernel2|12|2|1|1|1|168|2048\nvoid Kernel2<int>(T1)|Kernel2|7|1|32|4|2|168|2048");
}

TEST(SketchProcesses, correlation_ids_collide_and_ids_are_packed) {
  const std::string text =
      "process 200 \"rank 0\"\nthread 2 \"autograd\" tid=777\ngpu 0 stream 7 a 0..1us b 2..3us [thread=2]\n"
      "process 300 \"rank 1\"\ngpu 0 stream 7 c 0..1us\n";
  EXPECT_EQ(ask(text,
                "SELECT correlationId, globalPid >> 24 & 0xFFFFFF, globalPid >> 48, globalPid & 0xFFFFFF "
                "FROM CUPTI_ACTIVITY_KIND_KERNEL"),
            "1|200|1|0\n2|200|1|0\n1|300|1|0");
  EXPECT_EQ(ask(text, "SELECT value, globalTid & 0xFFFFFF FROM ThreadNames JOIN StringIds ON id = nameId"),
            "rank 0|200\nautograd|777\nrank 1|300");
  EXPECT_EQ(ask(text, "SELECT pid, name FROM PROCESSES"), "200|rank 0\n300|rank 1");
}

TEST(SketchRepeat, blocks_shift_times_nest_and_count) {
  EXPECT_EQ(
      ask("repeat 2 every 1ms as step {\n  nvtx \"step {step}\" 0..900us\n"
          "  repeat 2 every 100us from 10us {\n    gpu {i} stream 7 k{step}{i} 0..5us [launch=-3..-1us]\n  }\n}\n",
          kKernels),
      "10000|15000|0|7|k00\n110000|115000|1|7|k01\n1010000|1015000|0|7|k10\n1110000|1115000|1|7|k11");
  EXPECT_EQ(ask("at 1ms {\n repeat 2 every 7us { gpu 0 stream 7 k{i} 0..2us }\n}\n", kKernels),
            "1000000|1002000|0|7|k0\n1007000|1009000|0|7|k1");
  EXPECT_EQ(ask("repeat 0 every 1us {\n gpu 0 stream 7 k 0..1us\n}\n",
                "SELECT count(*) FROM sqlite_master "
                "WHERE name LIKE '%KERNEL'"),
            "0");
}

TEST(SketchNvtx, has_all_its_forms) {
  const std::string text =
      "nvtx thread 2 domain \"my domain\" outer 0..9us [category=2 payload=42] inner 1us.. [registered color=0xff00ff00]\n"
      "nvtx startend moved 1..2us [end_thread=2 json=\"{\\\"a\\\":1}\"]\n"
      "nvtx mark here 5us [payload=2.5]\nnvtx category 2 \"io\" domain \"my domain\"\n"
      "nvtx \"say \\\"hi\\\"\\n\" 3..4us [type=70]\n";
  EXPECT_EQ(ask(text,
                "SELECT eventType, n.start, n.end, coalesce(text, value), domainId, category, rangeId, "
                "globalTid & 0xFFFFFF, endGlobalTid & 0xFFFFFF, int64Value, doubleValue, jsonText, color "
                "FROM NVTX_EVENTS n LEFT JOIN StringIds ON id = textId ORDER BY n.rowid"),
            "75|0||my domain|1|||101|||||\n"
            "59|0|9000|outer|1|2||101||42|||\n"
            "59|1000||inner|1|||101|||||4278255360\n"
            "60|1000|2000|moved|0||1|100|101|||{\"a\":1}|\n"
            "34|5000||here|0|||100|||2.5||\n"
            "33|0||io|1|2||100|||||\n"
            "70|3000|4000|say \"hi\"\n|0|||100|||||");
}

TEST(SketchHost, waits_are_recorded_beside_their_calls) {
  EXPECT_EQ(
      ask("api thread 2 cudaStreamSynchronize 0..5ms [stream=9] cudaDeviceSynchronize 6..7ms cudaMalloc 8..9ms\n",
          "SELECT syncType, streamId, deviceId, start, end, correlationId FROM "
          "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION"),
      "3|9|0|0|5000000|1\n4|4294967295|0|6000000|7000000|2");
  EXPECT_EQ(ask("osrt poll 0..5ms\noverhead \"flush\" 5..6ms\n",
                "SELECT s.value, start, end, eventClass FROM OSRT_API JOIN StringIds s ON s.id = nameId"),
            "poll|0|5000000|27");
}

TEST(SketchHost, a_backtrace_is_a_twin_row_of_the_same_correlation_id) {
  EXPECT_EQ(ask("gpu 0 stream 7 k 100..200us [backtrace]\n", kCalls),
            "90000|95000|cudaLaunchKernel_v7000|1|0|100\n89900|95100|cudaLaunchKernel|1|67|100");
}

TEST(SketchGraphs, operations_of_one_launch_share_its_correlation_id) {
  const std::string text =
      "repeat 2 every 1ms {\n graph 5 launch 0..10us\n gpu 0 stream 7 [graph=5] a 20..30us b 30..40us\n"
      " gpu 0 stream 7 memset 40..41us [graph=5]\n}\n";
  EXPECT_EQ(ask(text, "SELECT start, correlationId, graphId, graphNodeId FROM CUPTI_ACTIVITY_KIND_KERNEL"),
            "20000|1|5|5000001\n30000|1|5|5000002\n1020000|2|5|5000001\n1030000|2|5|5000002");
  EXPECT_EQ(ask(text, kCalls),
            "0|10000|cudaGraphLaunch_v10000|1|0|100\n1000000|1010000|cudaGraphLaunch_v10000|2|0|100");
  EXPECT_EQ(
      ask("graph 5 launch 0..10us\ngpu 0 stream 7 cuda_graph 20..90us [graph=5]\n",
          "SELECT start, end, correlationId, graphId, graphExecId FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE"),
      "20000|90000|1|5|5");
}

TEST(SketchMachine, devices_and_their_place_in_a_process) {
  const std::string text =
      "device 3 \"NVIDIA H100\" sms=132 memory=80GB bandwidth=3352GB cc=9.0 uuid=abc\n"
      "process 7 \"p\"\ncuda_device 0 is gpu 3\ngpu 0 stream 7 context 2 k 0..1us\n";
  EXPECT_EQ(
      ask(text,
          "SELECT id, name, smCount, totalMemory, memoryBandwidth, computeMajor, uuid FROM TARGET_INFO_GPU"),
      "3|NVIDIA H100|132|80000000000|3352000000000|9|abc");
  EXPECT_EQ(ask(text, "SELECT gpuId, cudaId, pid, uuid FROM TARGET_INFO_CUDA_DEVICE"), "3|0|7|abc");
  EXPECT_EQ(ask(text, "SELECT processId, contextId, deviceId FROM TARGET_INFO_CUDA_CONTEXT_INFO"), "7|2|0");
  EXPECT_EQ(ask("session_start 1700000000000000000\nduration 2s\n",
                "SELECT utcEpochNs, utcTime, duration FROM TARGET_INFO_SESSION_START_TIME, ANALYSIS_DETAILS"),
            "1700000000000000000|2023-11-14T22:13:20|2000000000");
}

TEST(SketchHostile, tables_and_cells_can_be_bent) {
  EXPECT_EQ(ask("gpu 0 stream 7 k 0..1us\nwithout ENUM_CUDA_MEM_KIND\nwithout CUPTI_ACTIVITY_KIND_RUNTIME\n",
                "SELECT count(*) FROM sqlite_master WHERE name IN ('ENUM_CUDA_MEM_KIND', "
                "'CUPTI_ACTIVITY_KIND_RUNTIME')"),
            "0");
  EXPECT_EQ(ask("empty OSRT_API\n", "SELECT count(*) FROM OSRT_API"), "0");
  EXPECT_EQ(
      ask("gpu 0 stream 7 k 0..1us\nwithout_column CUPTI_ACTIVITY_KIND_KERNEL globalPid\n",
          "SELECT count(*) FROM pragma_table_info('CUPTI_ACTIVITY_KIND_KERNEL') WHERE name = 'globalPid'"),
      "0");
  EXPECT_EQ(ask("loose\ngpu 0 stream 7 k 0..1us\nsql \"UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = NULL, "
                "start = 'x'\"\n",
                "SELECT start, end FROM CUPTI_ACTIVITY_KIND_KERNEL"),
            "x|");
  EXPECT_EQ(ask("string \"SECRET=1\"\nnvtx \"a\\0b\\xff\" 0..1us\n", "SELECT hex(text) FROM NVTX_EVENTS"),
            "610062FF");
}

struct Wrong {
  const char *text, *message;
};

TEST(SketchErrors, name_the_line) {
  const Wrong all[] = {
      {"\n# c\ngpu 0 stream 7 k 5ms\n", "line 3: '5ms' is not an interval"},
      {"gpu 0 stream 7 k 1us..5\n", "line 1: '1us..5' needs a unit"},
      {"gpu 0 stream 7 k 1..5parsecs\n", "line 1: '1..5parsecs' has a start that is not a time"},
      {"gpu 0 stream 7 k 1us..\n", "line 1: 'k' has no end"},
      {"nvtx k 1..\n", "line 1: '1..' needs a unit"},
      {"gpu 0 strom 7 k 1..2us\n", "line 1: 'stream' is missing before 'strom'"},
      {"gpu 0 stream 7 k 1..2us [gird=3]\n", "line 1: 'gird' is not an attribute here"},
      {"gpu 0 stream 7\n", "line 1: there is no operation"},
      {"gpu 0 stream 7 memcpy_h3d 0..1us\n", "line 1: 'memcpy_h3d' is not a kind of copy"},
      {"gpu 0 stream 7 k 0..1us [graph=1]\n", "line 1: graph 1 has no"},
      {"nvtx \"open 0..1us\n", "line 1: a text has no closing quote"},
      {"nvtx a 0..1us [category=1\n", "line 1: a list has no closing bracket"},
      {"hello\n", "line 1: 'hello' is not a statement"},
      {"\nrepeat 2 every 1ms {\n", "line 2: the block that begins here has no }"},
      {"}\n", "line 1: a } closes no block"},
      {"repeat 2 every 1ms {\n  repeat 3 every 1us {\n    nvtx bad 1us\n  }\n}\n",
       "line 3: '1us' is not an interval"},
      {"process 99999999\n", "line 1: a pid needs 24 bits"},
      {"empty KERNELS\n", "line 1: 2026.2 has no table 'KERNELS'"},
      {"without KERNELS\n", "line 1: Nsight has no table 'KERNELS'"},
      {"\nsql \"SELEKT\"\n", "line 2: near \"SELEKT\""},
      {"repeat 2000000 every 1ns { nvtx a 0..1ns }\n", "line 1: more than a million lines"},
  };
  for (const auto& [text, message] : all)
    EXPECT_TRUE(error_of(text).starts_with(message)) << error_of(text) << "\n  for: " << message;
  EXPECT_TRUE(error_of("", "1999").starts_with("version '1999' is unknown; known are 2020 2021.2"));
}

TEST(SketchErrors, leave_an_older_file_alone) {
  const Folder folder;
  write("nvtx a 0..1us\n", folder.file());
  EXPECT_THROW(write("nvtx a 0\n", folder.file()), std::runtime_error);
  EXPECT_THROW(write("nvtx a 0..1us\nsql \"x\"\n", folder.file()), std::runtime_error);
  EXPECT_EQ(Database(folder.file()).answer("SELECT text FROM NVTX_EVENTS"), "a");
}

// The columns of real exports, in their order; an empty text says that the release has no such table.
struct Layout {
  const char *version, *table, *columns;
};

class SketchLayout : public testing::TestWithParam<Layout> {};

TEST_P(SketchLayout, has_the_columns_of_the_real_export) {
  const auto& [version, table, columns] = GetParam();
  const std::string text =
      "device 0 \"g\"\nnvtx a 0..1us\ngpu 0 stream 7 k 0..1us memcpy_h2d 1..2us\napi cudaDeviceSynchronize 3..4us\n";
  EXPECT_EQ(ask(text, std::string(kColumns) + "('" + table + "')", version), columns);
}

constexpr const char* kKernelNames =
    "demangledName shortName mangledName launchType cacheConfig registersPerThread gridX gridY gridZ blockX blockY blockZ staticSharedMemory dynamicSharedMemory localMemoryPerThread localMemoryTotal gridId sharedMemoryExecuted graphNodeId sharedMemoryLimitConfig";
const std::string kKernel2022 =
    std::string("start end deviceId contextId streamId correlationId globalPid ") + kKernelNames;
const std::string kKernel2025 =
    std::string("start end deviceId contextId greenContextId streamId correlationId globalPid ") +
    kKernelNames;
const std::string kKernel2026 =
    kKernel2025 +
    " qmdBulkReleaseDone qmdPreexitDone qmdLastCtaDone graphId clusterX clusterY clusterZ clusterSchedulingPolicy maxPotentialClusterSize maxActiveClusters sharedMemoryRequestedPercentage tensorSizeMinusOneElements";
constexpr const char* kKernel = "CUPTI_ACTIVITY_KIND_KERNEL";
constexpr const char* kMemcpy = "CUPTI_ACTIVITY_KIND_MEMCPY";
constexpr const char* kSync = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";
constexpr const char* kNvtx =
    "start end eventType rangeId category color text globalTid endGlobalTid textId domainId uint64Value int64Value doubleValue uint32Value int32Value floatValue";
const std::string kNvtx2022 = std::string(kNvtx) + " jsonTextId jsonText";
const std::string kNvtx2025 = kNvtx2022 + " binaryData";

const Layout kLayouts[] = {
    {"2020", "CUPTI_ACTIVITY_KIND_RUNTIME",
     "start end eventClass globalTid correlationId nameId returnValue"},
    {"2020", kMemcpy,
     "start end deviceId contextId streamId correlationId globalPid bytes copyKind deprecatedSrcId srcKind dstKind srcDeviceId srcContextId dstDeviceId dstContextId graphNodeId"},
    {"2020", "NVTX_EVENTS", kNvtx},
    {"2020", "EXPORT_META_DATA", ""},
    {"2020", "TARGET_INFO_GPU", "vmId id name busLocation isDiscrete"},
    {"2021.2", "CUPTI_ACTIVITY_KIND_RUNTIME",
     "start end eventClass globalTid correlationId nameId returnValue callchainId"},
    {"2021.2", kMemcpy,
     "start end deviceId contextId streamId correlationId globalPid bytes copyKind deprecatedSrcId srcKind dstKind srcDeviceId srcContextId dstDeviceId dstContextId migrationCause graphNodeId"},
    {"2021.2", "EXPORT_META_DATA", ""},
    {"2021.2", "PROCESSES", ""},
    {"2022.4", kKernel, kKernel2022.c_str()},
    {"2022.4", "NVTX_EVENTS", kNvtx2022.c_str()},
    {"2022.4", "EXPORT_META_DATA", "name value"},
    {"2022.4", "META_DATA_EXPORT", ""},
    {"2022.4", "TARGET_INFO_CUDA_NULL_STREAM", "streamId hwId vmId processId deviceId contextId"},
    {"2022.4", "ENUM_CUDA_KRENEL_LAUNCH_TYPE", "id name label"},
    {"2022.4", kSync, "start end deviceId contextId streamId correlationId globalPid syncType eventId"},
    {"2025.1", kKernel, kKernel2025.c_str()},
    {"2025.1", "NVTX_EVENTS", kNvtx2025.c_str()},
    {"2025.1", "EXPORT_META_DATA", ""},
    {"2025.1", "META_DATA_EXPORT", "name value"},
    {"2025.1", "TARGET_INFO_CUDA_DEVICE", "gpuId cudaId pid"},
    {"2025.1", "ENUM_CUDA_KRENEL_LAUNCH_TYPE", ""},
    {"2025.1", kSync,
     "start end deviceId contextId greenContextId streamId correlationId globalPid deprecatedSyncType syncType eventId eventSyncId"},
    {"2026.2", kKernel, kKernel2026.c_str()},
    {"2026.2", kMemcpy,
     "start end deviceId contextId greenContextId streamId correlationId globalPid bytes copyKind deprecatedSrcId srcKind dstKind srcDeviceId srcContextId dstDeviceId dstContextId migrationCause graphNodeId virtualAddress copyCount"},
    {"2026.2", "META_DATA_CAPTURE", "name value"},
    {"2026.2", "TARGET_INFO_CUDA_DEVICE", "gpuId cudaId pid uuid numMultiprocessors"},
    {"2026.2", "TARGET_INFO_SESSION_START_TIME", "utcEpochNs utcTime localTime systemClockNs"},
};

INSTANTIATE_TEST_SUITE_P(Releases, SketchLayout, testing::ValuesIn(kLayouts), [](const auto& row) {
  std::string name = std::string(row.param.version) + "_" + row.param.table;
  name[4] = '_';
  return name;
});

TEST(SketchLayouts, releases_name_their_schema) {
  EXPECT_EQ(ask("", "SELECT value FROM META_DATA_EXPORT WHERE name = 'EXPORT_SCHEMA_VERSION'"), "3.25.0");
  EXPECT_EQ(
      ask("version 2022.4\n", "SELECT value FROM EXPORT_META_DATA WHERE name = 'EXPORT_SCHEMA_VERSION'"),
      "3.0.0");
  EXPECT_EQ(ask("", "SELECT label FROM ENUM_CUDA_MEM_KIND WHERE id = 0"), "Pageable");
}

// What the head of example.sketch says of each rank; the demo shows these numbers.
TEST(SketchExample, has_the_faults_that_it_states) {
  std::ifstream in(test::source_folder() / "tests/support/example.sketch", std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  ASSERT_FALSE(text.empty());
  for (const char* version : {"2020", "2026.2"}) {
    const Folder folder;
    write(text, folder.file(), version);
    Database db(folder.file());
    EXPECT_EQ(
        db.answer("SELECT count(DISTINCT globalPid), count(DISTINCT deviceId), count(*), min(start) >= 0 "
                  "FROM CUPTI_ACTIVITY_KIND_KERNEL"),
        "2|2|3936|1");
    EXPECT_EQ(db.answer("SELECT globalPid >> 24 & 0xFFFFFF, count(*), sum(k.end - k.start) "
                        "FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = shortName "
                        "WHERE value LIKE 'nccl%' GROUP BY 1"),
              "4100|32|40000000\n4101|32|40000000");
    EXPECT_EQ(db.answer("SELECT count(*), sum(end - start), sum(bytes) FROM CUPTI_ACTIVITY_KIND_MEMCPY "
                        "WHERE copyKind = 1 AND srcKind = 0"),
              "16|32000000|256000000");
    EXPECT_EQ(db.answer("SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE end - start = 2400"), "2560");
    // Every idle time at a step's start lies between its memset and its copy.
    EXPECT_EQ(db.answer("SELECT DISTINCT c.start - m.end FROM CUPTI_ACTIVITY_KIND_MEMSET m "
                        "JOIN CUPTI_ACTIVITY_KIND_MEMCPY c ON c.globalPid = m.globalPid AND c.copyKind = 1 "
                        "AND c.start BETWEEN m.end AND m.end + 20000000"),
              "8970000");
  }
}
}  // namespace
}  // namespace nsys_ai::sketch
