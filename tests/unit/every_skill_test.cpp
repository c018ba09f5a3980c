// Every skill, and a query of every table, on every capture, and on a profile from which each table is taken
// in turn: one of the three outcomes, no words of an engine, and nothing that is nobody's business.
#include <gtest/gtest.h>

#include "protocol/answer_json.h"
#include "skill/query_answer.h"
#include "skills/list.h"
#include "sql/table.h"
#include "tests/unit/everything_sketch.h"

namespace nsys_ai::test {
namespace {

// The environment of the profiled program lies in real exports; the copies at hand hold this in its place.
constexpr std::string_view kCanary = "canary-never-show-this";

std::string wrong_words(const std::string& text) {
  for (const std::string_view word : {kCanary, std::string_view("SQLite"), std::string_view("no such table"),
                                      std::string_view("no such column"), std::string_view("SQL logic")})
    if (text.find(word) != std::string::npos) return std::string(word);
  return "";
}

void expect_an_outcome(const Result<Answer>& answer, const std::string& asked) {
  if (!answer) {
    ADD_FAILURE() << asked << ": " << answer.error().message;
    return;
  }
  EXPECT_EQ(wrong_words(answer_json(*answer)), "") << asked;
  switch (answer->outcome) {
    case Outcome::rows:
      EXPECT_FALSE(answer->table.rows.empty()) << asked;
      break;
    case Outcome::empty:
      EXPECT_FALSE(answer->reason.empty()) << asked;
      break;
    case Outcome::cannot_answer:
      EXPECT_FALSE(answer->reason.empty()) << asked;
      EXPECT_FALSE(answer->needs.empty()) << asked;
      break;
  }
}

void expect_outcomes(const Profile& profile) {
  for (const Skill& skill : built_in_skills().skills()) {
    ParamValues all;
    for (const Param& param : skill.params)
      if (param.name == "limit") all["limit"] = "0";
    expect_an_outcome(run_skill(skill, profile, {}, all), skill.info.name);
  }
  for (const SqlTable& table : sql_tables()) {
    const std::string sql = "SELECT * FROM " + std::string(table.name);
    expect_an_outcome(answer_query(profile, {}, sql, {.rows = 100}, {}), sql);
  }
}

class EverySkill : public RealCapture {};

TEST_P(EverySkill, HasAnOutcome) { expect_outcomes(profile()); }

INSTANTIATE_TEST_SUITE_P(Captures, EverySkill, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EverySkill);

class WithoutTable : public testing::TestWithParam<std::string> {
 protected:
  // The file after a statement, opened; nothing where it is refused in a sentence.
  static ProfilePtr after(const std::string& sql) {
    const TemporaryFolder folder;
    const auto path = folder / "part.sqlite";
    sketch::write(kSketchOfEverything, path.string());
    change(path, sql);
    auto profile = load_profile(path);
    if (profile) return *profile;
    EXPECT_EQ(wrong_words(profile.error().message), "");
    return nullptr;
  }
};

TEST_P(WithoutTable, EverySkillHasAnOutcome) {
  if (const ProfilePtr profile = after("DROP TABLE " + GetParam())) expect_outcomes(*profile);
}

TEST_P(WithoutTable, EverySkillHasAnOutcomeWhereItIsEmpty) {
  if (const ProfilePtr profile = after("DELETE FROM " + GetParam())) expect_outcomes(*profile);
}

INSTANTIATE_TEST_SUITE_P(Tables, WithoutTable, testing::ValuesIn(tables_of_everything()),
                         [](const auto& info) { return info.param; });

TEST(EverySkillOnASketch, AnswersWithRowsWhereEverythingIsThere) {
  const ProfilePtr profile = loaded(kSketchOfEverything);
  expect_outcomes(*profile);
  int with_rows = 0;
  for (const Skill& skill : built_in_skills().skills()) {
    const auto answer = run_skill(skill, *profile, {}, {});
    with_rows += answer && answer->outcome == Outcome::rows ? 1 : 0;
  }
  EXPECT_GT(with_rows, 30);
}

}  // namespace
}  // namespace nsys_ai::test
