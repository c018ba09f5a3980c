// The commands of the server: what lenses and code actions do when they are chosen.
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
  // Runs on a worker. Fails as a bad request with the path of the field in `argument`.
  Result<Json> (*run)(Session&, const Json& argument, Call&);
};

// By name.
std::span<const ServerCommand> server_commands();

}  // namespace nsys_ai
