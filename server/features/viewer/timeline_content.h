// The data of nsys-ai's own timeline: any part of the run, at the resolution of the screen.
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

// What a timeline of the profile shows beside the events read at open: every front end the same.
TimelineContent timeline_source_content(const Profile& profile, const Annotations& annotations);

// Translate a request into the timeline's own types. Fail as a bad request on a part that ends before it
// begins, on no or too many columns, and on an unknown row; a search fails also on an empty or too long text
// and on no kind of event.
Result<TimelineView> parse_timeline_request(const Profile& profile, const TimelineRequest& asked);
Result<TimelineSearch> asked_timeline_search(const Profile& profile, const TimelineSearchRequest& asked);

// Drops the findings if the request does not ask for them.
Annotations asked_annotations(Annotations annotations, const TimelineRequest& asked);

// The timeline with each name on one line. Fail on cancellation and if the timeline fails.
Result<nsys::Timeline> timeline_part(const Profile& profile, const Annotations& annotations,
                                     const TimelineView& view, const Work& work);
Result<nsys::TimelineMatches> timeline_matches(const Profile& profile, const Annotations& annotations,
                                               const TimelineSearch& search, const Work& work);

// The same as JSON for HTTP clients.
Result<BodyProducer> timeline_content(const ProfilePtr& profile, const Annotations& annotations,
                                      const TimelineRequest& asked);
Result<BodyProducer> timeline_search_content(const ProfilePtr& profile, const Annotations& annotations,
                                             const TimelineSearchRequest& asked);
// All rows of the timeline, without events.
BodyProducer timeline_rows_content(const ProfilePtr& profile, const Annotations& annotations);

// The statistics of a selection and the relations of an event (timeline_window.h, timeline_related.h).
BodyProducer timeline_window_content(const ProfilePtr& profile, const SkillSetPtr& skills,
                                     const TimelineWindowRequest& asked);
BodyProducer timeline_related_content(const ProfilePtr& profile, const std::string& target);

}  // namespace nsys_ai
