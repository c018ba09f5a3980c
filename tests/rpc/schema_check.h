// Checks values against protocol.json: the part of JSON Schema that protocol-emit writes, and no more.
#pragma once

#include <string>

#include "protocol/json.h"

namespace nsys_ai::test {

// Immutable.
class ProtocolSchema {
 public:
  // Throws when the file cannot be read.
  explicit ProtocolSchema(const std::string& path);

  // What is wrong with the params or the result of a method, with the path to it; empty when nothing is.
  // Members that no schema knows are wrong too: a server must not send what the protocol does not describe.
  std::string check_params(const std::string& method, const Json& params) const;
  std::string check_result(const std::string& method, const Json& result) const;
  const Json& methods() const { return *json_.find("methods"); }

  std::string check(const Json& schema, const Json& value, const std::string& path) const;

 private:
  std::string check_part(const std::string& method, std::string_view part, const Json& value) const;
  std::string check_object(const Json& schema, const Json& value, const std::string& path) const;

  Json json_;
};

}  // namespace nsys_ai::test
