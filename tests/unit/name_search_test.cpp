// What a search of names finds in ranges, against a look at each text by itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "analysis/name_search.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_text_match.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

// Ranges and marks with numbers, some more than once, and a kernel launched in each tenth.
ProfilePtr profile_with_numbers() {
  std::mt19937 random(11);
  const std::vector<std::string> forms = {
      "step {}", "aten::add, seq = {}, op_id = {}", "layer{}x", "fp16", "step #{} of {}", "{}",
      "req {:08x}-00a{}-4000-8000-0123456789ab", "hash f0{:x}d{:05x}", "at 0x{:x}"};
  std::string sketch = "gpu 0 stream 7   other 0..1ns\n";
  for (int i = 0; i < 600; ++i) {
    const std::string text =
        fmt::format(fmt::runtime(forms[random() % forms.size()]), random() % 30, random() % 200);
    const int from = 100 + i * 100;
    sketch += fmt::format("nvtx thread 1   \"{}\" {}..{}ns\n", text, from, from + 90);
    if (i % 10 == 0)
      sketch += fmt::format("gpu 0 stream 7   kernel {}..{}ns [launch={}..{}ns thread=1]\n", from + 20,
                            from + 60, from + 10, from + 15);
  }
  return loaded(sketch);
}

// `group: events, texts, first`, a line each.
std::string found_in_texts(const Profile& profile, const TextPattern& pattern) {
  struct Group {
    int64_t events = 0;
    std::set<std::string> texts;
    size_t first = 0;
  };
  std::map<std::string, Group> groups;
  for (size_t at = 0; at < profile.nvtx().size(); ++at) {
    const std::string text = profile.nvtx_text(at);
    const std::string label = normalised_label(text);
    if (!pattern.matches(text) && !pattern.matches(label)) continue;
    Group& group = groups[label];
    if (group.events++ == 0) group.first = at;
    group.texts.insert(text);
  }
  std::set<std::string> lines;
  for (const auto& [label, of] : groups)
    lines.insert(fmt::format("{}: {}, {}, {}\n", of.texts.size() == 1 ? *of.texts.begin() : label, of.events,
                             of.texts.size(), of.first));
  return fmt::format("{}", fmt::join(lines, ""));
}

std::string found_by_search(const Profile& profile, const TextPattern& pattern) {
  const auto found = search_names(profile, Scope::whole(profile), {pattern, {NamedKind::nvtx}, {}}, {});
  if (!found) return found.error().message;
  std::set<std::string> lines;
  for (const FoundName& of : found->names)
    lines.insert(fmt::format("{}: {}, {}, {}\n", of.name, of.events, of.texts, of.first));
  return fmt::format("{}", fmt::join(lines, ""));
}

TEST(NameSearch, FindsInRangesWhatTheirTextsSay) {
  const ProfilePtr profile = profile_with_numbers();
  for (const char* words : {"step", "1", "12", "p 1", "seq = 2*op_id", "= 7, op_id = 1", "#", "step #", "#1",
                            "16", "layer1", "no such", "9*9", "of", "*"})
    for (const bool regex : {false, true}) {
      if (regex && std::string_view(words) == "*") continue;
      const auto pattern = TextPattern::make(words, {.regex = regex, .case_sensitive = false});
      ASSERT_TRUE(pattern);
      EXPECT_EQ(found_by_search(*profile, *pattern), found_in_texts(*profile, *pattern)) << words;
    }
  const auto expression =
      TextPattern::make("^step [12]$|op_id = .7", {.regex = true, .case_sensitive = true});
  ASSERT_TRUE(expression);
  EXPECT_EQ(found_by_search(*profile, *expression), found_in_texts(*profile, *expression));
}

TEST(NameSearch, ListsTheEarliestEventsWhoseNumbersMatch) {
  const ProfilePtr profile = profile_with_numbers();
  const auto pattern = TextPattern::make("op_id = 1", {});
  const auto found = search_names(*profile, Scope::whole(*profile), {*pattern, {}, 5}, {});
  ASSERT_TRUE(found);
  std::vector<size_t> wanted;
  for (size_t at = 0; at < profile->nvtx().size() && wanted.size() < 5; ++at)
    if (pattern->matches(profile->nvtx_text(at))) wanted.push_back(at);
  std::vector<size_t> events;
  for (const FoundEvent& of : found->events) events.push_back(of.at);
  EXPECT_EQ(events, wanted);
  EXPECT_GT(found->total_events, 5);
}

TEST(NvtxTextMatch, IsWhatTheTextContains) {
  const ProfilePtr profile = profile_with_numbers();
  for (const std::string part : {"", "1", "step", "p 1", "STEP", "#1", "*", ", seq = 2", "req 0", "-00a", "sh f0", "ea", "0x1", "0x", "80"}) {
    NvtxTextMatch matches(*profile, TextPattern::containing(part));
    for (size_t at = 0; at < profile->nvtx().size(); ++at)
      EXPECT_EQ(matches(at), profile->nvtx_text(at).find(part) != std::string::npos)
          << part << " in " << profile->nvtx_text(at);
  }
}

TEST(Labels, OfATemplateAreThoseOfItsTexts) {
  const ProfilePtr profile = profile_with_numbers();
  const TemplateLabels& labels = profile->derived(build_template_labels);
  for (size_t at = 0; at < profile->nvtx().size(); ++at)
    EXPECT_EQ(labels.of(profile->nvtx().text[at]), normalised_label(profile->nvtx_text(at)));
}

}  // namespace
}  // namespace nsys_ai::test
