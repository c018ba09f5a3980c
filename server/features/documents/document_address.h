// Addresses of virtual documents.
//
//   nsys-ai://overview/data/run.sqlite
//   nsys-ai://kernel/data/run.sqlite/gemm_f16?name=void%20gemm_f16%3Cint%3E%28%29
//
// The first part is the kind, then comes the profile's file. Where a document is about a thing in it, one
// more segment helps people to distinguish tabs, and what identifies it comes after the `?`: the thing by
// what stays the same when the profile is exported again.
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
  std::vector<std::pair<std::string, std::string>> item = {};  // what the document is about; empty for all

  // Null when the item has no such part.
  const std::string* find(std::string_view name) const;
};

// The canonical form. Editors decode a query once and encode it again, and do not know what stood encoded in
// it; so it is encoded twice: `%`, `&` and `=` of a value, then the query as in any URI.
std::string uri_of(const DocumentAddress& address);

// Whether it is an address of ours, good or bad.
bool is_document_uri(std::string_view uri);

// Nothing when it is no address of ours; fails on a kind that does not exist, and without what the kind
// needs. Takes what editors make of an address: encoded once, twice, or not at all.
std::optional<Result<DocumentAddress>> parse_document_uri(std::string_view uri);

// A name as a part of an item. Names that are too long for an address stand there cut, with a digest.
void add_name(DocumentAddress& address, std::string_view part, std::string_view name);
// Whether the item names this text under that part.
bool is_named(const DocumentAddress& address, std::string_view part, std::string_view name);

}  // namespace nsys_ai
