// Generated documents and pages, and the card of anything that they name.
#include <fmt/format.h>

#include "features/card_memo.h"
#include "features/client_profiles.h"
#include "features/document_access.h"
#include "features/document_places.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/suppressions.h"
#include "features/wire.h"
#include "view/overview.h"

namespace nsys_ai {
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
        if (params.view != "overview")
          return fail(ErrorCode::bad_request, fmt::format("params.view: there is no view {}.", params.view),
                      "The views are: overview.");
        return nsys::ViewOpenResult{uri_of({"overview", (*profile)->info().path, {}}),
                                    wire_page(overview(**profile, *session.suppressions.now()))};
      });
  router.on<method::Explain>(
      Lane::quick, [&session](const nsys::ExplainParams& params, Call&) -> Result<nsys::ExplainResult> {
        auto profile = session.library.find(params.profile);
        if (!profile) return tl::unexpected(profile.error());
        auto markdown = session.cards.card(*profile, params.target);
        if (!markdown)
          return fail(ErrorCode::bad_request,
                      fmt::format("params.target: {} names nothing in this profile.", params.target),
                      "Use a target of a page's cell, such as kernel-name:12, or an event reference, such as "
                      "kernel:1.");
        nsys::ExplainResult result{params.target, std::move(*markdown), {}};
        if (const auto place = place_of(**profile, params.target)) result.uri = uri_of(place->address);
        return result;
      });
}

}  // namespace nsys_ai
