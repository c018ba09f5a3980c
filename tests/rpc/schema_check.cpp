// $ref, anyOf, const, enum, type, minimum, maximum, pattern, items, properties, required,
// additionalProperties.
#include "schema_check.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace nsys_ai::test {
namespace {

bool has_type(const Json& value, const std::string& type) {
  if (type == "null") return value.is_null();
  if (type == "boolean") return value.if_bool().has_value();
  if (type == "integer") return value.if_integer().has_value();
  if (type == "number") return value.if_number().has_value();
  if (type == "string") return value.if_string() != nullptr;
  if (type == "array") return value.if_array() != nullptr;
  if (type == "object") return value.is_object();
  throw std::runtime_error("protocol.json has the unknown type " + type);
}

std::string check_type(const Json& type, const Json& value, const std::string& path) {
  const bool good = type.if_string() ? has_type(value, *type.if_string())
                                     : std::ranges::any_of(*type.if_array(), [&](const Json& one) {
                                         return has_type(value, *one.if_string());
                                       });
  return good ? "" : path + " is not of type " + type.compact();
}

// A word of the schema that is not checked would make the check a lie.
void refuse_unknown_words(const Json& schema) {
  static const std::vector<std::string> kKnown = {
      "$ref",    "anyOf", "const",   "enum",     "type",        "properties",          "pattern",
      "minimum", "items", "maximum", "required", "description", "additionalProperties"};
  for (const auto& member : *schema.if_object())
    if (std::ranges::find(kKnown, member.name) == kKnown.end())
      throw std::runtime_error("protocol.json has the unknown word " + member.name);
}

}  // namespace

ProtocolSchema::ProtocolSchema(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  auto json = Json::parse(text.str());
  if (!file || !json) throw std::runtime_error(path + " cannot be read");
  json_ = std::move(*json);
}

std::string ProtocolSchema::check_part(const std::string& method, std::string_view part,
                                       const Json& value) const {
  const Json* described = methods().find(method);
  if (!described) return "protocol.json knows no method " + method;
  const Json* schema = described->find(part);
  if (!schema) return value.is_null() ? "" : method + " has no " + std::string(part);
  return check(*schema, value, std::string(part));
}

std::string ProtocolSchema::check_params(const std::string& method, const Json& params) const {
  return check_part(method, "params", params);
}

std::string ProtocolSchema::check_result(const std::string& method, const Json& result) const {
  return check_part(method, "result", result);
}

std::string ProtocolSchema::check(const Json& schema, const Json& value, const std::string& path) const {
  refuse_unknown_words(schema);
  if (const Json* reference = schema.find("$ref")) {
    const Json* definition = json_.find("$defs")->find(reference->if_string()->substr(8));
    return definition ? check(*definition, value, path) : "protocol.json lacks " + reference->compact();
  }
  if (const Json* any = schema.find("anyOf")) {
    std::string errors;
    for (const Json& one : *any->if_array()) {
      const std::string error = check(one, value, path);
      if (error.empty()) return "";
      errors += (errors.empty() ? "" : "; or ") + error;
    }
    return errors;
  }
  if (const Json* only = schema.find("const"); only && *only != value)
    return path + " is not " + only->compact();
  if (const Json* names = schema.find("enum"))
    if (std::ranges::find(*names->if_array(), value) == names->if_array()->end())
      return path + " is none of " + names->compact();
  if (const Json* type = schema.find("type"))
    if (auto error = check_type(*type, value, path); !error.empty()) return error;
  const auto number = value.if_number();
  const Json* least = schema.find("minimum");
  const Json* most = schema.find("maximum");
  if (number && ((least && *number < *least->if_number()) || (most && *number > *most->if_number())))
    return path + " is out of bounds";
  const Json* pattern = schema.find("pattern");
  if (pattern && value.if_string() &&
      !std::regex_search(*value.if_string(), std::regex(*pattern->if_string())))
    return path + " does not match " + pattern->compact();
  if (const Json* items = schema.find("items"))
    for (size_t at = 0; at < value.if_array()->size(); ++at)
      if (auto error = check(*items, (*value.if_array())[at], path + "[" + std::to_string(at) + "]");
          !error.empty())
        return error;
  return value.is_object() ? check_object(schema, value, path) : "";
}

std::string ProtocolSchema::check_object(const Json& schema, const Json& value,
                                         const std::string& path) const {
  const Json* properties = schema.find("properties");
  const Json* others = schema.find("additionalProperties");
  if (const Json* required = schema.find("required"))
    for (const Json& name : *required->if_array())
      if (!value.find(*name.if_string())) return path + "." + *name.if_string() + " is missing";
  for (const auto& [name, member] : *value.if_object()) {
    const Json* known = properties ? properties->find(name) : nullptr;
    if (!known) known = others;
    if (!known && schema.find("type")) return path + "." + name + " is not in the protocol";
    if (!known) continue;
    if (auto error = check(*known, member, path + "." + name); !error.empty()) return error;
  }
  return "";
}

}  // namespace nsys_ai::test
