// The wire types of nsys/status: the state of the server.
#pragma once

#include "protocol/wire.h"

namespace nsys_ai::nsys {

struct StatusParams {};
template <class F>
void fields(StatusParams&, F&) {}

struct StatusProfile {
  std::string profile;
  std::string path;
  int64_t fileBytes = 0;
};
template <class F>
void fields(StatusProfile& v, F& f) {
  f("profile", v.profile, "The handle.");
  f("path", v.path, "The file.");
  f("fileBytes", v.fileBytes, "The size of the file, which bounds what its columns take.");
}

struct StatusRequest {
  std::string method;
  std::string lane;
  bool started = false;
  int64_t ageMs = 0;
};
template <class F>
void fields(StatusRequest& v, F& f) {
  f("method", v.method, "What is asked.");
  f("lane", v.lane, "Where it is answered: quick, bulk, remote, or session.");
  f("started", v.started, "Whether a worker has begun.");
  f("ageMs", v.ageMs, "How long ago it came.");
}

struct StatusAnswers {
  int64_t count = 0;
  int64_t bytes = 0;
};
template <class F>
void fields(StatusAnswers& v, F& f) {
  f("count", v.count, "How many answers of skills are remembered.");
  f("bytes", v.bytes, "What they take in memory.");
}

struct StatusResult {
  std::string version;
  int64_t pid = 0;
  int64_t uptimeMs = 0;
  int64_t residentBytes = 0;
  std::optional<int64_t> memoryLimitBytes;
  int64_t clients = 0;
  std::vector<StatusProfile> profiles;
  StatusAnswers answers;
  std::vector<StatusRequest> requests;
  int64_t waitingMessages = 0;
  int64_t outgoingBytes = 0;
};
template <class F>
void fields(StatusResult& v, F& f) {
  f("version", v.version, "Of the server.");
  f("pid", v.pid, "The server's process.");
  f("uptimeMs", v.uptimeMs, "How long the server runs.");
  f("residentBytes", v.residentBytes, "What the process has in memory.");
  f("memoryLimitBytes", v.memoryLimitBytes, "What it may take; absent where nobody set it.");
  f("clients", v.clients, "How many sessions there are.");
  f("profiles", v.profiles, "The profiles that this client has open.");
  f("answers", v.answers, "What is remembered for all clients.");
  f("requests", v.requests, "The requests of this client that have no reply yet, the oldest first.");
  f("waitingMessages", v.waitingMessages, "Messages of this client that nobody has looked at yet.");
  f("outgoingBytes", v.outgoingBytes, "What this client has not read yet.");
}

}  // namespace nsys_ai::nsys
