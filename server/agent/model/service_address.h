// Where a service of models is: which addresses are taken, and which key may go there.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

struct ServiceAddress {
  std::string origin;  // "https://api.openai.com", "http://localhost:11434": what a key belongs to
  std::string host;    // of it, with its port where it is not the usual one
  std::string path;    // "" or "/gateway", without a slash at its end
  bool loopback = false;
};

// Takes https, and plain http to this machine. Fails on anything that two readers could read differently.
Result<ServiceAddress> parse_service_address(std::string_view text);

}  // namespace nsys_ai
