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

struct NamedTotal {
  std::string name;
  std::optional<Ns> total_ns;
  std::optional<Share> share;
};
template <class F>
void fields(NamedTotal& r, F& f) {
  f("name", r.name, "What it is called.");
  f("total_ns", r.total_ns, "How long.");
  f("share", r.share, "Of what.");
}
struct LimitedParams {
  int64_t limit = 2;
};
template <class F>
void fields(LimitedParams& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

// Who computes with rows reads the same cells that others are shown, of the rows that they are shown.
TEST(Skill, GivesItsRowsWhereTheyLie) {
  const ProfilePtr profile = loaded("gpu 0 stream 7   gemm 0..10us\n");
  const Skill skill = make_skill<LimitedParams, NamedTotal>(
      {.name = "mine", .title = "Which?", .doc = ""},
      [](const SkillContext&, const LimitedParams&) -> SkillOutcome<NamedTotal> {
        return Rows<NamedTotal>{{{"a name that fills more than a few bytes", Ns{5}, Share{0.25}},
                                 {"b", {}, {}},
                                 {"c", Ns{7}, {}}}};
      });
  const Scope scope = Scope::whole(*profile);
  const auto checked = check_params(skill.params, {});
  const auto asked = ask_in_scope(skill, *profile, scope, *checked);
  const auto answer = run_in_scope(skill, *profile, scope, *checked);
  ASSERT_TRUE(asked && answer);
  EXPECT_EQ(asked->answer.total_rows, 3);
  EXPECT_TRUE(asked->answer.truncated);
  EXPECT_TRUE(asked->answer.table.rows.empty());
  ASSERT_EQ(asked->rows->size(), 2U);
  ASSERT_EQ(answer->table.rows.size(), 2U);
  const ChosenRows second(*asked->rows, {1});
  for (size_t at = 0; at < 3; ++at) {
    EXPECT_EQ(copy_of(asked->rows->cell(0, at)), answer->table.rows[0][at]) << at;
    EXPECT_EQ(copy_of(second.cell(0, at)), answer->table.rows[1][at]) << at;
  }
  EXPECT_EQ(copy_of(asked->rows->cell(0, 1)), Value(int64_t{5}));
  EXPECT_EQ(copy_of(second.cell(0, 2)), Value());
}

struct Timed {
  Ns above{1000};
  int64_t limit = 20;
  std::string name = "any";
};
template <class F>
void fields(Timed& p, F& f) {
  f("above", p.above, "The least time.");
  f("limit", p.limit, "How many.");
  f("name", p.name, "Which.");
}

TEST(Params, HaveAValueEachOnceTheyAreChecked) {
  const auto checked = check_params(params_of<Timed>(), {{"above", "2us"}, {"name", ""}});
  ASSERT_TRUE(checked);
  EXPECT_THAT(checked->values(), testing::ElementsAre(Value{int64_t{2000}}, Value{int64_t{20}}, Value{""}));
  EXPECT_THAT(checked->given(), testing::ElementsAre(std::pair("above", "2us"), std::pair("name", "")));
  const auto typed = typed_params<Timed>(*checked);
  EXPECT_EQ(typed.above.count, 2000);
  EXPECT_EQ(typed.limit, 20);
  EXPECT_EQ(typed.name, "");
}

TEST(Params, AreRefusedByTheirNames) {
  const auto error_of = [](const ParamValues& given) {
    const auto checked = check_params(params_of<Timed>(), given);
    return checked ? "" : checked.error().message + " " + checked.error().hint;
  };
  EXPECT_EQ(error_of({{"limt", "1"}}), "There is no parameter limt. Did you mean limit?");
  EXPECT_EQ(error_of({{"x", "1"}}), "There is no parameter x. The parameters are above, limit, name.");
  EXPECT_EQ(
      error_of({{"above", "soon"}}),
      "params.above: \"soon\" is not a duration such as 1ms, 60us, 500ns or plain ns. above: The least time.");
  EXPECT_EQ(error_of({{"limit", "-1"}}),
            "params.limit: \"-1\" is not a whole number from 0 upwards. limit: How many.");
}

}  // namespace
}  // namespace nsys_ai::test
