// The statistics of a part of a run, in parts of a page, so that a person sees the quick ones at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "skill/skill.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Each figure is computed like the corresponding skill in the same scope: gpu_utilization and
// overlap_breakdown for `times`, time_account for `causes`, and top_kernels, memory_transfers and
// nvtx_summary for `names`.
enum class WindowPart { times, causes, names };
std::optional<WindowPart> window_part(std::string_view name);

// A person's selection: a scope, and optionally some of its streams; without any, all of them.
struct WindowSelection {
  ScopeRequest scope;
  std::vector<StreamIx> streams = {};
};

// With selected streams, the page shows how busy each was, beside their GPUs, and only their kernels and
// copies. Fails on an invalid scope, on cancellation, and if the file cannot be read.
Result<Page> window_page(const Profile& profile, const WindowSelection& chosen, WindowPart part,
                         const Work& work);

// The answer of a skill in that scope, without the skill's description. Fails like `run_skill`.
Result<Page> window_answer_page(const Profile& profile, const ScopeRequest& asked, const Skill& skill,
                                const ParamValues& params, const Work& work);

// The command line that runs the same skill with all parameters: `nsys-ai skill run NAME FILE --trim A B`.
std::string skill_command(const Profile& profile, const ScopeRequest& asked, std::string_view skill,
                          const ParamValues& params);

}  // namespace nsys_ai
