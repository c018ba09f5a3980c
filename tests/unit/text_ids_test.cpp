// Ids of texts: each is found by the number that it was given, wherever in a file's ids it stands.
#include "profile/load/text_ids.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace nsys_ai::test {
namespace {

// Close together, at the edges of words and tables, at both sides of the last near one, and far from zero.
const std::vector<int64_t> kIdsOfTexts = {
    0,         31,          32,          1023,      32'767, 32'768,
    1'000'000, 134'217'727, 134'217'728, 1LL << 40, -1,     std::numeric_limits<int64_t>::max()};

TEST(TextIds, AreFoundByTheirNumbers) {
  TextIds some, others;
  for (size_t i = 0; i < kIdsOfTexts.size(); ++i) {
    TextIds& ids = i % 2 == 0 ? some : others;
    const uint32_t key = ids.add(kIdsOfTexts[i]);
    EXPECT_LT(key, TextIds::kKeys);
    EXPECT_EQ(ids.id_of(key), kIdsOfTexts[i]);
    EXPECT_EQ(ids.add(kIdsOfTexts[i]), key);
  }
  TextIds all;
  EXPECT_TRUE(all.empty());
  all.add_all(some);
  all.add_all(others);
  all.add_all(some);
  all.number();
  EXPECT_FALSE(all.empty());
  EXPECT_EQ(all.size(), kIdsOfTexts.size());
  std::set<uint32_t> numbers;
  for (const int64_t id : kIdsOfTexts) {
    const auto number = all.number_of(id);
    ASSERT_TRUE(number) << id;
    EXPECT_LT(*number, all.numbers_end()) << id;
    EXPECT_TRUE(numbers.insert(*number).second) << id;
    const auto key = all.key_of(id);
    ASSERT_TRUE(key) << id;
    EXPECT_EQ(all.id_of(*key), id);
  }
  for (const int64_t id : {1L, 33L, 1022L, 32'769L, 2'000'000L, 134'217'726L, 134'217'729L, -2L})
    EXPECT_FALSE(all.number_of(id) || all.key_of(id)) << id;
  std::set<int64_t> visited;
  all.each([&](int64_t id) { visited.insert(id); });
  EXPECT_EQ(visited, std::set<int64_t>(kIdsOfTexts.begin(), kIdsOfTexts.end()));
}

// As many rows as a small file can hold must not make tables that are larger than the file by far.
TEST(TextIds, FarApartTakeNumbersInProportion) {
  TextIds ids;
  for (int64_t id = 0; id < 134'217'728; id += 4096) ids.add(id);
  ids.number();
  EXPECT_EQ(ids.size(), 32'768u);
  EXPECT_LE(ids.numbers_end(), 32 * 32'768u);
}

}  // namespace
}  // namespace nsys_ai::test
