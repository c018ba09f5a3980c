// A person's consent to what is sent and to whom: for one workspace, one host and one policy on names. It is
// stored with the user and never in the workspace, which may be untrusted.
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

// The question that asks a person for consent.
std::string consent_question(const ConsentSubject& subject);

// Consent to more names includes consent to fewer. Fails if the list cannot be read.
Result<bool> has_consent(const ConsentSubject& subject);
Result<void> give_consent(const ConsentSubject& subject);
// Withdraws consent for this workspace and host, for all policies; an empty host means all hosts.
Result<void> withdraw_consent(const std::filesystem::path& workspace, std::string_view host);

}  // namespace nsys_ai
