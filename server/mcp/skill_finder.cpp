// Some dozens of short texts: an index would cost more than it saves.
#include "mcp/skill_finder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "base/text_pattern.h"

namespace nsys_ai::inline mcp {
namespace {

constexpr double kWeightOfName = 4;
constexpr double kWeightOfTitle = 3;
constexpr double kWeightOfWording = 1;
constexpr size_t kShortestStem = 3;
// What fits far worse than the best is left out.
constexpr double kWorstOfBest = 0.3;

// Words that say what kind of sentence it is, and nothing about its matter. Sorted.
constexpr std::array<std::string_view, 37> kIdle = {
    "a",    "and", "are",   "as",   "at", "be",  "by",   "can",   "do",    "does", "each", "for", "from",
    "gpu",  "how", "i",     "in",   "is", "it",  "long", "many",  "much",  "my",   "of",   "on",  "or",
    "that", "the", "their", "this", "to", "was", "what", "where", "which", "why",  "with"};

// What people say for what a name has: words as `stem` leaves them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kAlso = {{{"copy", "transfer"},
                                                                                 {"device", "transfer"},
                                                                                 {"hottest", "top"},
                                                                                 {"longest", "top"},
                                                                                 {"most", "top"},
                                                                                 {"rang", "summary"},
                                                                                 {"slow", "caus"},
                                                                                 {"wait", "sync"}}};

std::string stem(std::string word) {
  for (const std::string_view ending : {"ations", "ation", "ings", "ing", "ness", "ed", "s", "e"})
    if (word.size() >= ending.size() + kShortestStem && word.ends_with(ending)) {
      word.erase(word.size() - ending.size());
      break;
    }
  // "copies" and "copied" are forms of "copy".
  if (word.ends_with("ie")) word.pop_back();
  if (word.ends_with('i')) word.back() = 'y';
  return word;
}

enum class Taken { all, telling };

std::set<std::string> stems(std::string_view text, Taken taken = Taken::telling) {
  std::set<std::string> all;
  std::string word;
  const auto end = [&] {
    const bool idle = std::ranges::binary_search(kIdle, std::string_view(word));
    if (!word.empty() && (taken == Taken::all || !idle)) all.insert(stem(word));
    word.clear();
  };
  for (const char c : ascii_lower(text)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      word += c;
    else
      end();
  }
  end();
  return all;
}

struct Words {
  std::set<std::string> name;
  std::set<std::string> title;
  std::set<std::string> doc;
  std::set<std::string> whole_title;
};

double weight(const Words& of, const std::string& word) {
  if (of.name.contains(word)) return kWeightOfName;
  if (of.title.contains(word)) return kWeightOfTitle;
  return of.doc.contains(word) ? 1 : 0;
}

}  // namespace

std::vector<const Skill*> skills_about(const std::vector<Skill>& skills, std::string_view words,
                                       size_t most) {
  static_assert(std::ranges::is_sorted(kIdle) && std::ranges::is_sorted(kAlso));
  std::set<std::string> asked = stems(words);
  for (const auto& [said, meant] : kAlso)
    if (asked.contains(std::string(said))) asked.insert(std::string(meant));
  const std::set<std::string> whole = stems(words, Taken::all);
  std::vector<Words> known;
  for (const Skill& skill : skills)
    known.push_back({stems(skill.info.name), stems(skill.info.title),
                     stems(skill.info.doc + " " + skill.info.reading), stems(skill.info.title, Taken::all)});
  std::vector<std::pair<double, const Skill*>> scored;
  std::map<std::string, double> rarity;
  for (const std::string& word : asked) {
    const auto have = std::ranges::count_if(known, [&](const Words& of) { return weight(of, word) > 0; });
    rarity[word] = std::log(1 + static_cast<double>(skills.size()) / static_cast<double>(1 + have));
  }
  for (size_t at = 0; at < skills.size(); ++at) {
    double score = 0;
    for (const std::string& word : asked) score += weight(known[at], word) * rarity[word];
    // Among equals, the title that is nearest to how it was asked.
    if (score > 0)
      for (const std::string& word : whole)
        score += known[at].whole_title.contains(word) ? kWeightOfWording : 0;
    if (score > 0) scored.emplace_back(score, &skills[at]);
  }
  std::ranges::stable_sort(scored, std::greater(), &std::pair<double, const Skill*>::first);
  std::vector<const Skill*> best;
  for (const auto& [score, skill] : scored)
    if (best.size() < most && score >= kWorstOfBest * scored.front().first) best.push_back(skill);
  return best;
}

}  // namespace nsys_ai::inline mcp
