// The names of trace rows, for code that writes rows or refers to them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

constexpr std::string_view kBookmarksRow = "Bookmarks";
constexpr std::string_view kFindingsRow = "Findings of the whole capture";
constexpr std::string_view kRequestsRow = "Logged requests";
constexpr std::string_view kUnreadRow = "Not read";

// Composes names on request; the profile must outlive it.
class RowNames {
 public:
  explicit RowNames(const Profile& profile);
  std::string device(DeviceIx at) const;  // unique, except where a pid is unknown
  std::string stream(StreamIx at) const;  // unique on its device

 private:
  using Numbered = std::pair<size_t, int64_t>;  // a device and a stream number

  const Profile& profile_;
  size_t ordinal_width_ = 0;
  std::vector<Numbered> in_contexts_;  // streams whose number occurs in several contexts, sorted
};

}  // namespace nsys_ai
