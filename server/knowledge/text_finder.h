// Which of some texts speak of what somebody wants to know: by the words that they share, rare ones counting
// most. It finds skills for agents, and pages of the book for everybody.
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

// What a text is found by: its name most, its title next, what it says least.
struct FoundBy {
  std::string name;
  std::string title;
  std::string body;
};

// What people say, and what the texts have for it; both as they are written, sorted by the first.
using OtherWord = std::pair<std::string_view, std::string_view>;

// Immutable: it can be asked by several threads.
class TextFinder {
 public:
  TextFinder(const std::vector<FoundBy>& texts, std::span<const OtherWord> other_words);

  // The places of the best, the best first, at most `most`; none where no word is theirs. A word counts by
  // its stem.
  std::vector<size_t> about(std::string_view words, size_t most) const;

 private:
  struct Words {
    std::set<std::string> name;
    std::set<std::string> title;
    std::map<std::string, int> body;  // how often; the title's too
    std::set<std::string> pairs;      // of words that stand one after the other, with a blank between
    std::set<std::string> whole_title;
    double length = 0;  // of the body, against the mean
  };
  static double weight(const Words& of, const std::string& word);

  std::vector<Words> known_;
  std::multimap<std::string, std::string> other_words_;  // stems
};

}  // namespace nsys_ai
