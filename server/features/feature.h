// A feature: a name, and a function that adds its handlers to the router.
#pragma once

#include <span>
#include <string_view>

#include "rpc/router.h"

namespace nsys_ai {

struct Session;

struct Feature {
  std::string_view name;
  void (*attach)(Router& router, Session& session);
};

// All features, sorted by name.
std::span<const Feature> all_features();

#define NSYS_FEATURE(name) void attach_##name(Router& router, Session& session);
#include "features/features.def"
#undef NSYS_FEATURE

}  // namespace nsys_ai
