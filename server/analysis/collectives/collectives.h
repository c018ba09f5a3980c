// Classifies communication kernels by name. No other code of the program does.
#pragma once

#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// Tried in this order; the first that matches wins.
enum class Collective {
  all_gather,
  reduce_scatter,
  all_reduce,
  broadcast,
  all_to_all,
  send_recv,
  reduce,
  other
};
std::string_view name_of(Collective collective);

struct CollectiveName {
  Collective collective = Collective::other;
  std::string_view algorithm;  // for example RING; empty where the name does not say
  std::string_view protocol;   // for example LL128; empty where the name does not say
  friend auto operator<=>(const CollectiveName&, const CollectiveName&) = default;
};
CollectiveName collective_of(std::string_view demangled);

// The collective of each kernel, indexed by the code of `Kernels::names`. Build with
// `profile.derived(build_collectives)`.
struct Collectives {
  struct Of {
    bool communicates = false;  // otherwise the name is not examined
    CollectiveName name;
  };
  std::vector<Of> of_code;
};
Collectives build_collectives(const Profile& profile);

}  // namespace nsys_ai
