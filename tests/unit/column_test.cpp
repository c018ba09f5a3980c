// How parts of a column that several threads fill become one.
#include "profile/column.h"

#include <gmock/gmock.h>

#include "profile/load/event_part.h"

namespace nsys_ai {
namespace {

using testing::ElementsAre;

struct TestPart {
  struct Events {
    Plain<int64_t> start;
  } events;
  Packed<uint16_t, uint32_t> name;
  std::vector<uint32_t> name_map;
};
struct Whole {
  Plain<int64_t> start;
  Packed<uint16_t, uint32_t> name;
};

template <class Visit>
void columns(Whole& whole, Visit& visit) {
  visit.column(whole.start, &TestPart::Events::start);
  visit.codes(whole.name, &TestPart::name, &TestPart::name_map);
}

template <class Column>
std::vector<int64_t> values_of(const Column& column) {
  std::vector<int64_t> values;
  for (size_t i = 0; i < column.size(); ++i) values.push_back(static_cast<int64_t>(column[i]));
  return values;
}

// Two parts of three rows each, as row ids tell, that are given these.
class Parts {
 public:
  Parts() {
    for (size_t i = 0; i < 2; ++i) {
      const PartPlace place{i * 3, 3, 6};
      BorrowVisitor<TestPart> visit(parts_[i], place);
      columns(whole, visit);
      parts_[i].name_map = {70'000, static_cast<uint32_t>(10 * i + 1)};
    }
  }
  void append(size_t part, std::initializer_list<int64_t> starts) {
    for (const int64_t start : starts) {
      parts_[part].events.start.push_back(start);
      parts_[part].name.push_back(start % 2 == 0 ? 0 : 1);
    }
  }
  void join() {
    std::vector<TestPart*> all = {&parts_[0], &parts_[1]};
    Jobs jobs;
    ConcatVisitor<TestPart> visit(all, jobs);
    columns(whole, visit);
    for (const auto& job : jobs) job();
  }

  Whole whole;

 private:
  TestPart parts_[2];
};

TEST(Parts, AreThereAlreadyWhenTheyArePutTogether) {
  Parts parts;
  const int64_t* room = parts.whole.start.begin();
  parts.append(0, {1, 2, 3});
  parts.append(1, {4, 5, 6});
  EXPECT_EQ(parts.whole.start.size(), 0u);
  parts.join();
  EXPECT_THAT(values_of(parts.whole.start), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(values_of(parts.whole.name), ElementsAre(1, 70'000, 1, 70'000, 11, 70'000));
  EXPECT_EQ(parts.whole.start.begin(), room);
}

TEST(Parts, CloseTheGapsThatRowsLeave) {
  Parts parts;
  parts.append(0, {1});
  parts.append(1, {4, 5});
  parts.join();
  EXPECT_THAT(values_of(parts.whole.start), ElementsAre(1, 4, 5));
  EXPECT_THAT(values_of(parts.whole.name), ElementsAre(1, 70'000, 11));
  EXPECT_EQ(parts.whole.start.bytes(), 3 * sizeof(int64_t));
}

TEST(Parts, TakeMemoryOfTheirOwnWhereThereAreMoreRowsThanRowIdsTell) {
  Parts parts;
  parts.append(1, {14, 15, 16});
  parts.append(0, {1, 2, 3, 4, 5, 6, 7});
  parts.join();
  EXPECT_THAT(values_of(parts.whole.start), ElementsAre(1, 2, 3, 4, 5, 6, 7, 14, 15, 16));
  EXPECT_THAT(values_of(parts.whole.name),
              ElementsAre(1, 70'000, 1, 70'000, 1, 70'000, 1, 70'000, 11, 70'000));
}

TEST(Parts, MayBeEmpty) {
  Parts parts;
  parts.append(1, {4});
  parts.join();
  EXPECT_THAT(values_of(parts.whole.start), ElementsAre(4));
  EXPECT_THAT(values_of(parts.whole.name), ElementsAre(70'000));
}

TEST(Packed, KeepsWhatAllAreOnce) {
  Packed<uint16_t> numbers;
  for (int i = 0; i < 1000; ++i) numbers.push_back(7);
  EXPECT_GE(numbers.bytes(), 2000u);
  numbers.fit();
  EXPECT_EQ(numbers.bytes(), 0u);
  EXPECT_EQ(values_of(numbers), std::vector<int64_t>(1000, 7));
}

TEST(Packed, KeepsAllWhereOneDiffers) {
  for (const int64_t last : {8, 70'000}) {
    Packed<uint16_t> numbers;
    numbers.push_back(7);
    numbers.push_back(last);
    numbers.fit();
    EXPECT_THAT(values_of(numbers), ElementsAre(7, last));
  }
  Packed<uint16_t> wide;
  wide.push_back(70'000);
  wide.push_back(70'001);
  wide.fit();
  EXPECT_THAT(values_of(wide), ElementsAre(70'000, 70'001));
}

TEST(Parts, AreOneWhereAllAreAlike) {
  Parts parts;
  parts.append(0, {2, 4});
  parts.append(1, {6});
  parts.join();
  EXPECT_THAT(values_of(parts.whole.name), ElementsAre(70'000, 70'000, 70'000));
  Parts others;
  others.append(0, {1, 3});
  others.join();
  EXPECT_THAT(values_of(others.whole.name), ElementsAre(1, 1));
}

}  // namespace
}  // namespace nsys_ai
