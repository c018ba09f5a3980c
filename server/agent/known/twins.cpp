// Slots are renamed, and the words of a query that say what kind of thing it is about.
#include "agent/known/twins.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace nsys_ai::inline agent {
namespace {

// Kinds of slots that say what a query is about.
constexpr std::string_view kNamedKinds = "xfrcy";

struct Kinds {
  char kind, as;
};
constexpr std::array<Kinds, 7> kAlike = {
    {{'f', 'x'}, {'c', 'r'}, {'c', 'y'}, {'r', 'c'}, {'r', 'y'}, {'y', 'c'}, {'y', 'r'}}};

std::string_view words_for(char kind) {
  switch (kind) {
    case 'f':
      return "of family";
    case 'x':
      return "named";
    case 'c':
      return "cuda call";
    case 'r':
      return "nvtx range";
    default:
      return "os call";
  }
}

std::string slot_of(char kind) { return fmt::format("<{}0>", kind); }

bool replace_all(std::string& text, const std::string& from, const std::string& by) {
  bool found = false;
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + by.size())) {
    text.replace(at, from.size(), by);
    found = true;
  }
  return found;
}

std::string renamed(std::string text, char from, char by) {
  const bool of_kernels = from == 'f' || from == 'x';
  const auto led = [&](char kind) { return fmt::format("{} {}", words_for(kind), slot_of(kind)); };
  const auto left_out = [](char kind) {
    return fmt::format("without {}{}", kind == 'f' ? "family " : "", slot_of(kind));
  };
  bool found = of_kernels ? replace_all(text, led(from), led(by))
                          : replace_all(text, std::string(words_for(from)), std::string(words_for(by)));
  if (of_kernels)
    found = replace_all(text, left_out(from), left_out(by)) || found;
  else
    replace_all(text, slot_of(from), slot_of(by));
  return found && text.find(slot_of(from)) == std::string::npos ? text : "";
}

}  // namespace

std::vector<Twin> twins_of(const Frame& question) {
  const std::string kinds = question.signature();
  const auto has = [&](char kind) { return kinds.find(kind) != std::string::npos; };
  const auto things = std::count_if(kNamedKinds.begin(), kNamedKinds.end(), has);
  std::vector<Twin> twins;
  for (const Kinds& alike : kAlike) {
    // Kernels may be within ranges and launched by calls; of two names each is another one's.
    const bool several = question.slots.contains(fmt::format("<{}1>", alike.kind));
    if (!has(alike.kind) || has(alike.as) || several || (alike.kind != 'f' && things > 1)) continue;
    Twin twin{question, alike.kind, alike.as};
    const std::string lead = fmt::format("<{}", alike.kind), by = fmt::format("<{}", alike.as);
    for (std::string& word : twin.frame.words)
      if (word.starts_with(lead)) word.replace(0, lead.size(), by);
    twin.frame.slots.clear();
    for (const auto& [name, slot] : question.slots)
      twin.frame.slots.emplace(name.starts_with(lead) ? by + name.substr(lead.size()) : name, slot);
    twins.push_back(std::move(twin));
  }
  return twins;
}

std::string template_of_twin(const Twin& twin, const std::string& query_template) {
  return renamed(query_template, twin.kind, twin.as);
}

std::string template_by_twin(const Twin& twin, const std::string& query_template) {
  return renamed(query_template, twin.as, twin.kind);
}

}  // namespace nsys_ai::inline agent
