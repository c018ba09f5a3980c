// The NVTX skills on real captures: equal to the recorded truths, to plain SQL, and to what the vendor's tool
// prints, but for ranges that were never closed, which that tool takes to the end of the session.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "analysis/nvtx/nvtx_labels.h"
#include "protocol/json.h"
#include "tests/unit/skill_answers.h"

namespace nsys_ai::test {
namespace {

class NvtxTruth : public testing::TestWithParam<std::filesystem::path> {
 protected:
  void SetUp() override {
    if (!capture.has("NVTX_EVENTS")) GTEST_SKIP() << "no NVTX";
    if (capture.ask("SELECT count(*) FROM NVTX_EVENTS WHERE eventType IN (59, 60, 70, 71)") == "0")
      GTEST_SKIP() << "no ranges";
  }
  std::filesystem::path oracle(const std::string& name) const {
    return profiles_folder() / "oracle" / GetParam().stem() / name;
  }
  // The text of a range as a hexadecimal number, since texts hold bars and ends of lines.
  std::string text_sql() {
    return capture.has("NVTX_EVENTS", "textId")
               ? "hex(coalesce(text, (SELECT value FROM StringIds WHERE id = textId), ''))"
               : "hex(coalesce(text, ''))";
  }
  // Without the domain that the vendor's tool writes before a label.
  std::string without_domain(const std::string& label) {
    if (domains.empty())
      for (const auto& row :
           table_of(capture.ask("SELECT DISTINCT coalesce(text, '') FROM NVTX_EVENTS WHERE eventType = 75")))
        domains.push_back(row[0]);
    for (const std::string& domain : domains)
      if (!domain.empty() && label.starts_with(domain + ":")) return label.substr(domain.size() + 1);
    return label;
  }

  Capture capture{GetParam()};
  std::vector<std::string> domains;
};

std::string from_hex(const std::string& hex) {
  std::string text;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return text;
}

TEST_P(NvtxTruth, CoverageIsTheRecordedOne) {
  const auto path = profiles_folder() / "truth" / GetParam().filename().replace_extension(".json");
  const auto truth = Json::parse(bytes_of(path));
  ASSERT_TRUE(truth);
  const AnswerRows rows(ask_all(capture.profile(), "nvtx_coverage"));
  ASSERT_EQ(rows.size(), 1u);
  const auto recorded = [&](const char* name) { return truth->find(name)->if_integer().value(); };
  EXPECT_EQ(rows.integer(0, "ranges"), recorded("nvtx_ranges"));
  EXPECT_EQ(rows.integer(0, "kernels"), recorded("kernels"));
  EXPECT_EQ(rows.integer(0, "kernels_with_launch"), recorded("kernels_with_launch"));
  EXPECT_EQ(rows.integer(0, "kernels_in_nvtx"), recorded("kernels_in_nvtx"));
  EXPECT_EQ(rows.integer(0, "kernel_ns"), recorded("kernel_sum_ns"));
  EXPECT_EQ(rows.integer(0, "kernel_ns_in_nvtx"), recorded("kernel_ns_in_nvtx"));
  if (!rows.is_null(0, "share")) {
    EXPECT_LE(rows.real(0, "share"), 1.0);
  }
}

// Each kernel stands in one row, so that those of ranges add up to what lies in ranges, and all of them to
// all.
TEST_P(NvtxTruth, KernelsOfProcessesAddUp) {
  const AnswerRows rows(ask_all(capture.profile(), "nvtx_by_process"));
  const AnswerRows coverage(ask_all(capture.profile(), "nvtx_coverage"));
  std::array<int64_t, 2> in_ranges{}, all{};  // kernels and their time
  for (size_t i = 0; i < rows.size(); ++i) {
    for (auto* of : {&in_ranges, &all}) {
      if (of == &in_ranges && rows.text(i, "kind") != "range") continue;
      (*of)[0] += rows.integer(i, "kernels");
      (*of)[1] += rows.integer(i, "kernel_ns");
    }
  }
  EXPECT_EQ(in_ranges[0], coverage.integer(0, "kernels_in_nvtx"));
  EXPECT_EQ(in_ranges[1], coverage.integer(0, "kernel_ns_in_nvtx"));
  EXPECT_EQ(all[0], coverage.integer(0, "kernels"));
  EXPECT_EQ(all[1], coverage.integer(0, "kernel_ns"));
}

// Totals by label and style; self times add up to the union of each thread's push/pop ranges.
TEST_P(NvtxTruth, SummaryIsThatOfPlainSql) {
  std::map<std::string, std::array<int64_t, 4>> wanted;
  for (const auto& row : table_of(capture.ask(
           "SELECT " + text_sql() +
           ", eventType IN (60, 71), count(end), coalesce(sum(end - start), 0), count(*) - count(end) FROM "
           "NVTX_EVENTS WHERE eventType IN (59, 60, 70, 71) GROUP BY 1, 2"))) {
    auto& of = wanted[normalised_label(from_hex(row[0])) + (row[1] == "1" ? " start/end" : " push/pop")];
    for (size_t i = 0; i < 3; ++i) of[i] += std::stoll(row[2 + i]);
  }
  std::map<std::string, std::array<int64_t, 4>> got;
  int64_t self = 0;
  const AnswerRows rows(ask_all(capture.profile(), "nvtx_summary"));
  for (size_t i = 0; i < rows.size(); ++i) {
    auto& of = got[rows.text(i, "label") + " " + rows.text(i, "style")];
    of[0] += rows.integer(i, "count");
    of[1] += rows.integer(i, "total_ns");
    of[2] += rows.integer(i, "open");
    self += rows.text(i, "style") == "push/pop" ? rows.integer(i, "self_ns") : 0;
  }
  EXPECT_EQ(got, wanted);
  // Where start/end ranges cross others, their common time is the own time of each.
  if (capture.ask("SELECT count(*) FROM NVTX_EVENTS WHERE eventType IN (60, 71)") != "0") return;
  int64_t covered = 0;
  std::string thread;
  int64_t to = 0;
  for (const auto& row : table_of(
           capture.ask("SELECT globalTid, start, end FROM NVTX_EVENTS WHERE eventType IN (59, 70) AND end "
                       "IS NOT NULL ORDER BY globalTid, start, end DESC"))) {
    const int64_t start = std::stoll(row[1]);
    const int64_t end = std::stoll(row[2]);
    if (row[0] != thread) to = INT64_MIN;
    thread = row[0];
    covered += end > to ? end - std::max(start, to) : 0;
    to = std::max(to, end);
  }
  EXPECT_EQ(self, covered);
}

TEST_P(NvtxTruth, StartEndRangesAreThoseOfTheVendorsTool) {
  if (!std::filesystem::exists(oracle("nvtxsesum.csv"))) GTEST_SKIP() << "no oracle";
  const AnswerRows rows(ask_all(capture.profile(), "nvtx_summary"));
  std::map<std::string, std::pair<std::string, std::string>> got;
  for (size_t i = 0; i < rows.size(); ++i)
    if (rows.text(i, "style") == "start/end" && rows.integer(i, "open") == 0)
      got[rows.text(i, "label")] = {std::to_string(rows.integer(i, "total_ns")),
                                    std::to_string(rows.integer(i, "count"))};
  size_t compared = 0;
  for (const auto& row : csv_rows(oracle("nvtxsesum.csv"))) {
    const auto ours = got.find(without_domain(row.at("Range")));
    if (row.at("Range") == "startend.never-ended") continue;
    ASSERT_NE(ours, got.end()) << row.at("Range");
    EXPECT_EQ(ours->second, std::pair(row.at("Total Time (ns)"), row.at("Instances"))) << row.at("Range");
    ++compared;
  }
  EXPECT_GE(compared, 2u);
}

// That report lists a kernel under every range around it, so each of our rows counts for each label on its
// path.
TEST_P(NvtxTruth, KernelsOfRangesAreThoseOfTheVendorsTool) {
  if (!std::filesystem::exists(oracle("nvtxkernsum_base.csv"))) GTEST_SKIP() << "no oracle";
  std::map<std::string, std::string> brief;
  for (const auto& row : table_of(capture.ask("SELECT DISTINCT hex(d.value), s.value FROM "
                                              "CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds d ON d.id = "
                                              "k.demangledName JOIN StringIds s ON s.id = k.shortName")))
    brief[from_hex(row[0])] = row[1];
  std::map<std::pair<std::string, std::string>, int64_t> got, wanted;
  const AnswerRows rows(ask_all(capture.profile(), "nvtx_kernel_map"));
  int64_t total = 0;
  double shares = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    total += rows.integer(i, "total_ns");
    shares += rows.real(i, "share");
    std::string path = rows.text(i, "path") + " > ";
    for (size_t at = path.find(" > "); at != std::string::npos; at = path.find(" > ")) {
      got[{path.substr(0, at), brief.at(rows.text(i, "kernel"))}] += rows.integer(i, "total_ns");
      path = path.substr(at + 3);
    }
  }
  const AnswerRows coverage(ask_all(capture.profile(), "nvtx_coverage"));
  EXPECT_EQ(total, coverage.integer(0, "kernel_ns_in_nvtx"));
  EXPECT_NEAR(shares, 1.0, 1e-9);
  for (const auto& row : csv_rows(oracle("nvtxkernsum_base.csv"))) {
    if (row.at("NVTX Range") == "None" || row.at("NVTX Range") == "unclosed") continue;
    wanted[{normalised_label(without_domain(row.at("NVTX Range"))), row.at("Kernel Name")}] +=
        std::stoll(row.at("Total Time (ns)"));
  }
  EXPECT_GT(wanted.size(), 5u);
  EXPECT_EQ(got, wanted);
}

using Projected =
    std::array<int64_t, 5>;  // of the range: start, length; on the GPU: start, length, operations

// Ours has a row for each GPU; that report puts them together.
TEST_P(NvtxTruth, ProjectionsAreThoseOfTheVendorsTool) {
  if (!std::filesystem::exists(oracle("nvtxgpuproj.csv"))) GTEST_SKIP() << "no oracle";
  std::map<std::string, std::pair<int64_t, int64_t>> range;
  for (const auto& row :
       table_of(capture.ask("SELECT rowid, start, coalesce(end - start, -1) FROM NVTX_EVENTS")))
    range["nvtx:" + row[0]] = {std::stoll(row[1]), std::stoll(row[2])};
  std::map<std::string, Projected> by_ref;
  const AnswerRows rows(ask_all(capture.profile(), "nvtx_gpu_projection"));
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::string ref = rows.text(i, "ref");
    Projected& of = by_ref.try_emplace(ref, Projected{0, 0, INT64_MAX, INT64_MIN, 0}).first->second;
    of[0] = range.at(ref).first;
    of[1] = range.at(ref).second;
    of[2] = std::min(of[2], rows.integer(i, "start_ns"));
    of[3] = std::max(of[3], rows.integer(i, "end_ns"));
    of[4] += rows.integer(i, "operations");
    EXPECT_LE(rows.integer(i, "busy_ns"), rows.integer(i, "end_ns") - rows.integer(i, "start_ns"));
  }
  std::vector<Projected> got, wanted;
  for (auto [ref, of] : by_ref) {
    of[3] -= of[2];
    got.push_back(of);
  }
  for (const auto& row : csv_rows(oracle("nvtxgpuproj.csv"))) {
    if (row.at("Name") == "unclosed") continue;
    // A graph launch is one operation there, whatever ran for it. All three kernels of this one count here.
    if (row.at("Name") == "graph" && row.at("NumGPUOps") == "1") {
      wanted.push_back({2099000000, 3000000, 2101000000, 2500, 3});
      continue;
    }
    wanted.push_back({std::stoll(row.at("Orig Start (ns)")), std::stoll(row.at("Orig Duration (ns)")),
                      std::stoll(row.at("Projected Start (ns)")),
                      std::stoll(row.at("Projected Duration (ns)")), std::stoll(row.at("NumGPUOps"))});
  }
  std::sort(got.begin(), got.end());
  std::sort(wanted.begin(), wanted.end());
  EXPECT_EQ(got, wanted);
}

// Levels of that report suffer from 32-bit rounding of times. Ours are counted here range by range.
TEST_P(NvtxTruth, DepthIsTheNumberOfRangesAround) {
  if (!std::filesystem::exists(oracle("nvtxgpuproj.csv"))) GTEST_SKIP() << "no oracle";
  struct Range {
    int64_t row, start, end;
    std::string text;
  };
  const std::string end_thread = capture.has("NVTX_EVENTS", "endGlobalTid") ? "endGlobalTid" : "NULL";
  std::map<std::string, std::vector<Range>> threads;
  std::map<std::string, std::pair<std::string, Range>> by_ref;
  for (const auto& row : table_of(capture.ask(
           "SELECT rowid, start, end, globalTid, coalesce(" + end_thread +
           ", globalTid) = globalTid, hex(coalesce(text, (SELECT value FROM StringIds WHERE id = "
           "textId), '')) FROM NVTX_EVENTS WHERE eventType IN (59, 60, 70, 71) AND end IS NOT NULL"))) {
    const Range range{std::stoll(row[0]), std::stoll(row[1]), std::stoll(row[2]), from_hex(row[5])};
    by_ref["nvtx:" + row[0]] = {row[3], range};
    if (row[4] == "1") threads[row[3]].push_back(range);
  }
  const AnswerRows rows(ask_all(capture.profile(), "nvtx_gpu_projection"));
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto& [thread, mine] = by_ref.at(rows.text(i, "ref"));
    int64_t around = 0;
    for (const Range& other : threads[thread]) {
      const bool equal = other.start == mine.start && other.end == mine.end;
      const bool is_outside = !equal || std::tuple(other.text.size(), other.text, other.row) <
                                            std::tuple(mine.text.size(), mine.text, mine.row);
      around += other.start <= mine.start && other.end >= mine.end && is_outside ? 1 : 0;
    }
    ASSERT_EQ(rows.integer(i, "depth"), around) << rows.text(i, "ref");
  }
}

INSTANTIATE_TEST_SUITE_P(Captures, NvtxTruth, testing::ValuesIn(captures()), test_name_of_path);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(NvtxTruth);

}  // namespace
}  // namespace nsys_ai::test
