// The parts that the features of one client's session share.
//
// This header only declares the parts: each feature includes those that it uses, and no part depends on the
// session.
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

// Each member states which threads may use it. A session outlives the router's handlers.
struct Session {
  Server& server;                    // thread-safe: shared by all clients
  RpcConnection& connection;         // features use its thread-safe parts
  Client& client;                    // thread-safe
  lsp::ClientCapabilities& client_capabilities;  // set before any handler but `initialize` runs
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
  std::atomic<bool>& client_refreshes_documents;  // when notified
};

}  // namespace nsys_ai
