// Chooses what is sent, and says what that is.
#include "features/trace_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/text_table.h"
#include "protocol/write.h"
#include "view/run_strip.h"

namespace nsys_ai {
namespace {

std::string detail_words(int64_t pixel) {
  return pixel == 0
             ? "in full detail"
             : fmt::format("what is shorter than {} is merged with its neighbours", readable_ns(pixel));
}

std::string window_words(Interval window) {
  return fmt::format("{} from {} to {}", readable_ns(window.length()), readable_clock(window.start),
                     readable_clock(window.end));
}

// The window on the clock of the trace.
TraceWindow traced(const Profile& profile, Interval window) {
  const int64_t shift = trace_shift(profile);
  return {window.start + shift, window.end + shift};
}

// Of the streams that worked longest in the window: the rows at which a person looks first who asked for it.
std::vector<std::string> busiest_rows(const Profile& profile, Interval window) {
  constexpr size_t kMostRows = 4;
  std::vector<double> work(profile.streams().size(), 0.0);
  const auto add = [&](const Operations& operations) {
    for (size_t at = 0; at < operations.size(); ++at)
      work[operations.stream[at]] += static_cast<double>(intersect(operations.interval(at), window).length());
  };
  add(profile.kernels());
  add(profile.copies());
  std::vector<size_t> order(work.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return work[a] > work[b]; });
  std::vector<std::string> rows;
  for (const size_t at : order) {
    if (rows.size() == kMostRows || work[at] <= 0) break;
    const Stream& stream = profile.streams()[StreamIx(at)];
    const Device& device = profile.devices()[stream.device];
    const auto pid = profile.pid_of(device.process);
    rows.push_back(fmt::format("GPU 0*{}( [^>]*)?{} > Stream {}( .*)?$", device.ordinal,
                               pid ? fmt::format(" pid {}", *pid) : "", stream.stream));
  }
  return rows;
}

// A trace of this scope, whose window is all or part of the run.
TraceHandle trace_of(const ProfilePtr& profile, const Scope& scope, TraceDetail detail) {
  TraceOptions options;
  options.pixel = pixel_for(*profile, scope, options, detail);
  const Interval window = scope.window();
  const std::string run = scope.has_window() ? window_words(window)
                                             : fmt::format("The whole run, {}", readable_ns(window.length()));
  TraceHandle handle;
  handle.title = profile->info().path.filename().string();
  handle.file_name = trace_file_name(*profile);
  handle.words = fmt::format("{}: {}", run, detail_words(options.pixel));
  if (scope.has_window()) {
    handle.title += fmt::format(", {} to {}", readable_clock(window.start), readable_clock(window.end));
    handle.file_name =
        fmt::format("{}-{}-{}.pftrace", profile->info().path.stem().string(), window.start, window.end);
    handle.window = traced(*profile, window);
  }
  handle.produce = [profile, scope, options](const Sink& sink) -> Result<void> {
    auto written = write_trace(*profile, scope, options, sink);
    if (!written) return tl::unexpected(written.error());
    return {};
  };
  return handle;
}

Result<TraceHandle> trace_of_parts(const ProfilePtr& profile, StripRange parts, TraceDetail detail_of_all) {
  const Scope whole = Scope::whole(*profile);
  const int64_t most = strip_parts(whole.window());
  if (parts.start < 0 || parts.end > most || parts.start >= parts.end)
    return fail(ErrorCode::bad_request,
                fmt::format("The strip has parts 0 to {}, and a window begins before it ends.", most));
  if (parts.end - parts.start == most) return trace_of(profile, whole, detail_of_all);
  auto scope = Scope::make(*profile, {{}, strip_window(whole.window(), parts.start, parts.end)});
  if (!scope) return tl::unexpected(scope.error());
  return trace_of(profile, *scope, TraceDetail::automatic);
}

}  // namespace

std::string trace_file_name(const Profile& profile) {
  return profile.info().path.stem().string() + ".pftrace";
}

Result<TraceHandle> trace_content(const ProfilePtr& profile, const ShownTrace& what) {
  const Scope whole = Scope::whole(*profile);
  const bool merged = pixel_for(*profile, whole, {}, what.detail) != 0;
  auto asked = Scope::make(*profile, {{}, what.window});
  if (!asked) return tl::unexpected(asked.error());
  TraceHandle handle = trace_of(profile, merged ? *asked : whole, what.detail);
  if (what.window && !merged) {
    handle.words += fmt::format("; {} is shown first", window_words(*what.window));
    handle.window = traced(*profile, *what.window);
  }
  if (what.window)
    handle.pinned = [profile, window = *what.window] { return busiest_rows(*profile, window); };
  if (!merged) return handle;
  handle.strip = StripHandle{
      [profile, shown = asked->window()]() -> Result<std::string> {
        return write_json(run_strip(*profile, shown)).compact();
      },
      [profile, detail = what.detail](StripRange parts) { return trace_of_parts(profile, parts, detail); }};
  return handle;
}

}  // namespace nsys_ai
