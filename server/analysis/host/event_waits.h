// Waits for CUDA events, of the host and of streams, and the recordings that they waited for.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/sum.h"
#include "base/work.h"

namespace nsys_ai {

// A stream as its process numbers it, or, with kNone as its stream, the host.
struct EventStream {
  static constexpr int64_t kNone = -1;
  int64_t device = kNone;
  int64_t context = kNone;
  int64_t stream = kNone;
  friend auto operator<=>(const EventStream&, const EventStream&) = default;
};

// All waits of one stream, or of the host in one context, for what one stream recorded. Times in ns, clipped
// to the scope.
struct EventWaits {
  int64_t process_key = 0;
  std::optional<int64_t> pid;
  EventStream waiter;
  std::optional<EventStream> recorder;  // nothing where no recording is known
  int64_t waits = 0;
  Sum calls{};  // the time of the calls on the host, summed
  // While the waiter stood still for it, the union. Of the host, the calls. Of a stream, from when the wait
  // was given and all that began before had ended, until the event was recorded; nothing where that is not
  // known.
  std::optional<int64_t> blocked;
  int64_t longest = 0;     // of these the longest,
  int64_t longest_at = 0;  // and when it began
};

struct AllEventWaits {
  std::vector<EventWaits> groups;  // most blocked time first, then most waits, then by process and streams
  bool recorded = false;           // whether the capture has any synchronisation
  int64_t waits = 0;               // of the scope
  int64_t without_id = 0;          // that do not say which recording they are for
  int64_t without_record = 0;      // that do, but there is none of it, or several
  int64_t untimed = 0;             // whose recording does not say when it was
  bool any_records = false;        // of the capture
};
// A wait is joined with the recording of its process and `eventSyncId`. Fails when it is cancelled.
Result<AllEventWaits> event_waits(const Profile& profile, const Scope& scope, const Work& work);

}  // namespace nsys_ai
