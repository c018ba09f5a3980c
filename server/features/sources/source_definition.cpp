// Leads from a name in a source to the documents about it.
#include "features/session.h"
#include "features/sources/measured_source.h"
#include "features/sources/source_answers.h"
#include "features/sources/source_links.h"

namespace nsys_ai {

Result<std::vector<lsp::Location>> source_definition(Session& session, const lsp::DefinitionParams& params,
                                                     Call&) {
  std::vector<lsp::Location> locations;
  const auto source = measured_source(session, params.textDocument.uri);
  if (!source) return locations;
  if (const SourceMatch* match = source->matches->at(source->document->offset(params.position)))
    for (const DocumentAddress& of : documents_of(source->profile(), *match))
      locations.push_back({uri_of(of), {}});
  return locations;
}

}  // namespace nsys_ai
