// What cards tell of events on real captures, beside plain SQL on the file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/host/thread_activity.h"
#include "analysis/kernels/kernel_run_groups.h"
#include "analysis/kernels/occupancy.h"
#include "analysis/memory/alike_copies.h"
#include "analysis/memory/copy_speed.h"
#include "analysis/time/idle.h"
#include "analysis/time/launched_work.h"
#include "analysis/time/neighbours.h"
#include "tests/support/needs_captures.h"
#include "tests/unit/real_capture.h"

namespace nsys_ai::test {
namespace {

constexpr const char* kCaptures[] = {"mfu_2gpu_before", "h100_2gpu_1s", "pselinv-mpi-r7", "fuser-2025"};

class ExplainTruth : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto path = profiles_folder() / (std::string(GetParam()) + ".sqlite");
    if (!std::filesystem::exists(path)) GTEST_SKIP() << needs_captures();
    capture_ = std::make_unique<Capture>(path);
    // What any operation needs, so that none of it is told by this program. Graphs recorded as a whole are in
    // none of these captures.
    capture_->ask(
        "CREATE TABLE op AS "
        "SELECT 'k' AS kind, rowid AS row, start, end, globalPid AS pid, deviceId AS device, contextId AS context, "
        "streamId AS stream, demangledName AS name, correlationId AS id FROM CUPTI_ACTIVITY_KIND_KERNEL");
    for (const auto& [kind, table] :
         {std::pair("c", "CUPTI_ACTIVITY_KIND_MEMCPY"), std::pair("m", "CUPTI_ACTIVITY_KIND_MEMSET")})
      if (capture_->has(table))
        capture_->ask(
            fmt::format("INSERT INTO op SELECT '{}', rowid, start, end, globalPid, deviceId, contextId, "
                        "streamId, NULL, correlationId FROM {}",
                        kind, table));
    capture_->ask("CREATE INDEX op_by_start ON op(pid, device, start)");
  }
  const Profile& profile() const { return capture_->profile(); }
  // Every so many, so that a capture takes a second or two.
  size_t stride(size_t events) const { return events / 60 + 1; }

  std::unique_ptr<Capture> capture_;
};

TEST_P(ExplainTruth, RunsStandAmongTheirLike) {
  const Kernels& kernels = profile().kernels();
  size_t compared = 0;
  for (uint32_t i = 0; i < kernels.size(); i += static_cast<uint32_t>(stride(kernels.size()))) {
    const RunRank of = run_standing(profile(), i);
    const std::string alike = fmt::format(
        "FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN CUPTI_ACTIVITY_KIND_KERNEL m ON m.rowid = {} WHERE "
        "k.demangledName = m.demangledName AND k.globalPid = m.globalPid AND k.deviceId = m.deviceId AND "
        "k.gridX = m.gridX AND k.gridY = m.gridY AND k.gridZ = m.gridZ AND k.blockX = m.blockX AND k.blockY = m.blockY "
        "AND k.blockZ = m.blockZ AND k.registersPerThread = m.registersPerThread AND "
        "k.staticSharedMemory = m.staticSharedMemory AND k.dynamicSharedMemory = m.dynamicSharedMemory",
        int64_t{kernels.row[i]});
    EXPECT_EQ(
        fmt::format("{}|{}|{}|{}|{}|{}", of.runs, of.ordinal, of.shorter, of.longer, of.shortest, of.longest),
        capture_->ask(
            "SELECT count(*), sum(k.start < m.start OR (k.start = m.start AND k.rowid <= m.rowid)), "
            "sum(k.end - k.start < m.end - m.start), sum(k.end - k.start > m.end - m.start), "
            "min(k.end - k.start), max(k.end - k.start) " +
            alike));
    const std::string ranked =
        "SELECT k.end - k.start AS d, row_number() OVER (ORDER BY k.end - k.start) AS n " + alike;
    EXPECT_EQ(
        std::to_string(of.median),
        capture_->ask(fmt::format("SELECT min(d) + (max(d) - min(d) + 1) / 2 FROM ({}) WHERE n IN ({}, {})",
                                  ranked, (of.runs + 1) / 2, of.runs / 2 + 1)));
    if (of.early_median) {
      const auto quarter = [&](const char* order) {
        return capture_->ask(fmt::format(
            "WITH q AS (SELECT k.end - k.start AS d {0} ORDER BY k.start {1}, k.rowid {1} LIMIT {2}), "
            "r AS (SELECT d, row_number() OVER (ORDER BY d) AS n FROM q) "
            "SELECT min(d) + (max(d) - min(d) + 1) / 2 FROM r WHERE n IN ({3}, {4})",
            alike, order, of.runs / 4, (of.runs / 4 + 1) / 2, of.runs / 4 / 2 + 1));
      };
      EXPECT_EQ(std::to_string(*of.early_median) + "|" + std::to_string(*of.late_median),
                quarter("ASC") + "|" + quarter("DESC"));
    }
    ++compared;
  }
  EXPECT_GT(compared, 10u);
}

TEST_P(ExplainTruth, OperationsHaveTheirNeighbours) {
  const Kernels& kernels = profile().kernels();
  for (uint32_t i = 0; i < kernels.size(); i += static_cast<uint32_t>(stride(kernels.size()))) {
    const auto of = neighbours_of(profile(), {OperationNumbers::kernel, i});
    ASSERT_TRUE(of);
    const std::string mine =
        fmt::format("(SELECT * FROM op WHERE kind = 'k' AND row = {})", int64_t{kernels.row[i]});
    const std::string others =
        "FROM " + mine +
        " m JOIN op o ON o.device = m.device AND NOT (o.kind = 'k' AND o.row = m.row) ";
    const std::string on_stream = others + "WHERE o.pid = m.pid AND o.stream = m.stream AND o.context = m.context AND ";
    const OperationNumbers numbers(profile());
    const auto start = [&](const std::optional<OperationNumbers::Operation>& other) {
      return other ? std::to_string(numbers.family(other->kind).start[other->at]) : std::string();
    };
    EXPECT_EQ(start(of->before), capture_->ask("SELECT max(o.start) " + on_stream + "o.start < m.start"));
    EXPECT_EQ(start(of->after), capture_->ask("SELECT min(o.start) " + on_stream + "o.start > m.start"));
    EXPECT_EQ(std::to_string(of->idle_before),
              capture_->ask("SELECT coalesce(max(0, min(m.start) - max(o.end)), 0) " + others +
                            "WHERE o.start < m.start"));
    EXPECT_EQ(std::to_string(of->beside),
              capture_->ask("SELECT count(*) " + others + "WHERE o.start < m.end AND o.end > m.start"));
    const auto shared = [&](const std::string& condition) {
      return capture_->ask(
          "WITH p AS (SELECT max(o.start, m.start) AS s, min(o.end, m.end) AS e " + others +
          "WHERE o.start < m.end AND o.end > m.start" + condition +
          "), q AS (SELECT s, e, max(e) OVER (ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 "
          "PRECEDING) AS until FROM p) SELECT coalesce(sum(max(0, e - max(s, coalesce(until, s)))), 0) FROM q");
    };
    EXPECT_EQ(std::to_string(of->shared), shared(""));
    EXPECT_EQ(
        std::to_string(of->computing),
        shared(" AND o.kind = 'k' AND o.name NOT IN (SELECT id FROM StringIds WHERE value LIKE '%nccl%')"));
  }
}

TEST_P(ExplainTruth, CopiesStandAmongTheirLike) {
  const Copies& copies = profile().copies();
  for (uint32_t i = 0; i < copies.size(); i += static_cast<uint32_t>(stride(copies.size()))) {
    const CopyGroups& of = alike_copies(profile(), i);
    const auto best = speed_of(copies.bytes[of.fastest], copies.duration[of.fastest]);
    const std::string size_class =
        "CASE WHEN {0} < 4000 THEN 0 WHEN {0} < 64000 THEN 1 WHEN {0} < 1000000 THEN 2 WHEN {0} < 16000000 THEN 3 ELSE 4 END";
    const auto class_of = [&](const char* bytes) { return fmt::format(fmt::runtime(size_class), bytes); };
    EXPECT_EQ(
        fmt::format("{}|{}|{}|{:.9f}", of.copies, int64_t{of.bytes}, int64_t{of.time}, best.value_or(0)),
        capture_->ask(fmt::format(
            "SELECT count(*), sum(c.bytes), sum(c.end - c.start), printf('%.9f', max(1.0 * c.bytes / (c.end - c.start))) "
            "FROM CUPTI_ACTIVITY_KIND_MEMCPY c JOIN CUPTI_ACTIVITY_KIND_MEMCPY m ON m.rowid = {} WHERE "
            "c.globalPid = m.globalPid AND c.deviceId = m.deviceId AND c.copyKind = m.copyKind AND c.srcKind = m.srcKind "
            "AND c.dstKind = m.dstKind AND {} = {}",
            int64_t{copies.row[i]}, class_of("c.bytes"), class_of("m.bytes"))));
  }
}

TEST_P(ExplainTruth, RangesLaunchTheirWork) {
  if (!capture_->has("NVTX_EVENTS")) GTEST_SKIP() << "no ranges";
  // Of a runtime call and the driver's call that it makes the former; a bare column is that of the least
  // class.
  capture_->ask(
      "CREATE TABLE launch AS SELECT o.start, o.end, o.kind, r.globalTid AS thread, r.start AS call_start, r.end AS "
      "call_end, min(r.eventClass) FROM op o JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = o.id AND "
      "r.eventClass IN (0, 1) AND r.globalTid - (r.globalTid & 16777215) = o.pid WHERE o.id > 0 GROUP BY o.kind, o.row");
  const Nvtx& nvtx = profile().nvtx();
  size_t busy = 0;
  for (uint32_t i = 0; i < nvtx.size(); i += static_cast<uint32_t>(nvtx.size() / 300 + 1)) {
    if (!nvtx.is_push_pop(i) || nvtx.end(i) == Spans::kOpen) continue;
    const LaunchedWork of = launched_in_range(profile(), i);
    if (of.operations > 0) ++busy;
    EXPECT_EQ(
        fmt::format("{}|{}|{}|{}|{}", of.operations, of.kernels, int64_t{of.kernel_time}, of.time.start,
                    of.time.end),
        capture_->ask(fmt::format(
            "SELECT count(l.start), coalesce(sum(kind = 'k'), 0), coalesce(sum((kind = 'k') * (l.end - l.start)), 0), "
            "coalesce(min(l.start), 0), coalesce(max(l.end), 0) FROM NVTX_EVENTS n LEFT JOIN launch l ON "
            "l.thread = n.globalTid AND l.call_start >= n.start AND l.call_end <= n.end WHERE n.rowid = {}",
            int64_t{nvtx.row[i]})));
  }
  std::cout << "    " << busy << " ranges with work\n";
}

TEST_P(ExplainTruth, ThreadsDidWhatTheyDidInAGap) {
  std::vector<IdleGap> gaps = idle_gaps(profile(), Scope::whole(profile()), 50'000);
  size_t compared = 0;
  for (size_t i = 0; i < gaps.size(); i += gaps.size() / 12 + 1) {
    const ProcessIx process = profile().devices()[gaps[i].device].process;
    const auto threads = thread_activities(profile(), process, gaps[i].gap, {});
    ASSERT_TRUE(threads);
    std::map<int64_t, std::string> ours;
    for (const ThreadActivity& of : *threads)
      if (of.cuda.time > 0 || of.system.time > 0)
        ours[of.tid] = fmt::format("{}|{}", of.cuda.time, of.system.time);
    std::map<int64_t, std::string> wanted;
    const auto unions = [&](const std::string& table, const std::string& condition) {
      std::map<int64_t, std::string> all;
      if (!capture_->has(table)) return all;
      std::istringstream rows(capture_->ask(fmt::format(
          "WITH p AS (SELECT globalTid & 16777215 AS tid, max(start, {0}) AS s, min(end, {1}) AS e FROM {2} WHERE "
          "start < {1} AND end > {0} AND globalTid / 16777216 % 16777216 = {3} AND {4}), "
          "q AS (SELECT tid, s, e, max(e) OVER (PARTITION BY tid ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 "
          "PRECEDING) AS until FROM p) SELECT tid || ' ' || sum(max(0, e - max(s, coalesce(until, s)))) FROM q GROUP BY tid",
          gaps[i].gap.start, gaps[i].gap.end, table, profile().processes()[process].pid, condition)));
      int64_t tid = 0;
      std::string time;
      while (rows >> tid >> time) all[tid] = time;
      return all;
    };
    const auto cuda = unions("CUPTI_ACTIVITY_KIND_RUNTIME", "eventClass IN (0, 1)");
    const auto system = unions("OSRT_API", "eventClass = 27");
    for (const auto& [tid, time] : cuda) wanted[tid] = time + "|0";
    for (const auto& [tid, time] : system)
      wanted[tid] = (cuda.contains(tid) ? cuda.at(tid) : "0") + "|" + time;
    EXPECT_EQ(ours, wanted) << "gap at " << gaps[i].gap.start;
    ++compared;
  }
  std::cout << "    " << compared << " gaps\n";
}

// What the file says of its GPU is what the table says of its compute capability.
TEST_P(ExplainTruth, MultiprocessorsHoldWhatTheTableSays) {
  if (!capture_->has("TARGET_INFO_GPU")) GTEST_SKIP() << "the capture does not describe its GPU";
  const Gpu& gpu = profile().gpus()[GpuIx(size_t{0})];
  const MultiprocessorLimits* limits = limits_of(gpu.compute_major, gpu.compute_minor);
  ASSERT_NE(limits, nullptr);
  EXPECT_EQ(
      fmt::format("{}|{}|{}|{}", limits->threads / 32, limits->blocks, limits->registers,
                  limits->shared_bytes),
      capture_->ask(
          "SELECT maxWarpsPerSm, maxBlocksPerSm, maxRegistersPerSm, maxShmemPerSm FROM TARGET_INFO_GPU"));
}

INSTANTIATE_TEST_SUITE_P(Captures, ExplainTruth, ::testing::ValuesIn(kCaptures), [](const auto& info) {
  std::string name = info.param;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
});

LaunchShape shape(int32_t blocks, int32_t threads, int32_t registers, int32_t shared) {
  return {{blocks, 1, 1}, {threads, 1, 1}, registers, 0, shared};
}

std::string occupancy_text(const LaunchShape& of, int64_t major, int64_t minor, int64_t multiprocessors) {
  Gpu gpu;
  gpu.compute_major = major;
  gpu.compute_minor = minor;
  gpu.sm_count = multiprocessors;
  const auto fills = occupancy(of, gpu, gpu.sm_count);
  if (!fills) return "nothing";
  return fmt::format("{} blocks at once, {} of {} warps by {}, {} waves, {} in the last",
                     fills->blocks_at_once, fills->warps, fills->most_warps, name_of(fills->limit),
                     fills->waves(), fills->in_last_wave());
}

// What cuda_occupancy.h of CUDA 12.9 gives with the largest shared part of the cache, for forty launches on
// five capabilities: major, minor, threads of a block, registers, static and dynamic shared memory, blocks at
// once.
TEST(Occupancy, IsThatOfTheVendorsHeader) {
  constexpr int64_t kLaunches[][7] = {
      {7, 0, 128, 32, 0, 0, 16},     {7, 0, 256, 64, 0, 0, 4},      {7, 0, 1024, 64, 0, 0, 1},
      {7, 0, 96, 40, 4096, 0, 16},   {7, 0, 256, 128, 0, 49152, 2}, {7, 0, 384, 168, 1024, 0, 1},
      {7, 0, 64, 255, 0, 0, 4},      {7, 0, 512, 48, 0, 66000, 1},  {7, 5, 128, 32, 0, 0, 8},
      {7, 5, 256, 64, 0, 0, 4},      {7, 5, 1024, 64, 0, 0, 1},     {7, 5, 96, 40, 4096, 0, 10},
      {7, 5, 256, 128, 0, 49152, 1}, {7, 5, 384, 168, 1024, 0, 1},  {7, 5, 64, 255, 0, 0, 4},
      {7, 5, 33, 21, 17, 0, 16},     {8, 0, 128, 32, 0, 0, 16},     {8, 0, 256, 64, 0, 0, 4},
      {8, 0, 1024, 64, 0, 0, 1},     {8, 0, 96, 40, 4096, 0, 16},   {8, 0, 256, 128, 0, 49152, 2},
      {8, 0, 384, 168, 1024, 0, 1},  {8, 0, 64, 255, 0, 0, 4},      {8, 0, 512, 48, 0, 66000, 2},
      {8, 6, 128, 32, 0, 0, 12},     {8, 6, 256, 64, 0, 0, 4},      {8, 6, 1024, 64, 0, 0, 1},
      {8, 6, 96, 40, 4096, 0, 16},   {8, 6, 256, 128, 0, 49152, 2}, {8, 6, 384, 168, 1024, 0, 1},
      {8, 6, 64, 255, 0, 0, 4},      {8, 6, 512, 48, 0, 66000, 1},  {9, 0, 128, 32, 0, 0, 16},
      {9, 0, 256, 64, 0, 0, 4},      {9, 0, 1024, 64, 0, 0, 1},     {9, 0, 96, 40, 4096, 0, 16},
      {9, 0, 256, 128, 0, 49152, 2}, {9, 0, 384, 168, 1024, 0, 1},  {9, 0, 64, 255, 0, 0, 4},
      {9, 0, 512, 48, 0, 66000, 2},
  };
  EXPECT_EQ(std::size(kLaunches), 40u);
  for (const auto& [major, minor, threads, registers, fixed, dynamic, blocks] : kLaunches) {
    Gpu gpu;
    gpu.compute_major = major;
    gpu.compute_minor = minor;
    const LaunchShape of{{1000, 1, 1},
                         {static_cast<int32_t>(threads), 1, 1},
                         static_cast<int32_t>(registers),
                         static_cast<int32_t>(fixed),
                         static_cast<int32_t>(dynamic)};
    const auto fills = occupancy(of, gpu, 1);
    ASSERT_TRUE(fills);
    EXPECT_EQ(fills->blocks_at_once, blocks)
        << major << "." << minor << " " << threads << " " << registers << " " << fixed << " " << dynamic;
  }
}

// As the vendor's calculator has it.
TEST(Occupancy, IsLimitedByWhatRunsOutFirst) {
  EXPECT_EQ(occupancy_text(shape(1056, 256, 32, 0), 9, 0, 132),
            "8 blocks at once, 64 of 64 warps by threads, 1 waves, 1056 in the last");
  EXPECT_EQ(occupancy_text(shape(2000, 256, 44, 0), 9, 0, 132),
            "5 blocks at once, 40 of 64 warps by registers, 4 waves, 20 in the last");
  EXPECT_EQ(occupancy_text(shape(133, 384, 168, 213'200), 9, 0, 132),
            "1 blocks at once, 12 of 64 warps by registers, 2 waves, 1 in the last");
  EXPECT_EQ(occupancy_text(shape(64, 128, 66, 40'960), 8, 0, 108),
            "4 blocks at once, 16 of 64 warps by shared memory, 1 waves, 64 in the last");
  EXPECT_EQ(occupancy_text(shape(64, 32, 16, 0), 8, 6, 82),
            "16 blocks at once, 16 of 48 warps by the number of blocks, 1 waves, 64 in the last");
  // A kilobyte of each block is the system's from compute capability 8.0 on.
  EXPECT_EQ(occupancy_text(shape(64, 32, 16, 32'768), 7, 5, 40),
            "2 blocks at once, 2 of 32 warps by shared memory, 1 waves, 64 in the last");
  EXPECT_EQ(occupancy_text(shape(64, 32, 16, 33'000), 8, 6, 82),
            "3 blocks at once, 3 of 48 warps by shared memory, 1 waves, 64 in the last");
}

TEST(Occupancy, IsNotToldOfAGpuThatIsNotKnown) {
  EXPECT_EQ(occupancy_text(shape(64, 32, 16, 0), 99, 0, 132), "nothing");
  EXPECT_EQ(occupancy_text(shape(64, 32, 16, 0), 9, 0, 0), "nothing");
  EXPECT_EQ(occupancy_text(shape(64, 0, 16, 0), 9, 0, 132), "nothing");
  EXPECT_EQ(occupancy_text(shape(64, 2048, 16, 0), 9, 0, 132), "nothing");
  EXPECT_EQ(occupancy_text(shape(64, 32, 16, 300'000), 9, 0, 132), "nothing");
}

TEST(HostLinks, AreThoseOfTheModel) {
  EXPECT_EQ(host_link_of("NVIDIA H100 80GB HBM3")->name, "PCIe 5.0 x16");
  EXPECT_EQ(host_link_of("NVIDIA A100-PCIE-40GB")->name, "PCIe 4.0 x16");
  EXPECT_EQ(host_link_of("NVIDIA GeForce RTX 4060 Ti")->name, "PCIe 4.0 x8");
  EXPECT_EQ(host_link_of("NVIDIA GH200 480GB")->name, "NVLink-C2C");
  EXPECT_EQ(host_link_of("Some GPU"), nullptr);
}

}  // namespace
}  // namespace nsys_ai::test
