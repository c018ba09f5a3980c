// A card as the hover of an editor shows it.
#pragma once

#include "protocol/lsp.h"
#include "view/cards/card_blocks.h"

namespace nsys_ai {

class Profile;
struct Session;

// As plain text for a client that lists what it shows in hovers and lists no Markdown.
lsp::MarkupContent hover_markup(const Session& session, const Card& card);

// What a card of a profile hangs together with leads to its document; of what has none the words remain. A
// hover leads to no timeline, which lenses and code actions do.
lsp::MarkupContent hover_markup(const Session& session, const Card& card, const Profile& profile);

}  // namespace nsys_ai
