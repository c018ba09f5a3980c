// The tool that lists the events in a window of time: the rows of the timeline as lines.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/text_table.h"
#include "protocol/write.h"
#include "tools/tool.h"
#include "trace/timeline/timeline.h"

namespace nsys_ai {
namespace {

constexpr int64_t kColumns = 200;
constexpr size_t kMostSlices = 2000;

struct TimelineSliceTool {
  std::optional<nsys::TimeWindow> trim;
  std::optional<std::vector<std::string>> rows;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(TimelineSliceTool& v, F& f) {
  f("trim", v.trim,
    "Window on the capture's clock; a short one shows single events. Default: the run.");
  f("rows", v.rows, "Ids of rows, as an answer without it gives them in [ ]. Default: all.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

struct SliceStructure {
  std::string schema = "nsys-ai.timeline/1";
  int64_t startNs = 0;
  int64_t endNs = 0;
  int64_t mergedBelowNs = 0;
  std::optional<bool> truncated = {};
  std::optional<std::vector<std::string>> notes = {};
};
template <class F>
void fields(SliceStructure& v, F& f) {
  f("schema", v.schema, "nsys-ai.timeline/1.");
  f("startNs", v.startNs, "Start of the window on the capture's clock.");
  f("endNs", v.endNs, "Its end.");
  f("mergedBelowNs", v.mergedBelowNs, "What is shorter is merged with its neighbours.");
  f("truncated", v.truncated, "Whether slices or lines are left out.");
  f("notes", v.notes, "What was not read.");
}

std::string path_of(const Timeline& timeline, size_t row) {
  std::string path = one_line(timeline.rows[row].name);
  for (int64_t at = timeline.rows[row].parent; at > 0; at = timeline.rows[static_cast<size_t>(at - 1)].parent)
    path = one_line(timeline.rows[static_cast<size_t>(at - 1)].name) + " > " + path;
  return path;
}

// "60.111513 s 12.3 us kernel:12 "name"": the start, the duration, and the reference for `explain`.
std::string slice_line(const Timeline& timeline, const TimelineRow& row, size_t at) {
  const auto text = [&](int64_t place) {
    return place < 0 ? std::string() : timeline.texts[static_cast<size_t>(place)];
  };
  const std::string ref = at < row.refs.size() ? text(row.refs[at]) : "";
  return fmt::format("  {} {} {}{}{}\n", readable_clock(timeline.run_start + row.starts[at]),
                     readable_ns(row.lengths[at]), quoted_name(text(row.names[at])), ref.empty() ? "" : " ",
                     ref);
}

// Indices of the longest slices of a row, in the order of time.
std::vector<size_t> longest(const TimelineRow& row, size_t most) {
  std::vector<size_t> places(row.lengths.size());
  std::iota(places.begin(), places.end(), size_t{0});
  if (places.size() > most) {
    std::ranges::nth_element(places, places.begin() + static_cast<ptrdiff_t>(most), std::greater(),
                             [&](size_t at) { return row.lengths[at]; });
    places.resize(most);
    std::ranges::sort(places);
  }
  return places;
}

// Each row with at most `most` of its slices.
std::string text_of_slices(const Timeline& timeline, size_t most) {
  std::string text;
  for (size_t at = 0; at < timeline.rows.size(); ++at) {
    const TimelineRow& row = timeline.rows[at];
    if (row.id.empty()) continue;
    const size_t slices = row.lengths.size();
    const std::string count = !row.values.empty() ? fmt::format("{} values", row.values.size())
                              : slices > most     ? fmt::format("the {} longest of {} slices", most, slices)
                                                  : fmt::format("{} slices", slices);
    text += fmt::format("[{}] {}: {}\n", row.id, path_of(timeline, at), count);
    if (row.values.empty())
      for (const size_t slice : longest(row, most)) text += slice_line(timeline, row, slice);
  }
  return text;
}

// Keeps as many slices of each row as fit, so that a short answer has some of every row.
ToolAnswer fitted_slices(const Timeline& timeline, const std::string& head, const Json& structured,
                         const ByteLimit& room) {
  constexpr std::string_view kGoOn = "Ask for fewer rows, a shorter window or more bytes.";
  size_t longest_row = 0;
  for (const TimelineRow& row : timeline.rows) longest_row = std::max(longest_row, row.lengths.size());
  ToolAnswer answer;
  for (const size_t most : {kMostSlices, size_t{300}, size_t{100}, size_t{50}, size_t{20}, size_t{10},
                            size_t{5}, size_t{2}, size_t{1}, size_t{0}}) {
    answer = fitted_text(head + text_of_slices(timeline, most), structured, room, kGoOn);
    if (answer.structured.find("truncated")->if_bool() == true) continue;
    if (most < longest_row) answer.structured.set("truncated", true);
    break;
  }
  return answer;
}

Result<ToolAnswer> run(const ToolContext& context, const TimelineSliceTool& params, const Work& work) {
  const auto room = byte_limit_for(context, params.bytes);
  if (!room) return tl::unexpected(room.error());
  TimelineView view;
  if (params.trim) view.window = Interval{params.trim->startNs, params.trim->endNs};
  view.columns = kColumns;
  view.most = kMostSlices;
  view.rows = params.rows;
  if (const auto good = TimelineSource::check(*context.profile, view); !good)
    return tl::unexpected(good.error());
  const auto part = TimelineSource(*context.profile, {}).part(view, work);
  if (!part) return tl::unexpected(part.error());
  const Json structured = write_json(SliceStructure{.startNs = part->run_start + part->start,
                                                    .endNs = part->run_start + part->end,
                                                    .mergedBelowNs = part->pixel});
  const std::string head = fmt::format(
      "{} to {}{}.\n", readable_clock(part->run_start + part->start),
      readable_clock(part->run_start + part->end),
      part->pixel > 0
          ? fmt::format("; what is shorter than {} is merged with its neighbours", readable_ns(part->pixel))
          : "; nothing is merged");
  return fitted_slices(*part, head, structured, *room);
}

}  // namespace

Tool timeline_slice_tool() {
  return make_tool<TimelineSliceTool, SliceStructure>(
      "timeline_slice", "What ran when",
      "What ran when in a window, row by row (streams, threads, NVTX), with references; short events are merged where the window is long.",
      run);
}

}  // namespace nsys_ai
