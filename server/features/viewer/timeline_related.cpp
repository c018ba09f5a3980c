// Maps related events to rows of the trace.
#include "features/viewer/timeline_related.h"

#include <fmt/format.h>

#include "base/context.h"
#include "base/quotation.h"
#include "tui/row_of_target.h"
#include "view/targets/named_event.h"
#include "view/targets/related.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
Result<nsys::TimelineRelatedResult> timeline_related(const Profile& profile, const std::string& target,
                                                     const Work& work) {
  return cancellable(work, [&]() -> Result<nsys::TimelineRelatedResult> {
    const auto found = related(profile, target, work);
    if (!found) return tl::unexpected(found.error());
    const auto event = event_of(profile, target);
    if (!event)
      return fail(ErrorCode::bad_request,
                  fmt::format("{} has no place on the timeline of this profile.", quotation(target)),
                  "Use an event such as kernel:1, a kernel's name, a label or a finding.");
    const Interval window = window_around(profile, event->target).value_or(event->time);
    nsys::TimelineRelatedResult result{event->target,
                                       event->text,
                                       event->when,
                                       row_of_target(profile, event->target),
                                       event->time.start,
                                       event->time.duration(),
                                       {window.start, window.end},
                                       {}};
    for (const RelatedEvent& each : *found)
      result.related.push_back({std::string(name_of(each.relation)), std::string(words_of(each.relation)),
                                each.event.target, each.event.text, each.when,
                                row_of_target(profile, each.event.target), each.event.time.start,
                                each.event.time.duration()});
    return result;
  });
}

}  // namespace nsys_ai
