// Virtual documents and pages, and the card of anything that they name.
#include <fmt/format.h>

#include "base/quotation.h"
#include "features/documents/card_cache.h"
#include "features/documents/document_access.h"
#include "features/documents/document_locations.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/wire.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/suppressions.h"
#include "view/pages/overview.h"

namespace nsys_ai::inline features {
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
      Lane::bulk, [&session](const nsys::ViewOpenParams& params, Call&) -> Result<nsys::ViewOpenResult> {
        auto profile = session.library.find(params.profile);
        if (!profile) return tl::unexpected(profile.error());
        auto page = view_of(**profile, params.view, *session.suppressions.now());
        if (!page)
          return fail(ErrorCode::bad_request,
                      fmt::format("params.view: there is no view {}.", quotation(params.view)),
                      "The views are: overview, overview-findings, overview-ranges.");
        return nsys::ViewOpenResult{uri_of({"overview", (*profile)->info().path, {}}), wire_page(*page)};
      });
  router.on<method::Explain>(
      Lane::quick, [&session](const nsys::ExplainParams& params, Call&) -> Result<nsys::ExplainResult> {
        auto profile = session.library.find(params.profile);
        if (!profile) return tl::unexpected(profile.error());
        auto markdown = session.cards.card(*profile, params.target);
        if (!markdown)
          return fail(
              ErrorCode::bad_request,
              fmt::format("params.target: {} names nothing in this profile.", quotation(params.target)),
              "Use a target of a page's cell, such as kernel-name:12, or an event reference, such as kernel:1.");
        nsys::ExplainResult result{params.target, std::move(*markdown), {}};
        if (const auto place = place_of(**profile, params.target)) result.uri = uri_of(place->address);
        return result;
      });
}

}  // namespace nsys_ai::inline features
