// By the kind of the target.
#include "view/targets/card.h"

#include <fmt/format.h>

#include <algorithm>

#include "view/targets/card_parts.h"
#include "view/targets/explained_thing.h"
#include "view/targets/related.h"
#include "view/targets/target_kinds.h"
#include "view/targets/target_window.h"

namespace nsys_ai {

namespace {

// How many ranges around an event its card lists.
constexpr size_t kMostRanges = 4;

// What is related is one step away.
void add_relations(const Profile& profile, std::string_view target, Card& card) {
  const auto all = related(profile, target);
  if (!all) return card.item("What it hangs together with is not known: ", all.error().message);
  size_t ranges = 0;
  for (const RelatedEvent& of : *all) {
    if (of.relation == Relation::inside && ++ranges > kMostRanges) continue;
    card.item(words_of(of.relation), " ", target_link(of.event.text, of.event.target), ": ", of.when);
  }
  if (const size_t more = ranges - std::min(ranges, kMostRanges); more > 0)
    card.item(fmt::format("and {} more range{} around", more, more == 1 ? "" : "s"));
}

}  // namespace

std::optional<Card> card(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  const LossNotes losses;
  auto card = about(target->kind).card(profile, *target);
  if (!card) return card;
  if (is_event(target->kind)) add_relations(profile, text, *card);
  add_usual_reasons(thing_named_by(profile, *target), *card);
  if (has_place_in_time(target->kind)) card->blocks.emplace_back(TimelineLink{std::string(text)});
  add_loss_notes(losses, *card);
  return card;
}

}  // namespace nsys_ai
