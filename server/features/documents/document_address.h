// Addresses of virtual documents.
//
//   nsys-ai://overview/data/run.sqlite
//   nsys-ai://kernel/data/run.sqlite/gemm_f16?name=void%20gemm_f16%3Cint%3E%28%29
//
// The first part is the document's kind; the path of the profile's file follows. A document about one thing
// in the profile has one more segment, which helps people to distinguish tabs, and after the `?` the
// properties that identify the thing. Those stay the same when the profile is exported again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

struct DocumentAddress {
  std::string kind;
  std::filesystem::path profile;
  std::vector<std::pair<std::string, std::string>> item = {};  // empty for the entire profile

  // Null if the item has no part of this name.
  const std::string* find(std::string_view name) const;
};

// The canonical form. Editors decode a query once and encode it again, and do not know which characters were
// encoded in it. The query is therefore encoded twice: first `%`, `&` and `=` inside a value, then all of it
// as in any URI.
std::string uri_of(const DocumentAddress& address);

// Whether the address, valid or not, is one of this server's.
bool is_document_uri(std::string_view uri);

// Returns nullopt if the address is not one of this server's. Fails on a kind that does not exist and on a
// missing part that the kind requires. Accepts the forms that editors produce: encoded once, twice, or not at
// all.
std::optional<Result<DocumentAddress>> parse_document_uri(std::string_view uri);

// Adds a name as a part of an item. A name that is too long for an address is truncated and gets a digest.
void add_name(DocumentAddress& address, std::string_view part, std::string_view name);
// Whether the item contains this name under that part.
bool is_named(const DocumentAddress& address, std::string_view part, std::string_view name);

}  // namespace nsys_ai
