// Every share names its denominator.
#include "knowledge/run_times.h"

#include <fmt/format.h>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

constexpr double kShortSpan = 0.90;

std::string over_gpus(const RunTimes& times) {
  return times.over.empty() ? "" : fmt::format(", summed over {}", times.over);
}

}  // namespace

double fraction(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

bool has_short_span(const RunTimes& times) { return fraction(times.span, times.capture) < kShortSpan; }

std::string capture_words(const RunTimes& times) {
  return fmt::format("{} of {}{}", readable_ns(times.capture), times.scope, over_gpus(times));
}

std::string share_words(const RunTimes& times, const ExplainedTime& explained) {
  if (explained.of_span)
    return fmt::format("{} of the time between the first and the last GPU operation",
                       readable_share(fraction(explained.ns, times.span)));
  return fmt::format("{} of the {}", readable_share(fraction(explained.ns, times.capture)), times.scope);
}

std::string share_with_times(const RunTimes& times, const ExplainedTime& explained) {
  constexpr std::string_view kSpan = "between the first and the last GPU operation";
  const std::string of_capture = readable_share(fraction(explained.ns, times.capture));
  const std::string of_span = readable_share(fraction(explained.ns, times.span));
  if (explained.of_span)
    return fmt::format("{} of {} {}{} ({}; {} of {} of {})", readable_ns(explained.ns), readable_ns(times.span),
                       kSpan, over_gpus(times), of_span, of_capture, readable_ns(times.capture), times.scope);
  if (explained.inside_span && has_short_span(times))
    return fmt::format("{} of {} ({}; {} of {} {})", readable_ns(explained.ns), capture_words(times), of_capture,
                       of_span, readable_ns(times.span), kSpan);
  return fmt::format("{} of {} ({})", readable_ns(explained.ns), capture_words(times), of_capture);
}

}  // namespace nsys_ai
