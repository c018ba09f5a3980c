// The ground layer: sets of intervals, quantities as people read and write them, and text that may be shown.
#include <gmock/gmock.h>

#include <functional>
#include <random>

#include "base/interval_set.h"
#include "base/nearly_sorted.h"
#include "base/quantity.h"
#include "base/quotation.h"
#include "base/row_ranks.h"
#include "base/suggest.h"
#include "base/sum.h"
#include "base/text_table.h"

namespace nsys_ai::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Intervals = std::vector<Interval>;

Intervals listed(const IntervalSet& set) { return {set.intervals().begin(), set.intervals().end()}; }
IntervalSet set_of(Intervals intervals) { return IntervalSet::union_of(std::move(intervals)); }

TEST(IntervalSets, AreUnions) {
  const std::vector<std::pair<Intervals, Intervals>> unions = {
      {{}, {}},
      {{{5, 5}, {9, 7}}, {}},                                    // without length
      {{{1, 3}, {3, 5}}, {{1, 5}}},                              // touching
      {{{1, 3}, {4, 5}}, {{1, 3}, {4, 5}}},                      // apart
      {{{4, 6}, {1, 5}}, {{1, 6}}},                              // overlapping, unsorted
      {{{1, 9}, {2, 3}, {4, 5}}, {{1, 9}}},                      // one holds all others
      {{{-8, -2}, {-2, 1}, {2, 4}, {2, 4}}, {{-8, 1}, {2, 4}}},  // negative, and twice the same
  };
  for (const auto& [given, united] : unions) EXPECT_EQ(listed(set_of(given)), united);
}

TEST(IntervalSets, HaveTotalSpanAndGaps) {
  const IntervalSet set = set_of({{10, 20}, {20, 25}, {40, 50}, {60, 61}});
  EXPECT_EQ(set.total(), 26);
  EXPECT_EQ(set.span(), (Interval{10, 61}));
  EXPECT_THAT(set.gaps(), ElementsAre(Interval{25, 40}, Interval{50, 60}));
  EXPECT_THAT(set_of({{1, 2}}).gaps(), IsEmpty());
  EXPECT_EQ(IntervalSet().span(), Interval());
}

TEST(IntervalSets, MeetAndUnite) {
  struct Case {
    Intervals a, b, both, either;
  };
  const std::vector<Case> cases = {
      {{}, {{1, 2}}, {}, {{1, 2}}},
      {{{1, 3}}, {{3, 5}}, {}, {{1, 5}}},
      {{{1, 10}}, {{2, 3}, {5, 6}, {9, 12}}, {{2, 3}, {5, 6}, {9, 10}}, {{1, 12}}},
      {{{1, 4}, {6, 9}}, {{3, 7}}, {{3, 4}, {6, 7}}, {{1, 9}}},
      {{{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}},
  };
  for (const Case& c : cases) {
    const IntervalSet a = set_of(c.a);
    const IntervalSet b = set_of(c.b);
    EXPECT_EQ(listed(intersect(a, b)), c.both);
    EXPECT_EQ(listed(intersect(b, a)), c.both);
    EXPECT_EQ(listed(unite(a, b)), c.either);
    EXPECT_EQ(a.total() + b.total(), unite(a, b).total() + intersect(a, b).total());
  }
}

TEST(Sums, StayInside64Bits) {
  Sum sum;
  sum += 3;
  sum += -5;
  EXPECT_EQ(sum, -2);
  sum += INT64_MAX;
  sum += INT64_MAX;
  EXPECT_EQ(sum, INT64_MAX);
  Sum below = INT64_MIN;
  below += -1;
  EXPECT_EQ(below, INT64_MIN);
}

TEST(Readable, Durations) {
  const std::vector<std::pair<int64_t, std::string>> durations = {{0, "0 ns"},
                                                                  {789, "789 ns"},
                                                                  {1000, "1.000 us"},
                                                                  {56000, "56.00 us"},
                                                                  {999'999, "1000 us"},
                                                                  {9'999'999, "10.00 ms"},
                                                                  {1'234'567, "1.235 ms"},
                                                                  {-2500, "-2.500 us"},
                                                                  {123'456'789, "123.5 ms"},
                                                                  {2'500'000'000, "2.500 s"},
                                                                  {4'000'000'000'000, "4000 s"}};
  for (const auto& [ns, text] : durations) EXPECT_EQ(readable_ns(ns), text);
}

TEST(Readable, OtherUnits) {
  EXPECT_EQ(readable_bytes(999), "999 B");
  EXPECT_EQ(readable_bytes(1'230'000'000), "1.230 GB");
  EXPECT_EQ(readable_share(0.1234), "12.3 %");
  EXPECT_EQ(readable_count(999), "999");
  EXPECT_EQ(readable_count(1'234'567), "1,234,567");
  EXPECT_EQ(readable_count(-1234), "-1,234");
  EXPECT_EQ(readable_count(-123), "-123");
  EXPECT_EQ(readable_clock(42'123'456'789), "42.123456 s");
  EXPECT_EQ(readable_clock(-1'500'000'000), "-1.500000 s");
  EXPECT_EQ(readable(Value{}, Unit::ns), "-");
  EXPECT_EQ(readable(Value{2.5}, Unit::gb_per_s), "2.500 GB/s");
  EXPECT_EQ(readable(Value{int64_t{7}}, Unit::none), "7");
}

TEST(Text, IsShortenedInTheMiddleByCodePoints) {
  EXPECT_EQ(shortened("kernel", 6), "kernel");
  EXPECT_EQ(shortened("abcdefghij", 7), "abcd…ij");
  EXPECT_EQ(shortened("äöüäöüäöüä", 7), "äöüä…üä");
  EXPECT_EQ(display_width(shortened("ä漢字🚀🚀🚀🚀🚀🚀🚀", 5)), 5u);
  EXPECT_EQ(shortened("abc", 0), "abc");  // too narrow to say anything
}

TEST(Text, OfProfilesStaysOnItsLineAndMovesNoCursor) {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"a\nb\tc", "a\\nb\\tc"},
      {"\x1b[2J", "\\x1b[2J"},
      {std::string("a\0b", 3), "a\\x00b"},
      {"\x7f", "\\x7f"},
      {"\xC2\x9B"
       "31m",
       "\\u009b31m"},
      {"a\u202Eb", "a\\u202eb"},
      {"\u2066x\u2069", "\\u2066x\\u2069"},
      {"a\u2028b", "a\\u2028b"},
      {"ge\u200bmm", "ge\\u200bmm"},
      {"a\u200d\u00ad\uFEFF", "a\\u200d\\u00ad\\ufeff"},
      {"a\U000E0041b", "a\\U000e0041b"},
      {"\u2060\uFE0F\u3164", "\\u2060\\ufe0f\\u3164"},
      {"café – 漢字 “…”", "café – 漢字 “…”"}};
  for (const auto& [text, shown] : texts) EXPECT_EQ(one_line(text), shown);
}

TEST(Text, OfACallerIsRepeatedInBrief) {
  EXPECT_EQ(quotation("top_kernels"), "top_kernels");
  EXPECT_EQ(quotation("a\nb"), "a\\nb");
  for (const size_t size : {size_t{300}, size_t{1} << 20}) {
    const std::string shown = quotation("begin" + std::string(size, '\x1b') + "end");
    EXPECT_LE(display_width(shown), 200U);
    EXPECT_TRUE(shown.starts_with("begin\\x1b")) << shown;
    EXPECT_TRUE(shown.ends_with("\\x1bend")) << shown;
  }
}

TEST(Text, IsNoMarkdown) {
  EXPECT_EQ(markdown_escaped("plain words"), "plain words");
  EXPECT_EQ(markdown_escaped("[x](http://e)"), "\\[x\\](http\\://e)");
  EXPECT_EQ(markdown_escaped("kernel:1: a::b"), "kernel:1: a::b");
  EXPECT_EQ(markdown_escaped("<img src=x>"), "\\<img src=x\\>");
  EXPECT_EQ(markdown_escaped("a|b`c`*d*_e_"), "a\\|b\\`c\\`\\*d\\*\\_e\\_");
  EXPECT_EQ(markdown_escaped("flash_fwd_kernel 1. -x"), "flash_fwd_kernel 1. -x");
  EXPECT_EQ(markdown_escaped("1. a"), "1\\. a");
  EXPECT_EQ(markdown_escaped("- www.x"), "\\- www\\.x");
  EXPECT_EQ(markdown_escaped("one\ntwo").find('\n'), std::string::npos);
}

Table small_table() {
  return {{{"name", ValueType::text, Unit::none, ""}, {"total", ValueType::integer, Unit::ns, ""}},
          {{Value{"a,\"b\"\n|"}, Value{int64_t{1500}}}, {Value{"c"}, Value{}}}};
}

TEST(Tables, AreCsv) { EXPECT_EQ(csv(small_table()), "name,total\n\"a,\"\"b\"\"\\n|\",1500\nc,\n"); }

TEST(Tables, AreMarkdown) {
  EXPECT_EQ(markdown_table(small_table()),
            "| name       |    total |\n"
            "|------------|---------:|\n"
            "| a,\"b\"\\\\n\\| | 1.500 us |\n"
            "| c          |       \\- |\n");
}

TEST(Quantities, AreReadWholeOrNotAtAll) {
  const std::vector<std::pair<std::string, std::optional<int64_t>>> durations = {
      {"500", 500},
      {"500ns", 500},
      {"60us", 60'000},
      {"60\u00b5s", 60'000},
      {"1.5ms", 1'500'000},
      {"2 s", 2'000'000'000},
      {"-3us", -3000},
      {"0", 0},
      {"", std::nullopt},
      {"ms", std::nullopt},
      {"1h", std::nullopt},
      {"1ms2", std::nullopt},
      {"1e3us", 1'000'000},
      {"nans", std::nullopt},
      {"infs", std::nullopt},
      {"9999999999s", std::nullopt},
      {" 1ms", std::nullopt},
      {"0x10", std::nullopt},
      {"99999999999999999999", std::nullopt}};
  for (const auto& [text, ns] : durations) EXPECT_EQ(parse_duration(text), ns) << '"' << text << '"';
  const std::vector<std::pair<std::string, std::optional<int64_t>>> sizes = {{"500", 500},
                                                                             {"7B", 7},
                                                                             {"20GB", 20'000'000'000},
                                                                             {"1.5 TB", 1'500'000'000'000},
                                                                             {"2kB", 2000},
                                                                             {"2KB", 2000},
                                                                             {"2KiB", 2048},
                                                                             {"1GiB", 1'073'741'824},
                                                                             {"0", 0},
                                                                             {"", std::nullopt},
                                                                             {"GB", std::nullopt},
                                                                             {"-1GB", std::nullopt},
                                                                             {"20G", std::nullopt},
                                                                             {"10000000TB", std::nullopt}};
  for (const auto& [text, bytes] : sizes) EXPECT_EQ(parse_bytes(text), bytes) << '"' << text << '"';
  EXPECT_EQ(parse_integer("12a"), std::nullopt);
  EXPECT_EQ(parse_integer("-12"), -12);
  EXPECT_EQ(parse_real("2.50"), 2.5);
  EXPECT_EQ(parse_real("1e999"), std::nullopt);
}

TEST(Suggestions, AreNear) {
  const std::vector<std::string> names = {"gpu_idle_gaps", "memory_transfers", "top_kernels"};
  EXPECT_THAT(nearest("top_kernel", names), ElementsAre("top_kernels"));
  EXPECT_THAT(nearest("tpo_kernles", names), IsEmpty());
  EXPECT_THAT(nearest("kernels", names), ElementsAre("top_kernels"));
  EXPECT_THAT(nearest("weather", names), IsEmpty());
  EXPECT_EQ(either({"a"}), "a");
  EXPECT_EQ(either({"a", "b", "c"}), "a, b or c");
  EXPECT_EQ(either({}), "");
}

TEST(RowRanks, NumberTheChosenRows) {
  const auto chosen = [](uint32_t row) { return row % 3 == 0 || (row >= 60 && row < 70); };
  const RowRanks ranks(200, chosen);
  uint32_t number = 0;
  for (uint32_t row = 0; row < 200; ++row) {
    EXPECT_EQ(ranks.has(row), chosen(row)) << row;
    if (chosen(row)) {
      EXPECT_EQ(ranks[row], number++) << row;
    }
  }
  EXPECT_EQ(ranks.size(), number);
  EXPECT_EQ(RowRanks(0, chosen).size(), 0u);
}

// From nothing out of place to everything.
TEST(NearlySorted, IsSortedWhateverIsOutOfPlace) {
  std::mt19937 random(3);
  for (const size_t count : {0, 1, 2, 3, 10, 1000})
    for (const unsigned in_1000 : {0, 1, 50, 300, 600, 1000}) {
      std::vector<int> numbers;
      for (size_t i = 0; i < count; ++i)
        numbers.push_back(static_cast<int>(random() % 1000 < in_1000 ? random() % 2000 : 2 * i));
      std::vector<int> sorted = numbers;
      std::sort(sorted.begin(), sorted.end());
      std::vector<int> backwards(sorted.rbegin(), sorted.rend());
      sort_nearly_sorted(numbers.begin(), numbers.end(), std::less<>());
      EXPECT_EQ(numbers, sorted);
      sort_nearly_sorted(backwards.begin(), backwards.end(), std::less<>());
      EXPECT_EQ(backwards, sorted);
    }
}

}  // namespace
}  // namespace nsys_ai::test
