// Reads and edits bookmark files.
#include "features/workspace/bookmarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "base/quotation.h"
#include "base/text_table.h"
#include "features/workspace/listed_entries.h"
#include "features/workspace/workspace_file.h"
#include "protocol/bookmark_file.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kForm =
    R"(Write {"bookmarks": [{"profile": FILE, "name": NAME, "startNs": TIME, "endNs": TIME}]}.)";

constexpr std::string_view kBookmarkList = "bookmarks";

using BookmarkList = ListedEntries<BookmarkEntry>;

Result<BookmarkList> parse(const fs::path& file, const std::string& text) {
  return read_listed<BookmarkEntry>(file.string(), text, kBookmarkList, kForm);
}

Result<BookmarkList> read(const fs::path& file) {
  const auto text = read_shared_file(file, kBookmarkList);
  if (!text) return tl::unexpected(text.error());
  return parse(file, *text);
}

// Never overwrites a list that cannot be read.
Result<void> change(const fs::path& file, const std::function<void(BookmarkList&)>& edit) {
  const auto changed =
      change_shared_file(file, kBookmarkList, [&](const std::string& text) -> Result<std::string> {
        auto list = parse(file, text);
        if (!list) return tl::unexpected(list.error());
        edit(*list);
        return list->text();
      });
  if (!changed)
    return tl::unexpected(Error{ErrorCode::cannot_do, changed.error().message, changed.error().hint});
  return {};
}

std::vector<fs::path> files_of(const std::vector<fs::path>& workspace) {
  return workspace_files(workspace, "bookmarks.json");
}

// Clamps the end of a place that ends before it begins to its beginning.
Bookmark bookmark_of(const BookmarkEntry& entry) {
  const Interval time{entry.startNs, std::max(entry.startNs, entry.endNs.value_or(entry.startNs))};
  return {entry.profile, entry.name, time, entry.note.value_or("")};
}

std::vector<Bookmark> of_profile(const std::vector<BookmarkEntry>& entries, std::string_view profile_name) {
  std::vector<Bookmark> list;
  for (const BookmarkEntry& entry : entries)
    if (entry.profile == profile_name) list.push_back(bookmark_of(entry));
  std::sort(list.begin(), list.end(), [](const Bookmark& a, const Bookmark& b) {
    return std::tie(a.time.start, a.name) < std::tie(b.time.start, b.name);
  });
  return list;
}

}  // namespace

Result<std::vector<Bookmark>> bookmarks(const std::vector<fs::path>& workspace,
                                        std::string_view profile_name) {
  std::vector<BookmarkEntry> all;
  for (const fs::path& file : files_of(workspace)) {
    const auto entries = read(file);
    if (!entries) return tl::unexpected(entries.error());
    all.insert(all.end(), entries->all().begin(), entries->all().end());
  }
  return of_profile(all, profile_name);
}

Result<fs::path> add_bookmark(const std::vector<fs::path>& workspace, const Bookmark& bookmark) {
  const std::vector<fs::path> files = files_of(workspace);
  if (files.empty())
    return fail(ErrorCode::cannot_do, "No folder is open in which a bookmark could be kept.",
                "Open the folder of the project in the editor.");
  if (bookmark.name.empty()) return fail(ErrorCode::bad_request, "A bookmark needs a name.");
  if (bookmark.time.end < bookmark.time.start)
    return fail(ErrorCode::bad_request, "The bookmark ends before it begins.");
  BookmarkEntry entry{bookmark.profile, bookmark.name, bookmark.time.start, {}, {}};
  if (bookmark.time.end > bookmark.time.start) entry.endNs = bookmark.time.end;
  if (!bookmark.note.empty()) entry.note = bookmark.note;
  const auto key = [](const BookmarkEntry& of) { return std::pair(of.profile, of.name); };
  const auto changed = change(files.front(), [&](BookmarkList& list) { list.put(entry, key); });
  if (!changed) return tl::unexpected(changed.error());
  return files.front();
}

Result<void> remove_bookmark(const std::vector<fs::path>& workspace, std::string_view profile_name,
                             std::string_view name) {
  const auto concerns = [&](const BookmarkEntry& of) {
    return of.profile == profile_name && of.name == name;
  };
  bool any = false;
  for (const fs::path& file : files_of(workspace)) {
    auto entries = read(file);
    if (!entries)
      return tl::unexpected(Error{ErrorCode::cannot_do, entries.error().message, entries.error().hint});
    if (std::none_of(entries->all().begin(), entries->all().end(), concerns)) continue;
    const auto changed = change(file, [&](BookmarkList& list) { list.remove(concerns); });
    if (!changed) return tl::unexpected(changed.error());
    any = true;
  }
  if (any) return {};
  return fail(ErrorCode::bad_request,
              fmt::format("{} has no bookmark {}.", one_line(std::string(profile_name)), quotation(name)));
}

std::vector<TraceNote> bookmark_notes(const std::vector<Bookmark>& bookmarks) {
  std::vector<TraceNote> notes;
  for (const Bookmark& bookmark : bookmarks) {
    TraceNote note{bookmark.name, bookmark.name, {bookmark.time}, {}};
    if (!bookmark.note.empty()) note.facts.emplace_back("note", bookmark.note);
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace nsys_ai
