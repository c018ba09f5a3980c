// A JSON file with one list, `{NAME: [entry, ...]}`; errors in it carry their line.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/json_file.h"
#include "protocol/read.h"
#include "protocol/write.h"
#include "skill/sql_file.h"

namespace nsys_ai {

// The line on which an entry begins. Entries are the objects in the list in the outermost object.
int line_of_entry(std::string_view text, size_t entry);

// Preserves members that an entry does not define.
template <class Entry>
class ListedEntries {
 public:
  ListedEntries(Json root, std::string_view name, std::vector<Entry> entries)
      : root_(std::move(root)), name_(name), entries_(std::move(entries)) {}

  const std::vector<Entry>& all() const { return entries_; }

  // Replaces the entry with the same key, and sorts the entries by key.
  template <class KeyOf>
  void put(const Entry& entry, KeyOf key_of) {
    using Keyed = std::pair<decltype(key_of(entry)), Json>;
    Json::Array& list = *root_.find(name_)->if_array();
    std::vector<Keyed> keyed;
    for (size_t i = 0; i < list.size(); ++i) keyed.emplace_back(key_of(entries_[i]), std::move(list[i]));
    std::erase_if(keyed, [&](const Keyed& of) { return of.first == key_of(entry); });
    keyed.emplace_back(key_of(entry), write_json(entry));
    std::stable_sort(keyed.begin(), keyed.end(),
                     [](const Keyed& a, const Keyed& b) { return a.first < b.first; });
    list.clear();
    for (Keyed& of : keyed) list.push_back(std::move(of.second));
  }

  // Removes all entries for which `which(entry)` holds.
  template <class Which>
  void remove(Which which) {
    Json::Array& list = *root_.find(name_)->if_array();
    for (size_t i = list.size(); i-- > 0;)
      if (which(entries_[i])) list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
  }

  // Call this once, after one change.
  std::string text() const { return root_.pretty() + "\n"; }

 private:
  Json root_;
  std::string name_;
  std::vector<Entry> entries_;  // as read, before the change
};

// Fails with `FILE:LINE: message` and with `form` as the hint. An empty text is an empty list.
template <class Entry>
Result<ListedEntries<Entry>> read_listed(std::string_view file_name, std::string_view text,
                                         std::string_view name, std::string_view form) {
  using Listed = ListedEntries<Entry>;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    Json root = Json::object();
    root.set(name, Json::array());
    return Listed(std::move(root), name, {});
  }
  auto root = parse_json_file(file_name, text);
  if (!root) return tl::unexpected(Error{root.error().code, root.error().message, std::string(form)});
  const Json* list = root->find(name);
  if (list == nullptr || list->if_array() == nullptr)
    return tl::unexpected(
        error_at(file_name, 1, fmt::format("There is no list \"{}\".", name), std::string(form)));
  std::vector<Entry> entries;
  for (size_t i = 0; i < list->if_array()->size(); ++i) {
    auto entry = read_json<Entry>((*list->if_array())[i], fmt::format("{}[{}]", name, i));
    if (!entry)
      return tl::unexpected(
          error_at(file_name, line_of_entry(text, i), entry.error().message + ".", std::string(form)));
    entries.push_back(std::move(*entry));
  }
  return Listed(std::move(*root), name, std::move(entries));
}

}  // namespace nsys_ai
