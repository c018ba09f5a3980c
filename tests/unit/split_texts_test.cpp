// Texts of a string table that were taken apart: each key finds the last text that it was added with, in
// whatever order the table has them.
#include "profile/load/split_texts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "profile/load/split_text.h"

namespace nsys_ai::test {
namespace {

struct TableRowOfText {
  uint32_t key;
  std::string text;
  bool is_name = false;
};

std::string text_number(uint32_t i) {
  switch (i % 4) {
    case 0:
      return fmt::format("aten::op{}, seq = {}, op_id = {}", i % 7, i, i * 3);
    case 1:
      return "";
    case 2:
      return fmt::format("step {:08x}", i * 2654435761u);
    default:
      return fmt::format("name of kind {}", static_cast<char>('a' + i % 23));
  }
}

// The rows in so many parts, put in order. Returns what `put_in_order` counts.
size_t fill(SplitTexts& texts, const std::vector<TableRowOfText>& rows, size_t parts) {
  for (size_t part = 0; part < parts; ++part) {
    SplitTexts::Part some;
    for (size_t i = rows.size() * part / parts; i < rows.size() * (part + 1) / parts; ++i)
      some.add(rows[i].key, rows[i].text, rows[i].is_name);
    texts.add(std::move(some));
  }
  return texts.put_in_order();
}

std::string text_of(SplitTexts& texts, SplitTexts::Finder& finder, uint32_t key) {
  const auto text = finder.find(key);
  if (!text) return "(none)";
  uint32_t number = text->of_template;
  for (const TemplateList* list : texts.template_lists()) {
    if (number < list->size()) return whole_text((*list)[number], text->numbers);
    number -= static_cast<uint32_t>(list->size());
  }
  return "(no such template)";
}

// Holds what is found against a map, key by key in ascending, descending and any order.
void expect_last_texts(const std::vector<TableRowOfText>& rows, size_t parts, uint32_t keys_end) {
  std::map<uint32_t, std::string> last;
  size_t repeated = 0;
  for (const TableRowOfText& row : rows) {
    repeated += last.count(row.key) > 0 && !row.is_name ? 1 : 0;
    last[row.key] = row.text;
  }
  SplitTexts texts;
  EXPECT_EQ(fill(texts, rows, parts), repeated);
  EXPECT_EQ(texts.size(), last.size());
  std::vector<uint32_t> keys;
  for (uint32_t key = 0; key < keys_end; ++key) keys.push_back(key);
  const auto check = [&] {
    SplitTexts::Finder finder(texts);
    for (const uint32_t key : keys)
      ASSERT_EQ(text_of(texts, finder, key), last.count(key) > 0 ? last[key] : "(none)") << key;
  };
  check();
  std::reverse(keys.begin(), keys.end());
  check();
  std::shuffle(keys.begin(), keys.end(), std::mt19937(1));
  check();
}

TEST(SplitTexts, AreFoundInTablesInOrder) {
  for (const size_t parts : {size_t{1}, size_t{2}, size_t{7}})
    for (const uint32_t step : {1u, 3u}) {
      std::vector<TableRowOfText> rows;
      for (uint32_t i = 0; i < 500; ++i) rows.push_back({5 + i * step, text_number(i)});
      expect_last_texts(rows, parts, 5 + 500 * step + 10);
    }
}

// Close together at first, then ever farther apart: a guess by the outer keys is far off.
TEST(SplitTexts, AreFoundWhereKeysAreUneven) {
  std::vector<TableRowOfText> rows;
  for (uint32_t i = 0; i < 300; ++i) rows.push_back({i < 200 ? i : i * i / 40, text_number(i)});
  std::sort(rows.begin(), rows.end(),
            [](const TableRowOfText& a, const TableRowOfText& b) { return a.key < b.key; });
  expect_last_texts(rows, 3, 2'400);
}

TEST(SplitTexts, AreFoundInTablesInAnyOrder) {
  std::mt19937 random(2);
  for (const size_t parts : {size_t{1}, size_t{4}}) {
    std::vector<TableRowOfText> rows;
    for (uint32_t i = 0; i < 400; ++i)
      rows.push_back({static_cast<uint32_t>(random() % 300), text_number(i), random() % 5 == 0});
    expect_last_texts(rows, parts, 310);
    std::sort(rows.begin(), rows.end(),
              [](const TableRowOfText& a, const TableRowOfText& b) { return a.key > b.key; });
    expect_last_texts(rows, parts, 310);
  }
}

// Each part ascends, and their keys interleave or meet.
TEST(SplitTexts, AreFoundWherePartsOverlap) {
  expect_last_texts({{1, "a"}, {9, "b 1"}, {2, "c"}, {9, "b 2"}}, 2, 12);
  expect_last_texts({{1, "a"}, {4, "b 1"}, {4, "b 2"}, {5, "d"}}, 2, 8);
}

TEST(SplitTexts, OfNoRowsFindNothing) {
  expect_last_texts({}, 1, 3);
  expect_last_texts({{7, "only 1"}}, 3, 9);
}

TEST(SplitTexts, CountWhatWasNoTextUnlessItIsANameToo) {
  SplitTexts texts;
  fill(texts, {{1, "fine"}, {2, "\xFF"}, {3, "\xFE", true}}, 1);
  EXPECT_EQ(texts.repaired(), 1u);
}

}  // namespace
}  // namespace nsys_ai::test
