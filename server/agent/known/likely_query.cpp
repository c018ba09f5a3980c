// Wordings and weights that were learned by tests/agent/learn, kept as text in the program.
#include "agent/known/likely_query.h"

#include <algorithm>
#include <set>
#include <span>

#include "agent/known/asked_thing.h"
#include "agent/known/kin.h"
#include "agent/known/known_wordings.h"
#include "agent/known/query_template.h"
#include "agent/known/twins.h"
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

namespace {

// Of a word that hardly any wording has, too little is learned: the nearest one must have it too. Of one that
// none has, nothing.
std::vector<WordingPair> pairs_of(const Frame& question) {
  constexpr size_t kRare = 3;
  const KnownWordings& wordings = learned().wordings;
  std::set<WordId> rare;
  for (const std::string& word : question.words) {
    const WordId id = wordings.id(word);
    if (id == KnownWordings::kUnseen) return {};
    if (wordings.wordings_with(id) < kRare) rare.insert(id);
  }
  std::vector<WordingPair> pairs = wordings.candidates(question);
  std::erase_if(pairs, [&](const WordingPair& pair) {
    if (pair.exact) return false;
    return pair.strange || asks_for_another(question.words, wordings.query_template(*pair.known)) ||
           std::any_of(pair.words.begin(), pair.words.end(), [&](WordId id) { return rare.contains(id); });
  });
  return pairs;
}

}  // namespace

std::vector<LikelyQuery> likely_queries(const Frame& question) {
  const KnownWordings& wordings = learned().wordings;
  std::vector<WordingPair> pairs = pairs_of(question);
  const bool known =
      std::any_of(pairs.begin(), pairs.end(), [](const WordingPair& pair) { return pair.exact; });
  if (known) std::erase_if(pairs, [](const WordingPair& pair) { return !pair.exact; });
  std::vector<LikelyQuery> likely;
  const auto add = [&](const std::string& of, double probability, bool by_twin) {
    const bool none = of == kNothingAsked || of == kReadOtherwise;
    likely.push_back({none ? "" : filled(of, question), of, known, probability, by_twin});
  };
  for (const WordingPair& pair : pairs)
    add(wordings.query_template(*pair.known), known ? 1 : learned().weights.probability(pair), false);
  const bool is_sure = std::any_of(likely.begin(), likely.end(), [](const LikelyQuery& each) {
    return each.probability >= kSureOfWording;
  });
  for (const Twin& twin : is_sure ? std::vector<Twin>{} : twins_of(question))
    for (const WordingPair& pair : pairs_of(twin.frame))
      if (const std::string of = template_by_twin(twin, wordings.query_template(*pair.known)); !of.empty())
        add(of, learned().weights.probability(pair), true);
  std::stable_sort(likely.begin(), likely.end(),
                   [](const LikelyQuery& a, const LikelyQuery& b) { return a.probability > b.probability; });
  return likely;
}

namespace {

// The words before a time mean the same with `starting` and without it.
bool was_asked(const Frame& question, const std::string& query_template) {
  const KnownWordings& wordings = learned().wordings;
  if (wordings.has_asked(question, query_template)) return true;
  for (const std::string time : {"before ", "after "})
    for (const auto& [said, meant] :
         {std::pair{" starting " + time, " " + time}, {" " + time, " starting " + time}})
      if (const size_t at = query_template.find(said);
          at != std::string::npos &&
          wordings.has_asked(question, std::string(query_template).replace(at, said.size(), meant)))
        return true;
  return false;
}

}  // namespace

BorneOut borne_out(const Frame& question, const std::string& query) {
  const KnownWordings& wordings = learned().wordings;
  const std::string of = template_of(query, question);
  if (asks_for_another(question.words, of.empty() ? ascii_lower(query) : of)) return BorneOut::opposed;
  if (of.empty() || !uses_what_is_named(of, question)) return BorneOut::untold;
  if (was_asked(question, of)) return BorneOut::yes;
  for (const Kin& kin : kin_of(question, of))
    if (was_asked(kin.frame, kin.query_template)) return BorneOut::yes;
  for (const Twin& twin : twins_of(question))
    if (const std::string by = template_of_twin(twin, of); !by.empty() && was_asked(twin.frame, by))
      return BorneOut::yes;
  // Where just this wording is known to be read by its words, these are right.
  const std::vector<WordingPair> pairs = wordings.candidates(question);
  const bool otherwise = std::any_of(pairs.begin(), pairs.end(), [&](const WordingPair& pair) {
    return wordings.query_template(*pair.known) == kReadOtherwise;
  });
  return otherwise ? BorneOut::yes : BorneOut::no;
}

namespace {

// `A of <p0> divided by A of <p1>` beside `A of <p1> divided by A of <p0>`.
bool is_turned_round(const std::string& one, const std::string& other) {
  const bool ordered =
      one.find(" divided by ") != std::string::npos || one.find(" minus ") != std::string::npos;
  if (!ordered || one.size() != other.size()) return false;
  bool turned = false;
  for (size_t at = 0; at < one.size(); ++at) {
    if (one[at] == other[at]) continue;
    const bool number_of_slot = at > 1 && one[at - 2] == '<' && other[at - 2] == '<';
    if (!number_of_slot) return false;
    turned = true;
  }
  return turned;
}

}  // namespace

std::optional<LikelyQuery> likely_query(const Frame& question) {
  std::vector<LikelyQuery> likely = likely_queries(question);
  // What one capture did not tell, another one does, and what one hand named too little for, another's words
  // do.
  const auto leave = [&](auto&& is_left) {
    if (!likely.empty() && likely[0].known && std::any_of(likely.begin(), likely.end(), is_left))
      std::erase_if(likely, [&](const LikelyQuery& each) { return !is_left(each); });
  };
  leave([](const LikelyQuery& each) { return each.query_template != kNothingAsked; });
  leave([](const LikelyQuery& each) { return each.query_template != kReadOtherwise; });
  if (likely.empty()) return std::nullopt;
  const std::string asked = what_is_asked(likely[0].query_template);
  const auto same = [&](const LikelyQuery& each) { return what_is_asked(each.query_template) == asked; };
  // Two that are as likely leave none; of two places, which is divided by which has to be plain.
  constexpr double kClose = 0.95, kNearEnough = 0.5;
  const bool tied =
      !likely[0].known && std::any_of(likely.begin(), likely.end(), [&](const LikelyQuery& each) {
        return (!same(each) && each.probability >= kClose) ||
               (each.probability >= kNearEnough &&
                is_turned_round(each.query_template, likely[0].query_template));
      });
  if (tied) return std::nullopt;
  // Who asked just that meant this once and that another time.
  if (likely[0].known && !std::all_of(likely.begin(), likely.end(), same)) return std::nullopt;
  // What has no place for a scope of the question may have one as another asked it.
  if (likely[0].known && asked == kNothingAsked) return likely[0];
  const auto whole = std::find_if(likely.begin(), likely.end(),
                                  [&](const LikelyQuery& each) { return same(each) && !each.query.empty(); });
  return whole == likely.end() ? std::nullopt : std::optional(*whole);
}

std::optional<LikelyQuery> likely_query(const Frame& question, const Frame& remark) {
  auto likely = likely_query(question);
  // What it names may be a condition.
  if (!likely || likely->query.empty() || !remark.slots.empty() || !remark.scopes.empty())
    return std::nullopt;
  if (includes_more(remark.words, likely->query_template)) return std::nullopt;
  return learned().wordings.may_say(likely->query_template, remark.words) ? likely : std::nullopt;
}

}  // namespace nsys_ai::inline agent
