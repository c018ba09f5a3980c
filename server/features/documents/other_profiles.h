// The other profiles of a page that compares two: how to find them, and how the page names things in them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/work.h"
#include "profile/library.h"
#include "view/cards/card_blocks.h"

namespace nsys_ai {

// Functions, because a page in a browser outlives the session that showed it.
struct OtherProfiles {
  // By handle or path, without the page's own.
  std::function<Result<OpenProfile>(const std::string& name, const Work& work)> find = {};
  std::function<std::vector<OpenProfile>()> all = {};
  std::vector<std::filesystem::path> folders = {};  // with the baselines
  std::vector<std::filesystem::path> captures =
      {};  // of the run; those beside the page's own where there are none
  std::vector<std::filesystem::path> captures_before = {};  // of the run that this one is compared with
  bool ranks_by_name = false;                               // as in ExperimentOptions
};
// A target in another profile than the page's own has the handle of that profile before it: `2/kernel:7`.
struct SideTarget {
  std::string handle;  // empty for the page's own profile
  std::string target;
};
bool is_profile_handle(std::string_view text);
SideTarget side_target(std::string_view text);
std::string targets_of(const std::string& handle);  // what its targets begin with

// Where a target is: in the page's own profile or in another.
struct FoundTarget {
  ProfilePtr profile;
  std::string target;
  std::string prefix;  // what targets of that profile begin with
};
Result<FoundTarget> found_target(const ProfilePtr& own, std::string_view text,
                                 const std::function<Result<ProfilePtr>(const std::string& handle)>& find);

// The same card, its links leading into the profile of that prefix.
Card card_in_profile(Card card, const std::string& prefix);

}  // namespace nsys_ai
