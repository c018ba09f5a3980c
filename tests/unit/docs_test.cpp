// Pages of docs/ that are made of the code equal what the code says today. UPDATE=1 writes them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "knowledge/book.h"
#include "knowledge/library.h"
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
                                 << "\nUPDATE=1 build/tests/unit/docs_test writes it anew.";
}

TEST(Docs, TheBookBeginsWithAllItsPages) { expect_page("root-causes/README.md", book_contents()); }

TEST(Docs, KnowledgeBeginsWithAllItsPages) { expect_page("knowledge/README.md", knowledge_contents()); }

TEST(Docs, SchemaIsWhatQueriesRead) { expect_page("SCHEMA.md", model_page()); }

TEST(Docs, SkillsAreThoseThatThereAre) { expect_page("SKILLS.md", skill_book(built_in_skills().skills())); }

}  // namespace
}  // namespace nsys_ai
