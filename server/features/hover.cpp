// Hover: in generated documents on what a line names, in sources on kernels and NVTX labels.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernel_stats.h"
#include "analysis/kernels.h"
#include "annotate/source_names.h"
#include "base/text_table.h"
#include "features/feature.h"
#include "features/generated_document.h"
#include "features/session.h"
#include "view/card.h"
#include "view/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kListedKernels = 8;

lsp::Hover hover_of(std::string markdown, lsp::Range range) {
  return {{lsp::MarkupKind::markdown, std::move(markdown)}, range};
}

// Where a line has one mark, all of the line answers: nobody aims at a cell.
const Mark* mark_at(const PageText& page, size_t line, size_t column) {
  const Mark* first = nullptr;
  for (const Mark& mark : page.marks) {
    if (mark.line != line) continue;
    if (column >= mark.begin && column < mark.end) return &mark;
    if (first == nullptr) first = &mark;
  }
  return first;
}

std::optional<lsp::Hover> hover_in_document(Session& session, const DocumentAddress& address,
                                            const lsp::HoverParams& params) {
  const auto open = session.library.find_path(address.profile);
  if (!open) return std::nullopt;
  const PageText& page = open->profile->derived(build_overview_text);
  const TextDocument text({params.textDocument.uri, "nsysai", 0, page.text}, session.documents.encoding());
  const size_t line_start = text.offset({params.position.line, 0});
  const Mark* mark = mark_at(page, params.position.line, text.offset(params.position) - line_start);
  if (mark == nullptr) return std::nullopt;
  auto markdown = card(*open->profile, mark->target);
  if (!markdown) return std::nullopt;
  return hover_of(std::move(*markdown),
                  {text.position(line_start + mark->begin), text.position(line_start + mark->end)});
}

// Several kernels of one base name are instances of a template: all are listed, the longest is explained.
std::string kernels_card(const Profile& profile, const std::vector<NameId>& names) {
  const std::string first = card(profile, target_of_kernel_name(names.front())).value_or("");
  if (names.size() == 1) return first;
  const WholeKernelStats& whole = profile.derived(build_kernel_stats);
  std::string list =
      fmt::format("{} kernels were compiled from this name:\n\n| kernel | calls | total |\n|:--|--:|--:|\n",
                  names.size());
  size_t listed = 0;
  for (const KernelStats& stats : whole.by_total) {
    if (std::find(names.begin(), names.end(), stats.name) == names.end()) continue;
    if (++listed > kListedKernels) continue;
    list += fmt::format("| {} | {} | {} |\n",
                        markdown_escaped(shortened(one_line(display_name(profile.text(stats.name))), 80)),
                        readable_count(stats.calls), readable_ns(stats.total));
  }
  if (listed > kListedKernels) list += fmt::format("\nand {} more\n", listed - kListedKernels);
  return list + "\n---\n\n" + first;
}

std::optional<lsp::Hover> hover_in_source(Session& session, const TextDocument& document,
                                          lsp::Position position) {
  const auto language = source_language(document.language(), document.uri());
  const auto open = session.library.active();
  if (!language || !open) return std::nullopt;
  const auto word = source_word(*language, document.text(), document.offset(position));
  if (!word) return std::nullopt;
  const Profile& profile = *open->profile;
  const SourceMatch match = match_source(profile, *word);
  if (match.empty()) return std::nullopt;
  std::string markdown;
  if (!match.kernels.empty()) markdown = kernels_card(profile, match.kernels);
  if (match.label) {
    if (!markdown.empty()) markdown += "\n---\n\n";
    markdown += card(profile, target_of_label(*match.label)).value_or("");
  }
  markdown += fmt::format("\n*measured in {}*\n", markdown_escaped(profile.info().path.filename().string()));
  return hover_of(std::move(markdown), {document.position(word->begin), document.position(word->end)});
}

}  // namespace

void attach_hover(Router& router, Session& session) {
  router.on<method::Hover>(
      Lane::quick, [&session](const lsp::HoverParams& params, Call&) -> Result<std::optional<lsp::Hover>> {
        if (const auto address = parse_document_uri(params.textDocument.uri)) {
          if (!*address) return tl::unexpected(address->error());
          return hover_in_document(session, **address, params);
        }
        const auto document = session.documents.find(params.textDocument.uri);
        if (!document) return std::nullopt;
        return hover_in_source(session, *document, params.position);
      });
}

}  // namespace nsys_ai
