// Definition in virtual documents: leads from a name or an event to its document, and from there to the
// source.
#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/document_locations.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

// The beginning of the source line, or the start of the file if the line is unknown.
std::optional<lsp::Location> source_of(std::string_view target) {
  auto uri = source_uri_of(target);
  if (!uri) return std::nullopt;
  const auto line = static_cast<uint32_t>(std::max<int64_t>(parse_target(target)->number, 1) - 1);
  return lsp::Location{std::move(*uri), {{line, 0}, {line, 0}}};
}

// The first source that a document names.
std::vector<lsp::Location> source_in(const VirtualDocument& document) {
  for (const Mark& mark : document.page.marks)
    if (auto source = source_of(mark.target)) return {std::move(*source)};
  return {};
}

}  // namespace

Result<std::vector<lsp::Location>> document_definition(Session& session, const VirtualDocument& document,
                                                       const lsp::DefinitionParams& params, Call& call) {
  const Mark* mark = document.mark_at(params.position);
  if (mark == nullptr) return params.position.line == 0 ? source_in(document) : std::vector<lsp::Location>{};
  if (auto source = source_of(mark->target)) return std::vector{std::move(*source)};
  const auto found = target_of_mark(session, document, *mark);
  auto place = found ? place_of(*found->profile, found->target) : std::nullopt;
  if (!place) return std::vector<lsp::Location>{};
  // The definition of an event is the list of its kernel's or label's instances; from there it is the page
  // about all of them.
  if (uri_of(place->address) == document.uri && document.address.kind == "instances")
    place = DocumentLocation{subject_of_instances(document.address)};
  auto location = location_of(session, found->profile, *place, call.work());
  if (!location) return tl::unexpected(location.error());
  return std::vector{std::move(*location)};
}

}  // namespace nsys_ai
