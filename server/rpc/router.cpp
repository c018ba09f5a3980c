// Looks up handlers.
#include "rpc/router.h"

namespace nsys_ai {

const Router::Route* Router::find(std::string_view method) const {
  const auto found = routes_.find(method);
  return found == routes_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> Router::methods() const {
  std::vector<std::string_view> names;
  for (const auto& [name, route] : routes_) names.push_back(name);
  return names;
}

}  // namespace nsys_ai
