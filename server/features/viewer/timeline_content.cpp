// A window of the trace's rows for a screen, given up when nobody waits for it any more.
#include "features/viewer/timeline_content.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "features/viewer/trace_content.h"
#include "protocol/write.h"
#include "trace/timeline.h"

namespace nsys_ai::inline features {
namespace {

// More than a browser draws without a pause.
constexpr size_t kMax = 80'000;
constexpr int64_t kMaxColumns = 8'000;

}  // namespace

Result<BodyProducer> timeline_content(const ProfilePtr& profile, const Annotations& annotations,
                                      const std::optional<TimelinePart>& part) {
  Scope scope = Scope::whole(*profile);
  TimelineScreen screen{kOverviewPixels, kMax};
  if (part) {
    if (part->columns < 1 || part->columns > kMaxColumns)
      return fail(ErrorCode::bad_request, fmt::format("A timeline has 1 to {} columns.", kMaxColumns));
    auto asked = Scope::make(*profile, {{}, Interval{part->start_ns, part->end_ns}});
    if (!asked) return tl::unexpected(asked.error());
    scope = std::move(*asked);
    screen.columns = part->columns;
  }
  TraceOptions options = usual_kinds(*profile, scope, TraceFormat::perfetto);
  options.calls = true;
  options.arguments = true;
  options.notes = annotations.findings;
  options.bookmark_notes = annotations.bookmarks;
  return [profile, scope, options, screen](const BodySink& sink) -> Result<void> {
    const CancelToken gone;
    const Work work{gone, [&](double, const std::string&) {
                      if (!sink("")) gone.cancel();
                    }};
    auto made = timeline(*profile, scope, options, screen, work);
    if (!made) return tl::unexpected(made.error());
    const Interval run{made->run_start, made->run_start + made->run_length};
    made->words = shown_words(scope.has_window() ? scope.window() : run, scope.has_window(), made->pixel);
    if (!made->complete) made->words += fmt::format("; only the first {} are shown", readable_count(kMax));
    sink(write_json(*made).compact());
    return {};
  };
}

}  // namespace nsys_ai::inline features
