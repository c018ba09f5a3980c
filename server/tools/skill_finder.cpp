// The searchable words of skills; knowledge/text_finder implements the search.
#include "tools/skill_finder.h"

#include <array>

#include "knowledge/text_finder.h"

namespace nsys_ai {
namespace {

// Words that people use instead of the words in a skill's name.
constexpr std::array<Synonym, 8> kOtherWordsOfSkills = {{{"copy", "transfer"},
                                                           {"device", "transfer"},
                                                           {"hottest", "top"},
                                                           {"longest", "top"},
                                                           {"most", "top"},
                                                           {"range", "summary"},
                                                           {"slow", "causes"},
                                                           {"waiting", "sync"}}};

}  // namespace

std::vector<const Skill*> skills_about(const std::vector<Skill>& skills, std::string_view words,
                                       size_t most) {
  std::vector<SearchableText> texts;
  for (const Skill& skill : skills)
    texts.push_back({skill.info.name, skill.info.title, skill.info.doc + " " + skill.info.reading});
  std::vector<const Skill*> found;
  for (const size_t at : TextFinder(texts, kOtherWordsOfSkills).about(words, most))
    found.push_back(&skills[at]);
  return found;
}

}  // namespace nsys_ai
