// The views of a profile by name: what an editor and a browser show as tabs, beside the timeline.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "base/work.h"
#include "features/viewer/finding_notes.h"
#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "skill/answer_cache.h"
#include "skill/user_skills.h"
#include "view/pages/page.h"

namespace nsys_ai {

// What views are made of. The parts outlive the call.
struct ViewSubject {
  const ProfilePtr& profile;
  std::span<const Suppression> suppressions;
  const SkillSet& skills;
  AnswerCache& answers;
  const NoteProvider& bookmarks;  // may be empty
};

// Fails where there is no such view, on parameters that are none, and when it is cancelled.
Result<Page> view_page(const ViewSubject& of, const std::string& view, const ViewParams& params,
                       const Work& work);

}  // namespace nsys_ai
