// Every message of the protocol as a type, and one sorted list of them.
//
// A request has Params and a Result, a notification has Params alone. A handler's signature, the router's
// table, the schema and the clients' types all come from here.
#pragma once

#include <string_view>
#include <utility>

#include "protocol/lsp.h"
#include "protocol/lsp_session.h"
#include "protocol/nsys.h"
#include "protocol/nsys_page.h"
#include "protocol/nsys_query.h"
#include "protocol/nsys_skill.h"

namespace nsys_ai {

// Which side sends a message.
enum class Sender { client, server, either };

struct FromClient {
  static constexpr Sender kSender = Sender::client;
};
struct FromServer {
  static constexpr Sender kSender = Sender::server;
};
struct FromEither {
  static constexpr Sender kSender = Sender::either;
};

template <class M>
concept RequestMethod = requires {
  typename M::Result;
};
template <class M>
concept NotificationMethod = !RequestMethod<M>;
// While several wait for one document, only the newest is worth an answer.
template <class M>
concept LatestPerDocument = requires {
  requires M::kLatestPerDocument;
};
// Long work: progress is reported under this title.
template <class M>
concept LongWork = requires {
  std::string_view(M::kTitle);
};

namespace method {

struct CancelRequest : FromEither {
  using Params = lsp::CancelParams;
  static constexpr std::string_view kMethod = "$/cancelRequest";
  static constexpr std::string_view kDoc =
      "The answer is no longer wanted; the request fails with -32800 at once.";
};

struct Progress : FromServer {
  using Params = lsp::ProgressParams;
  static constexpr std::string_view kMethod = "$/progress";
  static constexpr std::string_view kDoc = "How far long work is.";
};

struct SetTrace : FromClient {
  using Params = lsp::SetTraceParams;
  static constexpr std::string_view kMethod = "$/setTrace";
  static constexpr std::string_view kDoc = "How much the server is to tell about itself.";
};

struct Exit : FromClient {
  using Params = Nothing;
  static constexpr std::string_view kMethod = "exit";
  static constexpr std::string_view kDoc = "Ends the process: with 0 after `shutdown`, with 1 without.";
};

struct Initialize : FromClient {
  using Params = lsp::InitializeParams;
  using Result = lsp::InitializeResult;
  static constexpr std::string_view kMethod = "initialize";
  static constexpr std::string_view kDoc = "Begins the session and settles what both sides can do.";
};

struct Initialized : FromClient {
  using Params = lsp::InitializedParams;
  static constexpr std::string_view kMethod = "initialized";
  static constexpr std::string_view kDoc = "The client has read the answer to `initialize`.";
};

struct CloseProfile : FromClient {
  using Params = nsys::ProfileParams;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "nsys/closeProfile";
  static constexpr std::string_view kDoc = "Closes a profile; its memory is freed once running requests end.";
};

struct Document : FromClient {
  using Params = nsys::DocumentParams;
  using Result = nsys::DocumentResult;
  static constexpr std::string_view kMethod = "nsys/document";
  static constexpr std::string_view kDoc = "The text of a document that the server makes.";
  static constexpr std::string_view kTitle = "Opening the profile";
};

struct Explain : FromClient {
  using Params = nsys::ExplainParams;
  using Result = nsys::ExplainResult;
  static constexpr std::string_view kMethod = "nsys/explain";
  static constexpr std::string_view kDoc = "The card that a hover over the target shows.";
};

struct OpenInPerfetto : FromClient {
  using Params = nsys::OpenInPerfettoParams;
  using Result = nsys::OpenInPerfettoResult;
  static constexpr std::string_view kMethod = "nsys/openInPerfetto";
  static constexpr std::string_view kDoc = "Serves the profile to Perfetto in the user's browser.";
};

struct OpenProfile : FromClient {
  using Params = nsys::OpenProfileParams;
  using Result = nsys::ProfileInfo;
  static constexpr std::string_view kMethod = "nsys/openProfile";
  static constexpr std::string_view kDoc =
      "Opens a profile. Opening a file that is open gives the same handle.";
  static constexpr std::string_view kTitle = "Opening the profile";
};

struct ProfileInfo : FromClient {
  using Params = nsys::ProfileParams;
  using Result = nsys::ProfileInfo;
  static constexpr std::string_view kMethod = "nsys/profileInfo";
  static constexpr std::string_view kDoc = "What an open profile holds.";
};

struct Profiles : FromClient {
  using Params = nsys::ProfilesParams;
  using Result = nsys::ProfilesResult;
  static constexpr std::string_view kMethod = "nsys/profiles";
  static constexpr std::string_view kDoc = "The profiles that are open.";
};

struct Query : FromClient {
  using Params = nsys::QueryParams;
  using Result = nsys::Answer;
  static constexpr std::string_view kMethod = "nsys/query";
  static constexpr std::string_view kDoc = "Reads the tables of a profile with one SELECT.";
  static constexpr std::string_view kTitle = "Running the query";
};

struct RunSkill : FromClient {
  using Params = nsys::RunSkillParams;
  using Result = nsys::Answer;
  static constexpr std::string_view kMethod = "nsys/runSkill";
  static constexpr std::string_view kDoc = "Asks a skill its question.";
  static constexpr std::string_view kTitle = "Running the skill";
};

struct Skills : FromClient {
  using Params = nsys::SkillsParams;
  using Result = nsys::SkillsResult;
  static constexpr std::string_view kMethod = "nsys/skills";
  static constexpr std::string_view kDoc = "The questions that can be asked.";
};

struct ViewOpen : FromClient {
  using Params = nsys::ViewOpenParams;
  using Result = nsys::ViewOpenResult;
  static constexpr std::string_view kMethod = "nsys/viewOpen";
  static constexpr std::string_view kDoc = "A page to draw.";
};

struct Shutdown : FromClient {
  using Params = Nothing;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "shutdown";
  static constexpr std::string_view kDoc = "Ends the session; the process stays until `exit`.";
};

struct DidChange : FromClient {
  using Params = lsp::DidChangeTextDocumentParams;
  static constexpr std::string_view kMethod = "textDocument/didChange";
  static constexpr std::string_view kDoc = "A document's text changed.";
};

struct DidClose : FromClient {
  using Params = lsp::DidCloseTextDocumentParams;
  static constexpr std::string_view kMethod = "textDocument/didClose";
  static constexpr std::string_view kDoc = "A document was closed.";
};

struct DidOpen : FromClient {
  using Params = lsp::DidOpenTextDocumentParams;
  static constexpr std::string_view kMethod = "textDocument/didOpen";
  static constexpr std::string_view kDoc = "A document was opened.";
};

struct Hover : FromClient {
  using Params = lsp::HoverParams;
  using Result = std::optional<lsp::Hover>;
  static constexpr std::string_view kMethod = "textDocument/hover";
  static constexpr std::string_view kDoc = "What is to be said about a place in a document.";
  static constexpr bool kLatestPerDocument = true;
};

struct LogMessage : FromServer {
  using Params = lsp::LogMessageParams;
  static constexpr std::string_view kMethod = "window/logMessage";
  static constexpr std::string_view kDoc = "A line for the editor's log.";
};

struct ShowMessage : FromServer {
  using Params = lsp::ShowMessageParams;
  static constexpr std::string_view kMethod = "window/showMessage";
  static constexpr std::string_view kDoc = "A message to the user.";
};

struct WorkDoneProgressCancel : FromClient {
  using Params = lsp::WorkDoneProgressCancelParams;
  static constexpr std::string_view kMethod = "window/workDoneProgress/cancel";
  static constexpr std::string_view kDoc = "The user stopped the work behind a progress.";
};

struct WorkDoneProgressCreate : FromServer {
  using Params = lsp::WorkDoneProgressCreateParams;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "window/workDoneProgress/create";
  static constexpr std::string_view kDoc = "Asks the client to show progress that no request asked for.";
};

struct TextDocumentContent : FromClient {
  using Params = lsp::TextDocumentContentParams;
  using Result = lsp::TextDocumentContentResult;
  static constexpr std::string_view kMethod = "workspace/textDocumentContent";
  static constexpr std::string_view kDoc = "The text of a document that the server makes.";
  static constexpr std::string_view kTitle = "Opening the profile";
};

struct TextDocumentContentRefresh : FromServer {
  using Params = lsp::TextDocumentContentRefreshParams;
  using Result = Nothing;
  static constexpr std::string_view kMethod = "workspace/textDocumentContent/refresh";
  static constexpr std::string_view kDoc = "A document that the server makes has a new text.";
};

}  // namespace method

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
    MethodList<method::CancelRequest, method::Progress, method::SetTrace, method::Exit, method::Initialize,
               method::Initialized, method::CloseProfile, method::Document, method::Explain,
               method::OpenInPerfetto, method::OpenProfile, method::ProfileInfo, method::Profiles,
               method::Query, method::RunSkill, method::Skills, method::ViewOpen, method::Shutdown,
               method::DidChange, method::DidClose, method::DidOpen, method::Hover, method::LogMessage,
               method::ShowMessage, method::WorkDoneProgressCancel, method::WorkDoneProgressCreate,
               method::TextDocumentContent, method::TextDocumentContentRefresh>;
static_assert(Methods::sorted());

}  // namespace nsys_ai
