// Hints in virtual documents: they describe event references, and show the percentiles and maxima that a
// table of kernels or ranges omits. Computed only for the requested lines.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_table.h"
#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/finding_in_document.h"
#include "features/documents/target_answers.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kMaxHints = 200;
constexpr size_t kMaxGaps = 20;  // each needs a search through all operations of its GPU

class Hints {
 public:
  explicit Hints(const VirtualDocument& document) : document_(document), profile_(*document.profile) {}

  void add_line(size_t line) {
    for (const Mark& mark : marks_of_line(document_, line)) {
      if (hints_.size() >= kMaxHints) return;
      const auto target = parse_target(mark.target);
      if (!target) continue;
      // A table with a column for it shows it already.
      if (target->kind == TargetKind::kernel_name && !block_says(line, "p90"))
        return add_percentile(mark, *target);
      if (target->kind == TargetKind::nvtx_label && !block_says(line, "longest"))
        return add_longest(mark, *target);
      if (const std::string words = event_words(*target); !words.empty()) add(mark, words);
    }
  }
  std::vector<lsp::InlayHint> take() { return std::move(hints_); }

 private:
  std::string event_words(const Target& target) {
    const auto hint = answers_about(target.kind).hint;
    if (hint == nullptr || (target.kind == TargetKind::gap && ++gaps_ > kMaxGaps)) return "";
    return hint(profile_, target);
  }

  // Adds no hint if the text after the mark contains the words, as in a table of events.
  void add(const Mark& mark, const std::string& words) {
    const std::string_view line = document_.text.line(mark.line);
    const std::string_view behind = line.substr(std::min(mark.end, line.size()));
    if (behind.find_first_not_of(" ,") != std::string_view::npos && behind[0] != ',') return;
    hints_.push_back({document_.range_of(mark).end, words, std::nullopt, true});
  }

  void add_percentile(const Mark& mark, const Target& target) {
    for (const KernelStats& of : profile_.derived(build_kernel_stats).by_total)
      if (int64_t{of.name.value} == target.number && of.calls > 1)
        add_at_end(mark.line, fmt::format("p90 {}", readable_ns(of.p90)),
                   "Nine of ten runs of this kernel took no longer.");
  }

  void add_longest(const Mark& mark, const Target& target) {
    const auto& labels = profile_.derived(build_nvtx_labels).labels;
    if (target.number >= static_cast<int64_t>(labels.size())) return;
    const LabelStats& of = labels[static_cast<size_t>(target.number)];
    if (of.count > 1)
      add_at_end(mark.line, fmt::format("longest {} on the host", readable_ns(of.host_max)),
                 "The longest of these ranges, on the host.");
  }

  void add_at_end(size_t line, std::string label, std::string tooltip) {
    hints_.push_back({document_.range_of_line(line).end, std::move(label),
                      lsp::MarkupContent{lsp::MarkupKind::plaintext, std::move(tooltip)}, true});
  }

  // Whether a line between the last blank one and `line` contains the word. Call it with lines in ascending
  // order.
  bool block_says(size_t line, std::string_view word) {
    size_t at = line;
    while (at > block_ && !document_.text.line(at - 1).empty()) --at;
    if (at > block_ || word != word_) {
      while (at > 0 && !document_.text.line(at - 1).empty()) --at;
      block_ = at;
      word_ = word;
      says_ = false;
      for (; at < line && !says_; ++at) says_ = document_.text.line(at).find(word) != std::string_view::npos;
    }
    return says_;
  }

  const VirtualDocument& document_;
  const Profile& profile_;
  std::vector<lsp::InlayHint> hints_;
  size_t gaps_ = 0;
  size_t block_ = 0;
  std::string word_;
  bool says_ = false;
};

}  // namespace

Result<std::vector<lsp::InlayHint>> document_inlay_hint(Session&, const VirtualDocument& document,
                                                        const lsp::InlayHintParams& params, Call&) {
  Hints hints(document);
  for (size_t line = params.range.start.line;
       line <= params.range.end.line && line < document.text.line_count(); ++line)
    hints.add_line(line);
  return hints.take();
}

}  // namespace nsys_ai
