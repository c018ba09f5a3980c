// What lies inside NVTX ranges of a label, as `kernel_inside`, `call_inside`, `nvtx_inside` and `nvtx_named`
// find it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "analysis/nvtx/nvtx_labels.h"
#include "tests/unit/model_answers.h"

namespace nsys_ai::test {
namespace {

class InsideLabels : public testing::TestWithParam<std::string> {
 protected:
  const Profile& profile() const { return capture.profile(); }

  Capture capture{profiles_folder() / (GetParam() + ".sqlite")};
};

// Each kernel once, however many ranges of the label are around it.
TEST_P(InsideLabels, KernelsInsideALabelAreThoseOfItsRanges) {
  std::map<std::string, std::set<std::string>> inside;
  for (const std::string& pair : lines_of(rows_of(profile(), "SELECT kernel, text FROM kernel_nvtx"))) {
    const size_t bar = std::min(pair.find('|'), pair.size() - 1);
    inside[normalised_label(pair.substr(bar + 1))].insert(pair.substr(0, bar));
  }
  for (const std::string& label :
       lines_of(rows_of(profile(),
                        "SELECT label FROM nvtx_stats WHERE label <> '' GROUP BY label "
                        "ORDER BY sum(total) DESC LIMIT 8"))) {
    const std::string from = " FROM kernel_inside(" + quoted(label) + ")";
    const auto ids = lines_of(rows_of(profile(), "SELECT id" + from));
    EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()), inside[label]) << label;
    EXPECT_EQ(ids.size(), inside[label].size()) << label;
    EXPECT_EQ(rows_of(profile(), "SELECT id, name, duration" + from + " WHERE family = 'gemm' ORDER BY id"),
              rows_of(profile(),
                      "SELECT id, name, duration FROM kernel WHERE family = 'gemm' AND id IN (SELECT id" +
                          from + ") ORDER BY id"))
        << label;
  }
}

// A row of a table of the host: its id, thread, start, end, and what is behind.
struct HostRow {
  std::string id, text;
  int64_t thread = 0, start = 0, end = 0;
};

std::vector<HostRow> host_rows(const Profile& profile, const std::string& sql) {
  std::vector<HostRow> rows;
  const auto answer = query(profile, sql);
  if (!answer) throw std::runtime_error(answer.error().message);
  for (const auto& row : answer->table.rows)
    rows.push_back({cell_text(row[0]), cell_text(row[4]), std::get<int64_t>(row[1]),
                    std::get<int64_t>(row[2]), std::get<int64_t>(row[3])});
  return rows;
}

std::set<std::string> ids_of(const Profile& profile, const std::string& from) {
  const auto ids = lines_of(rows_of(profile, "SELECT id FROM " + from));
  return {ids.begin(), ids.end()};
}

// Whether the row lies in the range, on its thread: of two ranges of one time the one with the shorter text
// is around the other, then the first.
bool lies_in(const HostRow& row, const HostRow& range) {
  if (range.thread != row.thread || range.start > row.start || range.end < row.end) return false;
  const bool same_time = range.start == row.start && range.end == row.end;
  if (!same_time || !row.id.starts_with("nvtx:")) return true;
  const auto order = [](const HostRow& of) { return std::tuple(of.text.size(), of.text, of.id.size(), of.id); };
  return order(range) < order(row);
}

std::set<std::string> ids_inside(const std::vector<HostRow>& rows, const std::vector<HostRow>& ranges) {
  std::set<std::string> ids;
  for (const HostRow& row : rows)
    if (std::ranges::any_of(ranges, [&](const HostRow& range) { return lies_in(row, range); }))
      ids.insert(row.id);
  return ids;
}

TEST_P(InsideLabels, CallsAndRangesInsideALabelLieInItsRanges) {
  const auto ranges =
      host_rows(profile(),
                "SELECT id, thread, start, end, text FROM nvtx WHERE style = 'push/pop' AND end IS NOT NULL");
  const auto calls = host_rows(profile(), "SELECT id, thread, start, end, name FROM runtime_call");
  for (
      const std::string& label : lines_of(rows_of(
          profile(),
          "SELECT label FROM nvtx_stats WHERE label <> '' AND style = 'push/pop' AND instr(label, char(10)) = 0 GROUP BY label "
          "ORDER BY sum(total) DESC LIMIT 4"))) {
    std::vector<HostRow> of_label;
    std::set<std::string> named;
    for (const HostRow& range : ranges)
      if (normalised_label(range.text) == label) {
        of_label.push_back(range);
        named.insert(range.id);
      }
    const std::string argument = "(" + quoted(label) + ")";
    EXPECT_EQ(ids_of(profile(), "nvtx_named" + argument + " WHERE style = 'push/pop' AND end IS NOT NULL"),
              named)
        << label;
    EXPECT_EQ(ids_of(profile(), "call_inside" + argument + " WHERE api <> 'graph node'"),
              ids_inside(calls, of_label))
        << label;
    EXPECT_EQ(ids_of(profile(), "nvtx_inside" + argument + " WHERE style = 'push/pop'"), ids_inside(ranges, of_label))
        << label;
  }
}

INSTANTIATE_TEST_SUITE_P(All, InsideLabels, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(InsideLabels);

}  // namespace
}  // namespace nsys_ai::test
