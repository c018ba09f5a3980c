// Emits the protocol for readers and compilers of other languages: a schema, and types for the clients.
#pragma once

#include <string>
#include <vector>

#include "protocol/json.h"

namespace nsys_ai {

// JSON Schema 2020-12 of all types, with the methods beside them.
Json protocol_schema();
// The schema of report.json.
Json report_schema();
// Both take the schema and emit the types of the nsys/ methods; every client has LSP's own types.
std::string typescript_types(const Json& schema);
std::string lua_types(const Json& schema);

// The parts of the schema from which the clients' types are emitted.
struct EmittedMember {
  std::string name;
  Json schema;
  std::string doc;
  bool optional = false;
};
struct EmittedMethod {
  std::string constant;  // openProfile
  std::string method;    // nsys/openProfile
  std::string doc;
  const Json* params = nullptr;  // null if there are none
  const Json* result = nullptr;  // null for notifications
};
std::vector<EmittedMember> members_of(const Json& definition);
std::vector<EmittedMethod> nsys_methods(const Json& schema);
// The definitions that those methods use, by name.
Json reached_definitions(const Json& schema);
// The name that a schema refers to; empty if it is not a reference.
std::string referred(const Json& schema);

struct EmittedFile {
  std::string path;  // relative to the root of the repository
  std::string text;
};
std::vector<EmittedFile> emitted_files();

}  // namespace nsys_ai
