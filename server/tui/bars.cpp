// Shares of columns, and the characters that show them.
#include "tui/bars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nsys_ai {
namespace {

constexpr size_t kEighths = 8;
constexpr std::array<std::string_view, kEighths + 1> kHeights = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array<std::string_view, kEighths + 1> kDensities = {" ", ".", ".", ":", "-",
                                                                   "=", "+", "*", "#"};
// Shorter bars have no name: of a few letters nothing is left that one could know it by.
constexpr size_t kLeastName = 6;

// Columns that are this full are drawn full: rounding of pixels leaves slits.
constexpr double kFull = 0.97;

FrameRole one_of_four(FrameRole first, std::string_view family) {
  uint32_t hash = 2166136261U;
  for (const char letter : family) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
  hash ^= hash >> 15;
  return static_cast<FrameRole>(static_cast<uint32_t>(first) + hash % 4);
}

struct RoleOfKind {
  std::string_view kind;
  FrameRole role;
};
constexpr std::array kRoles = std::to_array<RoleOfKind>({{"bookmark", FrameRole::bookmark},
                                                         {"call", FrameRole::call},
                                                         {"communication", FrameRole::communication},
                                                         {"copy", FrameRole::copy},
                                                         {"finding", FrameRole::finding},
                                                         {"graph", FrameRole::graph},
                                                         {"idle", FrameRole::idle},
                                                         {"iteration", FrameRole::iteration},
                                                         {"memset", FrameRole::memset},
                                                         {"os_call", FrameRole::os_call},
                                                         {"sync", FrameRole::sync}});

const FrameRole* role_of_kind(std::string_view kind) {
  const auto found = std::ranges::lower_bound(kRoles, kind, {}, &RoleOfKind::kind);
  return found != kRoles.end() && found->kind == kind ? &found->role : nullptr;
}

double overlap(Interval a, double begin, double end) {
  return std::max(0.0,
                  std::min(static_cast<double>(a.end), end) - std::max(static_cast<double>(a.start), begin));
}

size_t column_at(double at, double width, size_t columns) {
  return std::min(columns - 1, static_cast<size_t>(std::max(0.0, at / width)));
}

// Names go where one event, or several merged ones, fill columns that follow each other: on a bar that is not
// full, a name would pretend that it is.
void find_names(Bars& bars) {
  for (size_t begin = 0; begin < bars.columns.size();) {
    size_t end = begin + 1;
    const size_t slice = bars.columns[begin].slice;
    const auto goes_on = [&](size_t column) {
      return column < bars.columns.size() && bars.columns[column].slice == slice &&
             bars.columns[column].share >= kFull;
    };
    while (goes_on(end)) ++end;
    if (goes_on(begin) && slice != SIZE_MAX && end - begin >= kLeastName)
      bars.names.push_back({begin, end - begin, slice});
    begin = end;
  }
}

// Of a bar `height` lines high, how many eighths of line `line` from below are filled.
size_t eighths_of(double share, size_t height, size_t line) {
  if (share <= 0) return 0;
  const double all = share >= kFull ? 1 : share;
  const auto filled =
      std::max<size_t>(1, static_cast<size_t>(std::lround(all * static_cast<double>(kEighths * height))));
  return filled <= line * kEighths ? 0 : std::min(kEighths, filled - line * kEighths);
}

std::string_view filled_glyph(const FrameCanvas& canvas, size_t eighths) {
  return canvas.ascii() ? kDensities[eighths] : kHeights[eighths];
}

}  // namespace

FrameRole role_of_slice(const Timeline& timeline, const TimelineRow& row, size_t slice) {
  const auto text_of = [&](int64_t at) {
    return at < 0 ? std::string_view() : std::string_view(timeline.texts[static_cast<size_t>(at)]);
  };
  const std::string_view kind = text_of(row.kinds[slice]);
  const std::string_view family = text_of(row.families[slice]);
  if (const FrameRole* role = role_of_kind(kind)) return *role;
  if (kind == "merged")
    if (const FrameRole* role = role_of_kind(family)) return *role;
  const bool of_ranges = row.id.starts_with("nvtx") || row.id.starts_with("start_end");
  return one_of_four(of_ranges ? FrameRole::range_1 : FrameRole::compute_1, family.empty() ? kind : family);
}

namespace {

// The roles of a row's slices, each text looked at once.
class SliceRoles {
 public:
  SliceRoles(const Timeline& timeline, const TimelineRow& row) : timeline_(timeline), row_(row) {}
  FrameRole operator()(size_t slice) {
    const auto key = std::pair(row_.kinds[slice], row_.families[slice]);
    const auto known = std::ranges::find(roles_, key, &Known::first);
    if (known != roles_.end()) return known->second;
    const FrameRole role = role_of_slice(timeline_, row_, slice);
    if (roles_.size() < kMost) roles_.emplace_back(key, role);
    return role;
  }

 private:
  // Families of one row are few; were they not, looking through all would cost more than the texts.
  static constexpr size_t kMost = 32;
  using Known = std::pair<std::pair<int64_t, int64_t>, FrameRole>;
  const Timeline& timeline_;
  const TimelineRow& row_;
  std::vector<Known> roles_;
};

}  // namespace

Bars bars_of(const Timeline& timeline, const TimelineRow& row, Interval window, size_t columns,
             const std::function<bool(size_t)>& shows) {
  Bars bars;
  bars.columns.resize(columns);
  if (window.empty() || columns == 0) return bars;
  SliceRoles roles(timeline, row);
  const double width = static_cast<double>(window.duration()) / static_cast<double>(columns);
  for (size_t i = 0; i < row.lengths.size(); ++i) {
    const Interval time{row.starts[i], row.starts[i] + row.lengths[i]};
    if (time.start >= window.end) break;
    if (time.end < window.start || !shows(i)) continue;
    const double begin = static_cast<double>(time.start - window.start);
    const double end = static_cast<double>(time.end - window.start);
    const size_t first = column_at(begin, width, columns);
    const FrameRole role = roles(i);
    if (row.covered[i] == 0) {
      for (size_t c = first; c <= column_at(end, width, columns); ++c) {
        bars.columns[c].has_mark = true;
        if (bars.columns[c].slice == SIZE_MAX) bars.columns[c].role = role;
      }
      continue;
    }
    const double density = static_cast<double>(row.covered[i]) / static_cast<double>(row.lengths[i]);
    const Interval shifted{time.start - window.start, time.end - window.start};
    for (size_t c = first; c <= column_at(end, width, columns); ++c) {
      const double at = static_cast<double>(c) * width;
      const double part = overlap(shifted, at, at + width) / width * density;
      if (part <= 0) continue;
      BarColumn& column = bars.columns[c];
      column.share = std::min(1.0, column.share + part);
      if (part <= column.most) continue;
      column.most = part;
      column.role = role;
      column.slice = i;
    }
  }
  find_names(bars);
  return bars;
}

std::vector<double> counter_columns(const TimelineRow& row, Interval window, size_t columns, double most) {
  std::vector<double> shares(columns, 0);
  if (row.values.empty() || window.empty() || columns == 0) return shares;
  const auto time_of = [&](size_t i) {
    const int64_t until = i + 1 < row.starts.size() ? row.starts[i + 1] : window.end;
    return intersect({row.starts[i], until}, window);
  };
  const double largest = most;
  for (size_t i = 0; largest <= 0 && i < row.values.size(); ++i)
    if (!time_of(i).empty()) most = std::max(most, row.values[i]);
  if (!(most > 0)) return shares;
  const double width = static_cast<double>(window.duration()) / static_cast<double>(columns);
  for (size_t i = 0; i < row.values.size(); ++i) {
    const Interval time = time_of(i);
    if (time.empty()) continue;
    const Interval shifted{time.start - window.start, time.end - window.start};
    const size_t last = column_at(static_cast<double>(shifted.end), width, columns);
    for (size_t c = column_at(static_cast<double>(shifted.start), width, columns); c <= last; ++c) {
      const double at = static_cast<double>(c) * width;
      shares[c] += overlap(shifted, at, at + width) / width * row.values[i] / most;
    }
  }
  for (double& share : shares) share = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
  return shares;
}

void draw_bars(FrameCanvas& canvas, BarPlace place, const Bars& bars,
               const std::function<std::string(size_t)>& name_of_slice) {
  for (size_t c = 0; c < bars.columns.size(); ++c) {
    const BarColumn& column = bars.columns[c];
    for (size_t line = 0; line < place.height; ++line) {
      const size_t eighths = eighths_of(column.share, place.height, line);
      const size_t at = place.line + place.height - 1 - line;
      if (eighths > 0)
        canvas.set(at, place.column + c, filled_glyph(canvas, eighths), {column.role});
      else if (line == 0 && column.has_mark)
        canvas.set(at, place.column + c, canvas.ascii() ? "'" : "◆", {column.role});
    }
    // A slit parts neighbours of one colour.
    const bool borders = c + 1 < bars.columns.size() && column.share >= kFull &&
                         bars.columns[c + 1].share >= kFull && bars.columns[c + 1].slice != column.slice;
    for (size_t line = 0; borders && line < place.height; ++line)
      canvas.set(place.line + line, place.column + c, canvas.ascii() ? "|" : "▉", {column.role});
  }
  for (const BarName& name : bars.names)
    canvas.put(place.line, place.column + name.column, name_of_slice(name.slice),
               {bars.columns[name.column].role, true}, name.width - 1);
}

void draw_shares(FrameCanvas& canvas, BarPlace place, const std::vector<double>& shares, FrameStyle style) {
  for (size_t c = 0; c < shares.size(); ++c)
    for (size_t line = 0; line < place.height; ++line)
      if (const size_t eighths = eighths_of(shares[c], place.height, line); eighths > 0)
        canvas.set(place.line + place.height - 1 - line, place.column + c, filled_glyph(canvas, eighths),
                   style);
}

}  // namespace nsys_ai
