// The protocol as TypeScript: an interface for each type, and maps from methods to their parameters and
// results.
#include "protocol/emit.h"

namespace nsys_ai {
namespace {

std::string in_quotes(std::string_view text) { return Json(text).compact(); }

std::string typescript_plain_type(const std::string& name) {
  if (name == "integer" || name == "number") return "number";
  return name;  // string, boolean, null
}

std::string typescript_type_of(const Json& schema);

// `a | b` without duplicates.
std::string union_of(const Json::Array& parts, std::string (*type)(const Json&)) {
  std::string all;
  for (const Json& part : parts) {
    if (!all.empty()) all += " | ";
    all += type(part);
  }
  return all;
}

std::string typescript_type_of(const Json& schema) {
  if (std::string name = referred(schema); !name.empty()) return name;
  if (const Json* any = schema.find("anyOf")) return union_of(*any->if_array(), typescript_type_of);
  if (const Json* names = schema.find("enum"))
    return union_of(*names->if_array(), [](const Json& name) { return name.compact(); });
  if (const Json* value = schema.find("const")) return value->compact();
  const Json* type = schema.find("type");
  if (!type) return "unknown";
  if (const auto* types = type->if_array())
    return union_of(*types, [](const Json& name) { return typescript_plain_type(*name.if_string()); });
  const std::string& name = *type->if_string();
  if (name == "array") {
    const std::string item = typescript_type_of(*schema.find("items"));
    return item.find('|') == std::string::npos ? item + "[]" : "(" + item + ")[]";
  }
  if (name == "object") {
    const Json* values = schema.find("additionalProperties");
    return values ? "Record<string, " + typescript_type_of(*values) + ">" : "Record<string, never>";
  }
  return typescript_plain_type(name);
}

std::string interface_of(const std::string& name, const Json& definition) {
  const auto members = members_of(definition);
  std::string text;
  if (const Json* doc = definition.find("description")) text += "/** " + *doc->if_string() + " */\n";
  if (members.empty()) return text + "export type " + name + " = " + typescript_type_of(definition) + ";\n";
  text += "export interface " + name + " {\n";
  for (const auto& member : members) {
    if (!member.doc.empty()) text += "  /** " + member.doc + " */\n";
    text +=
        "  " + member.name + (member.optional ? "?" : "") + ": " + typescript_type_of(member.schema) + ";\n";
  }
  return text + "}\n";
}

}  // namespace

std::string typescript_types(const Json& schema) {
  std::string text =
      "// The types and names of the nsys/ methods. "
      "Made by protocol-emit from protocol/*.h; not to be edited.\n\n";
  text += "export const protocolVersion = " + schema.find("protocolVersion")->compact() + ";\n\n";
  text += "/** The methods by name. */\nexport const methods = {\n";
  for (const auto& method : nsys_methods(schema))
    text += "  /** " + method.doc + " */\n  " + method.constant + ": " + in_quotes(method.method) + ",\n";
  text += "} as const;\n\n/** What each request takes and gives. */\nexport interface Requests {\n";
  for (const auto& method : nsys_methods(schema))
    if (method.result)
      text += "  " + in_quotes(method.method) + ": { params: " +
              (method.params ? typescript_type_of(*method.params) : std::string("undefined")) +
              "; result: " + typescript_type_of(*method.result) + " };\n";
  text += "}\n";
  const Json definitions = reached_definitions(schema);
  for (const auto& [name, definition] : *definitions.if_object())
    text += "\n" + interface_of(name, definition);
  return text;
}

}  // namespace nsys_ai
