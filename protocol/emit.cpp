// Builds the schema of the protocol, and selects the parts of it for the clients' types.
#include "protocol/emit.h"

#include <set>

#include "protocol/methods.h"
#include "protocol/schema.h"

namespace nsys_ai {
namespace {

std::string_view name_of(Sender sender) {
  switch (sender) {
    case Sender::client:
      return "client";
    case Sender::server:
      return "server";
    case Sender::either:
      break;
  }
  return "either";
}

// OpenProfile becomes openProfile.
std::string constant_of(std::string_view type) {
  std::string name(type);
  if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z') name[0] = static_cast<char>(name[0] + 32);
  return name;
}

template <class M>
Json described(SchemaBook& book) {
  Json json;
  json.set("name", constant_of(type_name<M>()));
  json.set("description", M::kDoc);
  json.set("sender", name_of(M::kSender));
  if (!std::is_same_v<typename M::Params, Nothing>) json.set("params", book.schema<typename M::Params>());
  if constexpr (RequestMethod<M>) json.set("result", book.schema<typename M::Result>());
  return json;
}

// Collects the names of all definitions that a schema refers to, directly or indirectly.
void collect(const Json& schema, const Json& definitions, std::set<std::string>& names) {
  const std::string name = referred(schema);
  if (!name.empty() && names.insert(name).second)
    if (const Json* definition = definitions.find(name)) collect(*definition, definitions, names);
  if (const auto* items = schema.if_array())
    for (const Json& item : *items) collect(item, definitions, names);
  if (const auto* members = schema.if_object())
    for (const auto& member : *members) collect(member.value, definitions, names);
}

}  // namespace

Json protocol_schema() {
  SchemaBook book;
  Json methods = Json::object();
  Methods::for_each([&]<class M>() { methods.set(M::kMethod, described<M>(book)); });
  Json json;
  json.set("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.set("title", "The protocol of nsys-ai");
  json.set("$comment", "Made by protocol-emit from protocol/*.h; docs/PROTOCOL.md explains it.");
  json.set("protocolVersion", nsys::kProtocolVersion);
  json.set("methods", std::move(methods));
  json.set("$defs", book.definitions());
  return json;
}

Json report_schema() {
  SchemaBook book;
  Json json;
  json.set("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.set("title", "report.json of nsys-ai report");
  json.set("$comment", "Made by protocol-emit from protocol/nsys_report.h; docs/REPORT.md explains it.");
  json.set("$ref", *book.schema<nsys::Report>().find("$ref"));
  json.set("$defs", book.definitions());
  return json;
}

std::string referred(const Json& schema) {
  constexpr std::string_view kBefore = "#/$defs/";
  const Json* reference = schema.find("$ref");
  if (!reference || !reference->if_string() || !reference->if_string()->starts_with(kBefore)) return {};
  return reference->if_string()->substr(kBefore.size());
}

std::vector<EmittedMember> members_of(const Json& definition) {
  std::set<std::string> required;
  if (const Json* names = definition.find("required"))
    for (const Json& name : *names->if_array()) required.insert(*name.if_string());
  std::vector<EmittedMember> members;
  if (const Json* properties = definition.find("properties"))
    for (const auto& [name, schema] : *properties->if_object()) {
      const Json* doc = schema.find("description");
      members.push_back({name, schema, doc ? *doc->if_string() : "", !required.contains(name)});
    }
  return members;
}

std::vector<EmittedMethod> nsys_methods(const Json& schema) {
  std::vector<EmittedMethod> methods;
  for (const auto& [method, described] : *schema.find("methods")->if_object())
    if (method.starts_with("nsys/"))
      methods.push_back({*described.find("name")->if_string(), method,
                         *described.find("description")->if_string(), described.find("params"),
                         described.find("result")});
  return methods;
}

Json reached_definitions(const Json& schema) {
  const Json& definitions = *schema.find("$defs");
  std::set<std::string> names;
  for (const auto& [constant, method, doc, params, result] : nsys_methods(schema))
    for (const Json* part : {params, result})
      if (part) collect(*part, definitions, names);
  Json reached = Json::object();
  for (const auto& [name, definition] : *definitions.if_object())
    if (names.contains(name)) reached.set(name, definition);
  return reached;
}

std::vector<EmittedFile> emitted_files() {
  const Json schema = protocol_schema();
  return {{"protocol/protocol.json", schema.pretty() + "\n"},
          {"protocol/report.schema.json", report_schema().pretty() + "\n"},
          {"extensions/vscode/src/protocol.generated.ts", typescript_types(schema)},
          {"extensions/nvim/lua/nsys_ai/protocol.lua", lua_types(schema)}};
}

}  // namespace nsys_ai
