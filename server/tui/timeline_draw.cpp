// The screen from top to bottom: title, strip of the run, axis, rows, details, status.
#include "tui/timeline_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text_table.h"
#include "tui/axis.h"
#include "tui/bars.h"
#include "tui/cell_width.h"
#include "tui/timeline_rows_shown.h"

namespace nsys_ai {
namespace {

constexpr size_t kLinesWithStrip = 16;

// Draws one frame. For one thread.
class TimelinePainter {
 public:
  TimelinePainter(TimelineModel& model, const TimelineState& state, FrameSize size, bool complete)
      : model_(model),
        state_(state),
        layout_(timeline_layout(size)),
        canvas_(size, model.subject().ascii),
        complete_(complete) {}

  Frame paint() {
    title();
    if (layout_.axis > 1) strip();
    axis();
    rows();
    marks();
    details();
    status();
    if (state_.mode != "timeline") draw_timeline_panel(canvas_, model_, state_);
    Frame frame = std::move(canvas_).frame();
    frame.mode = state_.mode;
    frame.pending = pending_;
    frame.ended = state_.ended;
    if (state_.mode == "prompt")
      frame.cursor = {frame.lines.size() - 1, std::min(prompt_end_, canvas_.columns() - 1)};
    return frame;
  }

 private:
  int64_t zero() const { return state_.absolute ? 0 : model_.run().start; }
  int64_t resolution() const {
    return state_.window.duration() / static_cast<int64_t>(std::max<size_t>(1, layout_.bars));
  }

  void title() {
    const Interval window = state_.window;
    std::string times = fmt::format("{} - {}", time_text(window.start - zero(), resolution()),
                                    time_text(window.end - zero(), resolution()));
    constexpr size_t kRoomForLengths = 60;
    if (canvas_.columns() >= kRoomForLengths)
      times +=
          fmt::format("  {} of {}", readable_ns(window.duration()), readable_ns(model_.run().duration()));
    const size_t begin = canvas_.put_before(0, canvas_.columns() - 1, times, {FrameRole::axis});
    if (begin > 3) canvas_.put(0, 1, model_.subject().name, {FrameRole::heading, false, true}, begin - 3);
  }

  // How busy the GPUs were in the whole run, with the window in it.
  void strip() {
    canvas_.put(1, 1, "Whole run", {FrameRole::dim}, layout_.margin - 2);
    draw_shares(canvas_, {1, layout_.margin, 1}, model_.strip(layout_.bars), {FrameRole::dim});
    const Interval run = model_.run();
    if (run.empty() || state_.window == run) return;
    const auto column = [&](int64_t time) {
      const double at = static_cast<double>(time - run.start) / static_cast<double>(run.duration());
      return std::min(layout_.bars - 1, static_cast<size_t>(at * static_cast<double>(layout_.bars)));
    };
    for (size_t c = column(state_.window.start); c <= column(state_.window.end - 1); ++c) {
      if (canvas_.is_blank(1, layout_.margin + c))
        canvas_.set(1, layout_.margin + c, canvas_.ascii() ? "_" : "·", {FrameRole::selected});
      canvas_.restyle(1, layout_.margin + c, {FrameRole::selected, false, true});
    }
  }

  void axis() {
    canvas_.put(layout_.axis, 1, state_.absolute ? "Capture's clock" : "Since start", {FrameRole::dim},
                layout_.margin - 2);
    const auto asked = state_.settings[static_cast<size_t>(TimelineSettingIx::ticks)];
    // Texts need room.
    constexpr int64_t kColumnsOfTick = 11;
    const int64_t most = std::max<int64_t>(1, static_cast<int64_t>(layout_.bars) / kColumnsOfTick);
    size_t free = layout_.margin;
    for (const AxisTick& tick : axis_ticks(state_.window, zero(), std::min(asked, most))) {
      const size_t column = layout_.margin + column_of(state_, layout_, tick.time);
      if (column < free || column + cells_of(tick.text) + 1 >= canvas_.columns()) continue;
      canvas_.set(layout_.axis, column, canvas_.ascii() ? "|" : "╵", {FrameRole::axis});
      free = column + 2 + canvas_.put(layout_.axis, column + 1, tick.text, {FrameRole::axis});
    }
  }

  void rows() {
    const std::vector<ShownRow> shown = shown_rows(model_, state_);
    std::vector<const ShownRow*> visible;
    std::vector<std::string> ids;
    for (const ShownRow& row : shown) {
      if (row.line + row.height <= state_.top || row.line >= state_.top + layout_.body_lines) continue;
      visible.push_back(&row);
      if (!row.heading) ids.push_back(model_.rows().rows[row.at].id);
    }
    const auto part = model_.part(state_.window, layout_.bars, ids, complete_);
    pending_ = pending_ || (part && part->pending);
    const auto found = model_.filtered(state_) ? model_.matches(state_.filter, state_.least)
                                               : Result<const TimelineMatches*>(nullptr);
    for (const ShownRow* row : visible)
      draw_row(*row, part ? part->timeline : nullptr, found ? *found : nullptr);
    if (!part) canvas_.put(layout_.body, layout_.margin, part.error().message, {FrameRole::error});
    if (shown.empty())
      canvas_.put(layout_.body, 1, "This profile has nothing that a timeline could show.", {FrameRole::dim});
    scrollbar(shown);
  }

  void scrollbar(const std::vector<ShownRow>& shown) {
    const size_t all = shown.empty() ? 0 : shown.back().line + shown.back().height;
    if (all <= layout_.body_lines) return;
    const size_t from = state_.top * layout_.body_lines / all;
    const size_t length = std::max<size_t>(1, layout_.body_lines * layout_.body_lines / all);
    for (size_t line = from; line < std::min(from + length, layout_.body_lines); ++line)
      canvas_.set(layout_.body + line, canvas_.columns() - 1, canvas_.ascii() ? "|" : "▐", {FrameRole::dim});
  }

  // Rows that begin above the body are drawn on a canvas of their own height, and cut.
  void draw_row(const ShownRow& row, const Timeline* part, const TimelineMatches* found) {
    const TimelineRow& listed = model_.rows().rows[row.at];
    const bool selected = !row.heading && listed.id == state_.row;
    FrameCanvas own({canvas_.columns(), row.height}, canvas_.ascii());
    const FrameStyle style =
        row.heading || listed.id.empty()
            ? FrameStyle{FrameRole::heading}
            : FrameStyle{selected ? FrameRole::selected : FrameRole::plain, selected, false};
    const size_t indent = std::min<size_t>(1 + row.indent, 4);
    const size_t room = row.heading ? canvas_.columns() - indent - 1 : layout_.margin - indent - 1;
    own.put(0, indent, listed.name, style, room);
    if (!row.heading) draw_content(own, row, listed, part, found);
    for (size_t line = 0; line < row.height; ++line) {
      const size_t at = row.line + line;
      if (at < state_.top || at >= state_.top + layout_.body_lines) continue;
      const size_t on = layout_.body + at - state_.top;
      canvas_.copy_line(on, own, line);
      if (!row.heading) canvas_.add_hit({on, 0, canvas_.columns(), "row:" + listed.id});
    }
  }

  void draw_content(FrameCanvas& own, const ShownRow& shown, const TimelineRow& listed, const Timeline* part,
                    const TimelineMatches* found) {
    const auto row_in_timeline = [&](const Timeline& timeline) -> const TimelineRow* {
      const auto at = std::ranges::find(timeline.rows, listed.id, &TimelineRow::id);
      return at == timeline.rows.end() ? nullptr : &*at;
    };
    const bool is_named = listed.id.starts_with("stream:") || listed.id.starts_with("nvtx:") ||
                          listed.id.starts_with("start_end:") || listed.id.starts_with("calls:");
    const Timeline* of = found != nullptr && is_named ? &found->timeline : part;
    const TimelineRow* row = of == nullptr ? nullptr : row_in_timeline(*of);
    if (row == nullptr) return;
    const Interval window{state_.window.start - of->run_start, state_.window.end - of->run_start};
    if (!row->values.empty() && row->lengths.empty()) {
      const double most = listed.id.starts_with("busy:") ? 100 : 0;
      draw_shares(own, {0, layout_.margin, 1}, counter_columns(*row, window, layout_.bars, most),
                  {FrameRole::axis});
    } else if (is_range_row(listed.id)) {
      for (size_t depth = 0; depth < shown.height; ++depth)
        bars(own, *of, *row, window, {depth, layout_.margin, 1},
             [&, depth](size_t slice) { return static_cast<size_t>(row->depths[slice]) == depth; });
    } else {
      lanes(own, *of, *row, window, shown.height);
    }
  }

  // Kernels, communication and copies apart, where there is a line for each kind that is there.
  void lanes(FrameCanvas& own, const Timeline& of, const TimelineRow& row, Interval window, size_t height) {
    const auto lane_of = [&](size_t slice) -> size_t {
      const FrameRole role = role_of_slice(of, row, slice);
      if (role == FrameRole::communication) return 1;
      return role == FrameRole::copy || role == FrameRole::memset ? 2 : 0;
    };
    std::array<bool, 3> has{};
    for (size_t i = 0; i < row.lengths.size(); ++i)
      if (row.starts[i] < window.end && row.starts[i] + std::max<int64_t>(1, row.lengths[i]) > window.start)
        has[lane_of(i)] = true;
    const size_t count = static_cast<size_t>(std::ranges::count(has, true));
    if (count < 2 || height < count) {
      bars(own, of, row, window, {0, layout_.margin, height}, [](size_t) { return true; });
      return;
    }
    size_t line = 0;
    size_t first = height - count + 1;  // the first lane has what is left
    for (size_t lane = 0; lane < has.size(); ++lane) {
      if (!has[lane]) continue;
      bars(own, of, row, window, {line, layout_.margin, first},
           [&](size_t slice) { return lane_of(slice) == lane; });
      line += std::exchange(first, 1);
    }
  }

  void bars(FrameCanvas& own, const Timeline& of, const TimelineRow& row, Interval window, BarPlace place,
            const std::function<bool(size_t)>& shows) {
    draw_bars(own, place, bars_of(of, row, window, layout_.bars, shows),
              [&](size_t slice) { return of.texts[static_cast<size_t>(row.names[slice])]; });
  }

  // The cursor, the ends of the range, and bookmarks on the axis.
  void marks() {
    const auto each = [&](int64_t time, FrameStyle style, std::string_view sign) {
      if (time < state_.window.start || time > state_.window.end) return;
      const size_t column = layout_.margin + column_of(state_, layout_, time);
      if (!sign.empty()) canvas_.set(layout_.axis, column, sign, style);
      for (size_t line = layout_.body; sign != "*" && line < layout_.body + layout_.body_lines; ++line) {
        if (canvas_.is_blank(line, column))
          canvas_.set(line, column, canvas_.ascii() ? "|" : "│", style);
        else if (style.role == FrameRole::cursor)
          // A letter on a bar stands on the cursor's colour; a bar takes it.
          canvas_.restyle(line, column, {FrameRole::cursor, canvas_.style_at(line, column).inverse});
      }
    };
    for (const TimelineMark& mark : model_.marks())
      each(mark.time.start, {FrameRole::bookmark, false, true}, "*");
    if (state_.range_start) each(*state_.range_start, {FrameRole::selected}, "[");
    if (state_.range_end) each(*state_.range_end, {FrameRole::selected}, "]");
    each(state_.cursor, {FrameRole::cursor}, canvas_.ascii() ? "v" : "▼");
  }

  void details() {
    const size_t column = column_of(state_, layout_, state_.cursor);
    const TimelineDetails* known =
        model_.details(state_, column_time(state_, layout_, column), complete_ && !model_.lacks_indexes());
    pending_ = pending_ || known == nullptr;
    for (size_t c = 0; c < canvas_.columns(); ++c)
      canvas_.set(layout_.details, c, canvas_.ascii() ? "-" : "─", {FrameRole::dim});
    const std::string at =
        " " + time_text(state_.cursor - zero(), std::max<int64_t>(1, resolution() / 10)) + " ";
    canvas_.put(layout_.details, 2, at, {FrameRole::cursor});
    if (known == nullptr) return;
    for (size_t i = 0; i < std::min(known->lines.size(), layout_.detail_lines); ++i)
      canvas_.put(layout_.details + 1 + i, 1, known->lines[i].text, {known->lines[i].role, false, i == 0},
                  canvas_.columns() - 2);
  }

  void status() {
    if (state_.mode == "prompt") {
      prompt_end_ = draw_prompt(canvas_, state_);
      return;
    }
    const bool two = model_.subject().against || model_.subject().is_base;
    const size_t room =
        draw_status(canvas_, state_,
                    two                       ? "A other run  h help"
                    : canvas_.columns() < 100 ? "h help  q quit"
                                              : "T tree  / filter  ? explain  h help  q quit");
    if (room == 0) return;
    std::string words = filter_words();
    if (model_.lacks_indexes())
      words += (words.empty() ? "" : " · ") + std::string("Steps and idle time follow");
    const std::string* busy = model_.busy_words(state_, complete_ && !model_.lacks_indexes());
    pending_ = pending_ || busy == nullptr;
    if (busy != nullptr) words += (words.empty() || busy->empty() ? "" : " · ") + *busy;
    canvas_.put(canvas_.lines() - 1, 1, words, {FrameRole::plain}, room);
  }

  std::string filter_words() {
    if (!model_.filtered(state_)) return "";
    std::string words = state_.filter.empty() ? "" : "/" + state_.filter + " ";
    if (state_.least > 0) words += "at least " + readable_ns(state_.least) + " ";
    const auto found = model_.matches(state_.filter, state_.least);
    if (!found) return words + found.error().message;
    words += counted((*found)->total, "match", "matches");
    if ((*found)->total > static_cast<int64_t>(TimelineModel::kMostMatches))
      words += fmt::format(", the first {} shown", readable_count(TimelineModel::kMostMatches));
    return words;
  }

  TimelineModel& model_;
  const TimelineState& state_;
  TimelineLayout layout_;
  FrameCanvas canvas_;
  bool complete_;
  bool pending_ = false;
  size_t prompt_end_ = 0;
};

}  // namespace

TimelineLayout timeline_layout(FrameSize size) {
  TimelineLayout layout;
  layout.margin = std::clamp<size_t>(size.columns * 9 / 40, 11, 32);
  layout.bars = size.columns - layout.margin - 1;
  layout.axis = size.lines >= kLinesWithStrip ? 2 : 1;
  layout.body = layout.axis + 1;
  layout.detail_lines = size.lines < kLinesWithStrip ? 2 : size.lines < 40 ? 4 : 7;
  layout.details = size.lines - 2 - layout.detail_lines;
  layout.body_lines = layout.details - layout.body;
  return layout;
}

Interval column_time(const TimelineState& state, const TimelineLayout& layout, size_t column) {
  const auto bars = static_cast<int64_t>(layout.bars);
  const auto at = [&](int64_t c) {
    return state.window.start + static_cast<int64_t>(static_cast<double>(state.window.duration()) *
                                                     static_cast<double>(c) / static_cast<double>(bars));
  };
  const Interval time{at(static_cast<int64_t>(column)), at(static_cast<int64_t>(column) + 1)};
  return {time.start, std::max(time.end, time.start + 1)};
}

size_t column_of(const TimelineState& state, const TimelineLayout& layout, int64_t time) {
  if (state.window.empty() || time <= state.window.start) return 0;
  const double at = static_cast<double>(time - state.window.start) /
                    static_cast<double>(state.window.duration()) * static_cast<double>(layout.bars);
  return std::min(layout.bars - 1, static_cast<size_t>(at + 1e-9));
}

Frame draw_timeline(TimelineModel& model, const TimelineState& state, FrameSize size, bool complete) {
  return TimelinePainter(model, state, size, complete).paint();
}

}  // namespace nsys_ai
