// Answers textDocument/codeAction in Python sources: NVTX ranges at a line. The source is read when one is
// chosen.
#include <algorithm>

#include "annotate/source_language.h"
#include "features/documents/command_links.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/sources/source_answers.h"
#include "features/workspace/client_profiles.h"

namespace nsys_ai {

Result<std::vector<lsp::CodeAction>> source_code_action(Session& session, const lsp::CodeActionParams& params,
                                                        Call&) {
  constexpr std::string_view kKind = "refactor.rewrite";
  const std::string& uri = params.textDocument.uri;
  const auto document = session.documents.find(uri);
  std::vector<lsp::CodeAction> actions;
  if (!document || source_language(document->language(), uri) != SourceLanguage::python ||
      !session.library.active())
    return actions;
  const auto& only = params.context.only;
  if (only &&
      std::none_of(only->begin(), only->end(), [&](const std::string& of) { return kKind.starts_with(of); }))
    return actions;
  const lsp::Position at = params.range.start;
  const auto add = [&](const std::string& title, const char* around) {
    lsp::CodeAction& action = actions.emplace_back();
    action.title = title;
    action.kind = kKind;
    action.command = annotate_source(title, uri, at, around);
  };
  if (document->line(at.line).find('(') != std::string_view::npos)
    add("Put an NVTX range around this call", "call");
  add("Put an NVTX range around this statement", "statement");
  add("Put an NVTX range around this function", "function");
  if (document->text().find("_nsys_ai_") != std::string::npos)
    add("Take back the NVTX ranges of this file", "nothing");
  return actions;
}

}  // namespace nsys_ai
