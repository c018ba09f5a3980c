// Finds words in a profile's names that are similar to a name that it lacks.
#include <algorithm>
#include <set>

#include "analysis/host/api_calls.h"
#include "analysis/kernels/kernels.h"
#include "analysis/name_search.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/suggest.h"

namespace nsys_ai {
namespace {

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// The parts between punctuation and underscores, and the parts joined by underscores.
void add_words(std::string_view text, size_t most, std::set<std::string>& words) {
  constexpr size_t kRead = 300;
  constexpr size_t kShortest = 3;
  constexpr size_t kLongest = 40;
  text = text.substr(0, kRead);
  for (const bool underscores : {false, true})
    for (size_t at = 0; at < text.size() && words.size() < most;) {
      size_t end = at;
      while (end < text.size() && (is_word_char(text[end]) || (underscores && text[end] == '_'))) ++end;
      if (end - at >= kShortest && end - at <= kLongest) words.insert(ascii_lower(text.substr(at, end - at)));
      at = std::max(end, at) + 1;
    }
}

}  // namespace

std::vector<std::string> similar_words(const Profile& profile, std::string_view wanted,
                                    const std::vector<NamedKind>& kinds) {
  constexpr size_t kMaxWords = 20'000;
  const auto wants = [&](NamedKind kind) {
    return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  std::set<std::string> words;
  if (wants(NamedKind::kernel))
    for (const KernelName& name : profile.kernels().names.values)
      add_words(display_name(profile.text(name.full)), kMaxWords, words);
  if (wants(NamedKind::nvtx))
    for (const LabelStats& label : profile.derived(build_nvtx_labels).labels)
      add_words(label.label, kMaxWords, words);
  if (wants(NamedKind::call))
    for (const NameId name : profile.calls().name.values)
      add_words(base_call_name(profile.text(name)), kMaxWords, words);
  // A text far longer than a word is similar to none.
  constexpr size_t kLongestWanted = 60;
  return nearest(ascii_lower(wanted.substr(0, kLongestWanted)), {words.begin(), words.end()});
}

}  // namespace nsys_ai
