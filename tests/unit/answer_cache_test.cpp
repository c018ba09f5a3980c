// The cache of answers, observed by a skill that counts how often it runs.
#include "skill/answer_cache.h"

#include <gmock/gmock.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "base/memory.h"
#include "skill/user_skills.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

UntypedRows untyped_rows(TableRows values) {
  UntypedRows rows;
  rows.rows = std::make_unique<ValueRows>(std::move(values));
  return rows;
}

// A skill without code of its own: its function is given by the test.
class CountingSkill {
 public:
  using Run = std::function<Result<UntypedRows>(const SkillContext&, const CheckedParams&)>;

  explicit CountingSkill(std::string name = "counting", Run run = {}) {
    skill.info = {.name = std::move(name), .title = "How often was it asked?", .doc = "It counts."};
    skill.params = {{"limit", ValueType::integer, Unit::count, int64_t{20}, "Rows."},
                    {"above", ValueType::integer, Unit::ns, int64_t{0}, "Time."}};
    skill.columns = {{"text", ValueType::text, Unit::none, "A text."}};
    skill.run = [this, run = std::move(run)](const SkillContext& context, const CheckedParams& params) {
      ++runs;
      return run ? run(context, params) : Result<UntypedRows>(untyped_rows(TableRows{{std::string("row")}}));
    };
  }
  CountingSkill(const CountingSkill&) = delete;

  Question question(const ParamValues& values = {}, ScopeRequest scope = {}) const {
    return {skill, "", std::move(scope), *check_params(skill.params, values)};
  }

  Skill skill;
  std::atomic<int> runs{0};
};

ProfilePtr two_processes() {
  return loaded(
      "process 200 \"a\"\n  gpu 0 stream 7   gemm 0..10us\nprocess 300 \"b\"\n  gpu 1 stream 7   gemm 5..20us\n");
}

UntypedRows untyped_rows(size_t count, size_t length) {
  return untyped_rows(TableRows(count, std::vector<Value>{std::string(length, 'x')}));
}

// A statement is kept as a skill's answer is: the second time the same rows come, and not others like them.
TEST(AnswerCache, KeepsWhatStatementsAnswer) {
  const ProfilePtr profile = two_processes();
  AnswerCache answers;
  constexpr std::string_view kCount = "SELECT count(*) FROM kernel";
  const auto first = answers.ask(profile, SqlQuestion{kCount});
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(*answers.ask(profile, SqlQuestion{kCount}), *first);
  EXPECT_EQ(answers.use().answers, 1);
  const auto part = answers.ask(profile, SqlQuestion{kCount, ScopeRequest{{1}, std::nullopt}});
  ASSERT_TRUE(part);
  EXPECT_EQ((*first)->table.rows[0][0], Value(int64_t{2}));
  EXPECT_EQ((*part)->table.rows[0][0], Value(int64_t{1}));
  EXPECT_FALSE(answers.ask(profile, SqlQuestion{"SELECT nothing"}));
  EXPECT_EQ(answers.use().answers, 2);
  answers.forget(*profile);
  EXPECT_EQ(answers.use().answers, 0);
}

TEST(Memo, GivesTheSameAnswerWithoutRunningAgain) {
  const ProfilePtr profile = two_processes();
  CountingSkill skill;
  AnswerCache cache;
  const AnswerPtr first = *cache.ask(profile, skill.question());
  const AnswerPtr second = *cache.ask(profile, skill.question());
  EXPECT_EQ(skill.runs, 1);
  EXPECT_EQ(first, second);
  EXPECT_EQ(first->table.rows, run_skill(skill.skill, *profile, {}, {})->table.rows);
  EXPECT_EQ(cache.use().answers, 1U);
}

TEST(Memo, TellsQuestionsApartByWhatTheyMean) {
  const ProfilePtr profile = two_processes();
  const ProfilePtr other_profile = two_processes();
  CountingSkill skill, other_skill("other");
  AnswerCache cache;
  const auto runs_again = [&](const ProfilePtr& of, const Question& question) {
    const int before = skill.runs + other_skill.runs;
    EXPECT_TRUE(cache.ask(of, question)) << question.skill.info.name;
    return skill.runs + other_skill.runs > before;
  };
  EXPECT_TRUE(runs_again(profile, skill.question()));
  // The same, in other words.
  EXPECT_FALSE(runs_again(profile, skill.question({{"limit", "20"}})));
  EXPECT_FALSE(runs_again(profile, skill.question({{"above", "0"}})));
  EXPECT_TRUE(runs_again(profile, skill.question({{"above", "1us"}})));
  EXPECT_FALSE(runs_again(profile, skill.question({{"above", "1000"}})));
  EXPECT_TRUE(runs_again(profile, skill.question({}, {{0, 1}, std::nullopt})));
  EXPECT_FALSE(runs_again(profile, skill.question({}, {{1, 0, 1}, std::nullopt})));
  // Others.
  EXPECT_TRUE(runs_again(profile, skill.question({{"limit", "1"}})));
  EXPECT_TRUE(runs_again(profile, skill.question({}, {{1}, std::nullopt})));
  EXPECT_TRUE(runs_again(profile, skill.question({}, {{}, Interval{0, 1000}})));
  EXPECT_TRUE(runs_again(profile, skill.question({}, {{}, Interval{0, 2000}})));
  EXPECT_TRUE(runs_again(profile, skill.question({}, {{}, std::nullopt, 200})));
  EXPECT_TRUE(runs_again(profile, skill.question({}, {{}, std::nullopt, 300})));
  EXPECT_TRUE(runs_again(profile, other_skill.question()));
  EXPECT_TRUE(runs_again(other_profile, skill.question()));
  EXPECT_FALSE(runs_again(profile, skill.question()));
}

TEST(Memo, RemembersNoFailure) {
  const ProfilePtr profile = two_processes();
  CountingSkill failing("failing", [](const SkillContext&, const CheckedParams&) -> Result<UntypedRows> {
    return fail(ErrorCode::cannot_do, "It took too long.");
  });
  AnswerCache cache;
  EXPECT_EQ(cache.ask(profile, failing.question()).error().message, "It took too long.");
  EXPECT_EQ(cache.ask(profile, failing.question()).error().message, "It took too long.");
  EXPECT_EQ(failing.runs, 2);
  CountingSkill skill;
  EXPECT_EQ(cache.ask(profile, skill.question({}, {{7}, std::nullopt})).error().code, ErrorCode::bad_request);
  EXPECT_EQ(cache.use().answers, 0U);
  EXPECT_EQ(cache.use().bytes, 0);
}

TEST(Memo, OneRunAnswersAllWhoAskMeanwhile) {
  const ProfilePtr profile = two_processes();
  std::promise<void> go;
  std::shared_future<void> going = go.get_future().share();
  CountingSkill skill("slow", [going](const SkillContext&, const CheckedParams&) -> Result<UntypedRows> {
    going.wait();
    return untyped_rows(1, 3);
  });
  AnswerCache cache(0);  // also where nothing is cached
  std::vector<std::future<Result<AnswerPtr>>> asked;
  for (int i = 0; i < 8; ++i)
    asked.push_back(std::async(std::launch::async, [&] { return cache.ask(profile, skill.question()); }));
  while (skill.runs == 0) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  go.set_value();
  std::vector<AnswerPtr> answers;
  for (auto& of : asked) answers.push_back(*of.get());
  EXPECT_EQ(skill.runs, 1);
  EXPECT_THAT(answers, testing::Each(answers.front()));
}

// A skill whose first run lasts until it is cancelled.
CountingSkill::Run endless_at_first(std::atomic<int>& runs) {
  return [&runs](const SkillContext& context, const CheckedParams&) -> Result<UntypedRows> {
    if (++runs == 1)
      while (!context.work.cancel.cancelled()) std::this_thread::yield();
    return untyped_rows(1, 3);
  };
}

TEST(Memo, WhoWaitsBeginsAnewWhenTheOtherIsCancelled) {
  const ProfilePtr profile = two_processes();
  std::atomic<int> runs{0};
  CountingSkill skill("endless", endless_at_first(runs));
  AnswerCache cache;
  Work first;
  auto cancelled_one =
      std::async(std::launch::async, [&] { return cache.ask(profile, skill.question(), first); });
  while (runs == 0) std::this_thread::yield();
  auto waiting = std::async(std::launch::async, [&] { return cache.ask(profile, skill.question()); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(runs, 1);
  first.cancel.cancel();
  EXPECT_EQ(cancelled_one.get().error().code, ErrorCode::cancelled);
  EXPECT_TRUE(waiting.get());
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(cache.use().answers, 1U);
}

TEST(Memo, WhoWaitsCanBeCancelledAlone) {
  const ProfilePtr profile = two_processes();
  std::atomic<int> runs{0};
  CountingSkill skill("endless", endless_at_first(runs));
  AnswerCache cache;
  Work first, second;
  auto running = std::async(std::launch::async, [&] { return cache.ask(profile, skill.question(), first); });
  while (runs == 0) std::this_thread::yield();
  auto waiting = std::async(std::launch::async, [&] { return cache.ask(profile, skill.question(), second); });
  second.cancel.cancel();
  EXPECT_EQ(waiting.get().error().code, ErrorCode::cancelled);
  EXPECT_EQ(cache.use().answers, 0U);
  first.cancel.cancel();
  EXPECT_FALSE(running.get());
  EXPECT_EQ(cache.use().answers, 0U);
}

TEST(Memo, DropsWhatWasAskedForLongestAgo) {
  const ProfilePtr profile = two_processes();
  CountingSkill skill("large", [](const SkillContext&, const CheckedParams&) -> Result<UntypedRows> {
    return untyped_rows(10, 10'000);
  });
  AnswerCache cache(350'000);
  const auto ask = [&](const char* above) {
    const int before = skill.runs;
    EXPECT_TRUE(cache.ask(profile, skill.question({{"above", above}})));
    EXPECT_LE(cache.use().bytes, 350'000);
    return skill.runs > before;
  };
  EXPECT_TRUE(ask("1"));
  EXPECT_TRUE(ask("2"));
  EXPECT_TRUE(ask("3"));
  EXPECT_FALSE(ask("1"));
  EXPECT_TRUE(ask("4"));
  EXPECT_EQ(cache.use().answers, 3U);
  EXPECT_FALSE(ask("1"));
  EXPECT_FALSE(ask("3"));
  EXPECT_TRUE(ask("2"));
  cache.set_capacity(150'000);
  EXPECT_EQ(cache.use().answers, 1U);
  EXPECT_FALSE(ask("2"));
  cache.set_capacity(0);
  EXPECT_EQ(cache.use().bytes, 0);
  EXPECT_TRUE(ask("2"));
  EXPECT_EQ(cache.use().answers, 0U);
}

TEST(Memo, DoesNotRememberWhatFillsAllOfIt) {
  const ProfilePtr profile = two_processes();
  CountingSkill large("large", [](const SkillContext&, const CheckedParams&) -> Result<UntypedRows> {
    return untyped_rows(10, 10'000);
  });
  CountingSkill small;
  AnswerCache cache(50'000);
  EXPECT_TRUE(cache.ask(profile, small.question()));
  EXPECT_TRUE(cache.ask(profile, large.question()));
  EXPECT_TRUE(cache.ask(profile, small.question()));
  EXPECT_EQ(small.runs, 1);
  EXPECT_EQ(cache.use().answers, 1U);
}

TEST(Memo, AnswersGoWithTheirProfile) {
  ProfilePtr profile = two_processes();
  const ProfilePtr other = two_processes();
  CountingSkill skill;
  AnswerCache cache;
  EXPECT_TRUE(cache.ask(profile, skill.question()));
  EXPECT_TRUE(cache.ask(other, skill.question()));
  cache.forget(*other);
  EXPECT_EQ(cache.use().answers, 1U);
  EXPECT_TRUE(cache.ask(other, skill.question()));
  EXPECT_EQ(skill.runs, 3);
  // It keeps none alive, and the next answer drops those of profiles that are gone.
  const std::weak_ptr<const Profile> gone = profile;
  profile.reset();
  EXPECT_TRUE(gone.expired());
  EXPECT_TRUE(cache.ask(other, skill.question({{"limit", "1"}})));
  EXPECT_EQ(cache.use().answers, 2U);
}

TEST(Memo, IsAPartOfTheMemoryLimit) {
  const ProfilePtr profile = two_processes();
  CountingSkill skill("large", [](const SkillContext&, const CheckedParams&) -> Result<UntypedRows> {
    return untyped_rows(1, 10 << 20);
  });
  AnswerCache cache;
  // So little that the limit is below what this test takes already.
  set_memory_limit(1 << 20);
  EXPECT_TRUE(cache.ask(profile, skill.question()));
  EXPECT_EQ(cache.use().bytes, 0);
  // Enough for the answer, of which it would be more than a sixteenth.
  set_memory_limit(int64_t{140} << 20);
  EXPECT_TRUE(cache.ask(profile, skill.question()));
  EXPECT_EQ(cache.use().bytes, 0);
  set_memory_limit(int64_t{100} << 30);
  EXPECT_TRUE(cache.ask(profile, skill.question()));
  EXPECT_GT(cache.use().bytes, 10 << 20);
  set_memory_limit(0);
}

#ifdef __GLIBC__
size_t heap_in_use() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(Memo, CountsWhatTheHeapReallyGave) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer has a heap of its own.";
  const ProfilePtr profile = two_processes();
  for (const size_t length : {0U, 3U, 15U, 16U, 100U, 5000U}) {
    CountingSkill skill("rows", [length](const SkillContext&, const CheckedParams&) -> Result<UntypedRows> {
      return untyped_rows(2000, length);
    });
    AnswerCache cache;
    EXPECT_TRUE(cache.ask(profile, skill.question({{"limit", "1"}})));
    const auto before = static_cast<double>(heap_in_use());
    const int64_t counted = cache.use().bytes;
    EXPECT_TRUE(cache.ask(profile, skill.question({{"limit", "0"}})));
    const double taken = static_cast<double>(heap_in_use()) - before;
    EXPECT_NEAR(static_cast<double>(cache.use().bytes - counted), taken, taken * 0.05) << length;
  }
}
#endif

TEST(Memo, AnEditedSkillIsAnotherQuestion) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "mine.sql";
  const auto write = [&](const std::string& number) {
    std::ofstream(file) << "-- A number.\n--\n-- It is what the file says.\n--\n-- @needs kernel\nSELECT "
                        << number << " AS n  -- INTEGER   The number.\n";
  };
  const ProfilePtr profile = two_processes();
  const Registry built_in(std::vector<Skill>{});
  UserSkills skills(built_in, {folder.path()});
  AnswerCache cache;
  const auto ask = [&] {
    const SkillSetPtr known = skills.now();
    const Skill* const skill = *known->find("mine");
    return *cache.ask(profile, {*skill, known->text_of(*skill), {}, *check_params(skill->params, {})});
  };
  write("1");
  const AnswerPtr one = ask();
  EXPECT_EQ(one->table.rows[0][0], Value{int64_t{1}});
  EXPECT_EQ(ask(), one);
  write("22");
  EXPECT_EQ(ask()->table.rows[0][0], Value{int64_t{22}});
  // What it said before is known still.
  write("1");
  std::filesystem::last_write_time(file,
                                   std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  EXPECT_EQ(ask(), one);
}

}  // namespace
}  // namespace nsys_ai::test
