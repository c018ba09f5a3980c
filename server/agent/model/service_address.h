// The address of a model service: which addresses are accepted, and which key belongs to one.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

struct ServiceAddress {
  std::string origin;  // "https://api.openai.com", "http://localhost:11434": the origin that a key belongs to
  std::string host;    // the origin's host, with its port if that is not the default
  std::string path;    // "" or "/gateway", without a trailing slash
  bool loopback = false;
};

// Accepts https, and plain http to this machine. Fails on any address that two parsers could read
// differently.
Result<ServiceAddress> parse_service_address(std::string_view text);

}  // namespace nsys_ai
