// What a feature is: a name, and a function that adds its handlers to the router.
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

// All features, by name; list.cpp is the list.
std::span<const Feature> features();

// Each in the file of its name.
void attach_active_profile(Router& router, Session& session);
void attach_commands(Router& router, Session& session);
void attach_diagnostics(Router& router, Session& session);
void attach_documents(Router& router, Session& session);
void attach_lifecycle(Router& router, Session& session);
void attach_perfetto(Router& router, Session& session);
void attach_profiles(Router& router, Session& session);
void attach_query(Router& router, Session& session);
void attach_settings(Router& router, Session& session);
void attach_skills(Router& router, Session& session);
void attach_status(Router& router, Session& session);
void attach_text_documents(Router& router, Session& session);
void attach_text_kinds(Router& router, Session& session);
void attach_timeline(Router& router, Session& session);
void attach_workspace_folders(Router& router, Session& session);
void attach_workspace_symbol(Router& router, Session& session);

}  // namespace nsys_ai
