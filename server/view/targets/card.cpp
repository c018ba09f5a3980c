// By the kind of the target.
#include "view/targets/card.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "view/targets/card_parts.h"
#include "view/targets/explained_thing.h"
#include "view/targets/related.h"
#include "view/targets/target_kinds.h"
#include "view/targets/target_window.h"

namespace nsys_ai {

namespace {

// Of the ranges around an event so many tell where it is.
constexpr size_t kMostRanges = 4;

// What is related is one step away.
std::string relation_lines(const Profile& profile, std::string_view target) {
  const auto all = related(profile, target);
  if (!all)
    return fmt::format("- What it hangs together with is not known: {}\n",
                       markdown_escaped(all.error().message));
  std::string text;
  size_t ranges = 0;
  for (const RelatedEvent& of : *all) {
    if (of.relation == Relation::inside && ++ranges > kMostRanges) continue;
    text += fmt::format("- {} {}: {}\n", words_of(of.relation), target_link(of.event.text, of.event.target),
                        of.when);
  }
  if (const size_t more = ranges - std::min(ranges, kMostRanges); more > 0)
    text += fmt::format("- and {} more range{} around\n", more, more == 1 ? "" : "s");
  return text;
}

}  // namespace

std::string target_link(std::string_view text, std::string_view target) {
  return fmt::format("[{}](target:{})", markdown_escaped(one_line(text)), target);
}

std::optional<std::string> card(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  const LossNotes losses;
  auto markdown = about(target->kind).card(profile, *target);
  if (!markdown) return markdown;
  if (is_event(target->kind)) *markdown += relation_lines(profile, text);
  *markdown += usual_reasons(thing_named_by(profile, *target));
  if (has_place_in_time(target->kind))
    *markdown += fmt::format("\n[Show on the timeline](timeline:{})\n", text);
  add_loss_notes(losses, *markdown);
  return markdown;
}

void add_loss_notes(const LossNotes& losses, std::string& markdown) {
  for (const std::string& note : losses.notes()) {
    const std::string line = "\n*" + markdown_escaped(one_line(note)) + ".*\n";
    if (markdown.find(line) == std::string::npos) markdown += line;
  }
}

}  // namespace nsys_ai
