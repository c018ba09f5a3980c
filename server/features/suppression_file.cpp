// Reads entries with their lines, and edits the list as JSON.
#include "features/suppression_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/json_file.h"
#include "protocol/read.h"
#include "protocol/suppression_file.h"
#include "protocol/write.h"
#include "skill/sql_file.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kList = "suppressed";
constexpr const char* kForm = R"(Write {"suppressed": [{"finding": KEY, "reason": WHY}]}.)";

// The line on which the entry begins: entries are the objects inside a list inside the outermost object.
int line_of_entry(std::string_view text, size_t entry) {
  int line = 1;
  size_t depth = 0;
  size_t entries = 0;
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') ++line;
    if (quoted && c == '\\') {
      ++at;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '{' || c == '[')) {
      if (++depth == 3 && c == '{' && entries++ == entry) return line;
    } else if (!quoted && (c == '}' || c == ']')) {
      --depth;
    }
  }
  return line;
}

struct ParsedFile {
  Json root = Json::object();
  std::vector<Suppression> entries;
};

Result<ParsedFile> parse(std::string_view file_name, std::string_view text) {
  ParsedFile file;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    file.root.set(kList, Json::array());
    return file;
  }
  auto root = parse_json_file(file_name, text);
  if (!root) return tl::unexpected(Error{root.error().code, root.error().message, kForm});
  const Json* list = root->find(kList);
  if (list == nullptr || list->if_array() == nullptr)
    return tl::unexpected(error_at(file_name, 1, "There is no list \"suppressed\".", kForm));
  for (size_t i = 0; i < list->if_array()->size(); ++i) {
    auto entry = read_json<SuppressionEntry>((*list->if_array())[i], fmt::format("{}[{}]", kList, i));
    if (!entry)
      return tl::unexpected(error_at(file_name, line_of_entry(text, i), entry.error().message + ".", kForm));
    file.entries.push_back({entry->finding, entry->reason, entry->profile.value_or("")});
  }
  file.root = std::move(*root);
  return file;
}

std::string text_of(const Json& root) { return root.pretty() + "\n"; }

}  // namespace

Result<std::vector<Suppression>> parse_suppressions(std::string_view file_name, std::string_view text) {
  auto file = parse(file_name, text);
  if (!file) return tl::unexpected(file.error());
  return std::move(file->entries);
}

Result<std::string> with_suppression(std::string_view file_name, std::string_view text,
                                     const Suppression& suppression) {
  auto file = parse(file_name, text);
  if (!file) return tl::unexpected(file.error());
  SuppressionEntry entry{suppression.finding, suppression.reason, std::nullopt};
  if (!suppression.profile.empty()) entry.profile = suppression.profile;
  Json::Array& list = *file->root.find(kList)->if_array();
  using Keyed = std::pair<std::pair<std::string, std::string>, Json>;
  std::vector<Keyed> keyed;
  const auto key_of = [](const Suppression& of) { return std::pair(of.finding, of.profile); };
  for (size_t i = 0; i < list.size(); ++i) keyed.emplace_back(key_of(file->entries[i]), std::move(list[i]));
  std::erase_if(keyed, [&](const Keyed& of) { return of.first == key_of(suppression); });
  keyed.emplace_back(key_of(suppression), write_json(entry));
  std::stable_sort(keyed.begin(), keyed.end(),
                   [](const Keyed& a, const Keyed& b) { return a.first < b.first; });
  for (size_t i = 0; i < list.size(); ++i) list[i] = std::move(keyed[i].second);
  for (size_t i = list.size(); i < keyed.size(); ++i) list.push_back(std::move(keyed[i].second));
  return text_of(file->root);
}

Result<std::string> without_suppression(std::string_view file_name, std::string_view text,
                                        std::string_view finding, std::string_view profile_name) {
  auto file = parse(file_name, text);
  if (!file) return tl::unexpected(file.error());
  Json::Array& list = *file->root.find(kList)->if_array();
  for (size_t i = list.size(); i-- > 0;)
    if (applies(file->entries[i], finding, profile_name))
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
  return text_of(file->root);
}

}  // namespace nsys_ai
