// Exports events as CSV or JSON, one row for each event, to a sink in pieces.
//
// CSV has a header, then one line for each event; with several event types it has the columns of all, which
// are empty for events without them. JSON is one document (schema nsys-ai.events/1) with the meanings of its
// columns and one event on each line, or only lines that are an object each. Memory holds no more than one
// piece, however many events there are.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/event_rows.h"

namespace nsys_ai {

enum class EventFormat { csv, json, json_lines };

struct EventCounts {
  int64_t rows = 0;
  int64_t bytes = 0;
  std::vector<std::string> notes = {};  // data loss that affects the events; JSON contains the notes, too
};

// Receives the next piece; returns false to stop.
using EventSink = std::function<bool(std::string_view chunk)>;

// Writes the event types in the given order, and the events of each in the order of the file. Fails as
// cancelled if the work is cancelled or the sink stops.
Result<EventCounts> write_events(const Profile& profile, const Scope& scope,
                                 const std::vector<EventType>& families, EventFormat format,
                                 const EventSink& sink, const Work& work = {});

}  // namespace nsys_ai
