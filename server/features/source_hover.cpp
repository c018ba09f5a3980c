// Hover in sources: on kernels and NVTX labels.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernel_stats.h"
#include "analysis/kernels.h"
#include "annotate/source_names.h"
#include "base/text_table.h"
#include "features/session.h"
#include "features/source_answers.h"
#include "view/card.h"
#include "view/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kListedKernels = 8;

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

}  // namespace

Result<std::optional<lsp::Hover>> source_hover(Session& session, const lsp::HoverParams& params, Call&) {
  const auto held = session.documents.find(params.textDocument.uri);
  if (!held) return std::nullopt;
  const TextDocument& document = *held;
  const auto language = source_language(document.language(), document.uri());
  const auto open = session.library.active();
  if (!language || !open) return std::nullopt;
  const auto word = source_word(*language, document.text(), document.offset(params.position));
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
  return lsp::Hover{{lsp::MarkupKind::markdown, std::move(markdown)},
                    lsp::Range{document.position(word->begin), document.position(word->end)}};
}

}  // namespace nsys_ai
