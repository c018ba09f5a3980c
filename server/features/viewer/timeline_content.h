// What nsys-ai's own timeline draws of a profile: any part of the run, as fine as the screen.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "features/viewer/finding_notes.h"
#include "http/content.h"
#include "profile/profile.h"
#include "protocol/nsys_timeline.h"
#include "skill/user_skills.h"
#include "trace/timeline/timeline.h"

namespace nsys_ai {

// What is asked for, as the source understands it. Fail as a bad request where the part ends before it
// begins, has no columns or too many, or a row is none; and where there is nothing to look for, in no kind,
// or too much.
Result<TimelineView> asked_timeline(const Profile& profile, const TimelineAsked& asked);
Result<TimelineSearch> asked_timeline_search(const Profile& profile, const TimelineSearchAsked& asked);

// Without findings where none are asked for.
Annotations asked_annotations(Annotations annotations, const TimelineAsked& asked);

// With every name in one line, as it travels. Fail when the work is cancelled, and as the source does.
Result<nsys::Timeline> timeline_part(const Profile& profile, const Annotations& annotations,
                                     const TimelineView& view, const Work& work);
Result<nsys::TimelineMatches> timeline_matches(const Profile& profile, const Annotations& annotations,
                                               const TimelineSearch& search, const Work& work);

// The same as JSON, for who asks over HTTP.
Result<BodyProducer> timeline_content(const ProfilePtr& profile, const Annotations& annotations,
                                      const TimelineAsked& asked);
Result<BodyProducer> timeline_search_content(const ProfilePtr& profile, const Annotations& annotations,
                                             const TimelineSearchAsked& asked);
// All its rows, with nothing in them.
BodyProducer timeline_rows_content(const ProfilePtr& profile, const Annotations& annotations);

// What is asked of a selection and of an event (timeline_window.h, timeline_related.h).
BodyProducer timeline_window_content(const ProfilePtr& profile, const SkillSetPtr& skills,
                                     const TimelineWindowAsked& asked);
BodyProducer timeline_related_content(const ProfilePtr& profile, const std::string& target);

}  // namespace nsys_ai
