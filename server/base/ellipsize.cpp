// Cuts the middle; if the texts differ only there, cuts around the difference.
#include "base/ellipsize.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kCut = "…";

// The byte offsets of the characters and of the end.
std::vector<size_t> characters_of(std::string_view text) {
  std::vector<size_t> starts;
  for (size_t at = 0; at < text.size(); ++at)
    if ((static_cast<unsigned char>(text[at]) & 0xC0u) != 0x80u) starts.push_back(at);
  starts.push_back(text.size());
  return starts;
}

// The beginning, "…", and the text around character `place`, with a second "…" where the end is cut.
std::string around(std::string_view text, size_t place, size_t width) {
  const std::vector<size_t> at = characters_of(text);
  const size_t length = at.size() - 1;
  const size_t head = (width - 2) / 3;
  const size_t room = width - 2 - head;
  const size_t before = std::min<size_t>(room / 4, 4);
  size_t from = std::max(head, place > before ? place - before : 0);
  if (length - from <= room + 1) from = length > room + 1 ? length - room - 1 : 0;
  const auto part = [&](size_t begin, size_t end) {
    return std::string(text.substr(at[begin], at[end] - at[begin]));
  };
  const size_t end = std::min(length, from + room + (from + room + 1 >= length ? 1 : 0));
  std::string shown =
      part(0, std::min(head, from)) + (from > head ? std::string(kCut) : part(std::min(head, from), from));
  shown += part(from, end);
  if (end < length) shown += kCut;
  return shown;
}

size_t common_prefix(const std::vector<const std::string*>& texts) {
  const std::string& first = *texts.front();
  size_t common = first.size();
  for (const std::string* text : texts) {
    const size_t most = std::min(common, text->size());
    size_t at = 0;
    while (at < most && (*text)[at] == first[at]) ++at;
    common = at;
  }
  return display_width(std::string_view(first).substr(0, common));
}

using Groups = std::map<std::string, std::vector<const std::string*>>;

// Groups different texts that are shown the same, by how they are shown.
Groups alike(const std::map<std::string, std::string>& shown) {
  Groups groups;
  for (const auto& [text, looks] : shown) groups[looks].push_back(&text);
  std::erase_if(groups, [](const auto& group) { return group.second.size() < 2; });
  return groups;
}

}  // namespace

void ellipsize_distinct(std::vector<std::string>& texts, size_t width) {
  constexpr size_t kLeast = 9;  // shorter texts cannot show a place in the middle
  constexpr int kRounds = 4;    // each round separates texts that differ further to the right
  std::map<std::string, std::string> shown;
  for (const std::string& text : texts) shown.try_emplace(text, shortened(text, width));
  for (int round = 0; round < kRounds && width >= kLeast; ++round) {
    const Groups groups = alike(shown);
    if (groups.empty()) break;
    for (const auto& [looks, members] : groups) {
      const size_t place = common_prefix(members);
      for (const std::string* text : members)
        if (display_width(*text) > width) shown[*text] = around(*text, place, width);
    }
  }
  for (const auto& [looks, members] : alike(shown)) {
    size_t number = 0;
    for (const std::string* text : members) {
      if (display_width(*text) <= width) continue;
      const std::string mark = fmt::format("…{}", ++number);
      const size_t used = display_width(mark);
      if (used >= width) continue;
      const std::vector<size_t> at = characters_of(looks);
      shown[*text] = looks.substr(0, at[std::min(at.size() - 1, width - used)]) + mark;
    }
  }
  for (std::string& text : texts) text = shown[text];
}

}  // namespace nsys_ai
