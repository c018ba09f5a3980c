// What is known of a part of a run, as parts of a page: who looks at a window sees the quick ones at once.
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

// Each figure is that of a skill in the same scope: of gpu_utilization and overlap_breakdown, of
// time_account, and of top_kernels, memory_transfers and nvtx_summary.
enum class WindowPart { times, causes, names };
std::optional<WindowPart> window_part(std::string_view name);

// What a person selected: a scope, and in it single streams. Without any, all of the scope's.
struct WindowChosen {
  ScopeRequest scope;
  std::vector<StreamIx> streams = {};
};

// Of single streams there is how busy each was, besides their GPUs, and of kernels and copies theirs alone.
// Fails on a bad scope, when it is cancelled, and where the file cannot be read.
Result<Page> window_page(const Profile& profile, const WindowChosen& chosen, WindowPart part,
                         const Work& work);

// The answer of a skill in that scope, without what it says of itself. Fails as `run_skill` does.
Result<Page> window_answer_page(const Profile& profile, const ScopeRequest& asked, const Skill& skill,
                                const ParamValues& params, const Work& work);

// What a person types to ask a skill the same, with all parameters: `nsys-ai skill run NAME FILE --trim A B`.
std::string skill_command(const Profile& profile, const ScopeRequest& asked, std::string_view skill,
                          const ParamValues& params);

}  // namespace nsys_ai
