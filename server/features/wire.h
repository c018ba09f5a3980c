// What the layers below know, as the types that travel.
#pragma once

#include <string>

#include "agent/ask/ask.h"
#include "profile/profile.h"
#include "protocol/nsys_ask.h"
#include "protocol/nsys.h"
#include "protocol/nsys_page.h"
#include "protocol/nsys_skill.h"
#include "skill/user_skills.h"
#include "view/pages/page.h"

namespace nsys_ai::inline features {

// The scope that a request names: its members gpus, trim, process and iteration.
template <class Params>
ScopeRequest scope_of(const Params& params) {
  ScopeRequest scope;
  if (params.gpus) scope.gpus = *params.gpus;
  if (params.trim) scope.window = Interval{params.trim->startNs, params.trim->endNs};
  scope.process = params.process;
  scope.iteration = params.iteration;
  return scope;
}

// As many GPUs and processes as anybody reads.
inline constexpr size_t kListedAtMost = 100;
nsys::ProfileInfo wire_profile_info(const Profile& profile, const std::string& handle);
nsys::SkillsResult wire_skills(const SkillSet& set);
nsys::Page wire_page(const Page& page);
// Without its plan.
nsys::AskAnswer wire_ask(const AskAnswer& answer);

}  // namespace nsys_ai::inline features
