// The three outcomes of a skill, as its run can tell them.
#include "skill/skill.h"

#include <gmock/gmock.h>

#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

struct Params {};
template <class F>
void fields(Params&, F&) {}

struct Row {
  int64_t kernels = 0;
};
template <class F>
void fields(Row& r, F& f) {
  f("kernels", r.kernels, "How many there are.");
}

Answer answer_of(SkillOutcome<Row> (*run)(const SkillContext&, const Params&)) {
  const ProfilePtr profile = loaded("gpu 0 stream 7   gemm 0..10us\n");
  const Skill skill = make_skill<Params, Row>({.name = "mine", .title = "How many?", .doc = ""}, run);
  auto answer = run_skill(skill, *profile, {}, {});
  if (!answer) throw std::runtime_error(answer.error().message);
  return *answer;
}

TEST(Skill, SaysInItsRunThatItCannotAnswer) {
  const Answer answer = answer_of([](const SkillContext&, const Params&) -> SkillOutcome<Row> {
    return CannotAnswer{"The capture says nothing of it.", {"Capture it.", "Or ask for another."}};
  });
  EXPECT_EQ(answer.outcome, Outcome::cannot_answer);
  EXPECT_EQ(answer.reason, "The capture says nothing of it.");
  EXPECT_THAT(answer.needs, testing::ElementsAre("Capture it.", "Or ask for another."));
  EXPECT_EQ(answer.table.columns.size(), 1U);
  EXPECT_TRUE(answer.table.rows.empty());
}

TEST(Skill, SaysInItsRunThatThereIsNothing) {
  const Answer answer = answer_of(
      [](const SkillContext&, const Params&) -> SkillOutcome<Row> { return Empty{"Nothing is there."}; });
  EXPECT_EQ(answer.outcome, Outcome::empty);
  EXPECT_EQ(answer.reason, "Nothing is there.");
  EXPECT_TRUE(answer.needs.empty());
}

TEST(Skill, HasRows) {
  const Answer answer = answer_of([](const SkillContext& context, const Params&) -> SkillOutcome<Row> {
    return Rows<Row>{{{static_cast<int64_t>(context.profile.kernels().size())}}};
  });
  EXPECT_EQ(answer.outcome, Outcome::rows);
  EXPECT_EQ(answer.total_rows, 1);
}

}  // namespace
}  // namespace nsys_ai::test
