// Stochastic steps, each weight with a pace of its own.
#include "tests/agent/learn/learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "agent/known/query_template.h"
#include "agent/known/written_out.h"

namespace nsys_ai::test {
namespace {

// A word of which nothing is learned tells two questions apart.
constexpr float kPrior = -2;
constexpr int kRounds = 20;
constexpr float kLeast = 0.1f;

struct Example {
  WordingPair pair;
  bool same = false;
};

class Learner {
 public:
  explicit Learner(size_t words) {
    for (WordId id = 0; id < words; ++id) weights_.words[id] = kPrior;
  }

  WordingWeights learn(const std::vector<Example>& examples) {
    std::vector<size_t> order(examples.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::mt19937 random(1);
    for (int round = 0; round < kRounds; ++round) {
      for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
      for (const size_t i : order) step(examples[i]);
    }
    return rounded();
  }

 private:
  // As they are written down: what decides hardly anything is left out.
  WordingWeights rounded() const {
    WordingWeights rounded = weights_;
    for (auto* each : {&rounded.pairs, &rounded.crossed}) {
      std::erase_if(*each, [](const auto& weight) { return std::abs(weight.second) < kLeast; });
      for (auto& [pair, weight] : *each) weight = std::round(weight * 10) / 10;
    }
    for (auto& [word, weight] : rounded.words) weight = std::round(weight * 10) / 10;
    return rounded;
  }

  static constexpr double kPace = 0.15, kDecay = 2e-5, kOfPairs = 0.3, kOfCrossed = 0.3;

  template <class W>
  static void move(W& weight, double& seen, double gradient, double prior = 0) {
    gradient += kDecay * (static_cast<double>(weight) - prior);
    seen += gradient * gradient;
    weight = static_cast<W>(static_cast<double>(weight) - kPace * gradient / std::sqrt(seen + 1e-4));
  }

  void step(const Example& example) {
    const WordingPair& pair = example.pair;
    const double error = weights_.probability(pair) - (example.same ? 1 : 0);
    for (const WordId id : pair.words) move(weights_.words[id], words_[id], error, kPrior);
    for (const WordPair each : pair.pairs) move(weights_.pairs[each], pairs_[each], error * kOfPairs);
    for (const WordPair each : pair.crossed) move(weights_.crossed[each], crossed_[each], error * kOfCrossed);
    move(weights_.bias, seen_[0], error);
    move(weights_.alike, seen_[1], error * pair.alike * 3);
    move(weights_.differing, seen_[2], error * pair.differing / 4);
    move(weights_.support, seen_[3], error * pair.support);
    move(weights_.rival, seen_[4], error * pair.rival * 3);
    move(weights_.opposed, seen_[5], error * pair.opposed);
  }

  WordingWeights weights_;
  std::unordered_map<WordId, double> words_;
  std::unordered_map<WordPair, double> pairs_, crossed_;
  double seen_[6] = {};
};

std::vector<Example> examples_of(const KnownWordings& known, const std::vector<Worded>& wordings) {
  std::map<std::string, std::set<std::string>> origins;
  for (const Worded& one : wordings)
    for (const std::string& word : one.frame.words) origins[word].insert(one.origin);
  std::vector<Example> examples;
  for (const Worded& one : wordings) {
    if (one.query_template == kReadOtherwise) continue;
    // A new question has words that none had before.
    Frame question = one.frame;
    for (std::string& word : question.words)
      if (origins[word].size() == 1) word = "?";
    const std::string asked = what_is_asked(one.query_template);
    const auto skipped = [&](const KnownWording& each) { return wordings[each.place].origin == one.origin; };
    for (WordingPair& pair : known.candidates(question, skipped)) {
      if (known.query_template(*pair.known) == kReadOtherwise) continue;
      const bool same = what_is_asked(known.query_template(*pair.known)) == asked;
      examples.push_back({std::move(pair), same});
    }
  }
  return examples;
}

}  // namespace

std::vector<Worded> read_wordings(const std::string& path) {
  std::vector<Worded> all;
  std::ifstream in(path);
  std::string origin = path, query;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# from ")) origin = line.substr(7);
    if (line.empty() || line[0] == '#') continue;
    if (line.starts_with("= ")) {
      query = line.substr(2);
      continue;
    }
    // Where all of a query are of one hand, one half is held against the other.
    const bool halved = origin == "written again";
    const std::string half = halved ? (all.size() % 2 == 0 ? " a" : " b") : "";
    Worded one{origin + half, line, frame_of(tokens_of(written_out(line)), {}), ""};
    one.query_template = template_of(query, one.frame);
    if (one.query_template.empty() || !uses_what_is_named(one.query_template, one.frame))
      one.query_template = kReadOtherwise;
    all.push_back(std::move(one));
  }
  return all;
}

KnownWordings known_of(const std::vector<Worded>& wordings) {
  KnownWordings known;
  for (const Worded& one : wordings) known.add(one.query_template, one.frame);
  known.weigh();
  return known;
}

WordingWeights learned_weights(const KnownWordings& known, const std::vector<Worded>& wordings) {
  return Learner(known.words()).learn(examples_of(known, wordings));
}

std::string wordings_text(const std::vector<Worded>& wordings) {
  std::map<std::string, std::set<std::string>> by_template;
  for (const Worded& one : wordings)
    by_template[one.query_template].insert(fmt::format("{}", fmt::join(one.frame.words, " ")));
  std::string text;
  for (const auto& [query, lines] : by_template) {
    text += "= " + query + "\n";
    for (const std::string& line : lines) text += line + "\n";
  }
  return text;
}

std::string weights_text(const KnownWordings& known, const WordingWeights& weights) {
  std::map<std::string, double> sorted;
  const auto add = [&](WordPair pair, float weight) {
    sorted[known.word(static_cast<WordId>(pair >> 32)) + " " + known.word(static_cast<WordId>(pair))] =
        weight;
  };
  for (const auto& [id, weight] : weights.words) sorted[known.word(id)] = weight;
  for (const auto& [pair, weight] : weights.pairs) add(pair, weight);
  for (const auto& [pair, weight] : weights.crossed) add(pair, weight);
  sorted.erase("");
  std::string text;
  for (const auto& [name, member] : kWordingFigures)
    text += fmt::format("* {} {:.2f}\n", name, weights.*member);
  for (const auto& [words, weight] : sorted) text += fmt::format("{} {:.1f}\n", words, weight);
  return text;
}

}  // namespace nsys_ai::test
