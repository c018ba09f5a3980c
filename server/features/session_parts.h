// The parts of one client's session, and the session that they make.
#pragma once

#include <atomic>

#include "features/client_profiles.h"
#include "features/current_settings.h"
#include "features/document_store.h"
#include "features/server.h"
#include "features/session.h"
#include "features/source_memo.h"
#include "features/suppressions.h"
#include "features/text_document.h"
#include "features/workspace.h"
#include "protocol/lsp_client.h"
#include "rpc/connection.h"
#include "skill/user_skills.h"
#include "skills/list.h"

namespace nsys_ai {

// Made, and ended, by the thread that runs the connection.
class SessionParts {
 public:
  SessionParts(Server& server, RpcConnection& connection)
      : session_{server,
                 connection,
                 connection.client(),
                 can_,
                 documents_,
                 settings_,
                 sources_,
                 workspace_,
                 skills_,
                 suppressions_,
                 generated_,
                 server.answers,
                 server.cards,
                 server.browser,
                 library_,
                 refreshes_documents_},
        library_(server.profiles) {}
  SessionParts(const SessionParts&) = delete;
  SessionParts& operator=(const SessionParts&) = delete;

  Session& session() { return session_; }

 private:
  lsp::ClientCapabilities can_;
  TextDocuments documents_;
  CurrentSettings settings_;
  SourceMemo sources_;
  UserSkills skills_{built_in_skills(), skill_folders({})};
  Suppressions suppressions_;
  Workspace workspace_{skills_, suppressions_};
  DocumentStore generated_;
  std::atomic<bool> refreshes_documents_{false};
  Session session_;
  // Last, since other clients' openings tell it of profiles for as long as it lives.
  ClientProfiles library_;
};

}  // namespace nsys_ai
