// The pool's lanes and its stop; the log's lines.
#include "base/pool.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <stdexcept>

#include "base/log.h"

namespace nsys_ai {
namespace {

using std::chrono::milliseconds;

TEST(Pool, KeepsTheOrderWithinALane) {
  Pool pool({.quick = 1, .bulk = 1});
  std::vector<int> order;
  std::promise<void> done;
  for (int at = 0; at < 100; ++at)
    pool.post(Lane::quick, {}, [&order, at](const CancelToken&) { order.push_back(at); });
  pool.post(Lane::quick, {}, [&](const CancelToken&) { done.set_value(); });
  done.get_future().wait();
  ASSERT_EQ(order.size(), 100U);
  for (int at = 0; at < 100; ++at) EXPECT_EQ(order[static_cast<size_t>(at)], at);
}

TEST(Pool, RunsALaneWhileTheOtherIsFull) {
  Pool pool({.quick = 1, .bulk = 2});
  for (int at = 0; at < 8; ++at)
    pool.post(Lane::bulk, {}, [](const CancelToken& token) {
      while (!token.cancelled()) std::this_thread::sleep_for(milliseconds(1));
    });
  std::promise<void> done;
  pool.post(Lane::quick, {}, [&](const CancelToken&) { done.set_value(); });
  EXPECT_EQ(done.get_future().wait_for(milliseconds(2000)), std::future_status::ready);
}

TEST(Pool, StopCancelsWhatRunsAndDropsWhatWaits) {
  Pool pool({.quick = 1, .bulk = 1});
  std::promise<void> started;
  std::atomic<int> ran{0};
  pool.post(Lane::bulk, {}, [&](const CancelToken& token) {
    started.set_value();
    while (!token.cancelled()) std::this_thread::sleep_for(milliseconds(1));
  });
  pool.post(Lane::bulk, {}, [&](const CancelToken&) { ++ran; });
  started.get_future().wait();
  EXPECT_TRUE(pool.stop(milliseconds(2000)));
  pool.post(Lane::quick, {}, [&](const CancelToken&) { ++ran; });
  EXPECT_EQ(ran, 0);
}

TEST(Pool, SaysWhenATaskDoesNotStop) {
  std::atomic<bool> release{false};
  Pool pool({.quick = 1, .bulk = 1});
  std::promise<void> started;
  pool.post(Lane::quick, {}, [&](const CancelToken&) {
    started.set_value();
    while (!release) std::this_thread::sleep_for(milliseconds(1));
  });
  started.get_future().wait();
  EXPECT_FALSE(pool.stop(milliseconds(20)));
  release = true;
}

TEST(Pool, SurvivesATaskThatThrows) {
  Pool pool({.quick = 1, .bulk = 1});
  std::promise<void> done;
  pool.post(Lane::quick, {}, [](const CancelToken&) { throw std::runtime_error("on purpose"); });
  pool.post(Lane::quick, {}, [&](const CancelToken&) { done.set_value(); });
  EXPECT_EQ(done.get_future().wait_for(milliseconds(2000)), std::future_status::ready);
}

TEST(LogFile, WritesOneHarmlessLineAMessageToAFile) {
  const auto path = std::filesystem::temp_directory_path() / ("nsys-ai-log-" + std::to_string(::getpid()));
  ASSERT_TRUE(log_to_file(path));
  log_debug("not written");
  log_warning("two\nlines \x1b[31mred");
  std::ifstream file(path);
  std::string line, more;
  ASSERT_TRUE(std::getline(file, line));
  EXPECT_FALSE(std::getline(file, more));
  EXPECT_NE(line.find(" warning "), std::string::npos);
  EXPECT_EQ(line.find('\x1b'), std::string::npos);
  std::filesystem::remove(path);
  EXPECT_FALSE(log_to_file("/nowhere/at/all"));
}

}  // namespace
}  // namespace nsys_ai
