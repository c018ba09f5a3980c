// What is made once: who makes it, who waits, and when it is given up.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "base/parallel.h"
#include "base/context.h"
#include "profile/build_slots.h"

namespace nsys_ai::test {
namespace {

using namespace std::chrono_literals;

const BuildSlots::Key kKey{typeid(int), nullptr};
constexpr auto kLargeCost = BuildSlots::Cost::large;

// A build that goes on until it is let go, or until nobody waits for it any more.
struct SlowBuild {
  std::atomic<int> begun{0}, given_up{0};
  std::atomic<bool> go{false};

  Result<BuildSlots::Made> operator()(const Work&) {
    ++begun;
    try {
      while (!go) {
        check_cancelled();
        std::this_thread::sleep_for(1ms);
      }
    } catch (const Cancelled&) {
      ++given_up;
      throw;
    }
    return std::make_shared<const int>(42);
  }
};

template <class Condition>
void wait_until(Condition holds) {
  while (!holds()) std::this_thread::sleep_for(1ms);
}

// One that asks for the value in a scope of its own, on a thread of its own.
class Asker {
 public:
  Asker(BuildSlots& slots, SlowBuild& build)
      : thread_([&] {
          const auto made =
              cancellable(work_, [&] { return slots.get(kKey, kLargeCost, {}, std::ref(build)); });
          got_ = made ? *static_cast<const int*>(*made) : -1;
        }) {}
  ~Asker() { thread_.join(); }
  void cancel() { work_.cancel.cancel(); }
  int got() {
    wait_until([&] { return got_ != 0; });
    return got_;
  }

 private:
  Work work_;
  std::atomic<int> got_{0};  // -1 where it was cancelled
  std::thread thread_;
};

TEST(BuildSlots, GoOnForThoseWhoWaitWhereTheBuilderIsCancelled) {
  BuildSlots slots;
  SlowBuild build;
  Asker builder(slots, build);
  wait_until([&] { return build.begun == 1; });
  Asker waiter(slots, build);
  std::this_thread::sleep_for(30ms);
  builder.cancel();
  std::this_thread::sleep_for(30ms);
  EXPECT_EQ(build.given_up, 0);
  build.go = true;
  EXPECT_EQ(waiter.got(), 42);
  builder.got();
  EXPECT_EQ(build.begun, 1);
}

TEST(BuildSlots, LetThoseGoWhoWait) {
  BuildSlots slots;
  SlowBuild build;
  Asker builder(slots, build);
  wait_until([&] { return build.begun == 1; });
  Asker waiter(slots, build);
  waiter.cancel();
  EXPECT_EQ(waiter.got(), -1);
  EXPECT_EQ(build.given_up, 0);
  build.go = true;
  EXPECT_EQ(builder.got(), 42);
}

TEST(BuildSlots, EndABuildThatNobodyWaitsForAndBeginItAgainLater) {
  BuildSlots slots;
  SlowBuild build;
  {
    Asker builder(slots, build);
    wait_until([&] { return build.begun == 1; });
    Asker waiter(slots, build);
    builder.cancel();
    waiter.cancel();
    EXPECT_EQ(builder.got(), -1);
    EXPECT_EQ(waiter.got(), -1);
  }
  // A waiter that came when the builder had gone has begun the build itself.
  EXPECT_GE(build.given_up, 1);
  EXPECT_EQ(build.given_up, build.begun);
  build.go = true;
  Asker later(slots, build);
  EXPECT_EQ(later.got(), 42);
  EXPECT_EQ(build.given_up + 1, build.begun);
}

// What a build is made of is a build too: it ends with the one that wants it.
TEST(BuildSlots, EndBuildsInsideOfBuilds) {
  BuildSlots slots;
  SlowBuild inner;
  const auto outer = [&](const Work&) -> Result<BuildSlots::Made> {
    return std::make_shared<const int>(
        *static_cast<const int*>(*slots.get(kKey, kLargeCost, {}, std::ref(inner))) + 1);
  };
  Work work;
  std::thread asks([&] {
    const auto made = cancellable(work, [&] {
      return slots.get({typeid(long), nullptr}, kLargeCost, {}, outer);
    });
    EXPECT_FALSE(made);
  });
  wait_until([&] { return inner.begun == 1; });
  work.cancel.cancel();
  asks.join();
  EXPECT_EQ(inner.given_up, 1);
}

TEST(BuildSlots, TellQuickWorkThatALargeValueIsNotThere) {
  BuildSlots slots;
  int begun = 0;
  const auto make = [&](const Work&) -> Result<BuildSlots::Made> {
    ++begun;
    return std::make_shared<const int>(1);
  };
  const Work work;
  const WorkScope quick(work, WorkScope::Kind::quick);
  try {
    static_cast<void>(slots.get(kKey, kLargeCost, {}, make));
    ADD_FAILURE() << "It was made.";
  } catch (const Cancelled& interrupted) {
    EXPECT_EQ(interrupted.why, Cancelled::Why::not_ready);
  }
  EXPECT_EQ(begun, 0);
  EXPECT_TRUE(slots.get({typeid(long), nullptr}, BuildSlots::Cost::small, {}, make));
  const WorkScope patient(work, WorkScope::Kind::detached);
  EXPECT_TRUE(slots.get(kKey, kLargeCost, {}, make));
}

TEST(WorkScope, ReachesThoseWhoHelp) {
  Work work;
  std::atomic<int> pieces{0};
  const auto ran = cancellable(work, [&]() -> Result<int> {
    // A thread looks each millisecond, between pieces.
    parallel_for(4, 1000, [&](size_t) {
      if (++pieces == 10) work.cancel.cancel();
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    });
    return 1;
  });
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().code, ErrorCode::cancelled);
  EXPECT_LT(pieces, 50);
}

TEST(WorkScope, TellsThatTheWorkGoesOnInItsOwnThreadAlone) {
  std::atomic<int> told{0};
  const auto self = std::this_thread::get_id();
  const Work work{{}, [&](double, const std::string&) {
                    ++told;
                    EXPECT_EQ(std::this_thread::get_id(), self);
                  }};
  const WorkScope scope(work);
  const auto until = std::chrono::steady_clock::now() + 100ms;
  parallel_for(3, 3, [&](size_t) {
    while (std::chrono::steady_clock::now() < until) check_cancelled();
  });
  EXPECT_GE(told, 1);
  EXPECT_LE(told, 7);
}

}  // namespace
}  // namespace nsys_ai::test
