// Finds profiles by handle first, then by path.
#include "features/documents/other_profiles.h"

#include <algorithm>

#include "features/documents/document_access.h"
#include "features/session.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/workspace.h"

namespace nsys_ai {
namespace {

bool is_handle(std::string_view text) {
  return !text.empty() && text.size() <= 18 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

void put_prefix(std::string& target, const std::string& prefix) {
  if (!target.empty()) target.insert(0, prefix);
}

void put_prefix(CardWords& words, const std::string& prefix) {
  for (CardSpan& span : words.spans) put_prefix(span.target, prefix);
}

}  // namespace

OtherProfiles other_profiles(Session& session) {
  return {[&session](const std::string& name, const Work& work) -> Result<OpenProfile> {
            if (is_handle(name))
              if (auto open = session.library.if_open(name)) return OpenProfile{name, std::move(open)};
            return open_beside(session, name, work);
          },
          [&session] { return session.library.all(); }, session.workspace.folders()};
}

SideTarget side_target(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos || !is_handle(text.substr(0, slash))) return {"", std::string(text)};
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

Result<FoundTarget> target_in(Session& session, const std::string& handle, std::string_view text) {
  const auto find = [&](const std::string& of) { return session.library.find(of); };
  const auto own = find(handle);
  if (!own) return tl::unexpected(own.error());
  return found_target(*own, text, find);
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
