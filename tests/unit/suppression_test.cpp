// Which findings a suppression takes, and what becomes of its file.
#include "knowledge/suppression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/workspace/suppression_file.h"

namespace nsys_ai {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

Findings three() {
  Findings findings;
  for (const char* key : {"copies", "idle", "nccl"}) {
    Finding finding;
    finding.key = key;
    findings.findings.push_back(finding);
  }
  return findings;
}

TEST(Suppression, TakesAFindingOutAndKeepsItsReason) {
  const std::vector<Suppression> list = {{"idle", "expected", ""}, {"idle", "second", ""}, {"none", "", ""}};
  const Findings left = without_suppressed(three(), list, "run.sqlite");
  EXPECT_THAT(left.findings, ElementsAre(Field(&Finding::key, "copies"), Field(&Finding::key, "nccl")));
  ASSERT_EQ(left.suppressed.size(), 1u);
  EXPECT_EQ(left.suppressed[0].finding.key, "idle");
  EXPECT_EQ(left.suppressed[0].reason, "expected");
}

TEST(Suppression, HoldsForTheProfilesThatItNames) {
  const auto holds = [](const char* pattern, const char* name) {
    return applies({"idle", "why", pattern}, "idle", name);
  };
  EXPECT_TRUE(holds("", "run.sqlite"));
  EXPECT_TRUE(holds("run.sqlite", "run.sqlite"));
  EXPECT_TRUE(holds("*.sqlite", "run.sqlite"));
  EXPECT_TRUE(holds("r*n*e", "run.sqlite"));
  EXPECT_TRUE(holds("*", ""));
  EXPECT_FALSE(holds("run", "run.sqlite"));
  EXPECT_FALSE(holds("un.sqlite", "run.sqlite"));
  EXPECT_FALSE(holds("*x*", "run.sqlite"));
  EXPECT_FALSE(holds("r*.nsys-rep", "run.sqlite"));
  EXPECT_FALSE(applies({"idle", "why", ""}, "idle-unknown", "run.sqlite"));
}

TEST(SuppressionFile, IsSortedAndKeepsWhatItDoesNotKnow) {
  const std::string text =
      R"({"owner": "ml-infra", "suppressed": [{"finding": "nccl", "reason": "old", "ticket": 7}]})";
  const auto one = with_suppression("F", text, {"idle", "expected", "smoke-*.sqlite"});
  ASSERT_TRUE(one);
  const auto two = with_suppression("F", *one, {"copies", "known", ""});
  ASSERT_TRUE(two);
  EXPECT_EQ(*two, R"({
  "owner": "ml-infra",
  "suppressed": [
    {"finding": "copies", "reason": "known"},
    {"finding": "idle", "reason": "expected", "profile": "smoke-*.sqlite"},
    {"finding": "nccl", "reason": "old", "ticket": 7}
  ]
}
)");
}

TEST(SuppressionFile, HasOneReasonForAFindingOfAProfile) {
  const auto first = with_suppression("F", "", {"idle", "expected", ""});
  ASSERT_TRUE(first);
  const auto second = with_suppression("F", *first, {"idle", "known", ""});
  ASSERT_TRUE(second);
  const auto list = parse_suppressions("F", *second);
  ASSERT_TRUE(list);
  ASSERT_EQ(list->size(), 1u);
  EXPECT_EQ(list->front().reason, "known");
}

TEST(SuppressionFile, LosesWhatAppliesToOneProfile) {
  const std::string text = R"({"suppressed": [
    {"finding": "idle", "reason": "a"},
    {"finding": "idle", "reason": "b", "profile": "smoke-*"},
    {"finding": "idle", "reason": "c", "profile": "other"},
    {"finding": "nccl", "reason": "d"}]})";
  const auto left = without_suppression("F", text, "idle", "smoke-1.sqlite");
  ASSERT_TRUE(left);
  const auto list = parse_suppressions("F", *left);
  ASSERT_TRUE(list);
  EXPECT_THAT(*list, ElementsAre(Field(&Suppression::reason, "c"), Field(&Suppression::reason, "d")));
}

std::string mistake(std::string_view text) {
  const auto list = parse_suppressions("F", text);
  return list ? "none" : list.error().message;
}

TEST(SuppressionFile, SaysOnWhichLineItIsBroken) {
  EXPECT_EQ(mistake(""), "none");
  EXPECT_EQ(mistake("{\n\"suppressed\": [\n}"), "F:3: The text is not valid JSON.");
  EXPECT_EQ(mistake("[]"), "F:1: There is no list \"suppressed\".");
  EXPECT_EQ(
      mistake("{\"suppressed\": [\n{\"finding\": \"a {\", \"reason\": \"b\\\"\"},\n\n{\"finding\": 1}]}"),
      "F:4: suppressed[1].finding: a string is needed.");
  EXPECT_EQ(mistake("{\"suppressed\": [\n7]}"), "F:2: suppressed[0]: an object is needed.");
}

TEST(SuppressionFile, IsNotWrittenOverWhileItIsBroken) {
  EXPECT_FALSE(with_suppression("F", "{", {"idle", "expected", ""}));
  EXPECT_FALSE(without_suppression("F", "{", "idle", "run.sqlite"));
}

}  // namespace
}  // namespace nsys_ai
