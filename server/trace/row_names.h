// What rows of a trace are called, for those who write them and those who point at them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai::inline trace {

constexpr std::string_view kBookmarksRow = "Bookmarks";
constexpr std::string_view kFindingsRow = "Findings of the whole capture";
constexpr std::string_view kUnreadRow = "Not read";

struct RowNames {
  std::vector<std::string> devices;  // by DeviceIx, no two alike but where a pid is unknown
  std::vector<std::string> streams;  // by StreamIx, no two of a device alike
};
RowNames row_names(const Profile& profile);

}  // namespace nsys_ai::inline trace
