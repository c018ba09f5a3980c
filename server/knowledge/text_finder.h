// Finds the texts that match a question by shared words; rare words count most. It finds skills for agents,
// and pages of the book for everybody.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nsys_ai {

// The searchable parts of a text: its name counts most, then its title, then its body.
struct SearchableText {
  std::string name;
  std::string title;
  std::string body;
};

// A word that people use, and the word that the texts use for it; both unstemmed, sorted by the first.
using Synonym = std::pair<std::string_view, std::string_view>;

// Immutable, so several threads can use it.
class TextFinder {
 public:
  TextFinder(const std::vector<SearchableText>& texts, std::span<const Synonym> other_words);

  // The indexes of the best matches, the best first, at most `most`; empty if no text shares a word. Words
  // are compared by their stems.
  std::vector<size_t> about(std::string_view words, size_t most) const;

 private:
  struct Words {
    std::set<std::string> name;
    std::set<std::string> title;
    std::map<std::string, int> body;  // by stem: how often it occurs, including in the title
    std::set<std::string> pairs;      // of adjacent words, with a blank between
    std::set<std::string> whole_title;
    double length = 0;  // of the body, relative to the mean
  };
  static double weight(const Words& of, const std::string& word);

  std::vector<Words> known_;
  std::multimap<std::string, std::string> other_words_;  // by stem
};

}  // namespace nsys_ai
