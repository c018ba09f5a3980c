// Copies as a whole: beside kernels or not, of pinned memory or not.
#include <fmt/format.h>

#include "agent/ask/inquiry.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {

Result<void> answer_copies_beside_kernels(Inquiry& inquiry) {
  if (inquiry.lacks(Need::gpu_operation)) return {};
  auto table = inquiry.table(
      "SELECT pid, device, copy, copy_kernel_overlap AS overlap, kernel, span FROM gpu_busy WHERE copy > 0");
  if (!table) return tl::unexpected(table.error());
  if (table->rows.empty())
    return inquiry.cannot(
        fmt::format("No copies ran in {}: there is nothing that could overlap.", inquiry.scope_text()));
  int64_t copying = 0, overlap = 0;
  std::string of;
  for (const auto& row : table->rows) {
    copying += integer(row[2]);
    overlap += integer(row[3]);
    of += fmt::format("{}{} of {} on GPU {}", of.empty() ? "" : " and ", readable_ns(integer(row[3])),
                      readable_ns(integer(row[2])), integer(row[1]));
  }
  const double share = static_cast<double>(overlap) / static_cast<double>(copying);
  const std::string_view verdict = share >= 0.5    ? "Mostly"
                                   : share >= 0.01 ? "In part"
                                   : overlap > 0   ? "Hardly"
                                                   : "No";
  inquiry.answer.text =
      fmt::format("{}: {} of copying run beside kernels ({}).", verdict, of, readable_share(share));
  inquiry.fact("overlap", overlap, Unit::ns);
  inquiry.fact("overlap share", share, Unit::share);
  inquiry.fact("copying", copying, Unit::ns);
  if (table->rows.size() > 1) inquiry.answer.table = std::move(*table);
  return {};
}

Result<void> tell_memory_of_copies(Inquiry& inquiry) {
  const auto rows = inquiry.rows(
      "SELECT count(CASE WHEN 'Pinned' IN (src, dst) THEN 1 END), sum(CASE WHEN 'Pinned' IN (src, dst) THEN bytes END), "
      "count(CASE WHEN 'Pageable' IN (src, dst) THEN 1 END), sum(CASE WHEN 'Pageable' IN (src, dst) THEN bytes END), count(*) "
      "FROM memcpy WHERE kind IN ('Host-to-Device', 'Device-to-Host')");
  if (!rows) return tl::unexpected(rows.error());
  const auto& row = rows->at(0);
  const int64_t pinned = integer(row[0]), pageable = integer(row[2]), all = integer(row[4]);
  if (all == 0) return {};
  const std::string_view verdict = pageable == 0 && pinned == all   ? "All pinned"
                                   : pinned == 0 && pageable == all ? "All pageable"
                                                                    : "Both";
  inquiry.answer.text = fmt::format(
      "{}: of {} copies between host and GPU {} use pinned memory, with {}, and {} use pageable memory, with {}.{}{}",
      verdict, readable_count(all), readable_count(pinned), readable(Value(integer(row[1])), Unit::bytes),
      readable_count(pageable), readable(Value(integer(row[3])), Unit::bytes),
      inquiry.answer.text.empty() ? "" : " ", inquiry.answer.text);
  std::vector<AskFact> before = std::move(inquiry.answer.facts);
  inquiry.answer.facts.clear();
  inquiry.fact("pinned copies", pinned, Unit::count);
  inquiry.fact("pageable copies", pageable, Unit::count);
  inquiry.fact("copies", all, Unit::count);
  for (AskFact& fact : before) inquiry.answer.facts.push_back(std::move(fact));
  return {};
}

}  // namespace nsys_ai::inline agent
