// Access to virtual documents.
#pragma once

#include <optional>
#include <string>

#include "base/work.h"
#include "features/documents/other_profiles.h"
#include "features/documents/virtual_document.h"
#include "profile/library.h"

namespace nsys_ai {

struct Session;

// The document at an address in an open profile.
Result<DocumentPtr> document_at(Session& session, const ProfilePtr& profile, const DocumentAddress& address,
                                const Work& work);

// The document that a request is about, identified by its address.
struct RequestedDocument {
  Result<DocumentAddress> address;
  std::string handle;  // of its profile; empty if the profile is not open
};
// Returns nullopt for an address that is not one of this server's.
std::optional<RequestedDocument> asked_document(const Session& session, const std::string& uri);

// Null if the profile is not open. Fails on an invalid address.
Result<DocumentPtr> document_if_open(Session& session, const RequestedDocument& asked, const Work& work);

// Opens the profile if necessary, so that a document survives a restart of the server. Fails also on an
// address that is not one of this server's.
Result<DocumentPtr> open_document(Session& session, const std::string& uri, const Work& work);

// What a mark names: in the document's profile, or in the one that it is compared with. Fails if that is
// closed.
Result<FoundTarget> target_of_mark(Session& session, const VirtualDocument& document, const Mark& mark);

// The profiles of a session by handle or path; opens files that are not open, too.
OtherProfiles other_profiles(Session& session);
// Where a target is, given with the handle of a profile.
Result<FoundTarget> target_in(Session& session, const std::string& handle, std::string_view text);

// Opens the profile that another one is compared with, which does not become the active one.
Result<OpenProfile> open_beside(Session& session, const std::filesystem::path& path, const Work& work);

// Opens a profile, or reloads it if its file changed. A reload drops everything derived from the former
// profile and notifies the clients that support it of changed documents. Every feature opens profiles through
// this function, because it also refreshes findings and annotations of sources.
Result<OpenProfile> open_profile(Session& session, const std::filesystem::path& path, const Work& work);

}  // namespace nsys_ai
