// Writes a capture as a trace for Perfetto, or as JSON for other viewers, to a sink in pieces.
//
// Times are nanoseconds; in JSON, microseconds with three decimals. They are on the capture's clock, unless
// that starts below zero, which Perfetto cannot show: then all of them are later by `trace_shift`, and a
// track of the trace says so.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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

// The origin of notes: each has rows of its own. `unread` notes describe data that the trace needs and that
// was not read.
enum class NoteGroup : uint8_t { bookmarks, findings, requests, unread };
constexpr size_t kNoteGroups = 4;

// An annotation of some parts of the time, on a row of its own: a finding, or a user's bookmark.
struct TraceNote {
  std::string name;             // short name of the row
  std::string title;            // title of its slices, where `titles` has none
  std::vector<Interval> times;  // empty: the entire time that the trace shows
  // Details shown on a click, with their names.
  std::vector<std::pair<std::string, std::string>> facts;
  NoteGroup group = NoteGroup::bookmarks;  // of what a workspace adds: bookmarks or requests
  std::vector<std::string> titles = {};    // one per time, or none
};

// The place of a trace among those of other captures in one file of Perfetto's format.
struct TracePlace {
  uint32_t number = 0;      // distinguishes its tracks and sequences, and orders them
  std::string label;        // stands before the names of its groups
  int64_t shift = 0;        // trace time minus capture time, in ns
  int64_t utc_at_zero = 0;  // wall clock at trace time 0
};

// Selects the content of a trace.
struct TraceOptions {
  TraceFormat format = TraceFormat::perfetto;
  bool kernels = true;
  bool copies = true;
  bool memsets = true;
  bool nvtx = true;    // ranges and marks
  bool calls = false;  // CUDA calls, with arrows to the operations that they launched
  bool syncs = true;   // CUDA calls in which the host waits for the GPU, with the object of the wait
  bool os_calls = false;
  bool others = false;  // MPI, OpenACC, video engines, page faults, ...: see OtherEvents
  // Results of analyses, in addition to the events of each GPU:
  bool iterations = true;   // the steps of the program
  bool nvtx_on_gpu = true;  // NVTX ranges from their first operation on the GPU to their last
  bool idle = true;         // gaps of 5 us and more, with their causes
  bool counters = true;     // busy share, copy bandwidth, launches, and waiting operations
  bool metrics = true;      // hardware counters, where they were recorded
  bool findings = true;     // findings about the entire capture, from `notes` below
  bool bookmarks = true;    // the user's bookmarks and logged requests, from `workspace_notes` below
  // Reference, correlation, full name, launch shape and bandwidth on each slice; they slow down the viewer.
  bool arguments = false;
  // Only the reference of the arguments above, and no arrows: for the timeline view.
  bool only_references = false;
  // Only these streams; all if empty. Results of analyses for a GPU always cover all of its streams.
  std::vector<int64_t> streams{};
  // Events shorter than this, in ns, are merged with their neighbours on the same row; 0 merges nothing.
  int64_t pixel = 0;
  // Maximum number of ranges on GPUs, of which each GPU gets an equal part. It exceeds what people look
  // through; only the first ones are shown, and the trace says so.
  size_t max_ranges = 1'000'000;
  // Called once each, from another thread; may be empty.
  std::function<std::vector<TraceNote>()> notes = {};
  std::function<std::vector<TraceNote>()> workspace_notes = {};
  size_t chunk_bytes = size_t{128} << 10;
  // Alone in its file where there is none.
  std::optional<TracePlace> place = {};
};

// The kinds of content of a trace, by name.
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
                                           TraceKind{"others", &TraceOptions::others},
                                           TraceKind{"syncs", &TraceOptions::syncs}};

struct NamedFormat {
  std::string_view name;
  TraceFormat format;
};
inline constexpr std::array kTraceFormats = {NamedFormat{"json", TraceFormat::json},
                                             NamedFormat{"perfetto", TraceFormat::perfetto}};

// The level of detail for long captures. `automatic` is full while the estimated size of the trace is below
// 200 MB, which browsers open easily, and otherwise overview.
enum class TraceDetail { automatic, full, overview };

struct NamedDetail {
  std::string_view name;
  TraceDetail detail;
};
inline constexpr std::array kTraceDetails = {NamedDetail{"auto", TraceDetail::automatic},
                                             NamedDetail{"full", TraceDetail::full},
                                             NamedDetail{"overview", TraceDetail::overview}};

// The number of pixels of an overview from the start of the scope's window to its end.
constexpr int64_t kOverviewPixels = 2000;

// The value of `TraceOptions::pixel` for that level of detail.
int64_t pixel_for(const Profile& profile, const Scope& scope, const TraceOptions& options,
                  TraceDetail detail);

// The approximate size of the trace in full detail.
int64_t estimated_trace_bytes(const Profile& profile, const Scope& scope, const TraceOptions& options);

// The smallest pixel with which the trace has at most that many bytes, and no kind has more events than in an
// overview; 0 where full detail satisfies both.
Result<int64_t> pixel_within(const Profile& profile, const Scope& scope, const TraceOptions& options,
                             int64_t most_bytes);

// Whether the capture has neither GPU data nor NVTX, so that operating system calls are shown.
bool has_only_os_calls(const Profile& profile);

// The kinds that are shown by default. They include calls, if the estimated size with them is below 50 MB;
// findings, which run most analyses, if it is below 200 MB; and operating system calls if there is nothing
// else.
TraceOptions default_kinds(const Profile& profile, const Scope& scope, TraceFormat format);

struct TraceStats {
  uint64_t bytes = 0;
  uint64_t slices = 0;
  uint64_t instants = 0;  // NVTX marks and `crowded` events
  uint64_t tracks = 0;    // rows and groups
  // Slices outside their row's first track, because they overlap another slice there.
  uint64_t overflow = 0;
  uint64_t crowded = 0;  // events shown only at their start, because too many overlap on their row
  uint64_t merged = 0;   // events shown in a merged slice or instant
  // NVTX ranges that were never closed; they end with the capture and are labelled so.
  uint64_t open = 0;
  uint64_t out_of_range = 0;       // times beyond Perfetto's maximum, shown at the maximum
  int64_t shift_ns = 0;            // trace time minus capture time
  std::vector<std::string> notes;  // data that the trace needs and that was not read; also shown as slices
};

// Receives the next piece of the trace, which ends between two packets or two events. Returns false when no
// more is wanted.
using TraceSink = std::function<bool(std::string_view chunk)>;

// Trace time minus capture time, in ns: 0, or a multiple of a second. Equal for all traces of a profile.
int64_t trace_shift(const Profile& profile);

// Events are clipped to the scope's window. Host events come from the processes of the scope's devices, or
// from all processes where the scope has all devices. Fails as cancelled when the work is cancelled or the
// sink wants no more; the output so far is a readable trace.
Result<TraceStats> write_trace(const Profile& profile, const Scope& scope, const TraceOptions& options,
                               const TraceSink& sink, const Work& work = {});

}  // namespace nsys_ai
