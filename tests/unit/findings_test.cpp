// The book of root causes: its pages, how they are read, and what it finds in real captures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "analysis/frameworks.h"
#include "analysis/kernels/tensor_core_generation.h"
#include "analysis/time/run_window.h"
#include "base/sum.h"
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

TEST(Advice, OfManyParagraphsMakesOne) {
  EXPECT_EQ(in_one_paragraph("Hurry.\n\nIn PyTorch: hurry\nmore."), "Hurry. In PyTorch: hurry\nmore.");
  EXPECT_EQ(in_one_paragraph(""), "");
}

TEST(Book, HoldsEveryPageOfItsFolder) {
  std::set<std::string> pages;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "docs/root-causes"))
    if (entry.path().stem() != "README" && entry.path().stem() != "questions")
      pages.insert(entry.path().stem().string());
  std::set<std::string> keys;
  for (const Cause& cause : root_cause_book()) keys.insert(cause.key);
  for (const Cause& cause : rank_causes()) keys.insert(cause.key);
  EXPECT_EQ(keys, pages);
  EXPECT_GE(keys.size(), 13u);
}

TEST(Book, HasAPageOfEachFindingOnRanks) {
  // As `rank_findings` and `rank_report` name them.
  const std::set<std::string> expected = {"clock-skew", "host-jitter", "imbalance-by-design",
                                          "late-host",  "rotating",    "several-runs",
                                          "slow-gpu",   "slow-link",   "straggler"};
  std::set<std::string> keys;
  for (const Cause& cause : rank_causes()) keys.insert(cause.key);
  EXPECT_EQ(keys, expected);
}

TEST(Book, AsksSkillsAndPagesThatThereAre) {
  std::set<std::string> keys;
  for (const Cause& cause : root_cause_book()) keys.insert(cause.key);
  for (const Cause& cause : root_cause_book()) {
    SCOPED_TRACE(cause.key);
    for (const std::string& wider : cause.within) EXPECT_TRUE(keys.contains(wider)) << wider;
    EXPECT_FALSE(cause.inputs.empty() && cause.claims.empty());
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

TEST(Book, GivesAdviceForWhatIsKnown) {
  std::set<std::string_view> known{name_of(TensorCoreGeneration::volta_and_turing),
                                   name_of(TensorCoreGeneration::ampere_and_later),
                                   "samples of the host", "no samples of the host"};
  for (const Framework framework : all_frameworks()) known.insert(name_of(framework));
  for (const Cause& cause : root_cause_book())
    for (const SpecialAdvice& of : cause.special_advice)
      for (const std::string& condition : of.conditions) {
        const bool is_in_row = cause.condition.find("'" + condition + "'") != std::string::npos;
        EXPECT_TRUE(known.contains(condition) || is_in_row) << cause.key << ": " << condition;
      }
}

constexpr std::string_view kPage =
    "---\ntitle: Slow {share}\ndetail: >\n  {of_whole}, and\n  more\nclaims:\n  - late_host\n  - long_launch\nuses:\n"
    "  - gaps = gpu_idle_gaps cause=launch~gap limit=3\n  - rows = query SELECT 1\n---\n\n# Slowness\n\n"
    "## Symptom\n\nIt is\nslow.\n\n## Why\n\nBecause.\n\n## Detection\n\nWords.\n\n```sql\nSELECT 1\n```\n\n"
    "```sql\nSELECT ref\nFROM gaps\n```\n\n## What to do\n\nHurry.\n\n## How to verify\n\nLook.\n";

TEST(Pages, AreReadIntoTheirParts) {
  const auto cause = parse_cause("slow.md", kPage);
  ASSERT_TRUE(cause) << cause.error().message;
  EXPECT_EQ(cause->key, "slow");
  EXPECT_EQ(cause->heading, "Slowness");
  EXPECT_EQ(cause->detail, "{of_whole}, and more");
  EXPECT_THAT(cause->claims, ElementsAre(TimeUse::late_host, TimeUse::long_launch));
  ASSERT_EQ(cause->inputs.size(), 2u);
  EXPECT_EQ(cause->inputs[0].skill, "gpu_idle_gaps");
  EXPECT_EQ(cause->inputs[0].params.at("cause"), "launch gap");
  EXPECT_EQ(cause->inputs[1].query, "SELECT 1");
  EXPECT_EQ(cause->condition, "SELECT 1");
  EXPECT_EQ(cause->evidence, "SELECT ref\nFROM gaps");
  EXPECT_EQ(cause->symptom, "It is slow.");
}

TEST(Pages, KeepApartWhatOneFrameworkAloneIsTold) {
  std::string page(kPage);
  page.replace(page.find("Hurry."), 6, "Hurry.\n\nIn PyTorch: hurry\nmore.\n\nIn all cases: rest.");
  const auto cause = parse_cause("slow.md", page);
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->what_to_do, "Hurry.\n\nIn all cases: rest.");
  ASSERT_EQ(cause->special_advice.size(), 1u);
  EXPECT_EQ(cause->special_advice[0].conditions, std::vector<std::string>{"PyTorch"});
  EXPECT_EQ(cause->special_advice[0].text, "In PyTorch: hurry more.");
}

TEST(Pages, SayAtWhichLineTheyAreWrong) {
  const auto wrong = [](std::string_view from, std::string_view to) {
    std::string page(kPage);
    page.replace(page.find(from), from.size(), to);
    const auto cause = parse_cause("slow.md", page);
    return cause ? "" : cause.error().message;
  };
  EXPECT_EQ(wrong("---\ntitle", "title"), "slow.md:1: The page does not begin with `---`.");
  EXPECT_EQ(wrong("- late_host", "- idle"), "slow.md:7: There is no use of time \"idle\".");
  EXPECT_EQ(wrong("claims:\n", "severity: low\nclaims:\n"),
            "slow.md:6: The severity can be `information` or `high` only.");
  EXPECT_EQ(wrong("claims:\n", "floor: 2\nclaims:\n"), "slow.md:6: The floor is no share between 0 and 1.");
  EXPECT_EQ(wrong("claims:\n", "colour: red\nclaims:\n"),
            "slow.md:6: There is no \"colour\" in a front matter.");
  EXPECT_EQ(wrong("claims:\n", "claims\n"), "slow.md:6: This is no `name: value`.");
  EXPECT_EQ(wrong("gaps = gpu", "gpu"), "slow.md:10: This is no `TABLE = SKILL ...`.");
  EXPECT_EQ(wrong("limit=3", "limit"), "slow.md:10: \"limit\" is no NAME=VALUE.");
  EXPECT_EQ(wrong("## Why", "## Reason"), "slow.md:21: There is no section \"Reason\" in a page.");
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

// What is claimed is disjoint, and leaves the work that nothing is wrong with.
TEST_P(FindingsIn, NeverClaimMoreThanThereIs) {
  const auto window = run_window(profile(), Scope::whole(profile()), {});
  ASSERT_TRUE(window);
  const int64_t capture = window->duration();
  Sum claimed;
  std::set<TimeUse> uses;
  for (const Finding& finding : findings().findings) {
    EXPECT_GE(finding.at_stake_ns, 0) << finding.key;
    Sum of_finding;
    for (const ClaimedTime& of : finding.claims) {
      EXPECT_TRUE(uses.insert(of.use).second) << finding.key << " " << name_of(of.use);
      of_finding += of.ns;
    }
    if (!finding.claims.empty()) {
      EXPECT_LE(std::abs(finding.at_stake_ns - of_finding), 10) << finding.key;
    }
    claimed += of_finding;
  }
  EXPECT_LE(claimed, capture);
}

// Exposed copies and exposed communication of the recorded truth, mean over GPUs: what the findings of each
// claim together is no more, and all of it where nothing stays below a floor.
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
  int64_t of_copies = 0;
  int64_t of_communication = 0;
  for (const Finding& finding : findings().findings) {
    if (finding.key == "copy-bound" || finding.key == "exposed-copies" || finding.key == "pageable-copies")
      of_copies += finding.at_stake_ns;
    if (finding.key == "exposed-communication" || finding.key == "nccl-serialisation" ||
        finding.key == "slow-collectives")
      of_communication += finding.at_stake_ns;
    if (finding.key == "copy-bound") {
      EXPECT_EQ(finding.at_stake_ns, copies / gpus);
    }
  }
  EXPECT_LE(of_copies * gpus, copies);
  EXPECT_LE(of_communication * gpus, communication);
}

TEST_P(FindingsIn, NameWhatIsKnownOfTheCapture) {
  const std::map<std::string, std::vector<std::string>> known = {
      {"alpa-r1-nokernel", {"start-up", "host-alone"}},
      {"centerformer-nvtx", {"no-gpu-work"}},
      {"cuda-transformer-nocuda", {"no-gpu-work"}},
      {"dynamicvit-empty", {"empty-capture"}},
      {"cuda-transformer", {"host-alone", "start-up", "pageable-copies", "capture-too-long"}},
      {"fuser-2024-r1", {"start-up", "idle-host-bound", "dominant-family", "sampling-refused"}},
      {"h100_2gpu_1s", {"copy-bound", "dominant-family", "hot-kernel", "recording-cuts-work"}},
      {"healthy_judged_1pct", {"bound-by-kernels", "dominant-family"}},
      {"mfu_2gpu_before", {"bound-by-kernels", "idle-host-bound", "slow-collectives", "dominant-family"}},
      {"pselinv-mpi-r7", {"start-up", "host-alone", "idle-host-bound", "dominant-family"}},
      {"pselinv-test1", {"start-up", "dominant-family"}},
      {"saxpy-mpi", {"start-up", "idle-host-bound", "pageable-copies"}}};
  const auto of = known.find(name());
  if (of == known.end()) GTEST_SKIP() << "nothing is known of what is wrong";
  EXPECT_EQ(keys(), of->second);
  if (name() != "healthy_judged_1pct") return;
  for (const Finding& finding : findings().findings) EXPECT_EQ(finding.severity, Severity::information);
}

INSTANTIATE_TEST_SUITE_P(Captures, FindingsIn, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(FindingsIn);

}  // namespace
}  // namespace nsys_ai::test
