// Events as CSV or JSON, one row each, written to a sink in pieces.
//
// CSV has a header, then one line an event; of several families the columns of all, with nothing where an
// event has none. JSON is one document (schema nsys-ai.events/1) with what the columns mean, and one event a
// line; or lines alone, each an object. Whatever the number of events, no more than a piece is in memory.
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
  std::vector<std::string> notes = {};  // what the events are made of and was not read; JSON has them too
};

// Receives the next piece; false means that no more is wanted.
using EventSink = std::function<bool(std::string_view chunk)>;

// Event types in the order given, each in the order of the file. Fails as cancelled when the work is
// cancelled or the sink wants no more.
Result<EventCounts> write_events(const Profile& profile, const Scope& scope,
                                 const std::vector<EventType>& families, EventFormat format,
                                 const EventSink& sink, const Work& work = {});

}  // namespace nsys_ai
