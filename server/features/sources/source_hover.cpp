// Hover in source files: the card of what is mentioned there, and which profile says so.
#include <chrono>
#include <filesystem>

#include "analysis/kernels/kernel_stats.h"
#include "features/documents/hover_markup.h"
#include "features/session.h"
#include "features/sources/measured_source.h"
#include "features/sources/source_answers.h"
#include "features/sources/source_summary.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/file_uri.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

// When the capture ended; where it does not say, when its file was written.
std::optional<std::chrono::system_clock::time_point> captured_at(const Profile& profile) {
  using namespace std::chrono;
  if (const auto start = profile.info().utc_start_ns)
    return system_clock::time_point(duration_cast<system_clock::duration>(nanoseconds(*start))) +
           duration_cast<system_clock::duration>(nanoseconds(profile.extent().end));
  std::error_code error;
  const auto written = std::filesystem::last_write_time(profile.info().path, error);
  if (error) return std::nullopt;
  return time_point_cast<system_clock::duration>(file_clock::to_sys(written));
}

bool is_newer(const std::string& uri, const Profile& profile) {
  const auto file = file_of_uri(uri);
  const auto captured = captured_at(profile);
  std::error_code error;
  if (!file || !captured) return false;
  const auto written = std::filesystem::last_write_time(*file, error);
  return !error && std::chrono::file_clock::to_sys(written) > *captured;
}

}  // namespace

Result<std::optional<lsp::Hover>> source_hover(Session& session, const lsp::HoverParams& params, Call&) {
  const auto source = measured_source(session, params.textDocument.uri);
  if (!source) return std::nullopt;
  const SourceMatch* match = source->matches->at(source->document->offset(params.position));
  if (match == nullptr) return std::nullopt;
  const Profile& profile = source->profile();
  const LossNotes losses;
  Card card = card_of(profile, *match);
  add_loss_notes(losses, card);
  card.paragraph(emphasised("measured in " + profile.info().path.filename().string()));
  if (is_newer(params.textDocument.uri, profile))
    card.paragraph("This source was changed after the capture.");
  return lsp::Hover{hover_markup(session, card, profile), source->range_of(*match)};
}

// Of several that may be meant, the one with the most time.
Result<std::optional<nsys::TargetAtResult>> source_target_at(Session& session, const lsp::HoverParams& params,
                                                             Call&) {
  const auto source = measured_source(session, params.textDocument.uri);
  if (!source) return std::nullopt;
  const SourceMatch* match = source->matches->at(source->document->offset(params.position));
  const auto open = session.library.find_path(source->profile().info().path);
  if (match == nullptr || !open) return std::nullopt;
  const std::string target =
      match->kernels.empty()
          ? target_of_label(match->labels.front())
          : target_of_kernel_name(
                source->profile().derived(build_kernel_stats).by_total[match->kernels.front()].name);
  return nsys::TargetAtResult{open->handle, source->profile().info().path.string(), target};
}

}  // namespace nsys_ai
