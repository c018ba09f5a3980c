// A page as text: its sections, its marks, and what happens when it is too long.
#include "view/pages/page_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

std::vector<std::string> page_lines(const PageText& page) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < page.text.size();) {
    const size_t end = page.text.find('\n', at);
    lines.push_back(page.text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string sections_text(const PageText& page) {
  std::string text;
  for (const Section& section : page.sections)
    text += std::string(size_t{section.level} * 2, ' ') + section.title + " | " + section.detail + " | " +
            section.target + " | " + std::to_string(section.first) + "-" + std::to_string(section.last) +
            "\n";
  return text;
}

Page tree_page() {
  Page page;
  page.title = "run";
  page.blocks.emplace_back(Heading{"Ranges", "ranges:"});
  PageTable table{{text_cell("range"), number_cell("time"), number_cell("share")}, {}, "Of all."};
  const auto row = [&](const char* name, uint32_t indent, int label, int64_t share) {
    std::vector<Cell> cells{text_cell(name, "nvtx-label:" + std::to_string(label)), time_cell(5),
                            share_bar_cell(share, 100)};
    cells[0].indent = indent;
    table.rows.push_back(cells);
  };
  row("step", 0, 0, 90);
  row("forward", 1, 1, 40);
  row("matmul", 2, 2, 30);
  row("backward", 1, 3, 50);
  page.blocks.emplace_back(std::move(table));
  page.blocks.emplace_back(Heading{"Notes"});
  page.blocks.emplace_back(Paragraph{"One."});
  page.blocks.emplace_back(PageFinding{"high", text_cell("Idle", "finding:idle"), "Detail.", "Advice.", {}});
  return page;
}

TEST(PageText, HasSectionsInsideOneAnother) {
  const PageText page = text_of(tree_page());
  EXPECT_EQ(sections_text(page),
            "run |  |  | 0-18\n"
            "  Ranges |  | ranges: | 3-10\n"
            "    step | share 90.0 % | nvtx-label:0 | 6-9\n"
            "      forward | share 40.0 % | nvtx-label:1 | 7-8\n"
            "        matmul | share 30.0 % | nvtx-label:2 | 8-8\n"
            "      backward | share 50.0 % | nvtx-label:3 | 9-9\n"
            "  Notes |  |  | 12-18\n"
            "    Idle | high | finding:idle | 16-18\n")
      << page.text;
}

TEST(PageText, IndentsTreesAndMarksWhatTheyName) {
  const PageText page = text_of(tree_page());
  const auto lines = page_lines(page);
  for (const Mark& mark : page.marks) {
    const std::string text = lines.at(mark.line).substr(mark.begin, mark.end - mark.begin);
    EXPECT_FALSE(text.empty());
    EXPECT_EQ(text, std::string(text.begin(), std::find(text.begin(), text.end(), ' ')))
        << lines.at(mark.line);
  }
  EXPECT_EQ(lines[8].find("matmul"), 6u) << page.text;
  EXPECT_TRUE(std::is_sorted(page.marks.begin(), page.marks.end(), [](const Mark& a, const Mark& b) {
    return std::pair(a.line, a.begin) < std::pair(b.line, b.begin);
  }));
}

TEST(PageText, NestsDeepTreesOnlySoFar) {
  Page page;
  page.title = "deep";
  PageTable table{{text_cell("range")}, {}, ""};
  for (uint32_t depth = 0; depth < 5000; ++depth) {
    table.rows.push_back({text_cell("r", "nvtx-label:1")});
    table.rows.back()[0].indent = depth;
  }
  page.blocks.emplace_back(std::move(table));
  const PageText text = text_of(page);
  ASSERT_EQ(text.sections.size(), 5001u);
  for (const Section& section : text.sections) EXPECT_LE(section.level, 32u);
  EXPECT_LT(text.text.size(), 5000u * 64);
}

TEST(PageCells, CutLongNamesAsShortOnesAreCut) {
  const std::vector<std::string> letters = {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
  for (size_t count : {10u, 63u, 64u, 65u, 1000u, 5000u}) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += letters[(i * 7 + i / 3) % letters.size()];
    EXPECT_EQ(short_line(text, kNameWidth), shortened(one_line(text), kNameWidth)) << count;
  }
}

TEST(PageText, EndsWithALineThatSaysWhatWasCut) {
  Page page;
  page.title = "long";
  page.more = "Ask for less.";
  PageTable table{{text_cell("event")}, {}, ""};
  for (int i = 0; i < 100; ++i)
    table.rows.push_back({text_cell("kernel", "kernel-name:" + std::to_string(i))});
  page.blocks.emplace_back(std::move(table));
  PageLayout layout;
  layout.max_lines = 20;
  const PageText text = text_of(page, layout);
  const auto lines = page_lines(text);
  ASSERT_EQ(lines.size(), 20u);
  EXPECT_EQ(lines.back(), "  85 more lines are not shown here. Ask for less.");
  for (const Mark& mark : text.marks) EXPECT_LT(mark.line, 19u);
  for (const Section& section : text.sections) EXPECT_LT(section.last, 19u);
  EXPECT_EQ(page_lines(text_of(page)).size(), 104u);
}

}  // namespace
}  // namespace nsys_ai
