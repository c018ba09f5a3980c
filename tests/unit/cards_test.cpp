// A card of each kind of target in each rendering: names stay data, and no link is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "base/text_table.h"
#include "features/wire.h"
#include "protocol/write.h"
#include "skills/findings.h"
#include "tests/unit/everything_sketch.h"
#include "tests/unit/profile_file.h"
#include "view/cards/card_markdown.h"
#include "view/cards/card_text.h"
#include "view/targets/card.h"
#include "view/targets/target_kinds.h"

namespace nsys_ai::test {
namespace {

// Of each kind of target, by its prefix, those that the sketch of everything has.
std::set<std::string> targets_in(const Profile& profile) {
  std::set<std::string> targets = {
      "copy-kind:1",      "device:0",  "gap:0:500000",        "iteration:0",       "nvtx-label:0",
      "nvtx-ranges:0",    "ranges:",   "runtime_call:1",      "skill:top_kernels", "stream:0",
      "source:7:a<b>.py", "os_call:1", "page:idle-host-bound"};
  for (const char* family : {"kernel", "memcpy", "memset", "nvtx", "runtime_call"})
    for (int row = 1; row < 8; ++row) targets.insert(family + (":" + std::to_string(row)));
  for (const KernelName& name : profile.kernels().names.values) {
    targets.insert(target_of_kernel_name(name.full));
    targets.insert(target_of_kernel_runs(name.full));
  }
  for (const Finding& finding : profile.derived(build_findings).findings)
    targets.insert(target_of_finding(finding.key));
  return targets;
}

std::vector<CardSpan> spans_of(const Card& card) {
  std::vector<CardSpan> spans;
  const auto take = [&](const CardWords& words) {
    spans.insert(spans.end(), words.spans.begin(), words.spans.end());
  };
  for (const CardBlock& block : card.blocks) {
    if (const auto* paragraph = std::get_if<CardParagraph>(&block)) take(paragraph->words);
    if (const auto* item = std::get_if<CardItem>(&block)) take(item->words);
    if (const auto* table = std::get_if<CardTable>(&block))
      for (const auto& row : table->rows)
        for (const CardWords& cell : row) take(cell);
  }
  return spans;
}

bool has_timeline_link(const Card& card) {
  return std::ranges::any_of(
      card.blocks, [](const CardBlock& block) { return std::holds_alternative<TimelineLink>(block); });
}

std::string on_the_wire(const Card& card) { return write_json(wire_explanation("x", card)).compact(); }

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Of a text between code, what Markdown or HTML would act on.
std::string without_code(const std::string& markdown) {
  return std::regex_replace(markdown, std::regex("`[^`\n]*`"), "");
}

constexpr const char* kHostile =
    R"(\x1b[31m <script>alert(1)</script> `tick` *bold* [x](http://evil.example) ](target:kernel:1) | # \u202e)";

// The sketch of everything with hostile names in it.
std::string hostile_sketch() {
  std::string sketch = kSketchOfEverything;
  const auto name_all = [&](const std::string& plain, const std::string& with) {
    for (size_t at = 0; (at = sketch.find(plain, at)) != std::string::npos; at += with.size())
      sketch.replace(at, plain.size(), with);
  };
  const std::string quoted = "\"" + std::string(kHostile) + "\"";
  name_all(" gemm ", " " + quoted + " ");
  name_all("\"layer 0\"", quoted);
  name_all("\"step {s}\"", "\"" + std::string(kHostile) + " {s}\"");
  name_all("\"main\"", quoted);
  name_all("\"NVIDIA H200\"", "\"NVIDIA H200 <b>[x](http://evil.example)</b>\"");
  return sketch;
}

TEST(Cards, EachKindOfTargetHasOne) {
  const ProfilePtr profile = loaded(kSketchOfEverything);
  std::set<TargetKind> kinds;
  for (const std::string& target : targets_in(*profile))
    if (card(*profile, target)) kinds.insert(parse_target(target)->kind);
  for (const TargetKindRow& row : target_kinds()) EXPECT_TRUE(kinds.contains(row.kind)) << row.prefix;
}

TEST(Cards, LoseNoLink) {
  const ProfilePtr profile = loaded(kSketchOfEverything);
  size_t links = 0;
  for (const std::string& target : targets_in(*profile)) {
    const auto shown = card(*profile, target);
    if (!shown) continue;
    const std::string markdown = markdown_of(*shown);
    const std::string hover =
        markdown_of(*shown, [](std::string_view of) { return std::optional("doc:" + std::string(of)); });
    const std::string text = text_of(*shown, 80);
    const std::string wire = on_the_wire(*shown);
    for (const CardSpan& span : spans_of(*shown)) {
      if (span.target.empty()) continue;
      ++links;
      const std::string name = markdown_escaped(span.text);
      EXPECT_TRUE(contains(markdown, "[" + name + "](target:" + span.target + ")")) << markdown;
      EXPECT_TRUE(contains(hover, "[" + name + "](doc:" + span.target + ")")) << hover;
      const bool is_skill = span.target == "skill:" + span.text;
      EXPECT_TRUE(contains(text, is_skill ? span.text : span.target)) << span.target << " in\n" << text;
      EXPECT_TRUE(contains(wire, "\"target\":\"" + span.target + "\"")) << wire;
    }
    EXPECT_EQ(contains(markdown, "](timeline:" + target + ")"), has_timeline_link(*shown)) << markdown;
    EXPECT_EQ(contains(wire, "\"kind\":\"timeline\""), has_timeline_link(*shown)) << wire;
    EXPECT_FALSE(contains(hover, "timeline:")) << hover;
    EXPECT_FALSE(contains(text, std::string(kTimelineWords))) << text;
  }
  EXPECT_GT(links, 50U);
}

TEST(Cards, HaveNoAddressOfWhatHasNone) {
  const ProfilePtr profile = loaded(kSketchOfEverything);
  const Card shown = card(*profile, "kernel:1").value_or(Card{});
  const std::string hover = markdown_of(shown, [](std::string_view) { return std::nullopt; });
  EXPECT_FALSE(contains(hover, "](")) << hover;
  EXPECT_TRUE(contains(hover, "- Launched by cuda")) << hover;
}

// Whatever stands in a card and is no name.
TEST(Cards, HaveNoMarkdownInPlainText) {
  const ProfilePtr profile = loaded(kSketchOfEverything);
  for (const std::string& target : targets_in(*profile)) {
    const auto shown = card(*profile, target);
    if (!shown) continue;
    const std::string text = text_of(*shown, 80);
    EXPECT_FALSE(std::regex_search(text, std::regex(R"(\*\*|`|\]\(|\\|\||(^|\n)---)"))) << text;
    EXPECT_TRUE(text.ends_with('\n') && !text.ends_with("\n\n")) << text;
  }
}

TEST(Cards, ShowHostileNamesAsData) {
  const ProfilePtr profile = loaded(hostile_sketch());
  size_t with_names = 0;
  for (const std::string& target : targets_in(*profile)) {
    const auto shown = card(*profile, target);
    if (!shown) continue;
    const std::string markdown = markdown_of(*shown);
    const std::string text = text_of(*shown, 80);
    const std::string wire = on_the_wire(*shown);
    with_names += contains(text, "alert(1)") ? 1 : 0;
    for (const std::string& each : {markdown, text, wire})
      for (size_t at = 0; at < each.size(); ++at)
        EXPECT_EQ(active_character(each, at).value_or(ActiveCharacter{'\n'}).code, uint32_t{'\n'})
            << target << " at " << at << ": " << each;
    const std::string outside = without_code(markdown);
    EXPECT_FALSE(std::regex_search(outside, std::regex(R"((^|[^\\])(<|>|\*bold|\]\(http))"))) << markdown;
    EXPECT_FALSE(contains(outside, "http://")) << markdown;
    // What leads to a target is a link of a span.
    size_t spans = 0;
    for (const CardSpan& span : spans_of(*shown)) spans += span.target.empty() ? 0 : 1;
    const std::regex link(R"([^\\]\]\(target:)");
    EXPECT_EQ(
        static_cast<size_t>(std::distance(std::sregex_iterator(outside.begin(), outside.end(), link), {})),
        spans)
        << markdown;
  }
  EXPECT_GT(with_names, 10U);
}

TEST(Cards, NoteEachLossOnce) {
  static const DataLoss loss{{"3 rows of \"x*y\" were not read"}};
  Card shown;
  shown.paragraph("3 rows of \"x*y\" were not read.");
  for (int round = 0; round < 2; ++round) {
    const LossNotes losses;
    report_loss(loss);
    add_loss_notes(losses, shown);
  }
  EXPECT_EQ(markdown_of(shown),
            "3 rows of \"x\\*y\" were not read.\n\n*3 rows of \"x\\*y\" were not read.*\n");
  EXPECT_EQ(text_of(shown, 80), "3 rows of \"x*y\" were not read.\n\n3 rows of \"x*y\" were not read.\n");
}

TEST(Cards, AreDrawnBlockByBlock) {
  Card shown;
  shown.paragraph(strong("kernel:1"), " ", code("f<a`b>"));
  shown.item("one ", "more ", target_link("two*", "kernel:2"));
  shown.item(spoken("*Ask* `a*b` first, not `c"));
  shown.table({{{"name"}, {"time", true}}, {{code("f"), "1.000 us"}, {"a|b", "12.00 us"}}});
  shown.rule();
  shown.table({{{"name"}, {"time", true}}, {{"f", "1 us"}}, false});
  shown.blocks.emplace_back(TimelineLink{"kernel:1"});
  EXPECT_EQ(markdown_of(shown),
            "**kernel:1** `f<a'b>`\n"
            "\n"
            "- one more [two\\*](target:kernel:2)\n"
            "- *Ask* `a*b` first, not \\`c\n"
            "\n"
            "| name |     time |\n"
            "|------|---------:|\n"
            "| `f`  | 1.000 us |\n"
            "| a\\|b | 12.00 us |\n"
            "\n"
            "---\n"
            "\n"
            "| name | time |\n"
            "|:--|--:|\n"
            "| f | 1 us |\n"
            "\n"
            "[Show on the timeline](timeline:kernel:1)\n");
  EXPECT_EQ(text_of(shown, 20),
            "kernel:1 f<a`b>\n"
            "\n"
            "- one more two*\n"
            "  (kernel:2)\n"
            "- Ask a*b first, not\n"
            "  `c\n"
            "\n"
            " name       time\n"
            " f      1.000 us\n"
            " a|b    12.00 us\n"
            "\n"
            " name   time\n"
            " f      1 us\n");
}

}  // namespace
}  // namespace nsys_ai::test
