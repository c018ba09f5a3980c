// The book of root causes: its pages, how they are read, and what it finds in real captures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "analysis/time/busy.h"
#include "knowledge/book.h"
#include "knowledge/sentence_template.h"
#include "protocol/json.h"
#include "skills/findings.h"
#include "skills/list.h"
#include "tests/support/places.h"
#include "tests/unit/asked_skill.h"

namespace nsys_ai::test {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Book, HoldsEveryPageOfItsFolder) {
  std::set<std::string> pages;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "docs/root-causes"))
    if (entry.path().stem() != "README") pages.insert(entry.path().stem().string());
  std::set<std::string> keys;
  for (const Cause& cause : root_cause_book()) keys.insert(cause.key);
  EXPECT_EQ(keys, pages);
  EXPECT_GE(keys.size(), 13u);
}

TEST(Book, AsksSkillsAndPagesThatThereAre) {
  std::set<std::string> keys;
  for (const Cause& cause : root_cause_book()) keys.insert(cause.key);
  for (const Cause& cause : root_cause_book()) {
    SCOPED_TRACE(cause.key);
    for (const std::string& wider : cause.within) EXPECT_TRUE(keys.contains(wider)) << wider;
    EXPECT_THAT(cause.inputs, Not(IsEmpty()));
    for (const CauseInput& input : cause.inputs) {
      if (input.skill.empty()) continue;
      const auto skill = built_in_skills().find(input.skill);
      ASSERT_TRUE(skill) << input.skill;
      EXPECT_TRUE(check_params((*skill)->params, input.params));
      // Those would ask the book again.
      EXPECT_THAT(input.skill, Not(AnyOf("root_causes", "speedup_estimate")));
    }
  }
}

TEST(Book, EachPageHasARunInWhichItHolds) {
  const std::string cases = text_of_file((source_folder() / "tests/skills/root_causes.test").string());
  for (const Cause& cause : root_cause_book()) EXPECT_THAT(cases, HasSubstr("\n" + cause.key + ","));
}

constexpr std::string_view kPage =
    "---\ntitle: Slow {share}\ndetail: >\n  {of_span}, and\n  more\nclaims: idle\nuses:\n"
    "  - gaps = gpu_idle_gaps cause=launch~gap limit=3\n  - rows = query SELECT 1\n---\n\n# Slowness\n\n"
    "## Symptom\n\nIt is\nslow.\n\n## Why\n\nBecause.\n\n## Detection\n\nWords.\n\n```sql\nSELECT 1\n```\n\n"
    "```sql\nSELECT ref\nFROM gaps\n```\n\n## What to do\n\nHurry.\n\n## How to verify\n\nLook.\n";

TEST(Pages, AreReadIntoTheirParts) {
  const auto cause = parse_cause("slow.md", kPage);
  ASSERT_TRUE(cause) << cause.error().message;
  EXPECT_EQ(cause->key, "slow");
  EXPECT_EQ(cause->heading, "Slowness");
  EXPECT_EQ(cause->detail, "{of_span}, and more");
  EXPECT_EQ(cause->claim, Claim::idle);
  ASSERT_EQ(cause->inputs.size(), 2u);
  EXPECT_EQ(cause->inputs[0].skill, "gpu_idle_gaps");
  EXPECT_EQ(cause->inputs[0].params.at("cause"), "launch gap");
  EXPECT_EQ(cause->inputs[1].query, "SELECT 1");
  EXPECT_EQ(cause->condition, "SELECT 1");
  EXPECT_EQ(cause->evidence, "SELECT ref\nFROM gaps");
  EXPECT_EQ(cause->symptom, "It is slow.");
}

TEST(Pages, SayAtWhichLineTheyAreWrong) {
  const auto wrong = [](std::string_view from, std::string_view to) {
    std::string page(kPage);
    page.replace(page.find(from), from.size(), to);
    const auto cause = parse_cause("slow.md", page);
    return cause ? "" : cause.error().message;
  };
  EXPECT_EQ(wrong("---\ntitle", "title"), "slow.md:1: The page does not begin with `---`.");
  EXPECT_EQ(
      wrong("claims: idle", "claims: all"),
      "slow.md:6: params.claims: \"all\" is not none, idle, kernels, communication, copies or launches.");
  EXPECT_EQ(wrong("claims: idle", "severity: high"), "slow.md:6: The severity can be `information` only.");
  EXPECT_EQ(wrong("claims: idle", "floor: 2"), "slow.md:6: The floor is no share between 0 and 1.");
  EXPECT_EQ(wrong("claims: idle", "colour: red"), "slow.md:6: There is no \"colour\" in a front matter.");
  EXPECT_EQ(wrong("claims: idle", "claims"), "slow.md:6: This is no `name: value`.");
  EXPECT_EQ(wrong("gaps = gpu", "gpu"), "slow.md:8: This is no `TABLE = SKILL ...`.");
  EXPECT_EQ(wrong("limit=3", "limit"), "slow.md:8: \"limit\" is no NAME=VALUE.");
  EXPECT_EQ(wrong("## Why", "## Reason"), "slow.md:19: There is no section \"Reason\" in a page.");
  EXPECT_THAT(wrong("Because.", ""), HasSubstr("The section \"Why\" is missing."));
  EXPECT_THAT(wrong("```sql\nSELECT 1\n```", ""), IsEmpty());
}

TEST(Sentences, AreFilledWithValuesAndLeaveOutWhatHasNone) {
  const auto value_of = [](std::string_view name) -> std::optional<std::string> {
    if (name == "one") return "1";
    if (name == "two") return "2";
    if (name == "empty") return "";
    return std::nullopt;
  };
  EXPECT_EQ(filled("{two:gap|gaps}, {one:copy|copies}.[ In {empty}.][ Of {two}.] {none}", value_of),
            "2 gaps, 1 copy. Of 2. -");
  EXPECT_EQ(first_sentence("Use 0.5 of it. Then more."), "Use 0.5 of it.");
}

class FindingsIn : public RealCapture {
 protected:
  const Findings& findings() { return profile().derived(build_findings); }
  std::vector<std::string> keys() {
    std::vector<std::string> keys;
    for (const Finding& finding : findings().findings) keys.push_back(finding.key);
    return keys;
  }
};

TEST_P(FindingsIn, JudgeWithoutWordsOfAnEngine) {
  for (const auto& [key, why] : findings().not_judged) EXPECT_THAT(why, Not(HasSubstr("SQLite"))) << key;
}

TEST_P(FindingsIn, NeverHaveMoreAtStakeThanThereIs) {
  const std::vector<DeviceTime>& times = profile().derived(build_device_times);
  int64_t span = 0;
  for (const DeviceTime& of : times) span += of.span.duration();
  for (const Finding& finding : findings().findings) {
    EXPECT_GE(finding.at_stake_ns, 0) << finding.key;
    EXPECT_LE(finding.at_stake_ns * static_cast<int64_t>(times.size()), span) << finding.key;
  }
}

// Exposed copies and exposed communication of the recorded truth, mean over GPUs.
TEST_P(FindingsIn, HaveAtStakeWhatTheTruthSays) {
  const auto truth = Json::parse(bytes_of(profiles_folder() / "truth" / (name() + ".json")));
  ASSERT_TRUE(truth);
  int64_t copies = 0;
  int64_t communication = 0;
  int64_t gpus = 0;
  const Json* devices = truth->find("devices");
  ASSERT_TRUE(devices && devices->if_array());
  for (const Json& device : *devices->if_array()) {
    const auto number = [&](const char* member) { return device.find(member)->if_integer().value_or(0); };
    copies += number("copy_union_ns") - number("copy_kernel_overlap_ns");
    communication += number("comm_union_ns") - number("overlap_ns");
    ++gpus;
  }
  const std::map<std::string, int64_t> known = {{"copy-bound", copies},
                                                {"exposed-copies", copies},
                                                {"exposed-communication", communication},
                                                {"nccl-serialisation", communication}};
  for (const Finding& finding : findings().findings)
    if (const auto total = known.find(finding.key); total != known.end()) {
      EXPECT_EQ(finding.at_stake_ns, total->second / gpus) << finding.key;
    }
}

TEST_P(FindingsIn, NameWhatIsKnownOfTheCapture) {
  if (name() == "healthy_judged_1pct")
    for (const Finding& finding : findings().findings) EXPECT_EQ(finding.severity, Severity::information);
  else if (name() == "h100_2gpu_1s")
    EXPECT_EQ(keys().at(0), "copy-bound");
  else if (name() == "mfu_2gpu_before")
    EXPECT_THAT(keys(),
                ElementsAre("idle-host-bound", "nccl-serialisation", "slow-collectives", "dominant-family"));
  else
    GTEST_SKIP() << "nothing is known of what is wrong";
}

INSTANTIATE_TEST_SUITE_P(Captures, FindingsIn, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(FindingsIn);

}  // namespace
}  // namespace nsys_ai::test
