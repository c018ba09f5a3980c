// Phrases by their first word, the longest first.
#include "agent/ask/lexicon.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "agent/ask/lexicon_table.h"
#include "base/suggest.h"

namespace nsys_ai::inline agent {
namespace {

struct Known {
  std::vector<std::string> words;
  std::vector<Meaning> meanings;
};

struct WordIndex {
  std::unordered_map<std::string, std::vector<Known>> by_first;
  std::vector<std::string> words;       // each once, sorted
  std::vector<std::string> meaningful;  // those of phrases that are no fillers, and long enough to tell apart
};

std::vector<std::string> parted(std::string_view text, char mark) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(mark), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

WordIndex make_index() {
  std::map<std::string, std::vector<Meaning>> phrases;
  for (const auto rows : {words_of_fillers(), words_of_things(), words_of_conditions(), words_of_questions(),
                          words_of_topics()})
    for (const LexiconRow& row : rows)
      for (const std::string& phrase : parted(row.phrases, '|')) phrases.emplace(phrase, row.meanings);
  WordIndex index;
  constexpr size_t kShortest = 4;
  std::set<std::string> words, meaningful;
  for (auto& [phrase, meanings] : phrases) {
    std::vector<std::string> parts = parted(phrase, ' ');
    words.insert(parts.begin(), parts.end());
    // Of a longer phrase a single word means nothing.
    if (parts.size() == 1 && parts[0].size() >= kShortest && meanings[0].role != Role::filler)
      meaningful.insert(parts[0]);
    const std::string first = parts[0];
    index.by_first[first].push_back({std::move(parts), std::move(meanings)});
  }
  for (auto& [first, all] : index.by_first)
    std::stable_sort(all.begin(), all.end(),
                     [](const Known& a, const Known& b) { return a.words.size() > b.words.size(); });
  index.words.assign(words.begin(), words.end());
  index.meaningful.assign(meaningful.begin(), meaningful.end());
  return index;
}

const WordIndex& lexicon() {
  static const WordIndex index = make_index();
  return index;
}

bool is_said(const WordToken& token, const std::string& word) {
  if (token.quoted || token.number) return false;
  const auto forms = forms_of(token.word);
  return std::find(forms.begin(), forms.end(), word) != forms.end();
}

// `on GPU 0` is a GPU, and not `on the GPU`.
bool is_numbered(const std::vector<WordToken>& tokens, size_t last) {
  constexpr std::string_view kPlaces[] = {"gpu",       "gpus", "device",  "devices", "stream",
                                          "iteration", "step", "process", "thread"};
  return last + 1 < tokens.size() && tokens[last + 1].number &&
         std::find(std::begin(kPlaces), std::end(kPlaces), tokens[last].word) != std::end(kPlaces);
}

// `by device` is not said in `by device-to-device`: what hyphens join is not parted.
bool parts_joined(const std::vector<WordToken>& tokens, size_t at, size_t count) {
  for (size_t i = at + 1; i < at + count; ++i)
    if (i + tokens[i].joins > at + count) return true;
  return false;
}

bool stands_at(const std::vector<WordToken>& tokens, size_t at, const Known& known) {
  if (at + known.words.size() > tokens.size() || parts_joined(tokens, at, known.words.size())) return false;
  for (size_t i = 0; i < known.words.size(); ++i)
    if (!is_said(tokens[at + i], known.words[i])) return false;
  return known.words.size() == 1 || !is_numbered(tokens, at + known.words.size() - 1);
}

// One letter more, less, other or two in turn.
bool one_letter_away(const std::string& a, const std::string& b) {
  if (a.size() > b.size()) return one_letter_away(b, a);
  if (b.size() - a.size() > 1) return false;
  size_t same = 0;
  while (same < a.size() && a[same] == b[same]) ++same;
  if (a.size() < b.size()) return a.compare(same, std::string::npos, b, same + 1, std::string::npos) == 0;
  if (same >= a.size()) return false;
  if (a.compare(same + 1, std::string::npos, b, same + 1, std::string::npos) == 0) return true;
  return same + 1 < a.size() && a[same] == b[same + 1] && a[same + 1] == b[same] &&
         a.compare(same + 2, std::string::npos, b, same + 2, std::string::npos) == 0;
}

}  // namespace

Phrase phrase_at(const std::vector<WordToken>& tokens, size_t at) {
  Phrase longest;
  if (tokens[at].quoted || tokens[at].number) return longest;
  for (const std::string& form : forms_of(tokens[at].word)) {
    const auto found = lexicon().by_first.find(form);
    if (found == lexicon().by_first.end()) continue;
    for (const Known& known : found->second) {
      if (known.words.size() <= longest.tokens || !stands_at(tokens, at, known)) continue;
      longest = {known.words.size(), known.meanings};
      break;
    }
  }
  return longest;
}

// `teh`, `fo`: a filler with two letters in turn; nothing else is so short and sure.
std::string turned(const std::string& word) {
  if (word == "no" || word == "saw" || word == "form") return "";  // words of their own
  std::string found;
  for (size_t i = 0; i + 1 < word.size(); ++i) {
    std::string other = word;
    std::swap(other[i], other[i + 1]);
    const auto known = lexicon().by_first.find(other);
    if (other == word || known == lexicon().by_first.end()) continue;
    const Known& shortest = known->second.back();
    if (shortest.words.size() != 1 || shortest.meanings[0].role != Role::filler) continue;
    if (!found.empty()) return "";
    found = other;
  }
  return found;
}

// Slips of the hand that no rule of letters is sure of.
std::string_view known_slip(const std::string& word) {
  constexpr std::pair<std::string_view, std::string_view> kSlips[] = {
      {"hwo", "how"},           {"kernal", "kernel"},      {"kernals", "kernels"}, {"kernl", "kernel"},
      {"krenel", "kernel"},     {"lenght", "length"},      {"lnog", "long"},       {"logn", "long"},
      {"mnay", "many"},         {"tiem", "time"},          {"tim", "time"},        {"timne", "time"},
      {"wat", "what"},          {"waht", "what"},          {"wath", "what"},       {"wehn", "when"},
      {"whcih", "which"},       {"wich", "which"},         {"wihch", "which"},     {"bussy", "busy"},
      {"copys", "copies"},      {"stram", "stream"},       {"steram", "stream"},   {"avrage", "average"},
      {"avarage", "average"},   {"freqency", "frequency"}, {"idel", "idle"},       {"ilde", "idle"},
      {"biggets", "biggest"},   {"logest", "longest"},     {"longset", "longest"}, {"longets", "longest"},
      {"slowset", "slowest"},   {"totel", "total"},        {"toal", "total"},      {"toatl", "total"},
      {"shrotest", "shortest"}, {"largset", "largest"},    {"lagrest", "largest"}};
  for (const auto& [slip, meant] : kSlips)
    if (slip == word) return meant;
  return "";
}

std::string corrected(const std::string& word) {
  if (const std::string_view meant = known_slip(word); !meant.empty()) return std::string(meant);
  if (const std::string filler = turned(word); !filler.empty()) return filler;
  constexpr size_t kShortest = 6;  // a letter of a shorter word is too much of it
  // `fattest` is no `fastest`.
  if (word.size() < kShortest || word.ends_with("est")) return "";
  std::string found;
  for (const std::string& form : forms_of(word))
    for (const std::string& known : lexicon().words)
      if (known.size() >= kShortest && known != found && one_letter_away(form, known)) {
        if (!found.empty()) return "";
        found = known;
      }
  return found;
}

std::vector<std::string> nearest_words(const std::string& word) {
  return nearest(word, lexicon().meaningful);
}

}  // namespace nsys_ai::inline agent
