// The knowledge pages: what they claim, what they name, and whether a question finds its page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "knowledge/book.h"
#include "knowledge/library.h"
#include "knowledge/subjects.h"
#include "skills/list.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct AnswerSources {
  std::string question;
  std::vector<std::string> pages;
};

// QUESTION -> PAGE[, PAGE]
std::vector<AnswerSources> questions() {
  std::vector<AnswerSources> all;
  std::ifstream file(source_folder() / "tests/knowledge/questions.txt");
  for (std::string line; std::getline(file, line);) {
    const size_t arrow = line.find(" -> ");
    if (line.starts_with('#') || arrow == std::string::npos) continue;
    AnswerSources of{line.substr(0, arrow), {}};
    std::istringstream pages(line.substr(arrow + 4));
    for (std::string page; std::getline(pages >> std::ws, page, ',');) of.pages.push_back(page);
    all.push_back(std::move(of));
  }
  return all;
}

// From 1; 0 where it is not among the first.
size_t rank_of(const AnswerSources& asked) {
  const auto found = pages_about(asked.question, 3);
  for (size_t at = 0; at < found.size(); ++at)
    if (std::ranges::find(asked.pages, found[at]->key) != asked.pages.end()) return at + 1;
  return 0;
}

TEST(Knowledge, WhatIsCompiledInIsWhatStandsInTheFolder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "docs/knowledge")) {
    const std::string name = entry.path().filename().string();
    if (name == "README.md") continue;
    files.push_back(entry.path().stem().string());
    const LibraryPage* of = library_page(files.back());
    ASSERT_NE(of, nullptr) << name;
    EXPECT_TRUE(text_of_file(entry.path()).ends_with("\n" + of->markdown)) << name;
  }
  EXPECT_EQ(files.size(), knowledge_pages().size());
}

TEST(Knowledge, EveryClaimHasASourceAndNamesWhatThereIs) {
  for (const KnowledgePage& page : knowledge_pages()) {
    EXPECT_GE(page.claims.size(), 12U) << page.key;
    for (const std::string& subject : page.about) EXPECT_TRUE(is_subject(subject)) << subject;
    for (const KnowledgeClaim& claim : page.claims) {
      const std::string place = page.key + ".md:" + std::to_string(claim.line);
      for (const std::string& source : claim.sources)
        EXPECT_THAT(source, testing::MatchesRegex(R"(\[[^]]+\]\(https://[^ ]+\))")) << place;
      for (const std::string& skill : claim.skills)
        EXPECT_TRUE(built_in_skills().find(skill)) << place << ": " << skill;
      for (const std::string& key : claim.causes) {
        const auto cause = std::ranges::find(root_cause_book(), key, &Cause::key);
        ASSERT_NE(cause, root_cause_book().end()) << place << ": " << key;
        EXPECT_NE(page.markdown.find("[" + cause->heading + "](../root-causes/" + key + ".md)"),
                  std::string::npos)
            << place << ": the link is called as the page is";
      }
    }
  }
}

TEST(Knowledge, KeysAreTakenOnce) {
  std::set<std::string> keys;
  for (const LibraryPage& of : library_pages()) EXPECT_TRUE(keys.insert(of.key).second) << of.key;
  EXPECT_EQ(keys.size(), root_cause_book().size() + rank_causes().size() + knowledge_pages().size());
}

// The rest of a page that is right, after what is to be tried.
std::string page_of_claim(const std::string& claim) {
  return "---\nabout:\n  - vLLM\n---\n\n# vLLM\n\nServing.\n\n## What it looks like\n\n" + claim +
         "\n\n## How to capture it\n\n## What costs time\n\n## What to change\n";
}

std::string what_is_wrong_in(const std::string& page) {
  const auto read = parse_knowledge_page("vllm.md", page);
  return read ? "" : read.error().message;
}

TEST(Knowledge, SaysWhereAPageIsWrong) {
  EXPECT_EQ(what_is_wrong_in(page_of_claim("- It is.\n  Source: [vLLM](https://docs.vllm.ai/)")), "");
  EXPECT_EQ(what_is_wrong_in(page_of_claim("- It is.")),
            "vllm.md:12: The claim has no `Source:` with a link.");
  EXPECT_EQ(what_is_wrong_in(page_of_claim("- It is.\n  Source: [vLLM](docs)")),
            "vllm.md:12: The claim has no `Source:` with a link.");
  EXPECT_EQ(what_is_wrong_in(page_of_claim("- It is.\n  Shown by nothing.\n  Source: [vLLM](https://a.b/)")),
            "vllm.md:13: It is shown by nothing.");
  EXPECT_EQ(what_is_wrong_in(page_of_claim("It is.")),
            "vllm.md:12: In a section stand claims after `- `, and code.");
  EXPECT_EQ(what_is_wrong_in("# vLLM\n"), "vllm.md:1: The page does not begin with `---`.");
  EXPECT_EQ(what_is_wrong_in("---\nabout:\n  - vLLM\n---\n# vLLM\n\nServing.\n\n## What costs time\n"),
            "vllm.md:9: \"What costs time\" is not the section that is next.");
  EXPECT_EQ(what_is_wrong_in("---\nabout:\n  - vLLM\n---\n# vLLM\n\nServing.\n"),
            "vllm.md:7: There is no section \"What it looks like\".");
}

TEST(Knowledge, AQuestionFindsItsPage) {
  size_t first = 0;
  size_t among = 0;
  std::string missed;
  for (const AnswerSources& asked : questions()) {
    for (const std::string& page : asked.pages) EXPECT_NE(library_page(page), nullptr) << page;
    const size_t rank = rank_of(asked);
    first += rank == 1 ? 1 : 0;
    among += rank > 0 ? 1 : 0;
    if (rank == 1) continue;
    missed += asked.question + " -> " + asked.pages[0] + ":";
    for (const LibraryPage* of : pages_about(asked.question, 3)) missed += " " + of->key;
    missed += "\n";
  }
  EXPECT_EQ(questions().size(), 60U);
  EXPECT_GE(first, 53U) << missed;
  EXPECT_GE(among, 58U) << missed;
}

}  // namespace
}  // namespace nsys_ai::test
