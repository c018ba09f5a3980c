// The server's commands, which lenses and code actions run when a person chooses them.
#pragma once

#include <span>
#include <string_view>

#include "protocol/methods.h"
#include "rpc/call.h"

namespace nsys_ai {

struct Session;

struct ServerCommand {
  std::string_view name;
  std::string_view doc;
  // Runs on a worker. Fails as a bad request with the path of the invalid field in `argument`.
  Result<Json> (*run)(Session&, const Json& argument, Call&);
};

// Sorted by name.
std::span<const ServerCommand> server_commands();

}  // namespace nsys_ai
