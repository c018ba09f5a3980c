// Chooses a pixel, reads the merged events from levels or computes them, and formats them row by row.
#include "trace/timeline/timeline.h"

#include <algorithm>
#include <bit>
#include <future>
#include <tuple>
#include <utility>

#include "base/context.h"
#include "trace/timeline/timeline_part.h"
#include "trace/write_with.h"

namespace nsys_ai {
namespace {

using namespace perfetto;

// More columns than any screen has. Used as the first pixel where merging is needed although none was
// requested.
constexpr int64_t kMaxColumns = 8192;

// Empty where no row of these kinds is requested.
std::vector<TraceNote> notes_of(const std::function<std::vector<TraceNote>()>& notes,
                                const ChosenRows& chosen, std::initializer_list<RowKind> kinds) {
  const bool any =
      std::any_of(kinds.begin(), kinds.end(), [&](RowKind kind) { return chosen.has_any(kind); });
  return notes && any ? notes() : std::vector<TraceNote>();
}

struct Notes {
  std::vector<TraceNote> workspace;
  std::vector<TraceNote> findings;
};

void write_chosen(Output& output, RowWriter& writer, const ChosenRows& chosen, const Notes& notes) {
  for (const auto& [group, kind, of] :
       {std::tuple(NoteGroup::findings, RowKind::finding, notes.findings),
        std::tuple(NoteGroup::bookmarks, RowKind::bookmark, notes_in(NoteGroup::bookmarks, notes.workspace)),
        std::tuple(NoteGroup::requests, RowKind::request, notes_in(NoteGroup::requests, notes.workspace))})
    for (size_t at = 0; at < of.size(); ++at) {
      if (!chosen.has({kind, at})) continue;
      writer.next_row({kind, at});
      write_note(output, group, of, at);
    }
}

// The largest power of two that is no longer than a column; 0 below 1 ns.
int64_t pixel_of(Interval window, int64_t columns) {
  return static_cast<int64_t>(
      std::bit_floor(static_cast<uint64_t>(window.duration() / std::max<int64_t>(1, columns))));
}

int64_t coarser(Interval window, int64_t pixel) {
  return pixel == 0 ? std::max<int64_t>(1, pixel_of(window, kMaxColumns)) : 2 * pixel;
}

}  // namespace

Result<void> TimelineSource::check(const Profile& profile, const TimelineView& view) {
  if (auto chosen = ChosenRows::of(view.rows); !chosen) return tl::unexpected(chosen.error());
  if (auto scope = Scope::make(profile, {{}, view.window}); !scope) return tl::unexpected(scope.error());
  return {};
}

Result<Timeline> TimelineSource::part(const TimelineView& view, const Work& work) const {
  return cancellable(work, [&] {
    const bool previewed = view.preview && !view.rows && !levels_ && profile_.streams().size() > 0 &&
                           !if_ready([&]() -> const TimelineLevels& { return **levels_of({}); });
    return previewed ? made_preview(view, work) : made_part(view, work);
  });
}

Result<Timeline> TimelineSource::made_preview(TimelineView view, const Work& work) const {
  view.rows.emplace();
  for (size_t stream = 0; stream < profile_.streams().size(); ++stream)
    view.rows->push_back(RowId{RowKind::stream, stream}.text());
  // Coarse enough that a coarser pixel is rarely needed for all rows, and that one merge is enough.
  constexpr size_t kShareOfMost = 4;
  view.most /= kShareOfMost;
  const size_t columns = std::max<size_t>(1, view.most / view.rows->size());
  view.columns = static_cast<int64_t>(std::min(columns, static_cast<size_t>(view.columns)));
  const TimelineLevels none = TimelineLevels::none(profile_);
  auto made = TimelineSource(profile_, content_, none).made_part(view, work);
  if (made) made->preview = true;
  return made;
}

Result<Timeline> TimelineSource::made_part(const TimelineView& view, const Work& work) const {
  work.report(0, "reading the timeline");
  auto chosen = ChosenRows::of(view.rows);
  if (!chosen) return tl::unexpected(chosen.error());
  TraceOptions options = timeline_options(0);
  options.os_calls = content_.os_calls;
  const auto recorded = recorded_for(profile_, options, work);
  if (!recorded) return tl::unexpected(recorded.error());
  const auto scope = Scope::make(profile_, {{}, view.window});
  if (!scope) return tl::unexpected(scope.error());
  // Bookmarks and findings come from other components, so they are requested in parallel.
  auto ask = std::async(std::launch::async,
                        [&, context = Context::current().for_helper()]() -> Notes {
                          const ScopedContext bound(context);
                          return {
                              notes_of(content_.workspace, *chosen, {RowKind::bookmark, RowKind::request}),
                              notes_of(content_.findings, *chosen, {RowKind::finding})};
                        });
  const auto levels = levels_of(part_of(work, 0, 0.5));
  if (!levels) return tl::unexpected(levels.error());
  const Interval run = run_of(*recorded);
  const Interval window = view.window.value_or(run);
  PartBuilder part(*recorded, **levels, *scope, window, view.as_all ? ChosenRows() : *chosen, work);
  options.pixel = pixel_of(window, view.columns);
  options.pixel = part.first_pixel_to_try(options.pixel, view.most);
  // The number for all rows is estimated; merging the few requested ones costs only their own events.
  if (view.as_all && options.pixel > 0 && options.pixel < (*levels)->finest()) part.choose(*chosen);
  size_t most = view.most;
  while (true) {
    const auto fits = part.merge(options.pixel, std::min<size_t>(most, INT64_MAX));
    if (!fits) return tl::unexpected(fits.error());
    if (*fits) break;
    // A pixel as long as the window leaves two slices per row and depth.
    if (options.pixel < window.duration())
      options.pixel = coarser(window, options.pixel);
    else
      most = SIZE_MAX;
    work.report(0.6, "merging what the screen shows");
  }
  Timeline shown = empty_timeline(run, window);
  shown.pixel = options.pixel;
  RowWriter writer(shown, view.most);
  Output output{*recorded,
                *scope,
                options,
                work,
                writer,
                Tracks(*recorded, options, writer),
                EventDescriber(*recorded, options, work, writer),
                {}};
  work.report(0.8, "writing the timeline");
  part.write(output, writer, *chosen);
  write_chosen(output, writer, *chosen, ask.get());
  if (work.cancel.cancelled()) return cancelled();
  shown.complete = !writer.is_full();
  return shown;
}

Result<const perfetto::TimelineLevels*> TimelineSource::levels_of(const Work& work) const {
  if (levels_) return levels_;
  return profile_.made(make_timeline_levels, work);
}

PartToCache timeline_levels_to_keep() {
  return {kTimelineLevels, [](const Profile& profile, const Work& work) -> Result<std::vector<uint8_t>> {
            const auto levels = profile.made(make_timeline_levels, work);
            if (!levels) return tl::unexpected(levels.error());
            return (*levels)->bytes();
          }};
}

}  // namespace nsys_ai
