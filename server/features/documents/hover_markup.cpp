// By what the client said that it can show.
#include "features/documents/hover_markup.h"

#include <algorithm>
#include <cstdint>

#include "features/documents/document_locations.h"
#include "features/session.h"
#include "protocol/lsp_capabilities.h"
#include "view/cards/card_markdown.h"
#include "view/cards/card_text.h"

namespace nsys_ai {
namespace {

bool shows_markdown(const lsp::ClientCapabilities& client) {
  if (!client.textDocument || !client.textDocument->hover) return true;
  const auto& formats = client.textDocument->hover->contentFormat;
  return !formats || std::ranges::find(*formats, enum_name(lsp::MarkupKind::markdown)) != formats->end();
}

lsp::MarkupContent markup(const Session& session, const Card& card, const AddressOf& address_of) {
  // The client breaks its lines.
  if (!shows_markdown(session.client_capabilities))
    return {lsp::MarkupKind::plaintext, text_of(card, SIZE_MAX)};
  return {lsp::MarkupKind::markdown, markdown_of(card, address_of)};
}

}  // namespace

lsp::MarkupContent hover_markup(const Session& session, const Card& card) {
  return markup(session, card, [](std::string_view) { return std::nullopt; });
}

lsp::MarkupContent hover_markup(const Session& session, const Card& card, const Profile& profile) {
  return markup(session, card, [&](std::string_view target) -> std::optional<std::string> {
    const auto place = place_of(profile, target);
    return place ? std::optional(uri_of(place->address)) : std::nullopt;
  });
}

}  // namespace nsys_ai
