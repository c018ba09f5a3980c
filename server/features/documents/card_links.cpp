// Cards escape names, so every link in them is one that this program wrote.
#include "features/documents/card_links.h"

#include <optional>
#include <string_view>

#include "features/documents/document_locations.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kTarget = "](target:";
constexpr std::string_view kTimeline = "](timeline:";

// The position of the bracket that opens the link text which ends before `end`.
size_t opening(std::string_view line, size_t end) {
  for (size_t at = end; at-- > 0;)
    if (line[at] == '[' && (at == 0 || line[at - 1] != '\\')) return at;
  return std::string_view::npos;
}

std::string linked(const Profile& profile, std::string_view line) {
  std::string text;
  for (size_t from = 0;;) {
    const size_t words_end = line.find(kTarget, from);
    const size_t end = words_end == std::string_view::npos ? words_end : line.find(')', words_end);
    const size_t words = end == std::string_view::npos ? end : opening(line.substr(0, words_end), words_end);
    if (words == std::string_view::npos || words < from) return text.append(line.substr(from));
    const std::string_view target =
        line.substr(words_end + kTarget.size(), end - words_end - kTarget.size());
    const std::string_view what = line.substr(words + 1, words_end - words - 1);
    const auto place = place_of(profile, target);
    text.append(line.substr(from, words - from));
    text += place ? "[" + std::string(what) + "](" + uri_of(place->address) + ")" : std::string(what);
    from = end + 1;
  }
}

}  // namespace

std::string with_document_links(const Profile& profile, const std::string& card) {
  std::string text;
  std::string_view rest = card;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (line.find(kTimeline) != std::string_view::npos) {
      // Drops the empty line before it, too.
      if (text.ends_with("\n\n")) text.pop_back();
      continue;
    }
    text += linked(profile, line) + '\n';
  }
  return text;
}

}  // namespace nsys_ai
