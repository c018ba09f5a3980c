// Handlers for virtual documents, pages and the cards of targets.
#include <fmt/format.h>

#include "base/quotation.h"
#include "features/documents/card_cache.h"
#include "features/documents/document_access.h"
#include "features/documents/document_kinds.h"
#include "features/documents/document_locations.h"
#include "features/documents/views.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/viewer/viewer_subject.h"
#include "features/wire.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/suppressions.h"

namespace nsys_ai {
namespace {

// The address of the document that shows the same; nullopt for a view that has none.
std::optional<std::string> document_of_view(const std::string& view, const Profile& profile,
                                            const ViewParams& given) {
  if (view == "annotate" || view == "overview") return uri_of({view, profile.info().path, {}});
  if (view == "ask" && !param_of(given, "question").empty())
    return uri_of(address_of_ask_view(profile, given));
  if (view == "compare" && !param_of(given, "against").empty())
    return uri_of(address_of_compare_view(profile, given));
  if (view == "skill") return uri_of(address_of_skill_view(profile, given));
  return std::nullopt;
}

}  // namespace

void attach_documents(Router& router, Session& session) {
  router.on<method::Document>(
      Lane::bulk, [&session](const nsys::DocumentParams& params, Call& call) -> Result<nsys::DocumentResult> {
        const auto document = open_document(session, params.uri, call.work());
        if (!document) return tl::unexpected(document.error());
        return nsys::DocumentResult{params.uri, (*document)->text.language(), (*document)->text.text()};
      });
  router.on<method::TextDocumentContent>(Lane::bulk,
                                         [&session](const lsp::TextDocumentContentParams& params,
                                                    Call& call) -> Result<lsp::TextDocumentContentResult> {
                                           const auto document =
                                               open_document(session, params.uri, call.work());
                                           if (!document) return tl::unexpected(document.error());
                                           return lsp::TextDocumentContentResult{(*document)->text.text()};
                                         });
  router.on<method::ViewOpen>(
      Lane::bulk, [&session](const nsys::ViewOpenParams& params, Call& call) -> Result<nsys::ViewOpenResult> {
        auto profile = session.library.find(params.profile);
        if (!profile) return tl::unexpected(profile.error());
        ViewParams given;
        if (params.params) given = params.params->entries;
        const auto suppressions = session.suppressions.now();
        const SkillSetPtr skills = session.skills.now();
        const NoteProvider marked = viewer_subject(session, params.profile, *profile).workspace_notes;
        const OtherProfiles others = other_profiles(session);
        const auto page = view_page({*profile, *suppressions, *skills, session.answers, marked, others},
                                    params.view, given, call.work());
        if (!page) return tl::unexpected(page.error());
        return nsys::ViewOpenResult{document_of_view(params.view, **profile, given), wire_page(*page)};
      });
  router.on<method::Locate>(
      Lane::bulk, [&session](const nsys::LocateParams& params, Call& call) -> Result<lsp::Location> {
        const auto found = target_in(session, params.profile, params.target);
        if (!found) return tl::unexpected(found.error());
        if (const auto place = place_of(*found->profile, found->target))
          return location_of(session, found->profile, *place, call.work());
        return fail(ErrorCode::bad_request,
                    fmt::format("params.target: no document describes {}.", quotation(params.target)));
      });
  router.on<method::Explain>(
      Lane::quick, [&session](const nsys::ExplainParams& params, Call&) -> Result<nsys::ExplainResult> {
        const auto found = target_in(session, params.profile, params.target);
        if (!found) return tl::unexpected(found.error());
        const auto card = session.cards.card(found->profile, found->target);
        if (!card)
          return fail(
              ErrorCode::bad_request,
              fmt::format("params.target: {} names nothing in this profile.", quotation(params.target)),
              "Use a target of a page's cell, such as kernel-name:12, or an event reference, such as kernel:1.");
        nsys::ExplainResult result = wire_explanation(params.target, card_in_profile(*card, found->prefix));
        if (const auto place = place_of(*found->profile, found->target)) result.uri = uri_of(place->address);
        return result;
      });
}

}  // namespace nsys_ai
