// Pages of docs/ that are made of the code equal what the code says today. UPDATE=1 writes them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "analysis/frameworks.h"
#include "analysis/kernel_names/vocabulary.h"
#include "analysis/time/idle.h"
#include "features/explorer/explorer_page.h"
#include "knowledge/book.h"
#include "knowledge/explanations.h"
#include "knowledge/library.h"
#include "knowledge/next_capture.h"
#include "knowledge/questions.h"
#include "question/grammar_page.h"
#include "skill/skill_page.h"
#include "skills/list.h"
#include "sql/model_page.h"
#include "tests/support/places.h"

namespace nsys_ai {
namespace {

void expect_page(const std::string& name, const std::string& page) {
  const std::string path = (test::source_folder() / "docs" / name).string();
  if (std::getenv("UPDATE") != nullptr) std::ofstream(path) << page;
  std::ifstream file(path);
  const std::string committed(std::istreambuf_iterator<char>(file), {});
  // The pages are long; where they differ is what helps.
  size_t at = 0;
  while (at < std::min(committed.size(), page.size()) && committed[at] == page[at]) ++at;
  EXPECT_TRUE(committed == page) << "docs/" << name << " differs from the code after:\n"
                                 << page.substr(at < 200 ? 0 : at - 200, 400)
                                 << "\nUPDATE=1 build/tests/unit/skill_rules_test --gtest_filter='Docs.*' writes it anew.";
}

TEST(Docs, TheBookBeginsWithAllItsPages) { expect_page("root-causes/README.md", book_contents()); }

TEST(Docs, KnowledgeBeginsWithAllItsPages) { expect_page("knowledge/README.md", knowledge_contents()); }

TEST(Docs, WhatCanBeAskedIsOnOnePage) { expect_page("ASK.md", grammar_page()); }

TEST(Docs, SchemaIsWhatQueriesRead) { expect_page("SCHEMA.md", model_page()); }

TEST(Docs, TheExplorerShowsWhatIsKnown) { expect_page("sqlite-explorer/index.html", explorer_page()); }

TEST(Docs, SkillsAreThoseThatThereAre) { expect_page("SKILLS.md", skill_book(built_in_skills().skills())); }

// The page of the next capture has a row for each framework that a capture can show, and one for none.
TEST(Docs, EveryFrameworkIsCapturedInItsWay) {
  std::vector<std::string> rows;
  for (const FrameworkCapture& of : framework_captures()) {
    rows.push_back(of.framework);
    EXPECT_TRUE(of.to_know.ends_with(".")) << of.framework;
    for (const std::string& option : of.options) {
      EXPECT_TRUE(option.starts_with("--")) << option;
      EXPECT_NE(option.find('='), std::string::npos) << option;
    }
  }
  EXPECT_EQ(rows.back(), "none");
  // MPI and OpenACC are seen before a capture, by the command and its libraries, and in no profile.
  EXPECT_EQ(rows.size(), all_frameworks().size() + 3);
  for (const Framework framework : all_frameworks())
    EXPECT_NE(std::find(rows.begin(), rows.end(), name_of(framework)), rows.end()) << name_of(framework);
}

std::string capture_line(const std::vector<std::string>& frameworks, const std::vector<Answer>& answers = {},
                         const Findings& findings = {}) {
  return next_capture(frameworks, answers, findings).line;
}

TEST(Docs, TheNextCaptureIsOneLine) {
  EXPECT_EQ(capture_line({}), "nsys profile --trace=cuda,nvtx,osrt -o next PROGRAM");
  EXPECT_EQ(capture_line({"PyTorch"}),
            "nsys profile --trace=cuda,nvtx,osrt --pytorch=autograd-nvtx -o next PROGRAM");
  // What stands on another counts.
  EXPECT_EQ(
      capture_line({"PyTorch", "vLLM"}),
      "VLLM_WORKER_MULTIPROC_METHOD=spawn nsys profile --trace=cuda,nvtx,osrt --trace-fork-before-exec=true "
      "--cuda-graph-trace=node -o next PROGRAM");
  EXPECT_EQ(
      capture_line({"PyTorch", "SGLang"}),
      "nsys profile --trace=cuda,nvtx,osrt --trace-fork-before-exec=true --cuda-graph-trace=node -o next PROGRAM");
  EXPECT_EQ(
      capture_line({"Megatron", "PyTorch"}),
      "nsys profile --trace=cuda,nvtx,osrt --capture-range=cudaProfilerApi --capture-range-end=stop -o next PROGRAM");
  // What was not answered, and what a finding asks for; each option once, and none that lacks its value.
  Answer unanswered;
  unanswered.outcome = Outcome::cannot_answer;
  unanswered.needs = {"Capture with `nsys profile --trace=cuda,mpi --cuda-graph-trace=graph`."};
  Findings findings;
  findings.findings.emplace_back();
  findings.findings[0].advice =
      "Begin later (`nsys profile --delay`), take `--gpu-metrics-devices=all`, and `--fast=yes` in the program.";
  EXPECT_EQ(
      capture_line({"vLLM"}, {unanswered}, findings),
      "VLLM_WORKER_MULTIPROC_METHOD=spawn nsys profile --trace=cuda,nvtx,osrt,mpi --trace-fork-before-exec=true "
      "--cuda-graph-trace=node --gpu-metrics-devices=all -o next PROGRAM");
  unanswered.outcome = Outcome::rows;
  EXPECT_EQ(capture_line({}, {unanswered}), "nsys profile --trace=cuda,nvtx,osrt -o next PROGRAM");
}

// Each question is of a skill that there is, with parameters that it has, and says what to capture.
TEST(Docs, AVeteranAsksThirtyEightQuestions) {
  EXPECT_EQ(book_questions().size(), 38u);
  std::vector<std::string> phases;
  for (const BookQuestion& of : book_questions()) {
    if (phases.empty() || phases.back() != of.phase) phases.push_back(of.phase);
    EXPECT_TRUE(of.text.ends_with("?")) << of.text;
    EXPECT_FALSE(of.options.empty()) << of.text;
    std::istringstream words(of.asked);
    std::string name, word;
    words >> name;
    const auto skill = built_in_skills().find(name);
    ASSERT_TRUE(skill) << of.asked;
    while (words >> word) {
      const std::string param = word.substr(0, word.find('='));
      EXPECT_TRUE(std::ranges::any_of((*skill)->params, [&](const Param& has) { return has.name == param; }))
          << of.asked;
    }
  }
  EXPECT_EQ(phases.size(), 8u);
}

// Cards look things up by these names, and lead to these skills.
TEST(Docs, ExplanationsAreOfAllThatCardsTellOf) {
  std::vector<std::string> things = {"call",
                                     "copy",
                                     "copy:between GPUs",
                                     "copy:of pageable memory",
                                     "copy:of pinned memory",
                                     "copy:within a GPU",
                                     "event:graph",
                                     "event:graph_run",
                                     "event:memory_event",
                                     "event:migration",
                                     "event:mpi_call",
                                     "event:os_call",
                                     "event:profiler_overhead",
                                     "event:sync",
                                     "iteration",
                                     "memset",
                                     "range"};
  for (size_t i = 0; i < kKernelFamilies; ++i) things.emplace_back(name_of(static_cast<KernelFamily>(i)));
  for (const IdleCause cause : {IdleCause::host_bound, IdleCause::launch_overhead, IdleCause::device_wait,
                                IdleCause::launch_gap, IdleCause::unknown})
    things.push_back("gap:" + std::string(name_of(cause)));
  for (const std::string& thing : things) {
    const Explanation* of = explanation_of(thing);
    ASSERT_NE(of, nullptr) << thing;
    EXPECT_TRUE(of->why.ends_with(".")) << thing;
    EXPECT_FALSE(of->skills.empty()) << thing;
  }
  EXPECT_EQ(explanations().size(), things.size());
  for (const Explanation& of : explanations())
    for (const std::string& skill : of.skills) EXPECT_TRUE(built_in_skills().find(skill)) << skill;
}

}  // namespace
}  // namespace nsys_ai
