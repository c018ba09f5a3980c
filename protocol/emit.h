// The protocol for those who do not read C++: a schema, and types for the clients.
#pragma once

#include <string>
#include <vector>

#include "protocol/json.h"

namespace nsys_ai {

// JSON Schema 2020-12 of all types, with the methods beside them.
Json protocol_schema();
// Both take the schema, and emit what the nsys/ methods need; LSP's own types every client has.
std::string typescript_types(const Json& schema);
std::string lua_types(const Json& schema);

// What the clients' types are made of, from the schema.
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
  const Json* params = nullptr;  // null where there are none
  const Json* result = nullptr;  // null in notifications
};
std::vector<EmittedMember> members_of(const Json& definition);
std::vector<EmittedMethod> nsys_methods(const Json& schema);
// The definitions that those methods reach, by name.
Json reached_definitions(const Json& schema);
// Where a schema is a reference, the name it refers to; else empty.
std::string referred(const Json& schema);

struct EmittedFile {
  std::string path;  // from the root of the repository
  std::string text;
};
std::vector<EmittedFile> emitted_files();

}  // namespace nsys_ai
