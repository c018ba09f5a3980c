// References in virtual documents: all runs of a kernel and all ranges of a label, sent in parts to clients
// that ask for parts.
#include <algorithm>

#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/document_locations.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kPart = 500;

// The lines of a document of instances; each begins with its event.
std::vector<lsp::Location> events_in(const VirtualDocument& document) {
  std::vector<lsp::Location> events;
  for (const Mark& mark : document.page.marks) {
    const auto target = parse_target(mark.target);
    if (target && (target->kind == TargetKind::kernel || target->kind == TargetKind::nvtx))
      events.push_back({document.uri, document.range_of(mark)});
  }
  return events;
}

// Sends all events in parts, so that the reply is empty. Stops if the client disconnects or cancels.
void send_in_parts(const std::vector<lsp::Location>& events, const Token& token, Call& call) {
  for (size_t at = 0; at < events.size(); at += kPart) {
    const auto first = events.begin() + static_cast<ptrdiff_t>(at);
    const auto last = events.begin() + static_cast<ptrdiff_t>(std::min(at + kPart, events.size()));
    const bool sent =
        call.client().notify_bulk<method::Progress>({token, std::vector(first, last)}, call.cancel());
    if (!sent) return;
  }
}

}  // namespace

Result<std::vector<lsp::Location>> document_references(Session& session, const VirtualDocument& document,
                                                       const lsp::ReferenceParams& params, Call& call) {
  std::vector<lsp::Location> events;
  const Mark* mark = document.mark_at(params.position);
  if (mark == nullptr && params.position.line > 0) return events;
  const auto address =
      mark == nullptr ? instances_of(document.address) : instances_of(*document.profile, mark->target);
  if (!address) return events;
  const auto instances = document_at(session, document.profile, *address, call.work());
  if (!instances) return tl::unexpected(instances.error());
  if (params.context.includeDeclaration) events.push_back({uri_of(subject_of_instances(*address)), {}});
  for (lsp::Location& event : events_in(**instances)) events.push_back(std::move(event));
  if (!params.partialResultToken) return events;
  send_in_parts(events, *params.partialResultToken, call);
  return std::vector<lsp::Location>{};
}

}  // namespace nsys_ai
