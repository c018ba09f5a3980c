// How many a second: over the span of the GPUs that ran them, or over the capture for what the host does.
#include <fmt/format.h>

#include "agent/ask/figures.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {

Result<void> answer_rate(Inquiry& inquiry, const Source& source) {
  const AskQuery& q = inquiry.query;
  const bool on_gpu = q.subject == Subject::kernel || q.subject == Subject::copy ||
                      q.subject == Subject::memset || q.subject == Subject::operation;
  const auto rows = inquiry.rows(fmt::format("SELECT count(*) FROM {} WHERE {}", source.from, source.where));
  if (!rows) return tl::unexpected(rows.error());
  int64_t over = inquiry.scope.window().duration();
  if (on_gpu) {
    const auto span = inquiry.rows("SELECT max(end) - min(start) FROM gpu_busy");
    if (!span) return tl::unexpected(span.error());
    over = integer(span->at(0)[0]);
  }
  if (over <= 0) return inquiry.cannot(fmt::format("Nothing ran in {}.", inquiry.scope_text()));
  const int64_t count = integer(rows->at(0)[0]);
  const double rate = static_cast<double>(count) * 1e9 / static_cast<double>(over);
  inquiry.answer.text = fmt::format(
      "{} It is {} {} in {}, {}.", sentence(inquiry, fmt::format("{:.5g}", rate)), readable_count(count),
      plural_of(q.subject), readable_ns(over),
      on_gpu ? "from the first operation of the GPUs in scope to their last" : "all of the capture in scope");
  inquiry.fact("per second", rate, Unit::count);
  inquiry.fact(plural_of(q.subject), count, Unit::count);
  inquiry.fact("time", over, Unit::ns);
  return {};
}

}  // namespace nsys_ai::inline agent
