// The protocol as LuaCATS annotations, which Lua's language server checks, and a table of method names.
#include "protocol/emit.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kPrefix = "nsys_ai.";

std::string plain_type(const std::string& name) {
  if (name == "null") return "nil";
  return name;  // string, boolean, integer, number
}

std::string type_of(const Json& schema) {
  const auto united = [](const Json::Array& parts, auto&& type) {
    std::string all;
    for (const Json& part : parts) all += (all.empty() ? "" : "|") + type(part);
    return all;
  };
  if (const std::string name = referred(schema); !name.empty()) return std::string(kPrefix) + name;
  if (const Json* any = schema.find("anyOf")) return united(*any->if_array(), type_of);
  if (const Json* names = schema.find("enum"))
    return united(*names->if_array(), [](const Json& name) { return name.compact(); });
  if (const Json* value = schema.find("const")) return value->compact();
  const Json* type = schema.find("type");
  if (!type) return "any";
  if (const auto* types = type->if_array())
    return united(*types, [](const Json& name) { return plain_type(*name.if_string()); });
  const std::string& name = *type->if_string();
  if (name == "array") {
    const std::string item = type_of(*schema.find("items"));
    return item.find('|') == std::string::npos ? item + "[]" : "(" + item + ")[]";
  }
  if (name == "object") {
    const Json* values = schema.find("additionalProperties");
    return values ? "table<string, " + type_of(*values) + ">" : "table";
  }
  return plain_type(name);
}

std::string class_of(const std::string& name, const Json& definition) {
  const auto members = members_of(definition);
  std::string text;
  if (const Json* doc = definition.find("description")) text += "--- " + *doc->if_string() + "\n";
  if (members.empty())
    return text + "---@alias " + std::string(kPrefix) + name + " " + type_of(definition) + "\n";
  text += "---@class " + std::string(kPrefix) + name + "\n";
  for (const auto& member : members)
    text += "---@field " + member.name + (member.optional ? "? " : " ") + type_of(member.schema) +
            (member.doc.empty() ? "" : " " + member.doc) + "\n";
  return text;
}

// Converts openProfile to open_profile, the naming style of Lua modules.
std::string snake_case(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') text += '_';
    text += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return text;
}

}  // namespace

std::string lua_types(const Json& schema) {
  std::string text =
      "-- The types and names of the nsys/ methods. "
      "Made by protocol-emit from protocol/*.h; not to be edited.\n";
  const Json definitions = reached_definitions(schema);
  for (const auto& [name, definition] : *definitions.if_object()) text += "\n" + class_of(name, definition);
  text += "\nlocal M = {}\n\nM.protocol_version = " + schema.find("protocolVersion")->compact() + "\n\n";
  text += "M.methods = {\n";
  for (const auto& method : nsys_methods(schema)) {
    text += "  -- " + method.doc + "\n";
    if (method.params) text += "  -- Takes " + type_of(*method.params);
    if (method.result) text += ", gives " + type_of(*method.result);
    text += ".\n  " + snake_case(method.constant) + " = " + Json(method.method).compact() + ",\n";
  }
  return text + "}\n\nreturn M\n";
}

}  // namespace nsys_ai
