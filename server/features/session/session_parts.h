// Owns the parts of one client's session, and the session that refers to them.
#pragma once

#include <atomic>

#include "features/documents/document_store.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/session/server.h"
#include "features/sources/source_cache.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/current_settings.h"
#include "features/workspace/suppressions.h"
#include "features/workspace/workspace.h"
#include "protocol/lsp_client.h"
#include "rpc/connection.h"
#include "skill/user_skills.h"
#include "skills/list.h"

namespace nsys_ai {

// The thread that runs the connection constructs and destroys it.
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
                 virtual_documents_,
                 server.answers,
                 server.cards,
                 server.viewer,
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
  SourceCache sources_;
  UserSkills skills_{built_in_skills(), skill_folders({})};
  Suppressions suppressions_;
  Workspace workspace_{skills_, suppressions_};
  DocumentStore virtual_documents_;
  std::atomic<bool> refreshes_documents_{false};
  Session session_;
  // Destroyed first, because other clients notify it of profiles for as long as it lives.
  ClientProfiles library_;
};

}  // namespace nsys_ai
