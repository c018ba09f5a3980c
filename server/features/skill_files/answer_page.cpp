// Splits rows by their size as JSON.
#include "features/skill_files/answer_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "protocol/answer_json.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

constexpr size_t kPieceBytes = size_t{256} << 10U;

// Moves rows from `next` on into `rows` until they reach the maximum size.
void take_rows(const Answer& answer, size_t& next, size_t max_bytes, std::vector<OrderedMap<Scalar>>& rows) {
  size_t bytes = 0;
  for (; next < answer.table.rows.size(); ++next) {
    auto row = wire_row(answer, next);
    bytes += write_json(row).compact().size() + 1;
    if (bytes > max_bytes && !rows.empty()) return;
    rows.push_back(std::move(row));
  }
}

Result<nsys::Answer> rows_ahead(const Answer& answer, size_t next, const Token& token, Call& call) {
  while (next < answer.table.rows.size()) {
    lsp::PartialRows piece;
    take_rows(answer, next, kPieceBytes, piece.rows);
    if (!call.client().notify_bulk<method::Progress>({token, std::move(piece)}, call.cancel()))
      return cancelled();
  }
  return wire_frame(answer);
}

}  // namespace

Result<nsys::Answer> answer_page(const Answer& answer, const WantedRows& wanted, Call& call) {
  const int64_t offset = wanted.offset.value_or(0);
  if (offset < 0 || offset > kMaxOffset)
    return fail(ErrorCode::bad_request, fmt::format("params.offset: {} is no number of rows.", offset),
                "Use the next_offset of the page before.");
  const size_t count = answer.table.rows.size();
  const size_t first = std::min(static_cast<size_t>(offset), count);
  if (wanted.partial) return rows_ahead(answer, first, *wanted.partial, call);
  nsys::Answer page = wire_frame(answer);
  size_t next = first;
  take_rows(answer, next, kMaxPageBytes, page.rows);
  if (next == count) return page;
  page.truncated = true;
  page.next_offset = static_cast<int64_t>(next);
  page.notes.push_back(fmt::format(
      "These are rows {} to {} of {}: a reply holds 1 MiB. Ask with offset {} for those that follow",
      readable_count(static_cast<int64_t>(first) + 1), readable_count(static_cast<int64_t>(next)),
      readable_count(static_cast<int64_t>(count)), next));
  return page;
}

}  // namespace nsys_ai
