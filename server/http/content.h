// The content that the loopback server can show: a trace for Perfetto, or pages of a profile.
//
// The content consists of functions, so that this layer does not depend on profiles.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

// Receives a piece of the body and blocks while the client reads slowly. Returns false if the client
// disconnected or has everything that it asked for; the producer then returns. An empty piece writes nothing
// and only checks for the client.
using BodySink = std::function<bool(std::string_view)>;

// Writes a complete trace into a sink, in order. Called once for each request, on that request's thread,
// possibly concurrently. An error before the first 64 KiB reaches the client as a sentence; a later one as a
// broken body.
using BodyProducer = std::function<Result<void>(const BodySink&)>;

// The part of the trace that Perfetto shows first, in ns on the trace's clock.
struct TraceWindow {
  int64_t start_ns = 0;
  int64_t end_ns = 0;
};

// Consecutive parts of a strip, from `start` to before `end`.
struct StripRange {
  int64_t start = 0;
  int64_t end = 0;
};

// A request for some parts of a strip. `most_bytes` is what the line to the browser transfers in acceptable
// time: if the trace is larger, neighbouring events are merged. `pixel_ns` sets the merging explicitly; 0
// means full detail.
struct StripRequest {
  StripRange range;
  std::optional<int64_t> most_bytes = {};
  std::optional<int64_t> pixel_ns = {};
};

struct TraceHandle;

// The strip that the page shows above Perfetto if the entire run is too large for full detail. It draws the
// run in equal parts; any range of them has its own trace.
struct StripHandle {
  std::function<Result<std::string>()> json;  // a RunStrip (docs/PROTOCOL.md)
  // Fails as a bad request if the parts do not exist. The returned trace has no strip.
  std::function<Result<TraceHandle>(const StripRequest&)> trace;
};

// Served at /open/TOKEN.
struct TraceHandle {
  std::string title;
  std::string file_name;  // the browser's name for the saved file
  std::optional<uint64_t>
      size;  // in bytes; if set, clients may ask for ranges, and each call must produce the same bytes
  BodyProducer produce;
  std::optional<TraceWindow> window = {};
  std::string words = {};  // describes the part of the run and its detail
  int64_t pixel_ns = 0;    // shorter events are merged with their neighbours
  int64_t full_bytes = 0;  // approximate size in full detail; 0 if unknown
  // The rows that Perfetto unfolds, and those that it pins at the top, as regular expressions over their
  // paths; `pinned` may be empty.
  std::vector<std::string> unfolded = {};
  std::function<std::vector<std::string>()> pinned = {};
  std::optional<StripHandle> strip = {};
};

// A part of the run, in ns on the capture's clock.
struct TimelinePart {
  int64_t start_ns = 0;
  int64_t end_ns = 0;
};

// A request for a timeline. Without a part it is for the entire run, and without rows for all rows.
struct TimelineRequest {
  std::optional<TimelinePart> part = {};
  std::optional<int64_t> columns = {};  // of the screen; by default as many as a trace in overview has
  std::optional<std::vector<std::string>> rows = {};  // by id
  bool as_all = false;   // merges the requested rows as if all rows were requested
  bool findings = true;  // includes findings with their rows, which takes an analysis of the run
  bool preview = false;  // only data that is available at once
};

// A search on a timeline for a part of a name.
struct TimelineSearchRequest {
  std::string text;
  std::vector<std::string> kinds = {};                // kernel, nvtx, mark, call, copy; empty means all
  std::optional<std::vector<std::string>> rows = {};  // by id
  int64_t least_ns = 0;
  int64_t from = 0;
  int64_t limit = 200;
  std::optional<TimelinePart> part = {};  // the part that the columns divide
  int64_t columns = 0;
};

// A request about a part of a run, for some of its statistics or for the answer of a skill.
struct TimelineWindowRequest {
  TimelinePart part;
  std::optional<std::vector<std::string>> rows = {};  // by id
  std::string what = {};                              // selects the statistics; may be empty
  std::string skill = {};                             // with parameters; may be empty
};

// A place in a run that a person marks.
struct TimelineBookmarkRequest {
  TimelinePart part;
  std::string name;
  std::string note = {};
};

// A request to a language model for an answer in words.
struct ModelReplyRequest {
  std::string question;
  std::string target;
  std::string after;
  bool teach = false;
  bool kept_only = false;
};

// Language models. Their answers require POST, because they may cost money.
struct ModelHandle {
  std::function<Result<std::string>()> status;             // ModelStatus (docs/PROTOCOL.md)
  std::function<Result<std::string>(bool given)> consent;  // sets the consent; returns the same
  std::function<Result<std::string>()> sent;               // ModelSentResult
  // Lines of JSON: pieces while a model writes, then `{"words": Words}`.
  std::function<BodyProducer(const ModelReplyRequest&)> words;
};

// Served at /view/TOKEN. The threads of requests call the functions, possibly concurrently.
struct ViewHandle {
  std::string title;
  // A Page (docs/PROTOCOL.md) of a view with its parameters.
  std::function<Result<std::string>(const std::string& view,
                                    const std::vector<std::pair<std::string, std::string>>& params)>
      page_json;
  std::function<Result<std::string>(const std::string& target)> explain_markdown;  // the card of a target
  // AskCompletions (docs/PROTOCOL.md) of a partly typed question.
  std::function<Result<std::string>(const std::string& typed, std::optional<int64_t> most)> ask_completions =
      {};
  // A Timeline (docs/PROTOCOL.md). Fails as a bad request if the part ends before it begins. Without this
  // function, there is no page at /view/TOKEN/timeline.
  std::function<Result<BodyProducer>(const TimelineRequest&)> timeline = {};
  // A Timeline with all rows and no events.
  std::function<BodyProducer()> timeline_rows = {};
  // TimelineMatches (docs/PROTOCOL.md). Fails as a bad request if the search is invalid.
  std::function<Result<BodyProducer>(const TimelineSearchRequest&)> timeline_search = {};
  // TimelineWindowResult, and TimelineRelatedResult of a target. Both fail as bad requests if the scope,
  // statistic, skill or event does not exist.
  std::function<Result<BodyProducer>(const TimelineWindowRequest&)> timeline_window = {};
  std::function<Result<BodyProducer>(const std::string& target)> timeline_related = {};
  // TimelineBookmarkResult. Requires POST, because it writes.
  std::function<Result<std::string>(const TimelineBookmarkRequest&)> timeline_bookmark = {};
  // SuppressionResult. Suppresses a finding from now on, for a reason. Requires POST, because it writes.
  std::function<Result<std::string>(const std::string& finding, const std::string& reason)> suppress = {};
  std::optional<ModelHandle> model = {};
  // A token under which Perfetto shows that part. Without this function, there is no /view/TOKEN/perfetto.
  std::function<Result<std::string>(TimelinePart)> perfetto = {};
};

// The content of a token. If it has both a trace and a view, each links to the other.
struct Content {
  Content(TraceHandle shown) : trace(std::move(shown)) {}
  Content(ViewHandle shown) : view(std::move(shown)) {}
  Content(TraceHandle shown, ViewHandle beside) : trace(std::move(shown)), view(std::move(beside)) {}

  std::optional<TraceHandle> trace;
  std::optional<ViewHandle> view;
};

}  // namespace nsys_ai
