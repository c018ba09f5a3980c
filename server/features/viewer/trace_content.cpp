// Chooses what the trace contains, and describes it.
#include "features/viewer/trace_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "analysis/kernels/stream_totals.h"
#include "base/text_table.h"
#include "protocol/write.h"
#include "trace/row_names.h"
#include "view/run_strip.h"

namespace nsys_ai {
namespace {

std::string detail_words(int64_t pixel) {
  return pixel == 0
             ? "in full detail"
             : fmt::format("what is shorter than {} is merged with its neighbours", readable_ns(pixel));
}

std::string window_words(Interval window) {
  return fmt::format("{} from {} to {}", readable_ns(window.duration()), readable_clock(window.start),
                     readable_clock(window.end));
}

// The window on the trace's clock.
TraceWindow traced(const Profile& profile, Interval window) {
  const int64_t shift = trace_shift(profile);
  return {window.start + shift, window.end + shift};
}

// Escapes a text for a regular expression of the browser.
std::string literal(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    if (std::string_view("\\^$.*+?()[]{}|/").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

// A collapsed group of rows shows nothing. Of many GPUs, expands the first two; without GPUs, expands the
// threads.
std::vector<std::string> unfolded_rows(const Profile& profile, const Scope& scope,
                                       const std::vector<TraceNote>& notes) {
  constexpr size_t kMaxDevices = 2;
  std::vector<std::string> devices;
  const RowNames names(profile);
  for (const DeviceIx device : scope.devices()) devices.push_back(names.device(device));
  if (devices.empty()) return {"."};
  std::sort(devices.begin(), devices.end());
  devices.resize(std::min(devices.size(), kMaxDevices));
  devices.emplace_back(kFindingsRow);
  const auto has = [&](NoteGroup group) {
    return std::any_of(notes.begin(), notes.end(),
                       [&](const TraceNote& note) { return note.group == group; });
  };
  if (has(NoteGroup::bookmarks)) devices.emplace_back(kBookmarksRow);
  if (has(NoteGroup::requests)) devices.emplace_back(kRequestsRow);
  std::vector<std::string> rows;
  rows.reserve(devices.size());
  for (const std::string& name : devices) rows.push_back(fmt::format("^{}$", literal(name)));
  return rows;
}

// The streams that were busy longest in the window, because a person looks at them first. Perfetto before
// version 53 matched only the name of a row, without its group.
std::vector<std::string> pinned_rows(const Profile& profile, Interval window) {
  constexpr size_t kMaxRows = 4;
  const RowNames names(profile);
  std::vector<StreamIx> streams = busiest_streams(profile, window);
  streams.resize(std::min(streams.size(), kMaxRows));
  std::vector<std::string> rows;
  rows.reserve(streams.size());
  for (const StreamIx stream : streams)
    rows.push_back(fmt::format("^({} > )?{}$", literal(names.device(profile.streams()[stream].device)),
                               literal(names.stream(stream))));
  return rows;
}

// The source of traces of any part.
struct Shown {
  ProfilePtr profile;
  Annotations annotations;
};

// The options of a trace of this scope.
TraceOptions options_of(const Shown& shown, const Scope& scope) {
  TraceOptions options = default_kinds(*shown.profile, scope, TraceFormat::perfetto);
  options.findings = true;
  options.notes = shown.annotations.findings;
  options.workspace_notes = shown.annotations.workspace;
  return options;
}

// A trace of this scope, whose window is all or part of the run.
TraceHandle trace_of(const Shown& shown, const Scope& scope, const TraceOptions& options) {
  const ProfilePtr& profile = shown.profile;
  const Interval window = scope.window();
  const auto notes = options.workspace_notes ? options.workspace_notes() : std::vector<TraceNote>();
  TraceHandle handle;
  handle.title = profile->info().path.filename().string();
  handle.file_name = trace_file_name(*profile);
  handle.words = shown_words(window, scope.has_window(), options.pixel);
  handle.pixel_ns = options.pixel;
  handle.full_bytes = estimated_trace_bytes(*profile, scope, options);
  handle.unfolded = unfolded_rows(*profile, scope, notes);
  if (scope.has_window()) {
    handle.title += fmt::format(" from {} to {}", readable_clock(window.start), readable_clock(window.end));
    handle.file_name =
        fmt::format("{}-{}-{}.pftrace", profile->info().path.stem().string(), window.start, window.end);
    handle.window = traced(*profile, window);
  }
  handle.produce = [profile, scope, options](const BodySink& sink) -> Result<void> {
    auto written = write_trace(*profile, scope, options, sink);
    if (!written) return tl::unexpected(written.error());
    return {};
  };
  return handle;
}

TraceHandle trace_of(const Shown& shown, const Scope& scope, TraceDetail detail) {
  TraceOptions options = options_of(shown, scope);
  options.pixel = pixel_for(*shown.profile, scope, options, detail);
  return trace_of(shown, scope, options);
}

// The trace with the most detail that fits into `most_bytes`.
Result<TraceHandle> trace_within(const Shown& shown, const Scope& scope, int64_t most_bytes) {
  TraceOptions options = options_of(shown, scope);
  const auto pixel = pixel_within(*shown.profile, scope, options, most_bytes);
  if (!pixel) return tl::unexpected(pixel.error());
  options.pixel = std::max(*pixel, pixel_for(*shown.profile, scope, options, TraceDetail::automatic));
  TraceHandle handle = trace_of(shown, scope, options);
  if (options.pixel > 0) handle.words += ", since all of it would take long to come";
  return handle;
}

Result<TraceHandle> trace_of_parts(const Shown& shown, const StripRequest& asked, TraceDetail detail_of_all) {
  const StripRange parts = asked.range;
  const Scope whole = Scope::whole(*shown.profile);
  const int64_t most = strip_parts(whole.window());
  if (parts.start < 0 || parts.end > most || parts.start >= parts.end)
    return fail(ErrorCode::bad_request,
                fmt::format("The strip has parts 0 to {}, and a window begins before it ends.", most));
  const bool is_all = parts.end - parts.start == most;
  auto scope = Scope::make(*shown.profile, {{}, strip_window(whole.window(), parts.start, parts.end)});
  if (!scope) return tl::unexpected(scope.error());
  const Scope& of = is_all ? whole : *scope;
  if (asked.pixel_ns) {
    TraceOptions options = options_of(shown, of);
    options.pixel = *asked.pixel_ns;
    return trace_of(shown, of, options);
  }
  if (is_all) return trace_of(shown, whole, detail_of_all);
  if (asked.most_bytes) return trace_within(shown, *scope, *asked.most_bytes);
  return trace_of(shown, *scope, TraceDetail::automatic);
}

}  // namespace

std::string shown_words(Interval window, bool is_part, int64_t pixel) {
  const std::string run =
      is_part ? window_words(window) : fmt::format("The whole run, {}", readable_ns(window.duration()));
  return fmt::format("{}: {}", run, detail_words(pixel));
}

std::string trace_file_name(const Profile& profile) {
  return profile.info().path.stem().string() + ".pftrace";
}

Result<TraceHandle> trace_content(const ProfilePtr& profile, const Annotations& annotations,
                                  const TraceSelection& what) {
  const Shown shown{profile, annotations};
  const Scope whole = Scope::whole(*profile);
  const TraceOptions usual = default_kinds(*profile, whole, TraceFormat::perfetto);
  const bool merged = pixel_for(*profile, whole, usual, what.detail) != 0;
  auto asked = Scope::make(*profile, {{}, what.window});
  if (!asked) return tl::unexpected(asked.error());
  TraceHandle handle = trace_of(shown, merged ? *asked : whole, what.detail);
  if (what.window && !merged) {
    handle.words += fmt::format("; {} is shown first", window_words(*what.window));
    handle.window = traced(*profile, *what.window);
  }
  if (what.window) handle.pinned = [profile, window = *what.window] { return pinned_rows(*profile, window); };
  if (!merged) return handle;
  handle.strip = StripHandle{[profile, window = asked->window()]() -> Result<std::string> {
                               return write_json(run_strip(*profile, window)).compact();
                             },
                             [shown, detail = what.detail](const StripRequest& asked) {
                               return trace_of_parts(shown, asked, detail);
                             }};
  return handle;
}

}  // namespace nsys_ai
