// A card as the hover of an editor shows it.
#pragma once

#include "protocol/lsp.h"
#include "view/cards/card_blocks.h"

namespace nsys_ai {

class Profile;
struct Session;

// As plain text for a client that lists formats of hovers without Markdown.
lsp::MarkupContent hover_markup(const Session& session, const Card& card);

// Links lead to documents; a link without a document becomes plain words. Links to the timeline are dropped,
// since lenses and code actions have them.
lsp::MarkupContent hover_markup(const Session& session, const Card& card, const Profile& profile);

}  // namespace nsys_ai
