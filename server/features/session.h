// What the features of one client's session share.
//
// It names the parts of a session and includes none of them: a feature includes the parts that it asks, and
// no part knows the session that it is in.
#pragma once

#include <atomic>

namespace nsys_ai::lsp {
struct ClientCapabilities;
}  // namespace nsys_ai::lsp

namespace nsys_ai {
class Client;
class RpcConnection;
class AnswerCache;
class UserSkills;
class ViewerServer;
class CardCache;
class ClientProfiles;
class CurrentSettings;
class DocumentStore;
class SourceCache;
class Suppressions;
class TextDocuments;
class Workspace;
struct Server;

// Each member says which threads may use it. Outlives the router's handlers.
struct Session {
  Server& server;                    // thread-safe: what all clients share
  RpcConnection& connection;         // its thread-safe parts
  Client& client;                    // thread-safe
  lsp::ClientCapabilities& client_capabilities;      // the client's; set before any other handler than `initialize` runs
  TextDocuments& documents;          // thread-safe
  CurrentSettings& settings;         // thread-safe
  SourceCache& sources;              // thread-safe
  Workspace& workspace;              // thread-safe
  UserSkills& skills;                // thread-safe
  Suppressions& suppressions;        // thread-safe
  DocumentStore& virtual_documents;  // thread-safe
  AnswerCache& answers;              // thread-safe
  CardCache& cards;                  // thread-safe
  ViewerServer& viewer;              // thread-safe
  ClientProfiles& library;           // thread-safe
  std::atomic<bool>& client_refreshes_documents;  // virtual documents, when notified
};

}  // namespace nsys_ai
