// The words of a point are `the start of ...` or `the end of ...`.
#include "agent/ask/two_points.h"

namespace nsys_ai::inline agent {
namespace {

size_t behind_article(const std::vector<WordToken>& tokens, size_t at) {
  return says_at(tokens, at, {"the", "its"}) ? at + 1 : at;
}

// Where the thing begins whose start or end is named at `at`; 0 for no point.
size_t thing_of_point(const std::vector<WordToken>& tokens, size_t at) {
  const size_t edge = behind_article(tokens, at);
  if (!says_at(tokens, edge, {"start", "end", "begin", "beginning", "finish"}) ||
      !says_at(tokens, edge + 1, {"of"}))
    return 0;
  return behind_article(tokens, edge + 2);
}

struct TwoPoints {
  size_t from = 0, middle = 0, to = 0;  // where the things begin, and the word between them
};

TwoPoints two_points(const std::vector<WordToken>& tokens) {
  for (size_t at = 0; at < tokens.size(); ++at) {
    if (!says_at(tokens, at, {"from", "between"})) continue;
    const size_t from = thing_of_point(tokens, at + 1);
    for (size_t middle = from; from > 0 && middle < tokens.size(); ++middle) {
      const size_t to =
          says_at(tokens, middle, {"to", "until", "till", "and"}) ? thing_of_point(tokens, middle + 1) : 0;
      if (to > 0) return {from, middle, to};
    }
  }
  return {};
}

bool is_place_in_order(const std::vector<WordToken>& tokens, size_t at) {
  if (says_at(tokens, at, {"first", "second", "third", "fourth", "fifth", "last"})) return true;
  if (at >= tokens.size() || !tokens[at].number) return false;
  const std::string& unit = tokens[at].number->unit;
  return unit == "st" || unit == "nd" || unit == "rd" || unit == "th";
}

}  // namespace

bool says_two_points(const std::vector<WordToken>& tokens) { return two_points(tokens).to > 0; }

std::string with_second_thing(const std::vector<WordToken>& tokens) {
  const TwoPoints points = two_points(tokens);
  const size_t behind = points.to + 1;
  const bool lacks = points.to > 0 && is_place_in_order(tokens, points.from) &&
                     is_place_in_order(tokens, points.to) &&
                     (behind >= tokens.size() || says_at(tokens, behind, {"on", "of", "in"}));
  if (!lacks) return written(tokens);
  const auto at = [&](size_t i) { return tokens.begin() + static_cast<std::ptrdiff_t>(i); };
  std::vector<WordToken> whole(tokens.begin(), at(behind));
  whole.insert(whole.end(), at(points.from + 1), at(points.middle));
  whole.insert(whole.end(), at(behind), tokens.end());
  return written(whole);
}

}  // namespace nsys_ai::inline agent
