// The named views of a profile, which editors and browsers show as tabs beside the timeline.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "base/work.h"
#include "features/documents/other_profiles.h"
#include "features/viewer/finding_notes.h"
#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "skill/answer_cache.h"
#include "skill/user_skills.h"
#include "view/pages/page.h"

namespace nsys_ai {

// The inputs of a view. They must outlive the call.
struct ViewSubject {
  const ProfilePtr& profile;
  std::span<const Suppression> suppressions;
  const SkillSet& skills;
  AnswerCache& answers;
  const NoteProvider& workspace_notes;  // may be empty
  const OtherProfiles& others;
};

// Fails on an unknown view, on invalid parameters, and on cancellation.
Result<Page> view_page(const ViewSubject& of, const std::string& view, const ViewParams& params,
                       const Work& work);

}  // namespace nsys_ai
