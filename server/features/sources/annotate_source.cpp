// The editor's text is read, which may not be saved yet.
#include "features/sources/annotate_source.h"

#include <fmt/format.h>

#include "annotate/python_sources.h"
#include "annotate/source_language.h"
#include "base/log.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/workspace/file_uri.h"
#include "features/workspace/workspace.h"
#include "protocol/lsp_capabilities.h"
#include "protocol/nsys_command.h"
#include "protocol/read.h"
#include "protocol/write.h"
#include "rpc/client.h"

namespace nsys_ai {
namespace {

lsp::TextEdit wire_edit(const LineEdit& of) {
  const auto line = [](int64_t number) { return lsp::Position{static_cast<uint32_t>(number), 0}; };
  return {{line(of.first_line), line(of.end_line)}, of.text};
}

// As labels name it, below the innermost folder of the workspace around it.
std::string path_in_workspace(Session& session, const std::string& uri) {
  const auto file = file_of_uri(uri);
  if (!file) return "source.py";
  std::string path;
  for (const std::filesystem::path& folder : session.workspace.folders()) {
    const std::string below = file->lexically_relative(folder).string();
    if (!below.empty() && !below.starts_with("..") && (path.empty() || below.size() < path.size()))
      path = below;
  }
  return path.empty() ? file->filename().string() : path;
}

}  // namespace

Result<Json> handle_annotate(Session& session, const Json& argument, Call& call) {
  const auto asked = read_json<nsys::AnnotateArguments>(argument, "params.arguments[0]");
  if (!asked) return tl::unexpected(asked.error());
  const auto document = session.documents.find(asked->uri);
  if (!document || source_language(document->language(), asked->uri) != SourceLanguage::python)
    return fail(ErrorCode::bad_request, "params.arguments[0].uri: no Python source of this address is open.");
  const size_t at = document->offset(asked->position);
  const size_t begin = document->offset({asked->position.line, 0});
  const PlaceInText place{path_in_workspace(session, asked->uri), int64_t{asked->position.line} + 1,
                          static_cast<int64_t>(at - begin)};
  const auto edits = edit_python_text(place, document->text(), asked->around, call.work());
  if (!edits) return tl::unexpected(edits.error());
  lsp::TextDocumentEdit change{{asked->uri, document->version()}, {}};
  for (const LineEdit& of : *edits) change.edits.push_back(wire_edit(of));
  nsys::AnnotatedSource result{{{std::move(change)}}, false};
  const auto& workspace = session.client_capabilities.workspace;
  if (workspace && workspace->applyEdit.value_or(false)) {
    result.asked = true;
    session.client.request<method::ApplyEdit>(
        {"NVTX range", result.edit}, [](const Result<lsp::ApplyWorkspaceEditResult>& done) {
          if (!done || !done->applied) log_info("The client did not change a source as a command asked.");
        });
  }
  return write_json(result);
}

}  // namespace nsys_ai
