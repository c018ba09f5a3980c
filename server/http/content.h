// What the loopback server can be asked to show: a trace to open in Perfetto, or a page of a profile.
//
// It is told as functions, so that this layer knows nothing of profiles.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"

namespace nsys_ai {

// Takes a piece of the body and waits while the client reads slowly. False: the client is gone, or has all
// that it asked for, and the producer returns. An empty piece writes nothing and asks whether somebody still
// listens.
using Sink = std::function<bool(std::string_view)>;

// Writes a whole trace into a sink, in order. Called once a request, from a thread of that request, possibly
// from several at once. An error before the first 64 KiB reaches the client as a sentence; a later one as a
// broken body.
using Produce = std::function<Result<void>(const Sink&)>;

// The part of the trace that Perfetto shows first, in ns on the clock of the trace.
struct TraceWindow {
  int64_t start_ns = 0;
  int64_t end_ns = 0;
};

// Served at /open/TOKEN.
struct TraceHandle {
  std::string title;
  std::string file_name;  // under which a browser saves it
  std::optional<uint64_t>
      size;  // in bytes; with it, ranges can be asked for, and each call must produce the same bytes
  Produce produce;
  std::optional<TraceWindow> window;
};

// Served at /view/TOKEN. The functions are called from threads of their requests, possibly at once.
struct ViewHandle {
  std::string title;
  std::function<Result<std::string>()> page_json;  // a Page (docs/PROTOCOL.md)
  std::function<Result<std::string>(const std::string& target)> explain_markdown;  // the card of a target
  std::string trace_token;  // of the trace behind "Open in Perfetto"; empty: the page has no such button
};

using Content = std::variant<TraceHandle, ViewHandle>;

}  // namespace nsys_ai
