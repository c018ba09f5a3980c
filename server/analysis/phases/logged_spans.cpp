// Looks for the shift of a lane's rows against the ranges of a thread at which their texts agree.
#include "analysis/phases/logged_spans.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <tuple>

#include "analysis/durations.h"
#include "base/context.h"
#include "base/text_table.h"
#include "profile/nvtx_forest.h"

namespace nsys_ai {
namespace {

constexpr int64_t kSpanSecond = 1'000'000'000;
constexpr int64_t kSpanMinute = 60 * kSpanSecond;
// Pairs of one row and one range that a search looks at, for a second of work.
constexpr size_t kMostLogPairs = 400'000'000;
constexpr size_t kFewestEqual = 3;

// The ranges of one thread whose texts the log has, by start.
struct RangesOfLog {
  std::vector<uint32_t> text;  // its number
  std::vector<Interval> time;
};

// The text by which a log names a range: TensorRT-LLM's logs know the number of a step alone.
std::string_view name_in_logs(std::string_view text) {
  constexpr std::string_view kStep = "[Executor] _forward_step ";
  const size_t colon = text.find(':');
  return text.starts_with(kStep) && colon != std::string_view::npos ? text.substr(0, colon + 1) : text;
}

// By thread.
std::map<uint32_t, RangesOfLog> ranges_named(const Profile& profile,
                                             const std::map<std::string, uint32_t>& texts) {
  const Nvtx& nvtx = profile.nvtx();
  const TextTemplates& templates = nvtx.text.templates();
  std::vector<bool> may(templates.size());
  for (const auto& [text, number] : texts)
    if (const auto key = nvtx.text.key_of(text); key.of_template.exists()) may[key.of_template.value] = true;
  for (uint32_t i = 0; i < templates.size(); ++i)
    if (name_in_logs(templates[TemplateId(i)]) != templates[TemplateId(i)]) may[i] = true;
  std::map<uint32_t, RangesOfLog> found;
  if (std::find(may.begin(), may.end(), true) == may.end()) return found;
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  ThrottledCheck check;
  for (uint32_t thread = 0; thread < forest.of_thread.size(); ++thread)
    for (const uint32_t row : forest.of_thread[thread]) {
      check();
      if (!may[nvtx.text[row].value] || nvtx.end(row) == Spans::kOpen) continue;
      const std::string whole = nvtx.text.whole(row);
      const auto text = texts.find(std::string(name_in_logs(whole)));
      if (text == texts.end()) continue;
      found[thread].text.push_back(text->second);
      found[thread].time.push_back(nvtx.interval(row));
    }
  return found;
}

// Rows `from` and following fit the ranges `from + by` and following.
struct Shift {
  int64_t by = 0;
  size_t equal = 0;
  size_t both = 0;      // rows that have a range at that shift
  bool is_only = true;  // no other shift has as many equal pairs
};

Shift shift_at(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& ranges, int64_t by) {
  Shift shift{by};
  const auto first = static_cast<size_t>(std::max<int64_t>(0, -by));
  for (size_t i = first; i < rows.size(); ++i) {
    const size_t at = i + static_cast<size_t>(by);
    if (at >= ranges.size()) break;
    ++shift.both;
    shift.equal += rows[i] == ranges[at] ? 1 : 0;
  }
  return shift;
}

// The shift with most equal pairs, at which nine of ten pairs are equal; empty where there is none, or too
// much to look at.
std::optional<Shift> best_shift(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& ranges) {
  if (rows.empty() || ranges.empty() || rows.size() > kMostLogPairs / ranges.size()) return std::nullopt;
  std::optional<Shift> best;
  ThrottledCheck check;
  for (auto by = -static_cast<int64_t>(rows.size()) + 1; by < static_cast<int64_t>(ranges.size()); ++by) {
    check();
    const Shift shift = shift_at(rows, ranges, by);
    if (shift.equal < kFewestEqual || shift.equal * 10 < shift.both * 9) continue;
    if (best && shift.equal == best->equal) best->is_only = false;
    if (!best || shift.equal > best->equal) best = shift;
  }
  return best;
}

// The lane's rows that have a range, and the rest.
struct Match {
  std::vector<std::pair<size_t, Interval>> pairs;  // place in `rows`, and the range
};

struct LaneOfLog {
  std::vector<LoggedRow> rows;  // in the order of the log
  std::vector<uint32_t> texts;  // number of each row's text
};

// The thread whose ranges agree best, of several equal ones the first. Ranks of one engine all open the
// ranges of a step.
std::optional<Match> match_of(const LaneOfLog& lane, const std::map<uint32_t, RangesOfLog>& ranges) {
  std::optional<Shift> best;
  const RangesOfLog* of = nullptr;
  for (const auto& [thread, named] : ranges) {
    const auto shift = best_shift(lane.texts, named.text);
    if (!shift || !shift->is_only || (best && shift->equal <= best->equal)) continue;
    best = shift;
    of = &named;
  }
  if (!best) return std::nullopt;
  Match match;
  for (size_t i = 0; i < lane.rows.size(); ++i) {
    const int64_t at = static_cast<int64_t>(i) + best->by;
    if (at < 0 || at >= static_cast<int64_t>(of->text.size())) continue;
    if (lane.texts[i] == of->text[static_cast<size_t>(at)])
      match.pairs.emplace_back(i, of->time[static_cast<size_t>(at)]);
  }
  return match;
}

// Files can have any number as a time; none that is of use is cut.
int64_t difference(int64_t a, int64_t b) {
  constexpr int64_t kMost = INT64_MAX / 4;
  int64_t ns = 0;
  if (__builtin_sub_overflow(a, b, &ns)) return a < b ? -kMost : kMost;
  return std::clamp(ns, -kMost, kMost);
}

int64_t middle_of(std::vector<int64_t> values) { return Percentiles<int64_t>(values).at(0.5); }

// Row times become those of the capture's clock, or of the local zone less the session's start. False where
// the capture does not say when it began.
bool since_session(const Profile& profile, LoggedRow& row) {
  if (row.clock == LogClock::capture) return true;
  const auto utc = profile.info().utc_start_ns;
  if (!utc) return false;
  row.start = difference(row.start, *utc);
  row.end = difference(row.end, *utc);
  return true;
}

// The zone, as ns to add, that brings most rows into the capture; empty where several bring as many, or none
// any.
std::optional<int64_t> zone_of(const std::vector<LoggedRow>& rows, Interval extent) {
  constexpr int64_t kStep = 15 * kSpanMinute;
  std::optional<int64_t> best;
  size_t most = 0, times = 0;
  for (int64_t zone = -14 * 4; zone <= 14 * 4; ++zone) {
    size_t inside = 0;
    for (const LoggedRow& row : rows) {
      const int64_t end = row.end + zone * kStep;
      inside += end >= extent.start - kSpanSecond && end <= extent.end + kSpanSecond ? 1 : 0;
    }
    if (inside == 0 || inside < most) continue;
    times = inside == most ? times + 1 : 1;
    most = inside;
    best = zone * kStep;
  }
  return times == 1 ? best : std::nullopt;
}

std::string signed_ns(int64_t ns) { return (ns < 0 ? "-" : "+") + readable_ns(std::abs(ns)); }

class Placer {
 public:
  Placer(const Profile& profile, const RequestLog& log)
      : profile_(profile), log_(log), lanes_(log.lanes.size()) {
    std::map<std::string, uint32_t> texts;
    for (const LoggedRow& row : log.rows) {
      LaneOfLog& lane = lanes_[row.lane];
      lane.rows.push_back(row);
      lane.texts.push_back(row.text.empty() ? UINT32_MAX
                                            : texts.try_emplace(row.text, texts.size()).first->second);
    }
    ranges_ = ranges_named(profile, texts);
  }

  LoggedSpans place() {
    for (size_t i = 0; i < lanes_.size(); ++i) place_lane(log_.lanes[i], lanes_[i]);
    std::stable_sort(placed_.spans.begin(), placed_.spans.end(),
                     [](const LoggedSpan& a, const LoggedSpan& b) {
                       return std::tuple(a.lane, a.time.start, -a.time.end) <
                              std::tuple(b.lane, b.time.start, -b.time.end);
                     });
    return std::move(placed_);
  }

 private:
  void place_lane(const std::string& name, LaneOfLog& lane) {
    const auto match = match_of(lane, ranges_);
    const bool whole_seconds = std::any_of(lane.rows.begin(), lane.rows.end(),
                                           [](const LoggedRow& row) { return row.whole_seconds; });
    if (match && whole_seconds) return place_at_ranges(name, lane, *match);
    for (LoggedRow& row : lane.rows)
      if (!since_session(profile_, row)) {
        note(name, "not shown: the capture does not say when it began");
        return;
      }
    const bool is_local = std::any_of(lane.rows.begin(), lane.rows.end(),
                                      [](const LoggedRow& row) { return row.clock == LogClock::local; });
    std::string how = lane.rows.front().clock == LogClock::capture ? "on the capture's clock"
                                                                   : "by the start of the session";
    if (is_local && !match) {
      const auto zone = zone_of(lane.rows, profile_.extent());
      if (!zone) {
        note(name,
             "not shown: its times name no zone, and no or more than one zone brings them into the capture");
        return;
      }
      move(lane, *zone);
      how = fmt::format(
          "by the start of the session, in the zone UTC{}{:02}:{:02}, which brings most of them into the capture",
          *zone > 0 ? "-" : "+", std::abs(*zone) / (60 * kSpanMinute), std::abs(*zone) / kSpanMinute % 60);
    }
    if (match) {
      std::vector<int64_t> offsets;
      for (const auto& [row, range] : match->pairs)
        offsets.push_back(difference(range.start, lane.rows[row].start));
      const int64_t offset = middle_of(offsets);
      for (int64_t& each : offsets) each = std::abs(each - offset);
      const int64_t residual = Percentiles<int64_t>(offsets).at(0.9);
      move(lane, offset);
      how += fmt::format(
          ", and moved by {}, the median difference to {} ranges of the same text; nine of ten then start within {} of their range",
          signed_ns(offset), readable_count(static_cast<int64_t>(match->pairs.size())),
          readable_ns(residual));
    } else if (whole_seconds) {
      how += ", to the second, since the log has no fractions";
    } else {
      how +=
          "; how far the clocks differ is not known, since no ranges have the same texts in an order that fits once";
    }
    const uint32_t at = new_lane(name);
    int64_t shown = 0;
    for (const LoggedRow& row : lane.rows) shown += add(at, row, {row.start, row.end}) ? 1 : 0;
    finish_lane(shown, lane.rows.size(), name, how);
  }

  void place_at_ranges(const std::string& name, const LaneOfLog& lane, const Match& match) {
    const uint32_t at = new_lane(name);
    int64_t shown = 0;
    for (const auto& [row, range] : match.pairs) {
      const int64_t logged = lane.rows[row].end - lane.rows[row].start;
      shown += add(at, lane.rows[row], {range.start, logged > 0 ? range.start + logged : range.end}) ? 1 : 0;
    }
    placed_.outside += static_cast<int64_t>(lane.rows.size() - match.pairs.size());
    finish_lane(
        shown, lane.rows.size(), name,
        "each at the range of the same text in the same order, since the log's times have whole seconds");
  }

  static void move(LaneOfLog& lane, int64_t by) {
    for (LoggedRow& row : lane.rows) {
      row.start += by;
      row.end += by;
    }
  }
  uint32_t new_lane(const std::string& name) {
    placed_.lanes.push_back(name);
    return static_cast<uint32_t>(placed_.lanes.size() - 1);
  }
  bool add(uint32_t lane, const LoggedRow& row, Interval time) {
    if (intersect(occupied_time(time), profile_.extent()).empty()) {
      ++placed_.outside;
      return false;
    }
    placed_.spans.push_back({lane, row.name, time});
    return true;
  }
  void finish_lane(int64_t shown, size_t rows, const std::string& name, const std::string& how) {
    if (shown == 0) {
      placed_.lanes.pop_back();
      note(name, "no row lies in the capture (" + how + ")");
    } else {
      note(name, fmt::format("{} of {} rows lie in the capture, {}", readable_count(shown),
                             readable_count(static_cast<int64_t>(rows)), how));
    }
  }
  void note(const std::string& lane, const std::string& text) {
    placed_.notes.push_back(fmt::format("log, lane {}: {}", shortened(one_line(lane), 60), text));
  }

  const Profile& profile_;
  const RequestLog& log_;
  std::vector<LaneOfLog> lanes_;
  std::map<uint32_t, RangesOfLog> ranges_;
  LoggedSpans placed_;
};

}  // namespace

Result<LoggedSpans> place_log(const Profile& profile, std::string_view text) {
  const auto log = RequestLog::parse(text, profile.info().utc_start_ns.value_or(0));
  if (!log) return fail(log.error().code, "The log of requests, " + log.error().message, log.error().hint);
  return Placer(profile, *log).place();
}

}  // namespace nsys_ai
