// What stands above columns, which of them a narrow terminal shows, and how names are cut.
#include "view/pages/table_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/ellipsize.h"
#include "base/heading.h"
#include "base/text_table.h"
#include "skills/list.h"
#include "view/pages/page_cells.h"
#include "view/pages/page_text.h"

namespace nsys_ai {
namespace {

TEST(Headings, SayTheQuantityWithoutItsUnit) {
  const auto heading = [](const char* name, Unit unit) {
    return column_title({name, ValueType::integer, unit, "What it is."});
  };
  EXPECT_EQ(heading("gap_ns", Unit::ns), "gap");
  EXPECT_EQ(heading("start_ns", Unit::clock_ns), "start");
  EXPECT_EQ(heading("share_of_a", Unit::share), "share of a");
  EXPECT_EQ(heading("avg_gbps", Unit::gb_per_s), "avg");
  EXPECT_EQ(heading("kernel_ns", Unit::ns), "kernel time");
  EXPECT_EQ(heading("bytes", Unit::bytes), "bytes");
}

TEST(Headings, OfAQueryAreItsAuthors) {
  EXPECT_EQ(column_title({"my_gap_ns", ValueType::integer, Unit::ns, ""}), "my_gap_ns");
}

TEST(Headings, TellTheColumnsOfEverySkillApart) {
  for (const Skill& skill : built_in_skills().skills()) {
    std::set<std::string> seen;
    for (const Column& column : skill.columns) {
      const std::string heading = column_title(column);
      EXPECT_TRUE(seen.insert(heading).second) << skill.info.name << ": " << heading;
      EXPECT_EQ(heading.find('_'), std::string::npos) << skill.info.name << ": " << heading;
    }
  }
}

// 1,230,493 is a count and no process.
TEST(Columns, ThatNameSomethingAreNoCounts) {
  constexpr std::array<std::string_view, 9> kIds = {
      "context", "device", "gpu", "iteration", "line", "pid", "recorded_stream", "stream", "tid"};
  for (const Skill& skill : built_in_skills().skills())
    for (const Column& column : skill.columns)
      if (std::find(kIds.begin(), kIds.end(), column.name) != kIds.end()) {
        EXPECT_NE(column.unit, Unit::count) << skill.info.name << ": " << column.name;
      }
}

std::vector<std::string> apart(std::vector<std::string> texts, size_t width) {
  ellipsize_distinct(texts, width);
  return texts;
}

TEST(Apart, CutsTheMiddleOfWhatStaysDifferent) {
  EXPECT_EQ(apart({"abcdefghijklmnopqrstuvwxyz", "short"}, 10),
            (std::vector<std::string>{"abcdef…xyz", "short"}));
}

TEST(Apart, ShowsWhereNamesDiffer) {
  const std::vector<std::string> names = {
      "void elementwise_kernel<128, 4, gpu_kernel_impl_nocast<AddFunctor<float>>>(int, T3)",
      "void elementwise_kernel<128, 4, gpu_kernel_impl_nocast<MulFunctor<float>>>(int, T3)"};
  const auto cut = apart(names, 30);
  EXPECT_NE(cut[0].find("AddFunctor"), std::string::npos) << cut[0];
  EXPECT_NE(cut[1].find("MulFunctor"), std::string::npos) << cut[1];
}

TEST(Apart, KeepsWhatIsAlikeAlike) {
  const std::string name(100, 'x');
  const auto cut = apart({name, name}, 20);
  EXPECT_EQ(cut[0], cut[1]);
}

// Names of one template differ in many places, a few characters each.
TEST(Apart, NeverMakesTwoNamesOneAndNeverReachesBeyondTheWidth) {
  std::vector<std::string> names;
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 6; ++b)
      for (int c = 0; c < 6; ++c)
        names.push_back("void at::native::vectorized_elementwise_kernel<" + std::to_string(a) +
                        ", at::native::BinaryFunctor<float, float, é" + std::to_string(b) +
                        ", at::native::binary_internal::MulFunctor<float>>, std::array<char*, " +
                        std::to_string(c) + "ul>>(int, T2, T3)");
  for (const size_t width : {12u, 16u, 20u, 28u, 40u, 80u, 120u, 300u}) {
    const auto cut = apart(names, width);
    EXPECT_EQ(std::set<std::string>(cut.begin(), cut.end()).size(), names.size()) << width;
    for (const std::string& name : cut) EXPECT_LE(display_width(name), width) << name;
  }
}

PageTable kernels_table() {
  PageTable table{{text_cell("name"), text_cell("family"), number_cell("calls"), number_cell("total"),
                   number_cell("min"), number_cell("share")},
                  {},
                  ""};
  for (const char* name : {"void elementwise_kernel<float, AddFunctor>(int, float*)", "gemm"})
    table.rows.push_back({text_cell(name), text_cell("elementwise"), number_cell("1,234"),
                          number_cell("123.4 ms"), number_cell("1.234 us"), number_cell("12.3 %")});
  return table;
}

std::string layout_at(size_t width) {
  Page page;
  page.blocks.emplace_back(kernels_table());
  PageLayout layout;
  layout.width = width;
  layout.indent = 0;
  layout.fit = true;
  return text_of(page, layout).text;
}

TEST(TableLayout, ShowsAllWhereItFits) {
  EXPECT_EQ(
      layout_at(120),
      "name                                                     family       calls     total       min   share\n"
      "void elementwise_kernel<float, AddFunctor>(int, float*)  elementwise  1,234  123.4 ms  1.234 us  12.3 %\n"
      "gemm                                                     elementwise  1,234  123.4 ms  1.234 us  12.3 %\n");
}

TEST(TableLayout, CutsNamesBeforeColumns) {
  EXPECT_EQ(layout_at(80),
            "name                              family       calls     total       min   share\n"
            "void elementwise_kern…t, float*)  elementwise  1,234  123.4 ms  1.234 us  12.3 %\n"
            "gemm                              elementwise  1,234  123.4 ms  1.234 us  12.3 %\n");
}

TEST(TableLayout, LeavesOutWhatSaysLeastAndSaysSo) {
  EXPECT_EQ(layout_at(50),
            "name                       calls     total   share\n"
            "void elementwise… float*)  1,234  123.4 ms  12.3 %\n"
            "gemm                       1,234  123.4 ms  12.3 %\n"
            "A wider terminal, or --width, shows also: family,\n"
            "min.\n");
}

TEST(TableLayout, PutsSentencesBelowTheirRow) {
  Page page;
  PageTable table{{text_cell("cause"), text_cell("evidence")}, {}, ""};
  table.rows.push_back({text_cell("idle"), text_cell("GPUs wait for 44.60 ms of 600.0 ms.")});
  table.rows.push_back({text_cell("copies"), text_cell("Copies take 1.0 ms.")});
  table.sentences = {1};
  page.blocks.emplace_back(std::move(table));
  PageLayout layout;
  layout.width = 32;
  layout.indent = 0;
  layout.fit = true;
  EXPECT_EQ(text_of(page, layout).text,
            "cause\n"
            "idle\n"
            "  evidence  GPUs wait for\n"
            "            44.60 ms of\n"
            "            600.0 ms.\n"
            "\n"
            "copies\n"
            "  evidence  Copies take 1.0 ms.\n");
}

// Documents, the browser and the terminal draw the same cut names.
TEST(Names, OfAPageStayApart) {
  const std::string begin = "elementwise_kernel<128, 4, gpu_kernel_impl_nocast<BinaryFunctor<float, float, ";
  Page page;
  PageTable table{{text_cell("kernel")}, {}, ""};
  table.rows.push_back({name_cell(begin + "AddFunctor<float>>>>(int, float, float, float)")});
  table.rows.push_back({name_cell(begin + "MulFunctor<float>>>>(int, float, float, float)")});
  page.blocks.emplace_back(std::move(table));
  const std::string text = text_of(page).text;
  EXPECT_NE(text.find("AddFunctor"), std::string::npos) << text;
  EXPECT_NE(text.find("MulFunctor"), std::string::npos) << text;
  EXPECT_EQ(text.find("(int, float, float, float)"), std::string::npos) << text;
}

}  // namespace
}  // namespace nsys_ai
