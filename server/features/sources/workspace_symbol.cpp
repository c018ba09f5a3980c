// The workspace's symbols: kernels and NVTX ranges of the active profile.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "features/documents/document_locations.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/sources/source_locations.h"
#include "features/workspace/client_profiles.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kMaxSymbols = 200;
constexpr size_t kSymbolNameWidth = 200;
// No person types a longer query.
constexpr size_t kLongestQuery = 256;

// How well a name matches, best first.
enum class NameFit { whole, beginning, part, letters };

// Both arguments are in lower case.
std::optional<NameFit> fit_of(std::string_view name, std::string_view query) {
  if (const size_t at = name.find(query); at != std::string_view::npos)
    return at > 0 ? NameFit::part : name.size() == query.size() ? NameFit::whole : NameFit::beginning;
  size_t next = 0;
  for (const char c : name)
    if (next < query.size() && c == query[next]) ++next;
  if (next < query.size()) return std::nullopt;
  return NameFit::letters;
}

struct SymbolCandidate {
  NameFit fit;
  int64_t time;  // on the GPU
  bool kernel;
  uint32_t at;  // index in by_total or in labels
  friend bool operator<(const SymbolCandidate& a, const SymbolCandidate& b) {
    return std::tuple(a.fit, -a.time, !a.kernel, a.at) < std::tuple(b.fit, -b.time, !b.kernel, b.at);
  }
};

// In lower case, computed once for each profile.
struct SymbolNames {
  std::vector<std::string> kernels;
  std::vector<std::string> labels;
};
SymbolNames build_symbol_names(const Profile& profile) {
  SymbolNames names;
  for (const KernelStats& stats : profile.derived(build_kernel_stats).by_total)
    names.kernels.push_back(ascii_lower(display_name(profile.text(stats.name))));
  for (const LabelStats& stats : profile.derived(build_nvtx_labels).labels)
    names.labels.push_back(ascii_lower(stats.label));
  return names;
}

std::vector<SymbolCandidate> candidates(const Profile& profile, std::string_view query) {
  const SymbolNames& names = profile.derived(build_symbol_names);
  const auto& kernels = profile.derived(build_kernel_stats).by_total;
  const auto& labels = profile.derived(build_nvtx_labels).labels;
  std::vector<SymbolCandidate> found;
  for (uint32_t i = 0; i < kernels.size(); ++i)
    if (const auto fit = fit_of(names.kernels[i], query)) found.push_back({*fit, kernels[i].total, true, i});
  for (uint32_t i = 0; i < labels.size(); ++i)
    if (const auto fit = fit_of(names.labels[i], query))
      found.push_back({*fit, labels[i].kernel_time, false, i});
  // Checks for scattered letters last, because nearly every long name contains the letters of a short query.
  const auto letters = [](const SymbolCandidate& of) { return of.fit == NameFit::letters; };
  if (!std::all_of(found.begin(), found.end(), letters)) std::erase_if(found, letters);
  const size_t kept = std::min(found.size(), kMaxSymbols);
  std::partial_sort(found.begin(), found.begin() + static_cast<ptrdiff_t>(kept), found.end());
  found.resize(kept);
  return found;
}

// The source location if it is known, otherwise the document.
lsp::Location reported_at(Session& session, const Profile& profile,
                          const std::optional<SourceLocation>& source, const std::string& target) {
  if (source)
    if (auto location = location_of(session, *source)) return *location;
  const auto document = place_of(profile, target);
  return {document ? uri_of(document->address) : "", {}};
}

std::string shown_name(std::string_view name) { return shortened(one_line(name), kSymbolNameWidth); }

lsp::WorkspaceSymbol kernel_symbol(Session& session, const Profile& profile, const KernelStats& of) {
  return {shown_name(display_name(profile.text(of.name))), lsp::SymbolKind::function,
          fmt::format("kernel, {} call{}, {}", readable_count(of.calls), of.calls == 1 ? "" : "s",
                      readable_ns(of.total)),
          reported_at(session, profile, source_of_kernel(profile, of.name), target_of_kernel_name(of.name))};
}

lsp::WorkspaceSymbol label_symbol(Session& session, const Profile& profile, uint32_t label) {
  const LabelStats& of = profile.derived(build_nvtx_labels).labels[label];
  const std::string time = of.kernels > 0 ? readable_ns(of.kernel_time) + " of kernels"
                                          : readable_ns(of.host_total) + " on the host";
  return {shown_name(of.label), lsp::SymbolKind::event,
          fmt::format("NVTX, {} range{}, {}", readable_count(of.count), of.count == 1 ? "" : "s", time),
          reported_at(session, profile, source_of_label_at(profile, label), target_of_label(label))};
}

}  // namespace

void attach_workspace_symbol(Router& router, Session& session) {
  router.on<method::WorkspaceSymbol>(
      Lane::bulk,
      [&session](const lsp::WorkspaceSymbolParams& params,
                 Call& call) -> Result<std::vector<lsp::WorkspaceSymbol>> {
        std::vector<lsp::WorkspaceSymbol> symbols;
        const auto open = session.library.active();
        if (!open || params.query.size() > kLongestQuery) return symbols;
        const Profile& profile = *open->profile;
        const auto& kernels = profile.derived(build_kernel_stats).by_total;
        for (const SymbolCandidate& of : candidates(profile, ascii_lower(params.query))) {
          if (call.cancel().cancelled()) return cancelled();
          symbols.push_back(of.kernel ? kernel_symbol(session, profile, kernels[of.at])
                                      : label_symbol(session, profile, of.at));
        }
        return symbols;
      });
}

}  // namespace nsys_ai
