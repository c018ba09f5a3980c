// Items with their slots numbered, and places that the question names once set apart.
#include "agent/known/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "agent/known/frame_items.h"
#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

// `the NCCL SendRecv kernels`: what a kernel is of says nothing more beside its name.
void drop_families_beside_names(std::vector<FrameItem>& items) {
  const auto is = [&](size_t at, char kind) {
    return at < items.size() && items[at].is_slot && items[at].slot.kind == kind;
  };
  for (size_t at = items.size(); at-- > 0;)
    if (is(at, 'f') && (is(at + 1, 'x') || (at > 0 && is(at - 1, 'x'))))
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
}

constexpr std::string_view kScopes = "gpsw";

// What leads into a place: `on the`, `of`, and `in the window` where it is one of time.
bool leads_into(const std::string& word, char kind) {
  constexpr std::array<std::string_view, 14> kWords = {"on",     "of",     "in",   "for",    "at",
                                                       "by",     "within", "with", "during", "over",
                                                       "inside", "only",   "the",  "across"};
  constexpr std::array<std::string_view, 5> kOfTime = {"window", "interval", "timestamps", "seconds",
                                                       "capture"};
  const auto is_in = [&](const auto& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  return is_in(kWords) || (kind == 'w' && is_in(kOfTime));
}

}  // namespace

std::string stem(std::string word) {
  std::erase(word, '\'');
  constexpr size_t kShortest = 4;
  for (const std::string_view ending : {"ing", "ed", "es", "s"})
    if (word.size() >= ending.size() + kShortest && word.ends_with(ending))
      return word.substr(0, word.size() - ending.size());
  return word;
}

std::string Frame::signature() const {
  std::set<std::string_view> named;
  std::string kinds;
  for (const std::string& word : words)
    if (word[0] == '<' && named.insert(word).second) kinds += word[1];
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

Frame frame_of(const std::vector<WordToken>& tokens, const std::vector<NamedSpan>& names) {
  Frame frame;
  std::map<char, size_t> numbered;
  const auto slot_name = [&](const Slot& slot) {
    for (const auto& [name, known] : frame.slots)
      if (known.kind == slot.kind && ascii_lower(known.text) == ascii_lower(slot.text)) return name;
    std::string name = fmt::format("<{}{}>", slot.kind, numbered[slot.kind]++);
    frame.slots.emplace(name, slot);
    return name;
  };
  std::vector<FrameItem> items = items_of(tokens, names);
  drop_families_beside_names(items);
  for (const FrameItem& item : items)
    frame.words.push_back(item.is_slot ? slot_name(item.slot) : stem(item.word));
  for (const char kind : kScopes) {
    if (numbered[kind] != 1) continue;
    const std::string name = fmt::format("<{}0>", kind);
    std::vector<std::string> rest;
    for (std::string& word : frame.words) {
      if (word != name) {
        rest.push_back(std::move(word));
        continue;
      }
      while (!rest.empty() && leads_into(rest.back(), kind)) rest.pop_back();
    }
    frame.words = std::move(rest);
    frame.scopes.emplace(kind, frame.slots.at(name));
    frame.slots.erase(name);
  }
  return frame;
}

}  // namespace nsys_ai::inline agent
