// nsys-ai's own timeline: an address that the client opens in the user's browser, and the data for clients
// that draw it themselves.
#include "base/text_table.h"
#include "features/documents/document_access.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/viewer/timeline_content.h"
#include "features/viewer/timeline_related.h"
#include "features/viewer/timeline_window.h"
#include "features/viewer/viewer_server.h"
#include "features/viewer/viewer_subject.h"
#include "features/workspace/bookmarks.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/workspace.h"

namespace nsys_ai {
namespace {

// The current annotations on the timeline of a profile.
Annotations annotations_of(const ViewerServer::Subject& subject) {
  return {cached_finding_notes(subject.profile, subject.suppressions), subject.workspace_notes};
}

Result<std::optional<TimelinePart>> asked_part(const std::optional<nsys::TimeWindow>& asked) {
  const auto window = asked_window(asked);
  if (!window) return tl::unexpected(window.error());
  if (!*window) return std::optional<TimelinePart>();
  return std::optional(TimelinePart{(*window)->start, (*window)->end});
}

Result<nsys::OpenTimelineResult> open_timeline(Session& session, const nsys::OpenTimelineParams& params,
                                               const Work& work) {
  auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  const auto window = asked_window(params.window);
  if (!window) return tl::unexpected(window.error());
  std::string base;
  if (params.against) {
    const auto open = other_profiles(session).find(*params.against, work);
    if (!open) return tl::unexpected(open.error());
    base = open->handle;
  }
  const auto subject = viewer_subject_with_others(session, params.profile, *profile);
  auto shown = params.ranks     ? session.viewer.show_rank_timelines(subject, *params.ranks)
               : params.against ? session.viewer.show_timelines(subject, base)
                                : session.viewer.show_timeline(subject, *window);
  if (!shown) return tl::unexpected(shown.error());
  return nsys::OpenTimelineResult{shown->url, shown->port, shown->path, shown->ssh_command};
}

Result<nsys::Timeline> part(Session& session, const nsys::TimelineParams& params, const Call& call) {
  auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  auto part = asked_part(params.window);
  if (!part) return tl::unexpected(part.error());
  const TimelineRequest asked{*part, params.columns, params.rows, params.asAll.value_or(false),
                            params.findings.value_or(true), params.preview.value_or(false)};
  const auto view = parse_timeline_request(**profile, asked);
  if (!view) return tl::unexpected(view.error());
  const Annotations all = annotations_of(viewer_subject(session, params.profile, *profile));
  return timeline_part(**profile, asked_annotations(all, asked), *view, call.work());
}

Result<nsys::TimelineMatches> search(Session& session, const nsys::TimelineSearchParams& params,
                                     const Call& call) {
  auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  auto part = asked_part(params.window);
  if (!part) return tl::unexpected(part.error());
  TimelineSearchRequest asked;
  asked.text = params.text;
  asked.kinds = params.kinds.value_or(std::vector<std::string>());
  asked.rows = params.rows;
  asked.least_ns = params.leastNs.value_or(asked.least_ns);
  asked.from = params.from.value_or(asked.from);
  asked.limit = params.limit.value_or(asked.limit);
  asked.part = *part;
  asked.columns = params.columns.value_or(asked.columns);
  const auto search = asked_timeline_search(**profile, asked);
  if (!search) return tl::unexpected(search.error());
  return timeline_matches(**profile, annotations_of(viewer_subject(session, params.profile, *profile)),
                          *search, call.work());
}

Result<nsys::TimelineWindowResult> window(Session& session, const nsys::TimelineWindowParams& params,
                                          const Call& call) {
  auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  return timeline_window(**profile, *session.skills.now(),
                         {{params.window.startNs, params.window.endNs},
                          params.rows,
                          params.part.value_or(""),
                          params.skill.value_or("")},
                         call.work());
}

Result<nsys::TimelineRelatedResult> relations(Session& session, const nsys::TimelineRelatedParams& params,
                                              const Call& call) {
  const auto found = target_in(session, params.profile, params.target);
  if (!found) return tl::unexpected(found.error());
  return timeline_related(*found->profile, found->target, call.work());
}

Result<nsys::TimelineBookmarkResult> bookmark(Session& session, const nsys::TimelineBookmarkParams& params) {
  auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  const auto file = add_bookmark(session.workspace.folders(), {(*profile)->info().path.filename().string(),
                                                               one_line(params.name),
                                                               {params.window.startNs, params.window.endNs},
                                                               one_line(params.note.value_or(""))});
  if (!file) return tl::unexpected(file.error());
  return nsys::TimelineBookmarkResult{file->string()};
}

}  // namespace

void attach_timeline(Router& router, Session& session) {
  router.on<method::OpenTimeline>(Lane::bulk, [&session](const nsys::OpenTimelineParams& params, Call& call) {
    return open_timeline(session, params, call.work());
  });
  router.on<method::Timeline>(Lane::bulk, [&session](const nsys::TimelineParams& params, Call& call) {
    return part(session, params, call);
  });
  router.on<method::TimelineBookmark>(Lane::bulk, [&session](const nsys::TimelineBookmarkParams& params,
                                                             Call&) { return bookmark(session, params); });
  router.on<method::TimelineRelated>(Lane::bulk,
                                     [&session](const nsys::TimelineRelatedParams& params, Call& call) {
                                       return relations(session, params, call);
                                     });
  router.on<method::TimelineWindow>(Lane::bulk,
                                    [&session](const nsys::TimelineWindowParams& params, Call& call) {
                                      return window(session, params, call);
                                    });
  router.on<method::TimelineSearch>(Lane::bulk,
                                    [&session](const nsys::TimelineSearchParams& params, Call& call) {
                                      return search(session, params, call);
                                    });
}

}  // namespace nsys_ai
