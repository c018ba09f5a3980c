// That a person agreed to what is sent, and to whom: for one workspace, one host and one breadth of names.
// It is kept with the user and never in the workspace, which may come from a stranger.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "agent/consent/model_settings.h"
#include "base/result.h"

namespace nsys_ai {

struct ConsentSubject {
  std::filesystem::path workspace;
  std::string host;
  NamePolicy names = NamePolicy::public_only;
};

// What a person is asked to agree to.
std::string consent_question(const ConsentSubject& subject);

// Consent to more names holds for fewer. Fails where the list cannot be read.
Result<bool> has_consent(const ConsentSubject& subject);
Result<void> give_consent(const ConsentSubject& subject);
// Takes it back for this workspace and host, whatever the names; without a host for all of them.
Result<void> withdraw_consent(const std::filesystem::path& workspace, std::string_view host);

}  // namespace nsys_ai
