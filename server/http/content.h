// What the loopback server can show: a trace to open in Perfetto, or a page of a profile.
//
// It is given as functions, so that this layer knows nothing of profiles.
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

// Receives a piece of the body and blocks while the client reads slowly. False: the client is gone, or has
// all that it asked for, and the producer returns. An empty piece writes nothing and asks whether the client
// is still there.
using BodySink = std::function<bool(std::string_view)>;

// Writes a whole trace into a sink, in order. Called once a request, from a thread of that request, possibly
// from several at once. An error before the first 64 KiB reaches the client as a sentence; a later one as a
// broken body.
using BodyProducer = std::function<Result<void>(const BodySink&)>;

// The part of the trace that Perfetto shows first, in ns on the clock of the trace.
struct TraceWindow {
  int64_t start_ns = 0;
  int64_t end_ns = 0;
};

// Some parts of a strip, from `start` to before `end`.
struct StripRange {
  int64_t start = 0;
  int64_t end = 0;
};

// Of a strip: a part, and how much of it. `most_bytes` is what the line to the browser carries in time: of
// more than that neighbours are merged. With `pixel_ns` it is decided: 0 is in full detail.
struct StripRequest {
  StripRange range;
  std::optional<int64_t> most_bytes = {};
  std::optional<int64_t> pixel_ns = {};
};

struct TraceHandle;

// What the page keeps above Perfetto where the whole run is too large to be shown in full: a drawing of the
// run in equal parts, of which any range is a trace of its own.
struct StripHandle {
  std::function<Result<std::string>()> json;  // a RunStrip (docs/PROTOCOL.md)
  // Fails as a bad request where there are no such parts. What it returns has no strip.
  std::function<Result<TraceHandle>(const StripRequest&)> trace;
};

// Served at /open/TOKEN.
struct TraceHandle {
  std::string title;
  std::string file_name;  // under which a browser saves it
  std::optional<uint64_t>
      size;  // in bytes; with it, ranges can be asked for, and each call must produce the same bytes
  BodyProducer produce;
  std::optional<TraceWindow> window = {};
  std::string words = {};  // what of the run it shows, and in which detail
  int64_t pixel_ns = 0;    // what is shorter is merged with its neighbours
  int64_t full_bytes = 0;  // about what it takes in full detail; 0 where nobody knows
  // Rows that Perfetto is to unfold, and to pin at the top, as regular expressions over their paths; the
  // latter may be empty.
  std::vector<std::string> unfolded = {};
  std::function<std::vector<std::string>()> pinned = {};
  std::optional<StripHandle> strip = {};
};

// A part of the run, in ns on the capture's clock.
struct TimelinePart {
  int64_t start_ns = 0;
  int64_t end_ns = 0;
};

// What of a timeline is asked for: the whole run where no part is, all rows where none are.
struct TimelineRequest {
  std::optional<TimelinePart> part = {};
  std::optional<int64_t> columns = {};  // of the screen; without it as many as a trace in overview has
  std::optional<std::vector<std::string>> rows = {};  // by id
  bool as_all = false;                                // of some rows: merged as all of them together would be
  bool findings = true;  // with their rows, for which the run has to be judged first
  bool preview = false;  // what can be shown at once
};

// What is looked for on a timeline, by a part of its name.
struct TimelineSearchRequest {
  std::string text;
  std::vector<std::string> kinds = {};                // kernel, nvtx, mark, call, copy; none means all
  std::optional<std::vector<std::string>> rows = {};  // by id
  int64_t least_ns = 0;
  int64_t from = 0;
  int64_t limit = 200;
  std::optional<TimelinePart> part = {};  // of which the columns are
  int64_t columns = 0;
};

// What is asked of a part of a run: a part of its statistics, or the answer of a skill.
struct TimelineWindowRequest {
  TimelinePart part;
  std::optional<std::vector<std::string>> rows = {};  // by id
  std::string what = {};                              // which statistics; may be empty
  std::string skill = {};                             // with parameters; may be empty
};

// A place of a run that somebody marks.
struct TimelineBookmarkRequest {
  TimelinePart part;
  std::string name;
  std::string note = {};
};

// What a language model is asked to put in words.
struct ModelReplyRequest {
  std::string question;
  std::string target;
  std::string after;
  bool teach = false;
  bool kept_only = false;
};

// Of language models. What they answer is asked for by POST, for it may cost.
struct ModelHandle {
  std::function<Result<std::string>()> status;             // ModelStatus (docs/PROTOCOL.md)
  std::function<Result<std::string>(bool given)> consent;  // the same, from now on
  std::function<Result<std::string>()> sent;               // ModelSentResult
  // Lines of JSON: pieces while a model writes, then `{"words": Words}`.
  std::function<BodyProducer(const ModelReplyRequest&)> words;
};

// Served at /view/TOKEN. The functions are called from threads of their requests, possibly at once.
struct ViewHandle {
  std::string title;
  // A Page (docs/PROTOCOL.md) of a view with its parameters.
  std::function<Result<std::string>(const std::string& view,
                                    const std::vector<std::pair<std::string, std::string>>& params)>
      page_json;
  // An ExplainResult (docs/PROTOCOL.md).
  std::function<Result<std::string>(const std::string& target)> card_json;
  // AskCompletions (docs/PROTOCOL.md) of what is typed of a question.
  std::function<Result<std::string>(const std::string& typed, std::optional<int64_t> most)> ask_completions =
      {};
  // A Timeline (docs/PROTOCOL.md). Fails as a bad request where the part ends before it begins. Without it,
  // there is no page at /view/TOKEN/timeline.
  std::function<Result<BodyProducer>(const TimelineRequest&)> timeline = {};
  // The same with all its rows and nothing in them.
  std::function<BodyProducer()> timeline_rows = {};
  // TimelineMatches (docs/PROTOCOL.md). Fails as a bad request where nothing can be looked for.
  std::function<Result<BodyProducer>(const TimelineSearchRequest&)> timeline_search = {};
  // TimelineWindowResult, and TimelineRelatedResult of a target. Fail as bad requests where there is no such
  // scope, statistic, skill or event.
  std::function<Result<BodyProducer>(const TimelineWindowRequest&)> timeline_window = {};
  std::function<Result<BodyProducer>(const std::string& target)> timeline_related = {};
  // TimelineBookmarkResult. It is written, and asked for by POST.
  std::function<Result<std::string>(const TimelineBookmarkRequest&)> timeline_bookmark = {};
  // SuppressionResult: leaves a finding out from now on, for a reason. It is written, and asked for by POST.
  std::function<Result<std::string>(const std::string& finding, const std::string& reason)> suppress = {};
  std::function<Result<std::string>(const std::string& command, const std::string& round)> run_on_round = {};
  std::optional<ModelHandle> model = {};
  // The token of another profile that the pages of this one compare it with, by its handle or path; and an
  // AlignedTimesResult (docs/PROTOCOL.md) with that profile as the base. Without the former, there are no
  // /view/TOKEN/other and /view/TOKEN/timelines.
  std::function<Result<std::string>(const std::string& other)> other = {};
  std::function<Result<std::string>(const std::string& base)> aligned_json = {};
  // The captures of these ranks, which it opens, and where the same times are in each of them.
  std::function<Result<std::string>(const std::string& ranks)> stacked_json = {};
  // A token under which Perfetto is shown that part. Without it, there is no /view/TOKEN/perfetto.
  std::function<Result<std::string>(TimelinePart)> perfetto = {};
};

// What one token leads to. Where it is both, each links to the other.
struct Content {
  Content(TraceHandle shown) : trace(std::move(shown)) {}
  Content(ViewHandle shown) : view(std::move(shown)) {}
  Content(TraceHandle shown, ViewHandle beside) : trace(std::move(shown)), view(std::move(beside)) {}

  std::optional<TraceHandle> trace;
  std::optional<ViewHandle> view;
};

}  // namespace nsys_ai
