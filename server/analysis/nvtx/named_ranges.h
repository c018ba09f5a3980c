// The ranges that a person means by a name, as it stands in any answer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "profile/profile.h"

namespace nsys_ai {

// A name is the text of ranges, else their text without operator ids, else their normalised label, else the
// path of labels to them: the first of these that any range has. A table shows long names with their middle
// cut out; such a name stands for the one that it was cut from. Immutable.
class NamedRanges {
 public:
  // Fails where a name was cut from several.
  static Result<NamedRanges> find(const Profile& profile, std::string_view name);

  bool has(uint32_t range) const { return is_named_[range]; }  // by NVTX row
  bool empty() const { return !any_; }

 private:
  std::vector<bool> is_named_;
  bool any_ = false;
};

}  // namespace nsys_ai
