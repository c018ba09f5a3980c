// Matches waits for CUDA events, by the host and by streams, with the event records that they wait for.
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

// A stream by its number in its process; kNone as the stream stands for the host.
struct EventStream {
  static constexpr int64_t kNone = -1;
  int64_t device = kNone;
  int64_t context = kNone;
  int64_t stream = kNone;
  friend auto operator<=>(const EventStream&, const EventStream&) = default;
};

// All waits of one stream, or of the host in one context, for events that one stream recorded. Times in ns,
// clipped to the scope.
struct EventWaits {
  int64_t process_key = 0;
  std::optional<int64_t> pid;
  EventStream waiter;
  std::optional<EventStream> recorder;  // empty where the event record is unknown
  int64_t waits = 0;
  Sum calls{};  // the time of the calls on the host, summed
  // Union of the times during which the waiter was blocked. For the host, these are its calls. For a stream,
  // they last from when the wait was submitted and all earlier work had ended until the event was recorded;
  // empty where that is unknown.
  std::optional<int64_t> blocked;
  int64_t longest = 0;     // longest single blocked time
  int64_t longest_at = 0;  // and its start
};

struct AllEventWaits {
  // Sorted by blocked time, then number of waits, both descending, then by process and streams.
  std::vector<EventWaits> groups;
  bool recorded = false;       // the capture has synchronisation events
  int64_t waits = 0;           // in the scope
  int64_t without_id = 0;      // waits that do not say which event record they are for
  int64_t without_record = 0;  // waits whose event record is missing or ambiguous
  int64_t untimed = 0;         // waits whose event record has no time
  bool any_records = false;    // the capture has event records
};
// Matches a wait with the event record that has the same process and `eventSyncId`. Fails when it is
// cancelled.
Result<AllEventWaits> event_waits(const Profile& profile, const Scope& scope, const Work& work);

}  // namespace nsys_ai
