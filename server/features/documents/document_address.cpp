// Writes and parses addresses.
#include "features/documents/document_address.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernels/kernels.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "features/documents/document_kinds.h"
#include "features/workspace/file_uri.h"
#include "protocol/nsys.h"

namespace nsys_ai {
namespace {

constexpr size_t kMaxSlug = 40;
constexpr size_t kMaxName = 120;  // bytes of a name in an address
constexpr size_t kShownName = 80;
constexpr std::string_view kDigest = "digest";

std::string list_of_kinds() {
  std::string list;
  for (const DocumentKind& kind : document_kinds())
    list += fmt::format("{}{}", list.empty() ? "" : ", ", kind.name);
  return list;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~").find(c) != std::string_view::npos;
}

std::string escaped_value(std::string_view text) {
  std::string escaped;
  for (const char c : text)
    escaped += c == '%' || c == '&' || c == '=' ? fmt::format("%{:02X}", static_cast<unsigned char>(c))
                                                : std::string(1, c);
  return escaped;
}

// The name as a tab shows it, without the characters that a file name must not contain.
std::string slug_of(const DocumentAddress& address) {
  const auto& [part, value] = address.item.front();
  const bool kernel = part == "name" && address.kind != "skill";
  const bool path = address.kind == "compare";  // of the other profile
  std::string slug;
  for (const char c : kernel ? base_name(value) : path ? value.substr(value.rfind('/') + 1) : value) {
    const bool plain = is_plain(c) && c != '~';
    if (plain)
      slug += c;
    else if (!slug.empty() && slug.back() != '_')
      slug += '_';
  }
  slug = slug.substr(0, kMaxSlug);
  while (!slug.empty() && slug.back() == '_') slug.pop_back();
  return slug.find_first_not_of("._-") == std::string::npos ? address.kind : slug;
}

// FNV-1a, because a standard library's hash differs between platforms and versions.
std::string digest_of(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return fmt::format("{:016x}", hash);
}

bool is_profile_name(std::string_view segment) {
  return segment.ends_with(".sqlite") || segment.ends_with(".nsys-rep") || segment.ends_with(".qdrep");
}

// A piece without `=` continues the value before it, whose `&` an editor decoded.
std::vector<std::pair<std::string, std::string>> parse_item(std::string_view query) {
  const std::string text = percent_decoded(query);
  std::vector<std::pair<std::string, std::string>> item;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('&', at), text.size());
    const std::string_view piece = std::string_view(text).substr(at, end - at);
    at = end + 1;
    const size_t equals = piece.find('=');
    if (equals != std::string_view::npos)
      item.emplace_back(percent_decoded(piece.substr(0, equals)), percent_decoded(piece.substr(equals + 1)));
    else if (!item.empty())
      item.back().second += "&" + percent_decoded(piece);
  }
  return item;
}

tl::unexpected<Error> no_document(std::string_view uri, std::string hint) {
  return fail(ErrorCode::bad_request, fmt::format("There is no document {}.", quotation(uri)),
              std::move(hint));
}

}  // namespace

const std::string* DocumentAddress::find(std::string_view name) const {
  for (const auto& [part, value] : item)
    if (part == name) return &value;
  return nullptr;
}

std::string uri_of(const DocumentAddress& address) {
  std::string uri = fmt::format("{}://{}", nsys::kScheme, address.kind) +
                    percent_encoded(std::filesystem::absolute(address.profile).string(), "/");
  if (address.item.empty()) return uri;
  uri += "/" + slug_of(address);
  char before = '?';
  for (const auto& [part, value] : address.item) {
    uri += fmt::format("{}{}={}", before, percent_encoded(escaped_value(part), ""),
                       percent_encoded(escaped_value(value), ""));
    before = '&';
  }
  return uri;
}

bool is_document_uri(std::string_view uri) {
  return uri.starts_with(nsys::kScheme) && uri.substr(nsys::kScheme.size()).starts_with("://");
}

std::optional<Result<DocumentAddress>> parse_document_uri(std::string_view uri) {
  if (!is_document_uri(uri)) return std::nullopt;
  const std::string prefix = fmt::format("{}://", nsys::kScheme);
  const std::string_view rest = uri.substr(prefix.size(), uri.find('#') - prefix.size());
  const size_t query = std::min(rest.find('?'), rest.size());
  const size_t slash = std::min(rest.find('/'), query);
  const DocumentKind* kind = document_kind(rest.substr(0, slash));
  if (kind == nullptr || slash == query)
    return no_document(uri, fmt::format("Documents are {}KIND/ABSOLUTE/PATH/OF/PROFILE.sqlite; kinds are {}.",
                                        prefix, list_of_kinds()));
  DocumentAddress address{std::string(kind->name), percent_decoded(rest.substr(slash, query - slash)), {}};
  if (kind->needs[0].empty()) return address;
  if (query < rest.size()) address.item = parse_item(rest.substr(query + 1));
  const bool complete = std::any_of(kind->needs.begin(), kind->needs.end(), [&](std::string_view part) {
    return !part.empty() && address.find(part) != nullptr;
  });
  if (!complete)
    return no_document(
        uri, fmt::format("It lacks what it is about: {}{}/ABSOLUTE/PATH/OF/PROFILE.sqlite/NAME?{}=...",
                         prefix, kind->name, kind->needs[0]));
  const std::string last = address.profile.filename().string();
  if (last == slug_of(address) || !is_profile_name(last)) address.profile = address.profile.parent_path();
  return address;
}

void add_name(DocumentAddress& address, std::string_view part, std::string_view name) {
  if (name.size() <= kMaxName) {
    address.item.emplace_back(part, name);
    return;
  }
  // Does not cut inside a UTF-8 character.
  size_t end = kShownName;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0u) == 0x80u) --end;
  address.item.emplace_back(part, name.substr(0, end));
  address.item.emplace_back(kDigest, digest_of(name));
}

bool is_named(const DocumentAddress& address, std::string_view part, std::string_view name) {
  const std::string* value = address.find(part);
  if (value == nullptr) return false;
  const std::string* digest = address.find(kDigest);
  if (digest == nullptr) return *value == name;
  return name.starts_with(*value) && *digest == digest_of(name);
}

}  // namespace nsys_ai
