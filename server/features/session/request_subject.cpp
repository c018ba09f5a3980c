// Finds the profile by the parameter that identifies it: a handle, a virtual document, or a source file.
#include "features/session/request_subject.h"

#include "features/documents/document_access.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/workspace/client_profiles.h"

namespace nsys_ai {

RequestSubject request_subject(const Session& session, const Json& params) {
  const Json* handle = params.find("profile");
  if (handle && handle->if_string()) return {*handle->if_string()};
  const Json* uri = params.descend({"textDocument", "uri"});
  if (!uri || !uri->if_string()) return {};
  if (auto document = asked_document(session, *uri->if_string())) {
    const std::string read = document->handle;
    return {read, std::move(*document)};
  }
  const auto active =
      session.documents.find(*uri->if_string()) ? session.library.active() : std::optional<OpenProfile>();
  return {active ? active->handle : std::string()};
}

}  // namespace nsys_ai
