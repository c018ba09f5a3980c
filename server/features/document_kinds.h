// The kinds of documents that the server makes, and how each is made.
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "features/document_address.h"
#include "profile/profile.h"
#include "view/page.h"

namespace nsys_ai {

struct Session;

// The page behind an address. Fails when the profile has nothing of that name, saying what is near, and when
// it is cancelled.
Result<Page> make_page(Session& session, const ProfilePtr& profile, const DocumentAddress& address,
                       const Work& work);

// What of a document may change while its profile does not: the text of a user's own skill, and what the
// workspace suppresses.
std::string version_of(Session& session, const DocumentAddress& address);

}  // namespace nsys_ai
