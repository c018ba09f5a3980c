// What the features of one client's session share.
//
// It names the parts of a session and includes none of them: a feature includes the parts that it asks, and
// no part knows the session that it is in.
#pragma once

#include <atomic>

namespace nsys_ai {

class AnswerMemo;
class Browser;
class CardMemo;
class Client;
class ClientProfiles;
class CurrentSettings;
class DocumentStore;
class RpcConnection;
class SourceMemo;
class Suppressions;
class TextDocuments;
class UserSkills;
class Workspace;
struct Server;
namespace lsp {
struct ClientCapabilities;
}

// Each member says which threads may use it. Outlives the router's handlers.
struct Session {
  Server& server;                // thread-safe: what all clients share
  RpcConnection& connection;     // its thread-safe parts
  Client& client;                // thread-safe
  lsp::ClientCapabilities& can;  // the client's; set before any other handler than `initialize` runs
  TextDocuments& documents;      // thread-safe
  CurrentSettings& settings;     // thread-safe
  SourceMemo& sources;           // thread-safe
  Workspace& workspace;          // thread-safe
  UserSkills& skills;            // thread-safe
  Suppressions& suppressions;    // thread-safe
  DocumentStore& generated;      // thread-safe
  AnswerMemo& answers;           // thread-safe
  CardMemo& cards;               // thread-safe
  Browser& browser;              // thread-safe
  ClientProfiles& library;       // thread-safe
  std::atomic<bool>& client_refreshes_documents;  // that the server makes, when told
};

}  // namespace nsys_ai
