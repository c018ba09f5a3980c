// Every message of the protocol in one sorted list.
#pragma once

#include <string_view>
#include <utility>

#include "protocol/lsp_methods.h"
#include "protocol/nsys_methods.h"

namespace nsys_ai {

template <class... Ms>
struct MethodList {
  template <class Visit>
  static void for_each(Visit&& visit) {
    (visit.template operator()<Ms>(), ...);
  }
  static constexpr bool sorted() {
    std::string_view before;
    return ((std::exchange(before, Ms::kMethod) < Ms::kMethod) && ...);
  }
};

// By name.
using Methods =
    MethodList<method::CancelRequest, method::Progress, method::SetTrace, method::RegisterCapability,
               method::Exit, method::Initialize, method::Initialized, method::ActivateProfile,
               method::CloseProfile, method::Document, method::Explain, method::OpenInPerfetto,
               method::OpenProfile, method::OpenTimeline, method::ProfileInfo, method::Profiles,
               method::Query, method::RunSkill, method::Skills, method::Status, method::ViewOpen,
               method::Shutdown, method::CodeAction, method::CodeLens, method::Completion, method::Definition,
               method::DocumentDiagnostic, method::DidChange, method::DidClose, method::DidOpen,
               method::DocumentLink, method::DocumentSymbol, method::FoldingRange, method::Hover,
               method::InlayHint, method::PublishDiagnostics, method::References, method::SemanticTokensFull,
               method::ShowDocument, method::ShowMessage, method::WorkDoneProgressCancel,
               method::WorkDoneProgressCreate, method::CodeLensRefresh, method::DiagnosticRefresh,
               method::DidChangeConfiguration, method::DidChangeWorkspaceFolders, method::ExecuteCommand,
               method::InlayHintRefresh, method::SemanticTokensRefresh, method::WorkspaceSymbol,
               method::TextDocumentContent, method::TextDocumentContentRefresh>;
static_assert(Methods::sorted());

}  // namespace nsys_ai
