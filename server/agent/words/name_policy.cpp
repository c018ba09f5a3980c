// The names of policies.
#include "agent/words/aliases.h"

namespace nsys_ai::inline agent {

std::string_view name_of(NamePolicy policy) {
  switch (policy) {
    case NamePolicy::none:
      return "none";
    case NamePolicy::public_only:
      return "public";
    case NamePolicy::all:
      return "all";
  }
  return "";
}

}  // namespace nsys_ai::inline agent
