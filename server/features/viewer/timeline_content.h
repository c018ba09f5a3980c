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
// or too many.
Result<BodyProducer> timeline_content(const ProfilePtr& profile, const Annotations& annotations,
                                      const std::optional<TimelinePart>& part);

}  // namespace nsys_ai::inline features
