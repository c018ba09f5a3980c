// A file with an entry a line, as JSON: entries are appended and never changed.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/shared_file.h"
#include "protocol/json_file.h"
#include "protocol/read.h"
#include "protocol/write.h"

namespace nsys_ai {

// The oldest first. Lines that cannot be read are left out, and counted in `broken`.
template <class Entry>
struct LineEntries {
  std::vector<Entry> entries;
  int64_t broken = 0;
};

template <class Entry>
Result<LineEntries<Entry>> read_lines(const std::vector<std::filesystem::path>& files, const char* what) {
  LineEntries<Entry> all;
  for (const std::filesystem::path& file : files) {
    const auto text = read_shared_file(file, what);
    if (!text) return tl::unexpected(text.error());
    for (size_t from = 0; from < text->size();) {
      const size_t end = std::min(text->find('\n', from), text->size());
      const std::string line = text->substr(from, end - from);
      from = end + 1;
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      const auto json = parse_json_file(file.string(), line);
      auto entry = json ? read_json<Entry>(*json, "entry") : Result<Entry>(tl::unexpected(json.error()));
      if (entry)
        all.entries.push_back(std::move(*entry));
      else
        ++all.broken;
    }
  }
  return all;
}

template <class Entry>
Result<void> append_line(const std::filesystem::path& file, const char* what, const Entry& entry) {
  return change_shared_file(file, what, [&](const std::string& text) -> Result<std::string> {
    return text + (text.empty() || text.back() == '\n' ? "" : "\n") + write_json(entry).compact() + "\n";
  });
}

// UTC, 2027-01-31T12:00:00Z.
std::string utc_now();

}  // namespace nsys_ai
