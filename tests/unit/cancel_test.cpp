// Every question about a large profile ends soon after nobody waits for it, whatever it was building, and can
// be asked again.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "profile/load/load.h"
#include "skills/list.h"
#include "tests/bench/shapes.h"
#include "tests/unit/profile_file.h"
#include "trace/timeline/timeline.h"
#include "trace/trace.h"
#include "view/pages/overview.h"

namespace nsys_ai::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// As large as one asks for in NSYS_AI_TEST_SCALE; else such that the tests take seconds.
double scale() {
  const char* asked = std::getenv("NSYS_AI_TEST_SCALE");
  return asked != nullptr ? std::strtod(asked, nullptr) : 0.02;
}

class Cancelled : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder();
    bench::GenerateOptions options = bench::shaped("training", scale());
    options.path = (*folder_ / "large.sqlite").string();
    bench::generate(options, {});
  }
  static void TearDownTestSuite() { delete folder_; }
  // With nothing built.
  static ProfilePtr fresh() { return *load_profile((*folder_ / "large.sqlite").string(), Work{}); }

  // Asks, cancels after a while, and expects an end within 500 ms. Whether it was cancelled on its way.
  template <class Ask>
  static bool ends_soon(const std::string& what, milliseconds after, Ask ask) {
    const ProfilePtr profile = fresh();
    Work work;
    bool cancelled = false;
    Clock::time_point ended;
    std::thread asks([&] {
      const auto answer = ask(*profile, work);
      ended = Clock::now();
      if (answer) return;
      cancelled = answer.error().code == ErrorCode::cancelled;
      EXPECT_TRUE(cancelled) << what << ": " << answer.error().message;
    });
    std::this_thread::sleep_for(after);
    const auto begun = Clock::now();
    work.cancel.cancel();
    asks.join();
    const auto took = std::chrono::duration_cast<milliseconds>(ended - begun);
    EXPECT_LE(took, milliseconds(500)) << what << " after " << after.count() << " ms";
    if (!cancelled) return false;
    const auto again = ask(*profile, Work{});
    EXPECT_TRUE(again) << what << ", asked again";
    return true;
  }

  static TemporaryFolder* folder_;
};
TemporaryFolder* Cancelled::folder_ = nullptr;

TEST_F(Cancelled, SkillsEndSoon) {
  int on_the_way = 0;
  for (const Skill& skill : built_in_skills().skills())
    on_the_way += ends_soon(skill.info.name, milliseconds(3), [&](const Profile& profile, const Work& work) {
      return run_skill(skill, profile, ScopeRequest{}, ParamValues{}, work);
    });
  EXPECT_GT(on_the_way, 5);
}

TEST_F(Cancelled, PagesAndTracesEndSoon) {
  int on_the_way = 0;
  for (const int after : {1, 10, 30, 60}) {
    on_the_way += ends_soon("overview", milliseconds(after), [](const Profile& profile, const Work& work) {
      return cancellable(work, [&]() -> Result<Page> { return overview(profile, {}); });
    });
    on_the_way += ends_soon("trace", milliseconds(after), [](const Profile& profile, const Work& work) {
      const Scope scope = Scope::whole(profile);
      return write_trace(profile, scope, TraceOptions{}, [](std::string_view) { return true; }, work);
    });
    on_the_way += ends_soon("timeline", milliseconds(after), [](const Profile& profile, const Work& work) {
      return cancellable(work, [&] {
        return TimelineSource(profile, {}).part({{}, 2000, 120'000, {}}, work);
      });
    });
  }
  EXPECT_GT(on_the_way, 4);
}

}  // namespace
}  // namespace nsys_ai::test
