// A capture as a trace for Perfetto, or as JSON for other viewers, written to a sink in pieces.
//
// Times are nanoseconds; in JSON, microseconds with three decimals. They read as on the capture's clock,
// unless that starts below zero, which Perfetto cannot show: then all of them are later by `trace_shift`, and
// the trace says so on a track of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

enum class TraceFormat { json, perfetto };

// What somebody says of some parts of the time, on a row of its own: a finding, or a mark of a person.
struct TraceNote {
  std::string name;             // short: of the row
  std::string title;            // of its slices
  std::vector<Interval> times;  // none: all of the time that the trace shows
  // What it says when it is clicked, by name.
  std::vector<std::pair<std::string, std::string>> facts;
};

// Who noted it: each has rows of its own. `unread` is what the trace is made of and was not read.
enum class NoteGroup : uint8_t { bookmarks, findings, unread };
constexpr size_t kNoteGroups = 3;

// What goes into a trace.
struct TraceOptions {
  TraceFormat format = TraceFormat::perfetto;
  bool kernels = true;
  bool copies = true;
  bool memsets = true;
  bool nvtx = true;    // ranges and marks
  bool calls = false;  // CUDA calls, with arrows to what they launched
  bool syncs = true;   // of these the ones in which the host waits for the GPU, with what it waits for
  bool os_calls = false;
  // What analyses say, beside the events of each GPU:
  bool iterations = true;   // the steps of the program
  bool nvtx_on_gpu = true;  // NVTX ranges from their first operation there to their last
  bool idle = true;         // gaps of 5 us and more, with their causes
  bool counters = true;     // busy share, speed of copies, launches, and what waits to run
  bool metrics = true;      // what the hardware counted, where it was recorded
  bool findings = true;     // what stands out in the whole capture: the notes below
  bool bookmarks = true;    // what people marked: likewise
  // Reference, correlation, full name, launch shape and bandwidth on each slice; they make the viewer slow.
  bool arguments = false;
  // Of what arguments would say the reference alone, and no arrows: for our own timeline.
  bool references_alone = false;
  // Of these streams alone; of all where none is named. What analyses say of a GPU is of all its streams.
  std::vector<int64_t> streams{};
  // Events shorter than this, in ns, are merged with their neighbours on the same row; 0 merges nothing.
  int64_t pixel = 0;
  // More ranges on the GPUs, to which each has an equal part, are beyond what a person looks through: the
  // first ones are shown, and the trace says so.
  size_t max_ranges = 1'000'000;
  // Asked for once each, from another thread; may be empty.
  std::function<std::vector<TraceNote>()> notes = {};
  std::function<std::vector<TraceNote>()> bookmark_notes = {};
  size_t chunk_bytes = size_t{128} << 10;
};

// The kinds of things that a trace shows, by name.
struct TraceKind {
  std::string_view name;
  bool TraceOptions::*shown;
};
inline constexpr std::array kTraceKinds = {TraceKind{"bookmarks", &TraceOptions::bookmarks},
                                           TraceKind{"calls", &TraceOptions::calls},
                                           TraceKind{"copies", &TraceOptions::copies},
                                           TraceKind{"counters", &TraceOptions::counters},
                                           TraceKind{"findings", &TraceOptions::findings},
                                           TraceKind{"idle", &TraceOptions::idle},
                                           TraceKind{"iterations", &TraceOptions::iterations},
                                           TraceKind{"kernels", &TraceOptions::kernels},
                                           TraceKind{"memsets", &TraceOptions::memsets},
                                           TraceKind{"metrics", &TraceOptions::metrics},
                                           TraceKind{"nvtx", &TraceOptions::nvtx},
                                           TraceKind{"nvtx_on_gpu", &TraceOptions::nvtx_on_gpu},
                                           TraceKind{"os_calls", &TraceOptions::os_calls},
                                           TraceKind{"syncs", &TraceOptions::syncs}};

struct NamedFormat {
  std::string_view name;
  TraceFormat format;
};
inline constexpr std::array kTraceFormats = {NamedFormat{"json", TraceFormat::json},
                                             NamedFormat{"perfetto", TraceFormat::perfetto}};

// How much of a long capture is shown. `automatic` is full while the trace is estimated to stay below 200 MB,
// which a browser opens with ease, and else the overview.
enum class TraceDetail { automatic, full, overview };

struct NamedDetail {
  std::string_view name;
  TraceDetail detail;
};
inline constexpr std::array kTraceDetails = {NamedDetail{"auto", TraceDetail::automatic},
                                             NamedDetail{"full", TraceDetail::full},
                                             NamedDetail{"overview", TraceDetail::overview}};

// An overview has this many pixels from the start of the scope's window to its end.
constexpr int64_t kOverviewPixels = 2000;

// What `TraceOptions::pixel` is for that detail.
int64_t pixel_for(const Profile& profile, const Scope& scope, const TraceOptions& options,
                  TraceDetail detail);

// About how many bytes the trace has in full detail.
int64_t estimated_trace_bytes(const Profile& profile, const Scope& scope, const TraceOptions& options);

// The least pixel with which it has at most so many bytes, and no kind more than it has with that of an
// overview; 0 where it has no more in full detail.
Result<int64_t> pixel_within(const Profile& profile, const Scope& scope, const TraceOptions& options,
                             int64_t most_bytes);

// Whether the capture has nothing of a GPU and no NVTX, so that calls of the operating system are shown.
bool has_os_calls_alone(const Profile& profile);

// The kinds that are shown by default: calls too, where the trace is estimated at less than 50 MB with them;
// findings, which ask most analyses, where it is estimated at less than 200 MB; and calls of the operating
// system where there is nothing else.
TraceOptions usual_kinds(const Profile& profile, const Scope& scope, TraceFormat format);

struct TraceStats {
  uint64_t bytes = 0;
  uint64_t slices = 0;
  uint64_t instants = 0;      // NVTX marks, and what is crowded
  uint64_t tracks = 0;        // rows and groups, each described once
  uint64_t overflow = 0;      // slices beside their first track, because they overlap another slice there
  uint64_t crowded = 0;       // events shown by their start alone, because too many overlap on their row
  uint64_t merged = 0;        // events that stand in a slice or an instant with others
  uint64_t open = 0;          // NVTX ranges that were never closed; they end with the capture and say so
  uint64_t out_of_range = 0;  // times beyond what Perfetto can hold, shown at the last it can
  int64_t shift_ns = 0;       // trace time minus capture time
  std::vector<std::string> notes;  // what the trace is made of and was not read; it has them as slices too
};

// Receives the next piece of the trace, which ends between two packets, or two events. False means that no
// more is wanted.
using TraceSink = std::function<bool(std::string_view chunk)>;

// Trace time minus capture time, in ns: 0, or whole seconds. It is the same for every trace of a profile.
int64_t trace_shift(const Profile& profile);

// Whatever straddles a bound of the scope's window is cut there. Host events come from the processes of the
// scope's devices; from all processes where the scope has all devices.
// Fails as cancelled when the work is cancelled or the sink wants no more; what went out before is a readable
// trace as far as it goes.
Result<TraceStats> write_trace(const Profile& profile, const Scope& scope, const TraceOptions& options,
                               const TraceSink& sink, const Work& work = {});

}  // namespace nsys_ai
