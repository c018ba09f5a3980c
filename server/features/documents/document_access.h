// Access to virtual documents.
#pragma once

#include <optional>
#include <string>

#include "base/work.h"
#include "features/documents/virtual_document.h"
#include "profile/library.h"

namespace nsys_ai {

struct Session;

// Of a profile that is open.
Result<DocumentPtr> document_at(Session& session, const ProfilePtr& profile, const DocumentAddress& address,
                                const Work& work);

// What a request about a document asks for, by its address.
struct AskedDocument {
  Result<DocumentAddress> address;
  std::string handle;  // of its profile, empty where that is not open
};
// Nothing where it is no address of ours.
std::optional<AskedDocument> asked_document(const Session& session, const std::string& uri);

// Null where its profile is not open. Fails on a bad address.
Result<DocumentPtr> document_if_open(Session& session, const AskedDocument& asked, const Work& work);

// Opens the profile when it is not open: a document survives a restart of the server. Fails also on an
// address that is not ours.
Result<DocumentPtr> open_document(Session& session, const std::string& uri, const Work& work);

// Opens a profile, or reloads it where its file changed: then what was derived from the former profile is
// dropped, and clients that support it are notified of changed documents. Whoever opens a profile does so
// here: findings and what is said of sources follow.
Result<OpenProfile> open_profile(Session& session, const std::filesystem::path& path, const Work& work);

}  // namespace nsys_ai
