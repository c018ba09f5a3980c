// What the features of one client's session share.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "features/active_profile.h"
#include "features/client_profiles.h"
#include "features/document_store.h"
#include "features/server.h"
#include "features/settings.h"
#include "features/source_memo.h"
#include "features/suppressions.h"
#include "features/text_document.h"
#include "features/workspace_folders.h"
#include "rpc/connection.h"
#include "skill/user_skills.h"
#include "skills/list.h"

namespace nsys_ai {

struct Session;
// Requests under way on it are answered so, its documents have a new text, and lenses and problems with them.
void profile_was_read_anew(Session& session, std::string_view handle, const Profile& former);

// Each member says which threads may use it. Outlives the router's handlers.
struct Session {
  Server& server;                        // thread-safe: what all clients share
  RpcConnection& connection;             // its thread-safe parts
  Client& client = connection.client();  // thread-safe
  lsp::ClientCapabilities can{};         // the client's; set before any other handler than `initialize` runs
  TextDocuments documents{};             // thread-safe
  ActiveProfile active{};                // thread-safe
  CurrentSettings settings{};            // thread-safe
  SourceMemo sources{};                  // thread-safe
  WorkspaceFolders folders{};            // thread-safe
  UserSkills skills{built_in_skills(), skill_folders({})};  // thread-safe
  Suppressions suppressions{};                              // thread-safe
  DocumentStore generated{};                                // thread-safe
  std::atomic<bool> client_refreshes_documents{false};      // that the server makes, when told
  AnswerMemo& answers = server.answers;                     // thread-safe
  Browser& browser = server.browser;                        // thread-safe
  // Last, since other clients' openings tell it of profiles for as long as it lives.
  ClientProfiles library{server, [this](std::string_view handle, const Profile& former) {
                           profile_was_read_anew(*this, handle, former);
                         }};
};

}  // namespace nsys_ai
