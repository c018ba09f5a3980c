// Replaces phrases of the lexicon by their meanings.
#include "question/content.h"

#include <fmt/format.h>

namespace nsys_ai {

bool is_subject_role(Role role) {
  switch (role) {
    case Role::ask:
    case Role::conjunction:
    case Role::join:
    case Role::list:
    case Role::per:
    case Role::skip:
      return false;
    default:
      return true;
  }
}

std::string subject_key(const Meaning& meaning) {
  return fmt::format("{}:{}", static_cast<int>(meaning.role), meaning.value);
}

std::string stem_of(std::string_view word) {
  const std::string whole = singular(word);
  std::string_view stem = whole;
  constexpr size_t kShortest = 3;
  for (const std::string_view ending : {"ing", "ed"})
    if (stem.size() >= kShortest + ending.size() && stem.ends_with(ending)) {
      stem.remove_suffix(ending.size());
      break;
    }
  return std::string(stem);
}

std::vector<std::string> content_of(std::string_view text) {
  const std::vector<TypedWord> words = words_of(text);
  std::vector<std::string> content;
  for (size_t at = 0; at < words.size();) {
    const Phrase* phrase = phrase_at(words, at);
    if (phrase == nullptr) {
      content.push_back(stem_of(words[at++].text));
      continue;
    }
    for (const Meaning& meaning : phrase->meanings)
      if (is_subject_role(meaning.role)) content.push_back(subject_key(meaning));
    at += phrase->words.size();
  }
  return content;
}

}  // namespace nsys_ai
