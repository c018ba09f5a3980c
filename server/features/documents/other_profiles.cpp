// A handle is a number, and no target begins with one.
#include "features/documents/other_profiles.h"

namespace nsys_ai {
namespace {

void put_prefix(std::string& target, const std::string& prefix) {
  if (!target.empty()) target.insert(0, prefix);
}

void put_prefix(CardWords& words, const std::string& prefix) {
  for (CardSpan& span : words.spans) put_prefix(span.target, prefix);
}

}  // namespace

bool is_profile_handle(std::string_view text) {
  return !text.empty() && text.size() <= 18 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

SideTarget side_target(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos || !is_profile_handle(text.substr(0, slash)))
    return {"", std::string(text)};
  return {std::string(text.substr(0, slash)), std::string(text.substr(slash + 1))};
}

std::string targets_of(const std::string& handle) { return handle + "/"; }

Result<FoundTarget> found_target(const ProfilePtr& own, std::string_view text,
                                 const std::function<Result<ProfilePtr>(const std::string&)>& find) {
  SideTarget of = side_target(text);
  if (of.handle.empty()) return FoundTarget{own, std::move(of.target), ""};
  auto profile = find(of.handle);
  if (!profile) return tl::unexpected(profile.error());
  return FoundTarget{std::move(*profile), std::move(of.target), targets_of(of.handle)};
}

Card card_in_profile(Card card, const std::string& prefix) {
  if (prefix.empty()) return card;
  for (CardBlock& block : card.blocks) {
    if (auto* paragraph = std::get_if<CardParagraph>(&block)) put_prefix(paragraph->words, prefix);
    if (auto* item = std::get_if<CardItem>(&block)) put_prefix(item->words, prefix);
    if (auto* link = std::get_if<TimelineLink>(&block)) put_prefix(link->target, prefix);
    if (auto* table = std::get_if<CardTable>(&block))
      for (auto& row : table->rows)
        for (CardWords& cell : row) put_prefix(cell, prefix);
  }
  return card;
}

}  // namespace nsys_ai
