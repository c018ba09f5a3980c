// Semantic tokens of virtual documents, for the words whose kind the page knows.
//
// The types are LSP's own, for which every editor has a colour; the modifiers name the specific kind, for
// people who want to choose their own colours.
#include <array>

#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/semantic_legend.h"

namespace nsys_ai {
namespace {

constexpr size_t kMaxTokens = 50'000;

struct TokenKind {
  WordKind word;
  std::string_view type;
  std::string_view modifier;
};

// Indexed by modifier.
constexpr std::array kTokenKinds = {TokenKind{WordKind::device, "struct", "device"},
                                    TokenKind{WordKind::duration, "number", "duration"},
                                    TokenKind{WordKind::family, "type", "family"},
                                    TokenKind{WordKind::heading, "class", "heading"},
                                    TokenKind{WordKind::kernel, "function", "kernel"},
                                    TokenKind{WordKind::range, "namespace", "range"},
                                    TokenKind{WordKind::reference, "event", "reference"},
                                    TokenKind{WordKind::severity, "keyword", "severity"},
                                    TokenKind{WordKind::share, "number", "share"}};

// Sorted by name.
constexpr std::array<std::string_view, 8> kTypes = {"class",     "event",  "function", "keyword",
                                                    "namespace", "number", "struct",   "type"};

uint32_t type_number(std::string_view type) {
  uint32_t number = 0;
  while (kTypes[number] != type) ++number;
  return number;
}

}  // namespace

lsp::SemanticTokensLegend semantic_legend() {
  lsp::SemanticTokensLegend legend;
  for (const std::string_view type : kTypes) legend.tokenTypes.emplace_back(type);
  for (const TokenKind& kind : kTokenKinds) legend.tokenModifiers.emplace_back(kind.modifier);
  return legend;
}

Result<lsp::SemanticTokens> document_semantic_tokens(Session&, const VirtualDocument& document,
                                                     const lsp::SemanticTokensParams&, Call&) {
  lsp::SemanticTokens tokens;
  lsp::Position before{0, 0};
  size_t count = 0;
  for (const Word& word : document.page.words) {
    if (++count > kMaxTokens) break;
    const lsp::Range range = document.range_of({word.line, word.begin, word.end, ""});
    const uint32_t lines = range.start.line - before.line;
    const uint32_t characters = range.start.character - (lines == 0 ? before.character : 0);
    for (size_t i = 0; i < kTokenKinds.size(); ++i) {
      if (kTokenKinds[i].word != word.kind) continue;
      const uint32_t length = range.end.character - range.start.character;
      tokens.data.insert(tokens.data.end(),
                         {lines, characters, length, type_number(kTokenKinds[i].type), uint32_t{1} << i});
      before = range.start;
    }
  }
  return tokens;
}

}  // namespace nsys_ai
