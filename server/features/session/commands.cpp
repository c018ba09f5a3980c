// One function for each command. The server asks the client to show a document without waiting for it,
// because a person may take time; a client that refuses finds the address in the result.
#include "features/session/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/log.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "features/documents/command_links.h"
#include "features/documents/document_access.h"
#include "features/documents/refresh.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/sources/annotate_source.h"
#include "features/viewer/viewer_server.h"
#include "features/viewer/viewer_subject.h"
#include "features/workspace/bookmarks.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/round_commands.h"
#include "features/workspace/rounds_page.h"
#include "features/workspace/suppressions.h"
#include "features/workspace/workspace.h"
#include "protocol/bookmark_file.h"
#include "protocol/lsp_capabilities.h"
#include "protocol/nsys_command.h"
#include "rpc/client.h"
#include "skill/user_skills.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kArgument = "params.arguments[0]";

tl::unexpected<Error> bad_argument(std::string_view field, std::string_view what, std::string hint = {}) {
  return fail(ErrorCode::bad_request, fmt::format("{}.{}: {}", kArgument, field, what), std::move(hint));
}

// Returns whether the client supports the request and was asked.
bool ask_to_show(Session& session, const lsp::ShowDocumentParams& params) {
  const auto& window = session.client_capabilities.window;
  if (!window || !window->showDocument || !window->showDocument->support) return false;
  const std::string uri = params.uri;
  session.client.request<method::ShowDocument>(params, [uri](const Result<lsp::ShowDocumentResult>& result) {
    if (!result || !result->success) log_info("The client did not show what a command was to show.");
  });
  return true;
}

Json show(Session& session, const std::string& uri) {
  const bool asked = ask_to_show(session, {uri, std::nullopt, true, std::nullopt});
  return write_json(nsys::ShownDocument{uri, asked});
}

Result<Json> handle_show_document(Session& session, const Json& argument, Call&) {
  const auto arguments = read_json<nsys::ShowDocumentArguments>(argument, kArgument);
  if (!arguments) return tl::unexpected(arguments.error());
  if (!is_document_uri(arguments->uri))
    return bad_argument("uri", "this is no document of this server.", "They begin with nsys-ai://.");
  return show(session, arguments->uri);
}

// The place in a profile that a command is about.
struct RequestedPlace {
  OpenProfile open;
  std::optional<Interval> window;  // around the target, if there is one
  std::optional<std::string> target;
};

Result<RequestedPlace> asked_place(Session& session, const Json& argument, const Call& call) {
  const auto arguments = read_json<nsys::OpenInPerfettoArguments>(argument, kArgument);
  if (!arguments) return tl::unexpected(arguments.error());
  auto open = open_profile(session, arguments->profile, call.work());
  if (!open) return tl::unexpected(open.error());
  std::optional<Interval> window;
  if (arguments->window) window = Interval{arguments->window->startNs, arguments->window->endNs};
  if (window && window->empty()) return bad_argument("window", "it ends before it begins.");
  if (arguments->target) {
    window = window_around(*open->profile, *arguments->target);
    if (!window)
      return bad_argument("target", fmt::format("{} has no place on the timeline of this profile.",
                                                quotation(*arguments->target)));
  }
  return RequestedPlace{std::move(*open), window, arguments->target};
}

Result<Json> handle_show_on_timeline(Session& session, const Json& argument, Call& call) {
  const auto place = asked_place(session, argument, call);
  if (!place) return tl::unexpected(place.error());
  const auto subject = viewer_subject(session, place->open.handle, place->open.profile);
  const auto shown = place->target ? session.viewer.show_on_timeline(subject, *place->target)
                                   : session.viewer.show_timeline(subject, place->window);
  if (!shown) return tl::unexpected(shown.error());
  const bool asked = ask_to_show(session, {shown->url, true, std::nullopt, std::nullopt});
  Json result =
      write_json(nsys::OpenTimelineResult{shown->url, shown->port, shown->path, shown->ssh_command});
  result.set("asked", asked);
  return result;
}

Result<Json> handle_open_in_perfetto(Session& session, const Json& argument, Call& call) {
  const auto place = asked_place(session, argument, call);
  if (!place) return tl::unexpected(place.error());
  const OpenProfile* open = &place->open;
  const auto shown =
      session.viewer.show_trace(viewer_subject(session, open->handle, open->profile), {place->window});
  if (!shown) return tl::unexpected(shown.error());
  const bool asked = ask_to_show(session, {shown->url, true, std::nullopt, std::nullopt});
  Json result = write_json(nsys::OpenInPerfettoResult{shown->url, shown->port, shown->path,
                                                      shown->ssh_command, trace_file_name(*open->profile)});
  result.set("asked", asked);
  return result;
}

Result<OpenProfile> profile_of(Session& session, const std::optional<std::string>& path, const Call& call) {
  if (path) return open_profile(session, *path, call.work());
  if (auto active = session.library.active()) return std::move(*active);
  return fail(ErrorCode::cannot_do, "No profile is open.", "Open one first.");
}

Result<Json> handle_run_skill(Session& session, const Json& argument, Call& call) {
  const auto arguments = read_json<nsys::RunSkillArguments>(argument, kArgument);
  if (!arguments) return tl::unexpected(arguments.error());
  const auto skill = session.skills.now()->find(arguments->skill);
  if (!skill) return bad_argument("skill", skill.error().message, skill.error().hint);
  const auto open = profile_of(session, arguments->profile, call);
  if (!open) return tl::unexpected(open.error());
  DocumentAddress address{"skill", open->profile->info().path, {{"name", arguments->skill}}};
  if (arguments->params)
    for (const auto& [name, value] : arguments->params->entries)
      address.item.emplace_back(name, value.text());
  return show(session, uri_of(address));
}

Result<Json> handle_suppress_finding(Session& session, const Json& argument, Call&) {
  const auto arguments = read_json<nsys::SuppressFindingArguments>(argument, kArgument);
  if (!arguments) return tl::unexpected(arguments.error());
  if (const auto good = check_finding(arguments->finding); !good)
    return bad_argument("finding", good.error().message, good.error().hint);
  if (arguments->reason.empty())
    return bad_argument("reason", "a suppression without a reason is of no use.");
  const auto file = session.suppressions.add(
      {arguments->finding, one_line(arguments->reason), one_line(arguments->profiles.value_or(""))});
  if (!file) return tl::unexpected(file.error());
  refresh_documents(session);
  Json result = Json::object();
  result.set("file", file->string());
  return result;
}

Result<Json> handle_unsuppress_finding(Session& session, const Json& argument, Call&) {
  const auto arguments = read_json<nsys::UnsuppressFindingArguments>(argument, kArgument);
  if (!arguments) return tl::unexpected(arguments.error());
  const std::string name = std::filesystem::path(arguments->profile).filename().string();
  if (const auto removed = session.suppressions.remove(arguments->finding, name); !removed)
    return tl::unexpected(removed.error());
  refresh_documents(session);
  return Json();
}

Result<Json> handle_add_bookmark(Session& session, const Json& argument, Call&) {
  auto entry = read_json<BookmarkEntry>(argument, kArgument);
  if (!entry) return tl::unexpected(entry.error());
  const auto file =
      add_bookmark(session.workspace.folders(), {std::filesystem::path(entry->profile).filename().string(),
                                                 one_line(entry->name),
                                                 {entry->startNs, entry->endNs.value_or(entry->startNs)},
                                                 one_line(entry->note.value_or(""))});
  if (!file) return tl::unexpected(file.error());
  Json result = Json::object();
  result.set("file", file->string());
  return result;
}

Result<Json> handle_remove_bookmark(Session& session, const Json& argument, Call&) {
  const auto arguments = read_json<nsys::RemoveBookmarkArguments>(argument, kArgument);
  if (!arguments) return tl::unexpected(arguments.error());
  const std::string profile = std::filesystem::path(arguments->profile).filename().string();
  if (const auto removed = remove_bookmark(session.workspace.folders(), profile, arguments->name); !removed)
    return tl::unexpected(removed.error());
  return Json();
}

}  // namespace

std::span<const ServerCommand> server_commands() {
  static constexpr std::array kCommands = {
      ServerCommand{kAcceptRound, "Puts the ranges of a round of the annotation loop into the sources.",
                    handle_accept_round},
      ServerCommand{kAddBookmark, "Marks a place of a profile.", handle_add_bookmark},
      ServerCommand{kAnnotate, "Puts an NVTX range into a Python source that is open, or takes all back.",
                    handle_annotate},
      ServerCommand{"nsys-ai.annotationRounds", "Finds the rounds of the annotation loop of the workspace.",
                    handle_annotation_rounds},
      ServerCommand{kOpenInPerfetto, "Shows a profile, or the part around something in it, in Perfetto.",
                    handle_open_in_perfetto},
      ServerCommand{kRemoveBookmark, "Takes such a mark away.", handle_remove_bookmark},
      ServerCommand{kRunSkill, "Shows the answer of a skill.", handle_run_skill},
      ServerCommand{kShowDocument, "Shows a document of this server.", handle_show_document},
      ServerCommand{kShowOnTimeline, "Shows a profile, or something in it, on the timeline.",
                    handle_show_on_timeline},
      ServerCommand{kSuppressFinding, "Leaves a finding out from now on, for a reason.",
                    handle_suppress_finding},
      ServerCommand{kTakeBackRanges, "Takes all ranges of the sources of a round back.",
                    handle_take_back_ranges},
      ServerCommand{kUnsuppressFinding, "Tells a finding again.", handle_unsuppress_finding},
  };
  return kCommands;
}

void attach_commands(Router& router, Session& session) {
  router.on<method::ExecuteCommand>(
      Lane::bulk, [&session](const lsp::ExecuteCommandParams& params, Call& call) -> Result<Json> {
        for (const ServerCommand& command : server_commands()) {
          if (command.name != params.command) continue;
          const bool given = params.arguments && !params.arguments->empty();
          return command.run(session, given ? params.arguments->front() : Json(), call);
        }
        return fail(ErrorCode::bad_request,
                    fmt::format("params.command: there is no command {}.", quotation(params.command)));
      });
}

}  // namespace nsys_ai
