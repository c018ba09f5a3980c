// What nsys-ai's own timeline draws of a profile: any part of the run, as fine as the screen.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "features/viewer/finding_notes.h"
#include "http/content.h"
#include "profile/profile.h"

namespace nsys_ai::inline features {

// Produces a Timeline as JSON. Fails as a bad request when the part ends before it begins, or has no columns
// or too many, or a row is none.
Result<BodyProducer> timeline_content(const ProfilePtr& profile, const Annotations& annotations,
                                      const TimelineAsked& asked);
// Produces TimelineMatches as JSON. Fails as a bad request when there is nothing to look for, or what is
// asked for is no kind, no row, no part, or too much.
Result<BodyProducer> timeline_search_content(const ProfilePtr& profile, const Annotations& annotations,
                                             const TimelineSearchAsked& asked);
// All its rows, with nothing in them.
BodyProducer timeline_rows_content(const ProfilePtr& profile, const Annotations& annotations);

}  // namespace nsys_ai::inline features
