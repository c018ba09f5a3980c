// Reads what a serving engine logged of its requests or iterations: JSON lines of anybody, and the lines that
// vLLM, SGLang and TensorRT-LLM print.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

// What the times of a row count from.
enum class LogClock : uint8_t {
  capture,  // time 0 of the capture's clock
  utc,      // 1970, in UTC
  local,    // 1970, in a zone that the log does not name
};

struct LoggedRow {
  std::string name;
  std::string text;   // of the NVTX range that the engine opens for the same, or its beginning up to a colon
  uint32_t lane = 0;  // in RequestLog::lanes
  int64_t start = 0;  // ns, as `end` of at most 8e18
  int64_t end = 0;    // the start of a moment
  LogClock clock = LogClock::capture;
  bool whole_seconds = false;  // its time of day has no fraction
};

struct RequestLog {
  std::vector<std::string> lanes;  // in the order of the log
  std::vector<LoggedRow> rows;     // in the order of the log
  int64_t other_lines = 0;         // that are no row

  // Of at most 16 MiB. A log whose first line is a JSON object has one on each line: `name`, `start`, and
  // `end` or `duration`, and perhaps `lane`. Times are seconds, or with the endings _ms, _us and _ns those;
  // from 1e8 s they are UTC, below it on the capture's clock; a start can also be a date such as
  // 2026-01-31T10:00:00.25Z. Fails with `line N: ...`. In other logs lines that no engine prints are passed
  // over; fails where there is no other. A date without a year, as vLLM prints it, is the one nearest to
  // `about`, ns since 1970.
  static Result<RequestLog> parse(std::string_view text, int64_t about);
};

}  // namespace nsys_ai
