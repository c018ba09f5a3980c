// Wordings and weights that were learned by tests/agent/learn, kept as text in the program.
#include "agent/known/likely_query.h"

#include <algorithm>
#include <set>
#include <span>

#include "agent/known/known_wordings.h"
#include "agent/known/query_template.h"
#include "base/embedded.h"
#include "base/quantity.h"
#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
std::span<const EmbeddedFile> embedded_wordings();

namespace {

struct Learned {
  KnownWordings wordings;
  WordingWeights weights;
};

Frame frame_of_line(std::string_view line) {
  Frame frame;
  while (!line.empty()) {
    const size_t end = std::min(line.find(' '), line.size());
    frame.words.emplace_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return frame;
}

template <class Line>
void for_lines(std::string_view text, const Line& line) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string_view content_of(std::string_view name) {
  for (const EmbeddedFile& file : embedded_wordings())
    if (file.name.ends_with(name)) return file.content;
  return {};
}

// Lines `WORD WEIGHT`, `WORD WORD WEIGHT`, `WORD >PART WEIGHT` and `* FIGURE WEIGHT`.
WordingWeights read_weights(const KnownWordings& known, std::string_view text) {
  WordingWeights weights;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const size_t first = line.find(' '), last = line.rfind(' ');
    const auto value = last == std::string_view::npos ? std::nullopt : parse_real(line.substr(last + 1));
    if (!value) continue;
    const std::string one(line.substr(0, first));
    const std::string other(first == last ? std::string_view() : line.substr(first + 1, last - first - 1));
    if (line.find(" >") != std::string_view::npos) {
      weights.crossed[(WordPair{known.id(one)} << 32) | known.id(other)] = static_cast<float>(*value);
    } else if (one == "*") {
      for (const auto& [name, member] : kWordingFigures)
        if (name == other) weights.*member = *value;
    } else if (first == last) {
      weights.words[known.id(one)] = static_cast<float>(*value);
    } else {
      weights.pairs[(WordPair{known.id(one)} << 32) | known.id(other)] = static_cast<float>(*value);
    }
  }
  return weights;
}

Learned make_learned() {
  Learned all;
  std::string query;
  for_lines(content_of("wordings.txt"), [&](std::string_view line) {
    if (line.starts_with("= "))
      query = line.substr(2);
    else if (!line.empty())
      all.wordings.add(query, frame_of_line(line));
  });
  all.wordings.weigh();
  all.weights = read_weights(all.wordings, content_of("weights.txt"));
  return all;
}

const Learned& learned() {
  static const Learned all = make_learned();
  return all;
}

}  // namespace

bool is_common_word(const std::string& word) {
  constexpr size_t kSeveral = 8;
  const KnownWordings& wordings = learned().wordings;
  const WordId id = wordings.id(stem(ascii_lower(word)));
  return id != KnownWordings::kUnseen && wordings.answered_with(id) >= kSeveral;
}

std::vector<LikelyQuery> likely_queries(const Frame& question) {
  const KnownWordings& wordings = learned().wordings;
  // Of a word that hardly any wording has, too little is learned: the nearest one must have it too.
  constexpr size_t kRare = 3;
  std::set<WordId> rare;
  for (const std::string& word : question.words) {
    const WordId id = wordings.id(word);
    if (id == KnownWordings::kUnseen) return {};
    if (wordings.wordings_with(id) < kRare) rare.insert(id);
  }
  std::vector<WordingPair> pairs = wordings.candidates(question);
  std::erase_if(pairs, [&](const WordingPair& pair) {
    return pair.strange ||
           std::any_of(pair.words.begin(), pair.words.end(), [&](WordId id) { return rare.contains(id); });
  });
  const bool known =
      std::any_of(pairs.begin(), pairs.end(), [](const WordingPair& pair) { return pair.exact; });
  if (known) std::erase_if(pairs, [](const WordingPair& pair) { return !pair.exact; });
  std::vector<LikelyQuery> likely;
  for (const WordingPair& pair : pairs) {
    const std::string& of = wordings.query_template(*pair.known);
    const bool none = of == kNothingAsked || of == kReadOtherwise;
    likely.push_back(
        {none ? "" : filled(of, question), of, known, known ? 1 : learned().weights.probability(pair)});
  }
  std::stable_sort(likely.begin(), likely.end(),
                   [](const LikelyQuery& a, const LikelyQuery& b) { return a.probability > b.probability; });
  return likely;
}

std::optional<LikelyQuery> likely_query(const Frame& question) {
  std::vector<LikelyQuery> likely = likely_queries(question);
  // What one capture did not tell, another one does.
  const auto tells = [](const LikelyQuery& each) { return each.query_template != kNothingAsked; };
  if (!likely.empty() && likely[0].known && std::any_of(likely.begin(), likely.end(), tells))
    std::erase_if(likely, [&](const LikelyQuery& each) { return !tells(each); });
  if (likely.empty()) return std::nullopt;
  const std::string asked = what_is_asked(likely[0].query_template);
  const auto same = [&](const LikelyQuery& each) { return what_is_asked(each.query_template) == asked; };
  // Who asked just that meant this once and that another time.
  if (likely[0].known && !std::all_of(likely.begin(), likely.end(), same)) return std::nullopt;
  // What has no place for a scope of the question may have one as another asked it.
  if (likely[0].known && asked == kNothingAsked) return likely[0];
  const auto whole = std::find_if(likely.begin(), likely.end(),
                                  [&](const LikelyQuery& each) { return same(each) && !each.query.empty(); });
  return whole == likely.end() ? std::nullopt : std::optional(*whole);
}

}  // namespace nsys_ai::inline agent
