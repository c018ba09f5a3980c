// Skills about source code, garbage collection and NCCL's payloads, on real captures: equal to plain SQL.
#include <gtest/gtest.h>

#include <set>

#include "tests/unit/skill_truth.h"

namespace nsys_ai::test {
namespace {

class SourceTruth : public SkillTruth {
 protected:
  int64_t number(const std::string& sql) { return std::stoll(capture.ask(sql)); }
  static int64_t sum(const std::vector<Record>& rows, const std::string& column) {
    int64_t total = 0;
    for (const Record& row : rows) total += std::stoll(row.at(column));
    return total;
  }
};

TEST_P(SourceTruth, EveryKernelHasOneSource) {
  const Answer answer = ask_all(profile(), "code_attribution");
  if (!has_rows("CUPTI_ACTIVITY_KIND_KERNEL")) {
    EXPECT_EQ(answer.outcome, Outcome::cannot_answer);
    return;
  }
  const int64_t time = number("SELECT sum(end - start) FROM CUPTI_ACTIVITY_KIND_KERNEL");
  const int64_t kernels = number("SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL");
  const std::set<std::string> words = {"high", "medium", "low", "none"};
  for (const char* by : {"kernel", "source"}) {
    const auto rows = records(ask_all(profile(), "code_attribution", {{"by", by}}));
    EXPECT_EQ(sum(rows, "total_ns"), time);
    EXPECT_EQ(sum(rows, "kernels"), kernels);
    for (const Record& row : rows) {
      EXPECT_TRUE(words.contains(row.at("confidence"))) << row.at("confidence");
      EXPECT_EQ(row.at("evidence") == "unattributed", row.at("confidence") == "none");
      EXPECT_EQ(row.at("function").empty() && row.at("file").empty(), row.at("confidence") == "none");
    }
  }
}

TEST_P(SourceTruth, RangesExplainWhatTheyEnclose) {
  if (!has_rows("CUPTI_ACTIVITY_KIND_KERNEL") || !has_rows("NVTX_EVENTS")) GTEST_SKIP() << "no ranges";
  int64_t by_range = 0;
  int64_t by_chain = 0;
  for (const Record& row : records(ask_all(profile(), "code_attribution"))) {
    const std::string& evidence = row.at("evidence");
    if (evidence == "call chain" || evidence == "CPU sample") by_chain += std::stoll(row.at("total_ns"));
    if (evidence.find("range") != std::string::npos) by_range += std::stoll(row.at("total_ns"));
  }
  if (by_chain > 0) GTEST_SKIP() << "call chains go first";
  EXPECT_EQ(by_range, std::stoll(records(ask_all(profile(), "nvtx_coverage"))[0].at("kernel_ns_in_nvtx")));
}

// A launch of saxpy-mpi: libcupti, libcuda, libcudart, the wrapper `cudaError cudaLaunchKernel<char>`, twice
// the stub `saxpy(...)`, main.
TEST_P(SourceTruth, ChainsNameWhoCallsTheStub) {
  if (GetParam() != "saxpy-mpi") GTEST_SKIP() << "no call chains of launches";
  const auto wanted = table_of(capture.ask(
      "WITH own AS (SELECT c.id, s.value AS symbol, c.stackDepth FROM CUDA_CALLCHAINS c JOIN StringIds s ON "
      "s.id = c.symbol JOIN StringIds m ON m.id = c.module WHERE m.value LIKE '%/saxpy-mpi-cuda' AND s.value "
      "NOT LIKE 'cuda%' AND s.value NOT LIKE 'saxpy(%'), first AS (SELECT id, symbol, min(stackDepth) FROM "
      "own "
      "GROUP BY id) SELECT f.symbol, count(*), sum(k.end - k.start) FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN "
      "CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = k.correlationId AND r.eventClass = 67 AND "
      "r.globalTid >> 24 = k.globalPid >> 24 JOIN first f ON f.id = r.callchainId + 1 GROUP BY f.symbol"));
  ASSERT_EQ(wanted.size(), 1u);
  const auto rows = records(ask_all(profile(), "code_attribution"));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].at("function"), wanted[0][0]);
  EXPECT_EQ(rows[0].at("kernels"), wanted[0][1]);
  EXPECT_EQ(rows[0].at("total_ns"), wanted[0][2]);
  EXPECT_EQ(rows[0].at("evidence"), "call chain");
}

// No capture names a collection in a range or a frame, so that an answer of rows is a hypothesis.
TEST_P(SourceTruth, NoCaptureIsSaidToCollect) {
  const Answer answer = ask_all(profile(), "gc_impact");
  for (const Record& row : records(answer)) EXPECT_EQ(row.at("confidence"), "hypothesis");
  std::cout << "    " << GetParam() << ": " << name_of(answer.outcome) << "\n";
}

TEST_P(SourceTruth, NcclWithoutPayloadsCannotBeAnswered) {
  for (const char* skill : {"nccl_communicators", "nccl_payloads"}) {
    const Answer answer = ask_all(profile(), skill);
    EXPECT_EQ(answer.outcome, Outcome::cannot_answer) << skill;
    EXPECT_FALSE(answer.needs.empty());
  }
}

// The real schemas of NCCL, and a payload for each of the real calls, laid out as they say.
TEST_P(SourceTruth, NcclPayloadsFollowRealSchemas) {
  if (!capture.has("NVTX_PAYLOAD_SCHEMA_ENTRIES")) GTEST_SKIP() << "no schemas";
  const TemporaryFolder folder;
  const auto path = folder / "capture.sqlite";
  std::filesystem::copy_file(profiles_folder() / (GetParam() + ".sqlite"), path);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  const auto blob = [](const std::string& schema, const std::string& bytes) {
    return "CAST(x'0100000000000000" + schema + "00000100000000" + "1800000000000000" + "3800000000000000" +
           "bc0a000000000000" + bytes + "00000000000001000000" + "00000000' AS BLOB)";
  };
  const std::string of_name = " WHERE coalesce(text, (SELECT value FROM StringIds WHERE id = textId)) = ";
  change(path, "UPDATE NVTX_EVENTS SET binaryData = " + blob("09", "0010") + of_name + "'ncclSend';" +
                   "UPDATE NVTX_EVENTS SET binaryData = " + blob("0a", "0020") + of_name + "'ncclRecv'");
  const auto changed = load_profile(path);
  ASSERT_TRUE(changed);
  const auto calls = table_of(capture.ask(
      "SELECT s.value, count(*) FROM NVTX_EVENTS n JOIN StringIds s ON s.id = n.textId WHERE s.value IN "
      "('ncclSend', 'ncclRecv') GROUP BY 1 ORDER BY 1"));
  if (calls.empty()) {
    EXPECT_EQ(ask_all(**changed, "nccl_communicators").outcome, Outcome::cannot_answer);
    return;
  }
  // Each group's kernel is launched inside its ncclGroupEnd, and is of two calls each way.
  const auto timed = table_of(capture.ask(
      "SELECT count(*), sum(k.end - k.start) FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = "
      "k.demangledName "
      "WHERE s.value LIKE 'nccl%SendRecv%' AND EXISTS (SELECT 1 FROM CUPTI_ACTIVITY_KIND_RUNTIME r JOIN "
      "NVTX_EVENTS n ON n.globalTid = r.globalTid AND n.start <= r.start AND n.end >= r.end JOIN StringIds t "
      "ON "
      "t.id = n.textId WHERE t.value = 'ncclGroupEnd' AND r.correlationId = k.correlationId AND r.globalTid "
      ">> 24 "
      "= k.globalPid >> 24)"));
  const auto rows = records(ask_all(**changed, "nccl_communicators"));
  ASSERT_EQ(rows.size(), 2u);
  for (const Record& row : rows) {
    const bool receives = row.at("collective") == "Recv";
    const int64_t count = std::stoll(calls[receives ? 0 : 1][1]);
    EXPECT_EQ(row.at("communicator"), "0x0000000000000abc");
    EXPECT_EQ(row.at("calls"), std::to_string(count));
    EXPECT_EQ(row.at("bytes"), std::to_string(count * (receives ? 8192 : 4096)));
    EXPECT_EQ(row.at("time_ns"), timed[0][1]);
    const double moved = std::stod(timed[0][0]) * 2 * (receives ? 8192 : 4096);
    EXPECT_NEAR(std::stod(row.at("algbw_gbps")), moved / std::stod(timed[0][1]), 1e-9);
    EXPECT_EQ(row.at("seen"), "2");
  }
}

INSTANTIATE_TEST_SUITE_P(Captures, SourceTruth, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SourceTruth);

}  // namespace
}  // namespace nsys_ai::test
