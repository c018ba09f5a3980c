// Layers on real captures: between markers they are those of plain SQL, and each name that their table shows
// is one that region_mfu takes.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "base/text_table.h"
#include "tests/unit/skill_answers.h"

namespace nsys_ai::test {
namespace {

class LayerTruth : public testing::TestWithParam<std::filesystem::path> {
 protected:
  Capture capture{GetParam()};
};

// Of a name, what its rows add up to.
struct NameTotals {
  int64_t kernel_ns = 0;
  int64_t instances = 0;
};

TEST_P(LayerTruth, EachNameOfTheTableIsARegion) {
  const AnswerRows rows(ask_all(capture.profile(), "nvtx_layer_breakdown"));
  std::map<std::string, NameTotals> named;
  for (size_t i = 0; i < rows.size(); ++i) {
    std::set<std::string> names;
    for (const std::string& whole : {rows.text(i, "layer"), rows.text(i, "path")}) {
      names.insert(whole);
      names.insert(shortened(one_line(whole), 72));
    }
    for (const std::string& name : names) {
      named[name].kernel_ns += rows.integer(i, "compute_ns") + rows.integer(i, "comm_ns");
      named[name].instances += rows.integer(i, "instances");
    }
  }
  for (const auto& [name, of] : named) {
    const AnswerRows region(
        ask_all(capture.profile(), "region_mfu", {{"label", name}, {"flops", "1"}, {"peak_tflops", "1000"}}));
    ASSERT_EQ(region.size(), 1u) << name << ": " << region.answer().reason;
    EXPECT_GE(region.integer(0, "runs"), of.instances) << name;
    EXPECT_EQ(
        std::llround(region.real(0, "seconds_sum") * 1e9 * static_cast<double>(region.integer(0, "devices"))),
        of.kernel_ns)
        << name;
  }
}

TEST_P(LayerTruth, LayersBetweenMarkersAreThoseOfSql) {
  const bool has_hooks =
      capture.has("NVTX_EVENTS") && capture.has("CUPTI_ACTIVITY_KIND_KERNEL") &&
      capture.ask("SELECT count(*) > 0 FROM NVTX_EVENTS WHERE text LIKE 'FSDP::pre_forward (blocks.%'") ==
          "1";
  if (!has_hooks) GTEST_SKIP() << "no ranges of hooks";
  // A marker, and the next one of its thread; then kernels whose launch lies between them.
  const std::string by_sql = capture.ask(R"sql(
    WITH marker AS (
      SELECT globalTid, start, substr(text, 1, instr(text, ', op_id') - 1) AS layer,
             lead(start) OVER (PARTITION BY globalTid ORDER BY start) AS next
      FROM NVTX_EVENTS WHERE text LIKE 'FSDP::p%_forward (blocks.%'),
    launched AS (
      SELECT k.end - k.start AS duration, r.globalTid, r.start, r.end
      FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN CUPTI_ACTIVITY_KIND_RUNTIME r
        ON r.correlationId = k.correlationId AND r.globalTid >> 24 = k.globalPid >> 24)
    SELECT layer, count(*), sum(duration) FROM launched JOIN marker USING (globalTid)
    WHERE launched.start >= marker.start AND launched.end <= next
    GROUP BY layer ORDER BY layer)sql");
  const AnswerRows rows(ask_all(capture.profile(), "nvtx_layer_breakdown"));
  std::map<std::string, std::string> ours;
  for (size_t i = 0; i < rows.size(); ++i)
    ours[rows.text(i, "layer")] = std::to_string(rows.integer(i, "kernels")) + "|" +
                                  std::to_string(rows.integer(i, "compute_ns") + rows.integer(i, "comm_ns"));
  std::string got;
  for (const auto& [layer, figures] : ours) got += (got.empty() ? "" : "\n") + layer + "|" + figures;
  EXPECT_EQ(got, by_sql);
  EXPECT_GT(ours.size(), 10u);
}

INSTANTIATE_TEST_SUITE_P(Captures, LayerTruth, testing::ValuesIn(captures()), test_name_of_path);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LayerTruth);

}  // namespace
}  // namespace nsys_ai::test
