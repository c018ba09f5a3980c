// Writes a window of the trace's rows for a screen, and stops when the client no longer waits.
#include "features/viewer/timeline_content.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/context.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "features/viewer/timeline_related.h"
#include "features/viewer/timeline_window.h"
#include "features/viewer/trace_content.h"
#include "profile/file_tables.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

// A browser cannot draw more without a pause.
constexpr size_t kMax = 120'000;
constexpr int64_t kMaxColumns = 16'000;
constexpr int64_t kMaxSearchMatches = 2'000;

// Removes control characters, with which a name could reverse the text around it or look like another name.
// Each fact has a line of its own.
std::string drawn(std::string_view text) {
  std::string lines;
  for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines += one_line(text.substr(0, end)) + '\n';
    text.remove_prefix(end + 1);
  }
  return lines + one_line(text);
}

nsys::TimelineRow wire_row(TimelineRow&& of) {
  return {std::move(of.id),
          of.parent,
          of.rank,
          one_line(of.name),
          std::move(of.unit),
          of.deepest,
          std::move(of.starts),
          std::move(of.lengths),
          std::move(of.depths),
          std::move(of.names),
          std::move(of.kinds),
          std::move(of.families),
          std::move(of.refs),
          std::move(of.facts),
          std::move(of.values)};
}

nsys::Timeline wire_timeline(Timeline&& of) {
  nsys::Timeline wire{of.run_start,
                      of.run_length,
                      of.start,
                      of.end,
                      of.pixel,
                      of.complete,
                      of.preview ? std::optional(true) : std::nullopt,
                      std::move(of.words),
                      {},
                      {}};
  for (const std::string& text : of.texts) wire.texts.push_back(drawn(text));
  for (TimelineRow& row : of.rows) wire.rows.push_back(wire_row(std::move(row)));
  return wire;
}

// Calls `make` with work that is cancelled when the client no longer waits.
template <class Make>
Result<void> send(const BodySink& sink, Make make) {
  const CancelToken gone;
  const Work work{gone, [&](double, const std::string&) {
                    if (!sink("")) gone.cancel();
                  }};
  const auto made = make(work);
  if (!made) return tl::unexpected(made.error());
  sink(write_json(*made).compact());
  return {};
}

}  // namespace

TimelineContent timeline_source_content(const Profile& profile, const Annotations& annotations) {
  // Calls of the operating system have no levels: each screen merges all of them.
  constexpr int64_t kMostOsCalls = 1'000'000;
  const bool has_few = rows_read_as(profile.tables(), "os_call") <= kMostOsCalls;
  return {has_few || has_only_os_calls(profile), annotations.findings, annotations.workspace};
}

Result<TimelineView> parse_timeline_request(const Profile& profile, const TimelineRequest& asked) {
  TimelineView view{{}, kOverviewPixels, kMax, asked.rows, asked.as_all, asked.preview};
  if (asked.part) view.window = Interval{asked.part->start_ns, asked.part->end_ns};
  if (asked.columns) view.columns = *asked.columns;
  if (view.columns < 1 || view.columns > kMaxColumns)
    return fail(ErrorCode::bad_request, fmt::format("A timeline has 1 to {} columns.", kMaxColumns));
  if (auto good = TimelineSource::check(profile, view); !good) return tl::unexpected(good.error());
  return view;
}

Annotations asked_annotations(Annotations annotations, const TimelineRequest& asked) {
  if (!asked.findings) annotations.findings = {};
  return annotations;
}

Result<nsys::Timeline> timeline_part(const Profile& profile, const Annotations& annotations,
                                     const TimelineView& view, const Work& work) {
  const LossNotes losses;
  auto made = TimelineSource(profile, timeline_source_content(profile, annotations)).part(view, work);
  if (!made) return tl::unexpected(made.error());
  const Interval run{made->run_start, made->run_start + made->run_length};
  made->words = shown_words(view.window.value_or(run), view.window.has_value(), made->pixel);
  if (!made->complete) made->words += fmt::format("; only the first {} are shown", readable_count(kMax));
  if (made->preview) made->words += "; so far what GPUs ran, the rest follows";
  for (const std::string& note : losses.notes()) made->words += ". " + one_line(note);
  return wire_timeline(std::move(*made));
}

Result<TimelineSearch> asked_timeline_search(const Profile& profile, const TimelineSearchRequest& asked) {
  TimelineSearch search{asked.text, {}, asked.rows, asked.least_ns, asked.from, 0, {}, asked.columns};
  if (asked.limit > kMaxSearchMatches || asked.columns > kMaxColumns)
    return fail(ErrorCode::bad_request, fmt::format("At most {} matches are listed, and {} columns counted.",
                                                    kMaxSearchMatches, kMaxColumns));
  if (std::min({asked.least_ns, asked.from, asked.limit, asked.columns}) < 0)
    return fail(ErrorCode::bad_request, "A search has no negative numbers.");
  search.limit = static_cast<size_t>(asked.limit);
  for (const std::string& name : asked.kinds) {
    const auto kind = std::ranges::find(kNamedKinds, name, [](NamedKind of) { return name_of(of); });
    if (kind == kNamedKinds.end())
      return fail(ErrorCode::bad_request,
                  fmt::format("\"{}\" is no kind of event with a name.", quotation(name)));
    search.kinds.push_back(*kind);
  }
  if (asked.part) search.window = Interval{asked.part->start_ns, asked.part->end_ns};
  if (auto good = TextPattern::make(search.text, {}); !good) return tl::unexpected(good.error());
  if (auto good = TimelineSource::check(profile, {search.window, 1, SIZE_MAX, search.rows}); !good)
    return tl::unexpected(good.error());
  return search;
}

Result<nsys::TimelineMatches> timeline_matches(const Profile& profile, const Annotations& annotations,
                                               const TimelineSearch& search, const Work& work) {
  auto made = TimelineSource(profile, timeline_source_content(profile, annotations)).search(search, work);
  if (!made) return tl::unexpected(made.error());
  return nsys::TimelineMatches{made->total, std::move(made->columns),
                               wire_timeline(std::move(made->timeline))};
}

Result<BodyProducer> timeline_content(const ProfilePtr& profile, const Annotations& annotations,
                                      const TimelineRequest& asked) {
  const auto view = parse_timeline_request(*profile, asked);
  if (!view) return tl::unexpected(view.error());
  return [profile, annotations = asked_annotations(annotations, asked),
          view = *view](const BodySink& sink) -> Result<void> {
    return send(sink, [&](const Work& work) { return timeline_part(*profile, annotations, view, work); });
  };
}

Result<BodyProducer> timeline_search_content(const ProfilePtr& profile, const Annotations& annotations,
                                             const TimelineSearchRequest& asked) {
  const auto search = asked_timeline_search(*profile, asked);
  if (!search) return tl::unexpected(search.error());
  return [profile, annotations, search = *search](const BodySink& sink) -> Result<void> {
    return send(sink,
                [&](const Work& work) { return timeline_matches(*profile, annotations, search, work); });
  };
}

BodyProducer timeline_rows_content(const ProfilePtr& profile, const Annotations& annotations) {
  return [profile, annotations](const BodySink& sink) -> Result<void> {
    return send(sink, [&](const Work& work) -> Result<nsys::Timeline> {
      auto made = TimelineSource(*profile, timeline_source_content(*profile, annotations)).rows(work);
      if (!made) return tl::unexpected(made.error());
      return wire_timeline(std::move(*made));
    });
  };
}

BodyProducer timeline_window_content(const ProfilePtr& profile, const SkillSetPtr& skills,
                                     const TimelineWindowRequest& asked) {
  return [profile, skills, asked](const BodySink& sink) -> Result<void> {
    return send(sink, [&](const Work& work) { return timeline_window(*profile, *skills, asked, work); });
  };
}

BodyProducer timeline_related_content(const ProfilePtr& profile, const std::string& target) {
  return [profile, target](const BodySink& sink) -> Result<void> {
    return send(sink, [&](const Work& work) { return timeline_related(*profile, target, work); });
  };
}

}  // namespace nsys_ai
