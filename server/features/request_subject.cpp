// The profile by the parameters that name one: a handle, a generated document, or a source file.
#include "features/request_subject.h"

#include "features/client_profiles.h"
#include "features/generated_document.h"
#include "features/session.h"
#include "features/text_document.h"

namespace nsys_ai {

std::string request_subject(const Session& session, const Json& params) {
  const Json* handle = params.find("profile");
  if (handle && handle->if_string()) return *handle->if_string();
  const Json* uri = params.descend({"textDocument", "uri"});
  if (!uri || !uri->if_string()) return {};
  std::optional<OpenProfile> read;
  if (const auto address = parse_document_uri(*uri->if_string())) {
    if (*address) read = session.library.find_path((*address)->profile);
  } else if (session.documents.find(*uri->if_string())) {
    read = session.library.active();
  }
  return read ? read->handle : std::string();
}

}  // namespace nsys_ai
