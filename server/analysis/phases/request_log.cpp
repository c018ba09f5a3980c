// One function per form of a line.
#include "analysis/phases/request_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>

#include "base/quotation.h"
#include "profile/families/json_members.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostLogBytes = size_t{16} << 20;
// More rows than a timeline can show; a log that names a lane for each request has one for the rest.
constexpr size_t kMostLanes = 32;
constexpr std::string_view kOtherLanes = "other lanes";
constexpr int64_t kLogSecond = 1'000'000'000;
constexpr int64_t kLogMillisecond = 1'000'000;
constexpr int64_t kMostTime = 4'000'000'000'000'000'000;  // in 2096
constexpr std::string_view kRowForm =
    R"(A line is {"name": "decode", "start": 1767222000.25, "end": 1767222000.75}, with `lane` where it has one.)";

// What is left of a line.
struct LineText {
  std::string_view left;

  bool take(std::string_view text) {
    if (!left.starts_with(text)) return false;
    left.remove_prefix(text.size());
    return true;
  }
  bool skip_behind(std::string_view text) {
    const size_t at = left.find(text);
    if (at == std::string_view::npos) return false;
    left.remove_prefix(at + text.size());
    return true;
  }
  std::optional<int64_t> number(size_t least = 1, size_t most = 19) {
    size_t digits = 0;
    while (digits < left.size() && digits < most && left[digits] >= '0' && left[digits] <= '9') ++digits;
    int64_t value = 0;
    if (digits < least || std::from_chars(left.data(), left.data() + digits, value).ec != std::errc())
      return std::nullopt;
    left.remove_prefix(digits);
    return value;
  }
  // A decimal number in units of `unit` ns, without loss.
  std::optional<int64_t> amount(int64_t unit) {
    const bool negative = take("-");
    const auto whole = number();
    if (!whole || *whole > kMostTime / unit) return std::nullopt;
    int64_t ns = *whole * unit;
    if (take(".")) {
      int64_t part = unit;
      while (!left.empty() && left[0] >= '0' && left[0] <= '9') {
        part /= 10;
        ns += (left[0] - '0') * part;
        left.remove_prefix(1);
      }
    }
    return negative ? -ns : ns;
  }
};

// Days since 1970 of a date of the Gregorian calendar.
int64_t days_of(int64_t year, int64_t month, int64_t day) {
  const int64_t y = month <= 2 ? year - 1 : year;
  const int64_t era = (y >= 0 ? y : y - 399) / 400;
  const int64_t of_era = y - era * 400;
  const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146'097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719'468;
}

// The same of a date without a year: the one nearest to a time.
int64_t days_about(int64_t ns, int64_t month, int64_t day) {
  const int64_t today = ns / (86'400 * kLogSecond);
  const int64_t year = 1970 + today * 400 / 146'097;
  int64_t best = days_of(year, month, day);
  for (const int64_t other : {year - 1, year + 1})
    if (const int64_t days = days_of(other, month, day); std::abs(days - today) < std::abs(best - today))
      best = days;
  return best;
}

// `10:11:12`, perhaps with a fraction, on a day.
bool take_time(LineText& line, int64_t days, LoggedRow& row) {
  const auto hour = line.number(2, 2);
  if (!hour || *hour > 23 || !line.take(":")) return false;
  const auto minute = line.number(2, 2);
  if (!minute || *minute > 59 || !line.take(":")) return false;
  LineText digits{line.left.substr(0, std::min<size_t>(2, line.left.size()))};
  if (!digits.number(2, 2)) return false;
  row.whole_seconds = line.left.size() < 3 || line.left[2] != '.';
  const auto seconds = line.amount(kLogSecond);
  if (!seconds) return false;
  row.start = row.end = (days * 86'400 + *hour * 3'600 + *minute * 60) * kLogSecond + *seconds;
  row.clock = LogClock::local;
  return true;
}

// `2026-01-31 10:11:12`, with a blank or a T, a fraction, and perhaps a zone.
bool take_date(LineText& line, LoggedRow& row) {
  const auto year = line.number(4, 4);
  if (!year || *year < 1970 || *year > 2090 || !line.take("-")) return false;
  const auto month = line.number(2, 2);
  if (!month || *month < 1 || *month > 12 || !line.take("-")) return false;
  const auto day = line.number(2, 2);
  if (!day || *day < 1 || *day > 31 || (!line.take(" ") && !line.take("T"))) return false;
  if (!take_time(line, days_of(*year, *month, *day), row)) return false;
  if (line.take("Z")) {
    row.clock = LogClock::utc;
  } else if (line.left.starts_with('+') || line.left.starts_with('-')) {
    const int64_t sign = line.take("+") ? 1 : (line.take("-"), -1);
    const auto hours = line.number(2, 2);
    line.take(":");
    const auto minutes = line.number(2, 2);
    if (!hours || !minutes) return false;
    row.start -= sign * (*hours * 60 + *minutes) * 60 * kLogSecond;
    row.end = row.start;
    row.clock = LogClock::utc;
  }
  return true;
}

struct ParsedLine {
  LoggedRow row;
  std::string lane;
};

// `(EngineCore_DP0 pid=7) INFO 12-22 21:44:40 [core.py:349] Iteration(515): 0 context requests, 0 context
// tokens, 20 generation requests, 20 generation tokens, iteration elapsed time: 10.99 ms`, which is written
// at its end.
std::optional<ParsedLine> vllm_line(std::string_view text, int64_t about) {
  LineText line{text};
  ParsedLine parsed;
  if (line.take("(")) {
    const size_t end = line.left.find_first_of(" )");
    if (end == std::string_view::npos) return std::nullopt;
    parsed.lane = line.left.substr(0, end);
  }
  LineText stamp = line;
  if (!stamp.skip_behind("INFO ")) return std::nullopt;
  const auto month = stamp.number(2, 2);
  if (!month || *month < 1 || *month > 12 || !stamp.take("-")) return std::nullopt;
  const auto day = stamp.number(2, 2);
  if (!day || *day < 1 || *day > 31 || !stamp.take(" ") ||
      !take_time(stamp, days_about(about, *month, *day), parsed.row))
    return std::nullopt;
  if (!line.skip_behind("Iteration(")) return std::nullopt;
  const auto iteration = line.number();
  if (!iteration || !line.take(")")) return std::nullopt;
  const bool is_dummy = line.skip_behind("(dummy)");
  const auto counted = [&](std::string_view what) {
    LineText counts = line;
    const size_t at = counts.left.find(what);
    if (at == std::string_view::npos) return int64_t{0};
    size_t from = at;
    while (from > 0 && counts.left[from - 1] >= '0' && counts.left[from - 1] <= '9') --from;
    counts.left.remove_prefix(from);
    return counts.number().value_or(0);
  };
  const int64_t context = counted(" context requests"), generation = counted(" generation requests");
  parsed.row.text = fmt::format("execute_context_{}({})_generation_{}({})", context,
                                counted(" context tokens"), generation, counted(" generation tokens"));
  parsed.row.name = fmt::format("{} {}",
                                is_dummy      ? "dummy"
                                : context > 0 ? generation > 0 ? "mixed" : "prefill"
                                              : "decode",
                                *iteration);
  if (line.skip_behind("elapsed time: "))
    if (const auto elapsed = line.amount(kLogMillisecond)) parsed.row.start -= *elapsed;
  return parsed;
}

// `[2026-04-05 20:02:51 TP0] Decode batch, #running-req: 32, #token: 11179, ...`.
std::optional<ParsedLine> sglang_line(std::string_view text) {
  LineText line{text};
  ParsedLine parsed;
  if (!line.take("[") || !take_date(line, parsed.row)) return std::nullopt;
  const size_t close = line.left.find(']');
  if (close == std::string_view::npos) return std::nullopt;
  parsed.lane = line.left.substr(0, close);
  parsed.lane.erase(0, parsed.lane.find_first_not_of(' ') == std::string::npos ? parsed.lane.size() : 1);
  line.left.remove_prefix(close + 1);
  const bool prefill = line.left.starts_with(" Prefill batch");
  if (!prefill && !line.left.starts_with(" Decode batch")) return std::nullopt;
  parsed.row.name = prefill ? "prefill batch" : "decode batch";
  return parsed;
}

// `[TRT-LLM] [I] iter = 198, global_rank = 0, ..., host_step_time = 5.06ms, ..., timestamp = 2025-04-28
// 09:56:44, ...` in any order, with `:` or `=`.
std::optional<ParsedLine> tensorrt_llm_line(std::string_view text) {
  const auto value = [&](std::string_view name) -> LineText {
    for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      const bool is_word = at == 0 || text[at - 1] == ' ' || text[at - 1] == ',';
      const size_t from = text.find_first_not_of(" =:", at + name.size());
      if (is_word && from != std::string_view::npos && from > at + name.size()) return {text.substr(from)};
    }
    return {};
  };
  const auto iteration = value("iter").number();
  LineText stamp = value("timestamp");
  ParsedLine parsed;
  if (!iteration || !take_date(stamp, parsed.row)) return std::nullopt;
  LineText elapsed = value("host_step_time");
  const bool has_step_time = !elapsed.left.empty();
  if (!has_step_time) elapsed = value("elapsed_time");
  LineText whole = elapsed;
  if (const auto ms = whole.amount(kLogMillisecond); ms && whole.left.starts_with("ms"))
    parsed.row.start -= *ms;
  else if (const auto seconds = elapsed.amount(kLogSecond); seconds && elapsed.left.starts_with("s"))
    parsed.row.start -= *seconds;
  parsed.row.name = fmt::format("step {}", *iteration);
  parsed.row.text = fmt::format("[Executor] _forward_step {}:", *iteration);
  if (const auto rank = value("global_rank").number()) parsed.lane = fmt::format("rank {}", *rank);
  return parsed;
}

// The unit in ns that the ending of a member's name has; empty where the name is not `base` and an ending.
std::optional<int64_t> unit_of(std::string_view name, std::string_view base) {
  if (!name.starts_with(base)) return std::nullopt;
  const std::string_view ending = name.substr(base.size());
  if (ending.empty() || ending == "_s") return kLogSecond;
  if (ending == "_ms") return kLogMillisecond;
  if (ending == "_us") return 1'000;
  if (ending == "_ns") return 1;
  return std::nullopt;
}

struct JsonTimes {
  std::optional<LoggedRow> start;
  std::optional<LoggedRow> end;
  std::optional<int64_t> duration;
};

// A time as a number or a date.
std::optional<LoggedRow> time_in(std::string_view value, int64_t unit) {
  constexpr int64_t kFirstDate = 100'000'000 * kLogSecond;  // earlier ones are times of a capture
  LoggedRow row;
  LineText text{value};
  if (const auto ns = text.amount(unit); ns && text.left.empty()) {
    row.start = row.end = *ns;
    row.clock = *ns >= kFirstDate ? LogClock::utc : LogClock::capture;
    return row;
  }
  LineText date{value};
  if (take_date(date, row) && date.left.empty()) return row;
  // 1.7e9, or more digits than 64 bits have.
  double real = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), real);
  if (error != std::errc() || end != value.data() + value.size()) return std::nullopt;
  const double ns = real * static_cast<double>(unit);
  if (!std::isfinite(ns) || std::abs(ns) > static_cast<double>(kMostTime)) return std::nullopt;
  row.start = row.end = std::llround(ns);
  row.clock = row.start >= kFirstDate ? LogClock::utc : LogClock::capture;
  return row;
}

tl::unexpected<Error> wrong_line(int64_t line, const std::string& what) {
  return fail(ErrorCode::bad_request, fmt::format("line {}: {}", line, what), std::string(kRowForm));
}

Result<ParsedLine> json_line(std::string_view text, int64_t line) {
  ParsedLine parsed;
  JsonTimes times;
  std::string wrong;
  const auto take = [&](std::string_view name, std::string_view value) {
    if (name == "name") parsed.row.name = value;
    if (name == "lane") parsed.lane = value;
    if (const auto unit = unit_of(name, "duration")) {
      const auto read = time_in(value, *unit);
      if (read && read->start >= 0) times.duration = read->start;
      if (!times.duration) wrong = std::string(name);
    }
    for (const auto& [base, into] : {std::pair("start", &times.start), std::pair("end", &times.end)})
      if (const auto unit = unit_of(name, base)) {
        *into = time_in(value, *unit);
        if (!*into) wrong = std::string(name);
      }
  };
  if (!each_member(text, take)) return wrong_line(line, "It is no JSON object.");
  if (!wrong.empty()) return wrong_line(line, fmt::format("`{}` is no time.", quotation(wrong)));
  if (parsed.row.name.empty()) return wrong_line(line, "`name` is missing.");
  if (!times.start) return wrong_line(line, "`start` is missing.");
  const std::string name = parsed.row.name;
  parsed.row = *times.start;
  parsed.row.name = parsed.row.text = name;
  if (times.end) {
    if (times.end->clock != times.start->clock)
      return wrong_line(line, "`start` and `end` are not on one clock.");
    parsed.row.end = times.end->start;
  } else if (times.duration) {
    parsed.row.end += *times.duration;
  }
  if (parsed.row.end < parsed.row.start) return wrong_line(line, "It ends before it starts.");
  return parsed;
}

}  // namespace

Result<RequestLog> RequestLog::parse(std::string_view text, int64_t about) {
  if (text.size() > kMostLogBytes)
    return fail(ErrorCode::bad_request, "A log of requests has at most 16 MiB.",
                "Give the part around the capture.");
  const size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string_view::npos && text[first] == '{';
  RequestLog log;
  std::map<std::string, uint32_t> lanes;
  int64_t number = 0;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    std::optional<ParsedLine> parsed;
    if (is_json) {
      auto row = json_line(line, number);
      if (!row) return tl::unexpected(row.error());
      parsed = std::move(*row);
    } else {
      parsed = vllm_line(line, about);
      if (!parsed) parsed = sglang_line(line);
      if (!parsed) parsed = tensorrt_llm_line(line);
    }
    if (!parsed) {
      ++log.other_lines;
      continue;
    }
    if (parsed->lane.empty()) parsed->lane = "log";
    if (log.lanes.size() == kMostLanes && !lanes.contains(parsed->lane)) parsed->lane = kOtherLanes;
    const auto [lane, is_new] = lanes.try_emplace(parsed->lane, static_cast<uint32_t>(log.lanes.size()));
    parsed->row.lane = lane->second;
    if (is_new) log.lanes.push_back(parsed->lane);
    log.rows.push_back(std::move(parsed->row));
  }
  if (log.rows.empty())
    return fail(
        ErrorCode::bad_request, "The log has no row of a request or an iteration.",
        fmt::format(
            "{} Or give what vLLM prints with --enable-logging-iteration-details, SGLang's lines of batches, or TensorRT-LLM's of iterations.",
            kRowForm));
  return log;
}

}  // namespace nsys_ai
