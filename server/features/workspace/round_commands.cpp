// Files are written; an editor reads those again that it has open. A text that is not saved is not
// overwritten.
#include "features/workspace/round_commands.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "annotate/annotate_rounds.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "features/documents/document_address.h"
#include "features/documents/refresh.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/workspace/file_uri.h"
#include "features/workspace/rounds_page.h"
#include "features/workspace/workspace.h"
#include "protocol/nsys_command.h"
#include "protocol/read.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

Result<void> check_saved(Session& session, const AnnotateRound& round) {
  for (const auto& document : session.documents.all()) {
    const auto file = file_of_uri(document->uri());
    if (!file) continue;
    for (const fs::path& of : files_of_round(round)) {
      std::error_code error;
      if (!fs::equivalent(*file, of, error)) continue;
      std::ostringstream saved;
      saved << std::ifstream(of, std::ios::binary).rdbuf();
      if (saved.str() != document->text())
        return fail(ErrorCode::cannot_do, fmt::format("{} is open and not saved.", of.filename().string()),
                    "Save it first.");
    }
  }
  return {};
}

Result<Json> run_when_saved(Session& session, std::string_view command, const Json& argument,
                            const Work& work) {
  const auto asked = read_json<nsys::RoundArguments>(argument, "params.arguments[0]");
  if (!asked) return tl::unexpected(asked.error());
  const auto round = read_round(asked->round);
  if (!round) return tl::unexpected(round.error());
  if (const auto saved = check_saved(session, *round); !saved) return tl::unexpected(saved.error());
  const auto done = run_on_round(command, *round, work);
  if (!done) return tl::unexpected(done.error());
  refresh_documents(session);
  return write_json(*done);
}

}  // namespace

Result<Json> handle_annotation_rounds(Session& session, const Json&, Call&) {
  const auto folder = rounds_of({}, session.workspace.folders());
  const std::vector<AnnotateRound> rounds = folder ? rounds_in(*folder) : std::vector<AnnotateRound>();
  const AnnotateRound* const kept = last_kept(rounds);
  if (kept == nullptr || kept->profiles.empty())
    return fail(ErrorCode::cannot_do, "The workspace has no annotation rounds.",
                "Start the loop in its folder: nsys-ai annotate loop SOURCES -- PROGRAM");
  const std::string& profile = kept->profiles.front();
  return write_json(nsys::AnnotationRounds{folder->string(), round_folder(*folder, kept->number).string(),
                                           profile, uri_of({"annotate", profile, {}})});
}

Result<Json> handle_accept_round(Session& session, const Json& argument, Call& call) {
  return run_when_saved(session, kAcceptRound, argument, call.work());
}

Result<Json> handle_take_back_ranges(Session& session, const Json& argument, Call& call) {
  return run_when_saved(session, kTakeBackRanges, argument, call.work());
}

Result<nsys::RoundDone> run_on_round(std::string_view command, const AnnotateRound& round, const Work& work) {
  const bool accepts = command == kAcceptRound;
  if (!accepts && command != kTakeBackRanges)
    return fail(ErrorCode::bad_request, fmt::format("{} is no command about a round.", quotation(command)));
  const auto edits = accepts ? accept_round(round, work) : take_source_ranges(round.root, work);
  if (!edits) return tl::unexpected(edits.error());
  std::string text = "The sources have no ranges.";
  if (accepts)
    text = fmt::format("{} of round {} {} in the sources now; {} changed.",
                       counted(edits->labels.size(), "range", "ranges"), round.number,
                       edits->labels.size() == 1 ? "is" : "are", counted(edits->files, "file", "files"));
  else if (edits->files > 0)
    text = fmt::format("The ranges of {} are taken back.", counted(edits->files, "file", "files"));
  for (const std::string& note : edits->notes) text += " " + one_line(note) + ".";
  return nsys::RoundDone{std::move(text), edits->files};
}

}  // namespace nsys_ai
