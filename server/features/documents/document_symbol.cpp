// Document symbols of virtual documents: the sections as an outline, and the NVTX tree as a tree.
#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/target_answers.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

lsp::SymbolKind kind_of(const Section& section) {
  if (section.level == 0) return lsp::SymbolKind::file;
  if (section.level == 1) return lsp::SymbolKind::name_space;
  const auto target = parse_target(section.target);
  if (!target) return lsp::SymbolKind::name_space;
  return answers_about(target->kind).symbol;
}

// The section at `at` with its subsections; advances `at` past them.
lsp::DocumentSymbol symbol_of(const VirtualDocument& document, size_t& at) {
  const Section& section = document.page.sections[at++];
  lsp::DocumentSymbol symbol;
  symbol.name = section.title.empty() ? "(no text)" : section.title;
  if (!section.detail.empty()) symbol.detail = section.detail;
  symbol.kind = kind_of(section);
  symbol.selectionRange = document.range_of_line(section.first);
  std::vector<lsp::DocumentSymbol> children;
  while (at < document.page.sections.size() && document.page.sections[at].level > section.level)
    children.push_back(symbol_of(document, at));
  symbol.range = {symbol.selectionRange.start, document.range_of_line(section.last).end};
  if (!children.empty()) symbol.children = std::move(children);
  return symbol;
}

}  // namespace

Result<std::vector<lsp::DocumentSymbol>> document_symbol(Session&, const VirtualDocument& document,
                                                         const lsp::DocumentSymbolParams&, Call&) {
  std::vector<lsp::DocumentSymbol> symbols;
  for (size_t at = 0; at < document.page.sections.size();) symbols.push_back(symbol_of(document, at));
  return symbols;
}

}  // namespace nsys_ai
