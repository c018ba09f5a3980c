// Pages of docs/ that are made of the code equal what the code says today. UPDATE=1 writes them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "analysis/kernel_names/vocabulary.h"
#include "analysis/time/idle.h"
#include "knowledge/book.h"
#include "knowledge/explanations.h"
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

TEST(Docs, SchemaIsWhatQueriesRead) { expect_page("SCHEMA.md", model_page()); }

TEST(Docs, SkillsAreThoseThatThereAre) { expect_page("SKILLS.md", skill_book(built_in_skills().skills())); }

// Cards look things up by these names, and lead to these skills.
TEST(Docs, ExplanationsAreOfAllThatCardsTellOf) {
  std::vector<std::string> things = {"call", "copy", "iteration", "memset", "range"};
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
