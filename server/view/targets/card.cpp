// By the kind of the target.
#include "view/targets/card.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "view/targets/card_parts.h"
#include "view/targets/explained_thing.h"
#include "view/targets/related.h"
#include "view/targets/target.h"
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

std::optional<std::pair<std::string, Card>> card_of_kernel_named(const Profile& profile,
                                                                 std::string_view name) {
  std::set<NameId> brief;
  for (const KernelName& of : profile.kernels().names.values)
    if (profile.text(of.brief) == name) brief.insert(of.full);
  std::vector<std::string> whole, others;
  for (const KernelStats& of : profile.derived(build_kernel_stats).by_total) {
    const std::string_view full = profile.text(of.name);
    if (full == name || display_name(full) == name)
      whole.push_back(target_of_kernel_name(of.name));
    else if (brief.contains(of.name) || short_display_name(full) == name)
      others.push_back(target_of_kernel_name(of.name));
  }
  const std::vector<std::string>& found = whole.empty() ? others : whole;
  if (found.empty()) return std::nullopt;
  auto shown = card(profile, found.front());
  if (!shown) return std::nullopt;
  constexpr size_t kMostOthers = 5;
  for (size_t i = 1; i < std::min(found.size(), kMostOthers + 1); ++i)
    shown->item("Another kernel of this name: ", target_link(found[i], found[i]));
  if (found.size() > kMostOthers + 1)
    shown->item(fmt::format("and {} more of this name", found.size() - kMostOthers - 1));
  return std::pair(found.front(), std::move(*shown));
}

}  // namespace nsys_ai
