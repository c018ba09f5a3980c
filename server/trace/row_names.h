// What rows of a trace are called, for those who write them and those who point at them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

constexpr std::string_view kBookmarksRow = "Bookmarks";
constexpr std::string_view kFindingsRow = "Findings of the whole capture";
constexpr std::string_view kUnreadRow = "Not read";

// Puts a name together when it is asked for; the profile outlives it.
class RowNames {
 public:
  explicit RowNames(const Profile& profile);
  std::string device(DeviceIx at) const;  // no two alike but where a pid is unknown
  std::string stream(StreamIx at) const;  // no two of a device alike

 private:
  using Numbered = std::pair<size_t, int64_t>;  // a device, and the number of a stream

  const Profile& profile_;
  size_t ordinal_width_ = 0;
  std::vector<Numbered> in_contexts_;  // that stand for streams of several contexts, sorted
};

}  // namespace nsys_ai
