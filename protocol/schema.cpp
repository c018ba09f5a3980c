// The definitions of types that are not our structs.
#include "protocol/schema.h"

#include <algorithm>

namespace nsys_ai {

Json SchemaBook::definitions() const {
  std::vector<const Known*> sorted;
  for (const Known& known : known_) sorted.push_back(&known);
  std::ranges::sort(sorted, {}, [](const Known* known) { return known->name; });
  Json json = Json::object();
  for (const Known* known : sorted) json.set(known->name, known->schema);
  return json;
}

Json SchemaBook::integer() {
  return defined<int64_t>("Integer", [] {
    Json json;
    json.set("type", Json::Array{"integer", "string"});
    json.set("pattern", "^-?[0-9]+$");
    json.set("description", "A 64-bit integer; a string where it lies beyond 2^53.");
    return json;
  });
}

Json SchemaBook::small_integer(int64_t least, int64_t most) {
  Json json = type("integer");
  json.set("minimum", least);
  json.set("maximum", most);
  return json;
}

Json SchemaBook::scalar() {
  return defined<Scalar>("Scalar", [] {
    Json json;
    json.set("type", Json::Array{"string", "number", "boolean", "null"});
    json.set("description", "A cell of an answer or a parameter of a skill.");
    return json;
  });
}

Json SchemaBook::token() {
  return defined<Token>("Token", [] {
    Json json;
    json.set("type", Json::Array{"integer", "string"});
    json.set("description", "The id of a request or the token of a progress.");
    return json;
  });
}

}  // namespace nsys_ai
