// What an event hangs together with: its launch, what it was launched in, who waited for it, what fed it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/targets/named_event.h"

namespace nsys_ai {

// In the order in which they are listed.
enum class Relation : uint8_t {
  launched_by,      // the call, of its process
  launches,         // of a call: what it put onto a GPU
  waited_for_by,    // the blocking call in which it ended (analysis/host/waiting_calls.h)
  waits_for,        // of such a call: the operation that ended last in it
  fed_by,           // of a kernel: the copy before it on its stream (analysis/memory/feeding_copies.h)
  feeds,            // of such a copy: the kernel
  begins_behind,    // of a gap: the operation that ended when it began
  ended_by,         // of a gap: the operation that ended it,
  ended_by_launch,  // and the call that launched that one
  first_inside,     // of a range: what was launched inside and ran first,
  last_inside,      // and last
  shown_by,         // of a finding: its events
  inside            // ranges around it or its launch, the innermost first
};
// As on the wire: "launched_by".
std::string_view name_of(Relation relation);
// As people read it: "Launched by".
std::string_view words_of(Relation relation);

struct RelatedEvent {
  Relation relation = Relation::inside;
  NamedEvent event;
  std::string when;  // "3.1 us, begun 420 us before"
};

// Of the event that stands for a target (view/targets/named_event.h), by relation. Empty where it has none,
// or there is no such event. Fails where the file cannot be read.
Result<std::vector<RelatedEvent>> related(const Profile& profile, std::string_view target,
                                          const Work& work = {});

}  // namespace nsys_ai
