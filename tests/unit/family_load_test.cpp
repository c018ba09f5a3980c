// Reading on first use: once, shared, from the file as it was opened, and nothing of it when cancelled.
#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "profile/families/family_host.h"
#include "profile/families/family_reader.h"
#include "profile/build_slots.h"
#include "tests/unit/hand_made.h"

namespace nsys_ai::test {
namespace {

using testing::HasSubstr;

std::string calls_of(int rows, const std::string& kind = "TABLE") {
  return "CREATE " + kind +
         " OSRT_API (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, nameId INTEGER, returnValue INTEGER, nestingLevel INTEGER, callchainId INTEGER);" +
         texts("(900, 'poll')") + "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT " +
         std::to_string(rows) + ") INSERT INTO OSRT_API SELECT i * 10, i * 10 + 3, 27, " + tid(100, 100) +
         ", 900, 0, 0, 0 FROM n";
}

TEST(Families, OfAProfileWithoutAFileAreEmpty) {
  const Profile profile{ProfileData()};
  const auto calls = profile.events<OsCalls>();
  ASSERT_TRUE(calls);
  EXPECT_EQ((*calls)->size(), 0u);
}

TEST(Families, WithoutATableAreEmptyAndSayNothing) {
  const auto profile = with("");
  const auto calls = profile->events<OsCalls>();
  ASSERT_TRUE(calls);
  EXPECT_EQ((*calls)->size(), 0u);
  EXPECT_TRUE((*calls)->notes.empty());
}

TEST(Families, AreReadOnceAndSharedByThreads) {
  const auto profile = with(calls_of(100'000));
  std::vector<const OsCalls*> seen(8);
  std::vector<std::thread> threads;
  for (const OsCalls*& into : seen) threads.emplace_back([&] { into = *profile->events<OsCalls>(); });
  for (std::thread& thread : threads) thread.join();
  for (const OsCalls* of : seen) EXPECT_EQ(of, seen[0]);
  EXPECT_EQ(seen[0]->size(), 100'000u);
  EXPECT_EQ(seen[0]->start[99'999], 999'990);
  EXPECT_EQ(*profile->events<OsCalls>(), seen[0]);
  // Eight bytes of time and little besides.
  EXPECT_LT(bytes_of(*seen[0]), 100'000u * 32);
  EXPECT_GT(bytes_of(*seen[0]), 100'000u * 12);
}

// A table of many megabytes is read in parts, each with codes of its own for threads, names and places.
TEST(Families, PartsOfALargeTableAreJoined) {
  constexpr int64_t kRows = 600'000;
  const auto profile = with(
      "CREATE TABLE CUDNN_EVENTS (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, nameId "
      "INTEGER, filler TEXT);"
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 600) INSERT INTO StringIds "
      "SELECT "
      "10000 + i, 'name ' || i FROM n;"
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 600000) INSERT INTO CUDNN_EVENTS "
      "SELECT i, i + 5000000000 * (i % 1000 = 0), 28, " +
      tid(100, 0) + " + i / 1000, 10599 - i / 1000, 'a text that makes the table a large one' FROM n");
  const auto& calls = family<LibraryCalls>(profile);
  ASSERT_EQ(calls.size(), static_cast<size_t>(kRows));
  ASSERT_EQ(calls.threads.size(), 600u);
  for (int64_t i = 0; i < kRows; i += 500) {
    const auto at = static_cast<size_t>(i);
    ASSERT_EQ(calls.row[at], i + 1);
    ASSERT_EQ(calls.start[at], i);
    ASSERT_EQ(calls.duration[at], i % 1000 == 0 ? 5'000'000'000 : 0);
    ASSERT_EQ(calls.threads[calls.thread[at]].tid, i / 1000);
    ASSERT_EQ(calls.text(calls.name[at]), "name " + std::to_string(599 - i / 1000));
  }
}

TEST(Families, AreReadFromTheFileThatWasOpened) {
  const TemporaryFolder folder;
  const auto path = folder / "sketch.sqlite";
  sketch::write("gpu 0 stream 7   gemm 100..200us\n", path.string());
  change(path, calls_of(1000));
  // A table without row ids is read through SQLite; it must live on as well.
  change(path,
         "CREATE TABLE SCHED_EVENTS (start INTEGER PRIMARY KEY, cpu INTEGER, isSchedIn INTEGER, globalTid "
         "INTEGER) WITHOUT ROWID; INSERT INTO SCHED_EVENTS VALUES (5, 1, 1, 0), (6, 1, 0, 0)");
  const auto profile = load_profile(path);
  ASSERT_TRUE(profile);
  std::filesystem::remove(path);
  write_bytes(path, "something else");
  EXPECT_EQ((*(*profile)->events<OsCalls>())->size(), 1000u);
  EXPECT_EQ((*(*profile)->events<SchedEvents>())->size(), 2u);
}

TEST(Families, TablesOfUnusualLayoutAreReadByManyThreads) {
  const auto profile = with(
      "CREATE TABLE SCHED_EVENTS (start INTEGER PRIMARY KEY, cpu INTEGER, isSchedIn INTEGER, globalTid "
      "INTEGER) "
      "WITHOUT ROWID;"
      "CREATE TABLE DIAGNOSTIC_EVENT (timestamp INTEGER PRIMARY KEY, timestampType INTEGER, source INTEGER, "
      "severity INTEGER, text TEXT, globalPid INTEGER) WITHOUT ROWID;"
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 50000) INSERT INTO SCHED_EVENTS "
      "SELECT i, 1, i % 2, 0 FROM n;"
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 50000) INSERT INTO "
      "DIAGNOSTIC_EVENT "
      "SELECT i, 1, 1, 1, 'text ' || i, NULL FROM n",
      "2022.4");
  const SchedEvents* switches = nullptr;
  const Diagnostics* messages = nullptr;
  std::thread other([&] { switches = *profile->events<SchedEvents>(); });
  messages = *profile->events<Diagnostics>();
  other.join();
  EXPECT_EQ(switches->size(), 50'000u);
  ASSERT_EQ(messages->size(), 50'000u);
  EXPECT_EQ(messages->text(messages->message[49'999]), "text 49999");
}

TEST(Families, CancelledReadsLeaveNothingAndTheNextReadsAnew) {
  const auto profile = with(calls_of(1000));
  Work work;
  work.cancel.cancel();
  const auto cancelled = profile->events<OsCalls>(work);
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);
  const auto calls = profile->events<OsCalls>();
  ASSERT_TRUE(calls);
  EXPECT_EQ((*calls)->size(), 1000u);
}

const BuildSlots::Key kOfInt{typeid(int), nullptr};
constexpr auto kCost = BuildSlots::Cost::large;

// One reads until it is let go; of those who wait, one is cancelled and one goes on.
TEST(Slots, WaitingEndsWithTheReadOrWithACancel) {
  BuildSlots slots;
  std::atomic<int> reads{0};
  std::atomic<bool> go{false};
  const auto read = [&](const Work&) -> Result<std::shared_ptr<const void>> {
    ++reads;
    while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return std::make_shared<const int>(42);
  };
  std::thread reader([&] { EXPECT_TRUE(slots.get(kOfInt, kCost, {}, read)); });
  while (reads == 0) std::this_thread::yield();
  std::thread waiting([&] { EXPECT_EQ(*static_cast<const int*>(*slots.get(kOfInt, kCost, {}, read)), 42); });
  CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(slots.get(kOfInt, kCost, {cancel, {}}, read).error().code, ErrorCode::cancelled);
  // Another family does not wait.
  EXPECT_TRUE(slots.get({typeid(double), nullptr}, kCost, {}, [](const Work&) {
    return Result<std::shared_ptr<const void>>(std::make_shared<const int>(1));
  }));
  go = true;
  reader.join();
  waiting.join();
  EXPECT_EQ(reads, 1);
}

TEST(Slots, WhoWaitedReadsWhenTheReaderFailed) {
  BuildSlots slots;
  std::atomic<int> reads{0};
  std::atomic<bool> go{false};
  const auto read = [&](const Work&) -> Result<std::shared_ptr<const void>> {
    const int turn = ++reads;
    while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (turn == 1) return fail(ErrorCode::cancelled, "cancelled");
    return std::make_shared<const int>(turn);
  };
  std::thread reader([&] { EXPECT_FALSE(slots.get(kOfInt, kCost, {}, read)); });
  while (reads == 0) std::this_thread::yield();
  std::thread waiting([&] { EXPECT_TRUE(slots.get(kOfInt, kCost, {}, read)); });
  go = true;
  reader.join();
  waiting.join();
  EXPECT_EQ(reads, 2);
  const auto throws = [](const Work&) -> Result<std::shared_ptr<const void>> { throw std::bad_alloc(); };
  EXPECT_THROW(static_cast<void>(slots.get({typeid(char), nullptr}, kCost, {}, throws)), std::bad_alloc);
  EXPECT_TRUE(slots.get({typeid(char), nullptr}, kCost, {}, read));
}

}  // namespace
}  // namespace nsys_ai::test
