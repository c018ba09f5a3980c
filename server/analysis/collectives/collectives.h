// What a communication kernel does, by its name. The only such classifier of the program.
#pragma once

#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// In the order in which they are tried; the first that matches wins.
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
  std::string_view algorithm;  // such as RING; empty where the name does not say
  std::string_view protocol;   // such as LL128; likewise
  friend auto operator<=>(const CollectiveName&, const CollectiveName&) = default;
};
CollectiveName collective_of(std::string_view demangled);

// Of each pair of kernel names: by the code of `Kernels::names`. Build with
// `profile.derived(build_collectives)`.
struct Collectives {
  struct Of {
    bool communicates = false;  // else the name is not looked at
    CollectiveName name;
  };
  std::vector<Of> of_code;
};
Collectives build_collectives(const Profile& profile);

}  // namespace nsys_ai
