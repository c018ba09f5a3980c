// Parsed once; phrases are found by their first word.
#include "question/lexicon.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "base/embedded.h"
#include "base/text_pattern.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_lexicon();

namespace {

constexpr auto kRoles = std::to_array<std::pair<std::string_view, Role>>({{"after", Role::after},
                                                                          {"and", Role::conjunction},
                                                                          {"ask", Role::ask},
                                                                          {"before", Role::before},
                                                                          {"between", Role::between},
                                                                          {"blocking", Role::blocking},
                                                                          {"by", Role::by},
                                                                          {"calls", Role::calls},
                                                                          {"collective", Role::collective},
                                                                          {"comparative", Role::comparative},
                                                                          {"compare", Role::compare},
                                                                          {"dimension", Role::dimension},
                                                                          {"direction", Role::direction},
                                                                          {"family", Role::family},
                                                                          {"inside", Role::inside},
                                                                          {"join", Role::join},
                                                                          {"launched_by", Role::launched_by},
                                                                          {"library", Role::library},
                                                                          {"list", Role::list},
                                                                          {"measure", Role::measure},
                                                                          {"memory", Role::memory},
                                                                          {"named", Role::named},
                                                                          {"names", Role::grouped},
                                                                          {"order", Role::order},
                                                                          {"per", Role::per},
                                                                          {"share", Role::share},
                                                                          {"skip", Role::skip},
                                                                          {"statistic", Role::statistic},
                                                                          {"thing", Role::thing},
                                                                          {"without", Role::without}});

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

Meaning meaning_of(std::string_view text) {
  const size_t blank = text.find(' ');
  const auto known =
      std::ranges::find(kRoles, text.substr(0, blank), [](const auto& each) { return each.first; });
  if (known == kRoles.end() || blank == std::string_view::npos)
    throw std::runtime_error(fmt::format("lexicon.txt: `{}` is no meaning", text));
  return {known->second, std::string(text.substr(blank + 1))};
}

struct Lexicon {
  std::vector<Phrase> phrases;
  std::unordered_map<std::string, std::vector<size_t>> by_first;  // the longest first
};

Lexicon read_lexicon(std::string_view text) {
  Lexicon all;
  for (const std::string_view line : parts_of(text, '\n')) {
    if (line.empty() || line.front() == '#') continue;
    const size_t equals = line.find(" = ");
    if (equals == std::string_view::npos)
      throw std::runtime_error(fmt::format("lexicon.txt: no `=` in {}", line));
    std::vector<Meaning> meanings;
    for (const std::string_view each : parts_of(line.substr(equals + 3), ','))
      meanings.push_back(meaning_of(each));
    for (const std::string_view phrase : parts_of(line.substr(0, equals), '|')) {
      Phrase one{{}, std::string(phrase), meanings};
      for (const TypedWord& word : words_of(phrase)) one.words.push_back(singular(word.text));
      all.phrases.push_back(std::move(one));
    }
  }
  for (size_t i = 0; i < all.phrases.size(); ++i) all.by_first[all.phrases[i].words[0]].push_back(i);
  for (auto& [word, places] : all.by_first)
    std::ranges::stable_sort(places, std::greater{}, [&](size_t i) { return all.phrases[i].words.size(); });
  return all;
}

const Lexicon& known() {
  static const Lexicon all = read_lexicon(embedded_lexicon()[0].content);
  return all;
}

}  // namespace

std::vector<std::string_view> parts_of(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t at = text.find(mark);
    parts.push_back(trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::span<const Phrase> lexicon() { return known().phrases; }

const Phrase* phrase_at(std::span<const TypedWord> words, size_t at) {
  const auto is_plain = [](const TypedWord& word) { return !word.quoted && !word.number; };
  if (at >= words.size() || !is_plain(words[at])) return nullptr;
  const auto places = known().by_first.find(singular(words[at].text));
  if (places == known().by_first.end()) return nullptr;
  for (const size_t place : places->second) {
    const Phrase& phrase = known().phrases[place];
    if (at + phrase.words.size() > words.size()) continue;
    const auto same = [&](size_t i) {
      return is_plain(words[at + i]) && singular(words[at + i].text) == phrase.words[i];
    };
    size_t i = 1;
    while (i < phrase.words.size() && same(i)) ++i;
    if (i == phrase.words.size()) return &phrase;
  }
  return nullptr;
}

std::string_view phrase_for(Role role, std::string_view value) {
  for (const Phrase& phrase : known().phrases)
    for (const Meaning& meaning : phrase.meanings)
      if (meaning.role == role && meaning.value == value) return phrase.text;
  return "";
}

}  // namespace nsys_ai
