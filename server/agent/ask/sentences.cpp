// Sentences are told apart by their marks; what one names is an identifier or a place.
#include "agent/ask/sentences.h"

#include <algorithm>
#include <regex>
#include <set>
#include <vector>

#include "agent/ask/stand_ins.h"

namespace nsys_ai::inline agent {
namespace {

// Nobody writes longer ones by hand, and the patterns look back.
constexpr size_t kLongestText = 400, kMostSentences = 4;

// Parted behind `.`, `?`, `!` and `;` where a blank follows: not within `60.2 s` and `std::x`.
std::vector<std::string> parted_sentences(const std::string& text) {
  std::vector<std::string> all;
  std::string sentence;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool mark = std::string_view(".?!;").find(text[at]) != std::string_view::npos;
    const bool ends = mark && (at + 1 == text.size() || text[at + 1] == ' ');
    if (!ends) {
      sentence += text[at];
      continue;
    }
    if (text[at] == '?') sentence += '?';
    all.push_back(std::move(sentence));
    sentence.clear();
    while (at + 1 < text.size() && text[at + 1] == ' ') ++at;
  }
  if (!sentence.empty()) all.push_back(std::move(sentence));
  return all;
}

bool asks(const std::string& sentence) {
  static const std::regex task(
      R"(^\s*(?:and |so |but |please )?(?:how|what|which|who|where|when|give|tell|count|name|state|report|find|express|can you|could you|for how)\b)",
      std::regex::icase);
  return sentence.ends_with('?') || std::regex_search(sentence, task);
}

// Whether it only says whose they are, all together: `Both GPUs count.`
bool takes_all(const std::string& sentence) {
  static const std::regex all(
      R"(^\s*(?:please,? )?(?:(?:put|take|count|use|with|over|for|consider|add)\b ?)?(?:(?:both|all|each|every|the|its|their|of|two|calls?|gpus?|ranks?|processes|process|devices?|threads?|together|once|please|count|counts|included|pooled|and|in|capture|profile|run)\b[ ,]*)+$)",
      std::regex::icase);
  return std::regex_match(sentence, all);
}

// Whether it says no more than that something of a name is there, or what somebody thinks of it.
bool is_background(const std::string& sentence) {
  static const std::regex says_more(
      R"(\b(?:only|except|excluding|ignore|ignoring|without|not counting|assume|suppose|longer|shorter|larger|smaller|than|before|after|between|until|first|second|third|last|longest|shortest|per|each|every)\b)",
      std::regex::icase);
  // A kind of work that is named there may be what is asked about.
  static const std::regex things(
      R"(kernel|cop(?:y|ies)\b|memcp|memset|nccl|gap|gemm|attention|communicat|collective|launch|sync|graph|iteration|layer)",
      std::regex::icase);
  const std::string rest = without_names_and_places(sentence);
  const bool number = std::any_of(rest.begin(), rest.end(), [](char c) { return c >= '0' && c <= '9'; });
  return !number && !std::regex_search(rest, says_more) && !std::regex_search(rest, things);
}

}  // namespace

std::string sentence_that_asks(std::string_view question) {
  const std::string text(question);
  if (text.size() > kLongestText) return "";
  std::vector<std::string> all = parted_sentences(text);
  if (all.size() < 2 || all.size() > kMostSentences) return "";
  std::erase_if(all, takes_all);
  if (all.empty() || std::count_if(all.begin(), all.end(), asks) != 1) return "";
  const auto asked = std::find_if(all.begin(), all.end(), asks);
  const std::string sentence = *asked;
  all.erase(asked);
  std::set<std::string> names, where;
  for (const std::string& other : all) {
    if (!is_background(other)) return "";
    names.merge(identifiers_in(other));
    where.merge(places_in(other));
  }
  const std::set<std::string> own_names = identifiers_in(sentence), own_places = places_in(sentence);
  std::string asks_for = sentence;
  while (asks_for.ends_with('?') || asks_for.ends_with(' ')) asks_for.pop_back();
  if (names.size() == 1 && own_names.empty()) {
    auto named = with_name(asks_for, *names.begin());
    if (!named) return "";
    asks_for = std::move(*named);
  } else if (!has_all_of(own_names, names) || (own_names.empty() && has_pronoun(sentence) && where.empty())) {
    return "";
  }
  if (where.size() == 1 && own_places.empty()) return asks_for + " on " + *where.begin();
  return has_all_of(own_places, where) ? asks_for : "";
}

}  // namespace nsys_ai::inline agent
