// What the features of one client's session share.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "base/pool.h"
#include "features/active_profile.h"
#include "features/browser.h"
#include "features/document_store.h"
#include "features/settings.h"
#include "features/source_memo.h"
#include "features/suppressions.h"
#include "features/text_document.h"
#include "features/workspace_folders.h"
#include "profile/library.h"
#include "protocol/lsp_session.h"
#include "rpc/call.h"
#include "rpc/client.h"
#include "skill/memo.h"
#include "skill/user_skills.h"
#include "skills/list.h"

namespace nsys_ai {

// Each member says which threads may use it. Outlives the router's handlers.
struct Session {
  Client& client;                             // thread-safe
  std::function<void(int64_t)> watch_parent;  // thread-safe: ends the session when that process dies
  // Thread-safe: runs work that no request asked for on a worker.
  std::function<void(Lane, std::function<void(Call&)>)> post;
  lsp::ClientCapabilities can{};  // the client's; set before any other handler than `initialize` runs
  TextDocuments documents{};      // thread-safe
  Library library{};              // thread-safe
  ActiveProfile active{};         // thread-safe
  CurrentSettings settings{};     // thread-safe
  SourceMemo sources{};           // thread-safe
  WorkspaceFolders folders{};     // thread-safe
  UserSkills skills{built_in_skills(), skill_folders({})};  // thread-safe
  Suppressions suppressions{};                              // thread-safe
  AnswerMemo answers{};                                     // thread-safe
  DocumentStore generated{};                                // thread-safe
  std::atomic<bool> client_refreshes_documents{false};      // that the server makes, when told
  Browser browser{};                                        // thread-safe
};

}  // namespace nsys_ai
