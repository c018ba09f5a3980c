// Resolves a name, as any answer shows it, to ranges.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "profile/profile.h"

namespace nsys_ai {

// A name is matched against the text of ranges, then their text without operator ids, then their normalised
// label, then their path of labels; the first of these that matches any range is used. A table shows long
// names with an elided middle; an elided name matches the name that it abbreviates. Immutable.
class NamedRanges {
 public:
  // Fails where an elided name matches several names.
  static Result<NamedRanges> find(const Profile& profile, std::string_view name);

  bool has(uint32_t range) const { return is_named_[range]; }  // by NVTX row
  bool empty() const { return !any_; }

 private:
  std::vector<bool> is_named_;
  bool any_ = false;
};

}  // namespace nsys_ai
