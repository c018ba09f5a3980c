// Communication and copies beside compute, and the memory of copies: topics that are answered by yes or no.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernels/kernels.h"
#include "base/text_table.h"
#include "base/work_scope.h"
#include "question/figures.h"
#include "question/operations_sql.h"
#include "question/topic_answers.h"

namespace nsys_ai {
namespace {

// Streams on which both communication and compute ran.
std::string shared_streams(Inquiry& inquiry) {
  const Profile& profile = inquiry.profile;
  const Kernels& kernels = profile.kernels();
  const KernelFamilies& families = profile.derived(build_kernel_families);
  struct Ran {
    bool communication = false;
    bool compute = false;
  };
  std::vector<Ran> ran(profile.streams().size());
  Pacer pacer;
  for (size_t at = 0; at < kernels.size(); ++at, pacer()) {
    const StreamIx stream = kernels.stream[at];
    if (!inquiry.scope.has(stream) || !inquiry.scope.clip(kernels.interval(at))) continue;
    (families.of(kernels.name(at)) == KernelFamily::communication ? ran[stream.value].communication
                                                                  : ran[stream.value].compute) = true;
  }
  inquiry.answer.plan.emplace_back("kernels of each stream, by whether they communicate");
  std::string text;
  for (size_t at = 0; at < ran.size(); ++at) {
    if (!ran[at].communication || !ran[at].compute) continue;
    const Stream& stream = profile.streams()[at];
    text += fmt::format("{}stream {} of GPU {}", text.empty() ? "" : " and ", stream.stream,
                        profile.devices()[stream.device].ordinal);
  }
  return text;
}

}  // namespace

Result<void> overlapping(Inquiry& inquiry) {
  if (inquiry.lacks(Need::kernel)) return {};
  auto table = inquiry.table(
      "SELECT pid, device, communication, overlap, exposed_communication AS exposed, span FROM gpu_busy WHERE communication > 0");
  if (!table) return tl::unexpected(table.error());
  if (table->rows.empty())
    return inquiry.cannot(fmt::format(
        "No communication kernels ran in {}: there is nothing that could overlap.", inquiry.scope_text()));
  const std::string shared = shared_streams(inquiry);
  int64_t communication = 0, overlap = 0;
  std::string of, worth;
  for (const auto& row : table->rows) {
    communication += integer(row[2]);
    overlap += integer(row[3]);
    const std::string part = integer(row[3]) > 0 ? readable_ns(integer(row[3])) + " of " : "";
    of += fmt::format("{}{}{}", of.empty() ? "" : " and ", part, readable_ns(integer(row[2])));
    worth += fmt::format("{}{} of {} on GPU {} ({})", worth.empty() ? "" : " and ",
                         readable_ns(integer(row[4])), readable_ns(integer(row[5])), integer(row[1]),
                         readable_share(real(row[4]) / std::max<double>(1, real(row[5]))));
  }
  const double share = static_cast<double>(overlap) / static_cast<double>(communication);
  const std::string_view verdict = overlap == 0 ? "No" : share < 0.5 ? "Only in part" : "Yes";
  inquiry.answer.text = fmt::format("{}: {}{} of communication run beside compute ({}).", verdict,
                                    overlap == 0 ? "0 ns of " : "", of, readable_share(share));
  if (!shared.empty() && share < 0.5)
    inquiry.answer.text +=
        fmt::format(" It is on the same stream as compute ({}), where one waits for the other.", shared);
  if (share < 0.95) inquiry.answer.text += fmt::format(" Hiding all of it is worth at most {}.", worth);
  inquiry.fact("overlap", overlap, Unit::ns);
  inquiry.fact("overlap share", share, Unit::share);
  inquiry.fact("communication", communication, Unit::ns);
  inquiry.fact("exposed", communication - overlap, Unit::ns);
  if (table->rows.size() > 1) inquiry.answer.table = std::move(*table);
  return {};
}

Result<void> answer_copies_beside_kernels(Inquiry& inquiry) {
  if (inquiry.lacks(Need::gpu_operation)) return {};
  const bool shared = has_one_shared_gpu(inquiry);
  auto table = inquiry.table(
      shared
          ? fmt::format("SELECT device, whole AS copy, part AS overlap FROM ({})",
                        overlaps_of_shared(Measure::copy_overlap))
          : "SELECT device, copy, copy_kernel_overlap AS overlap, pid, kernel, span FROM gpu_busy WHERE copy > 0");
  if (!table) return tl::unexpected(table.error());
  if (table->rows.empty())
    return inquiry.cannot(
        fmt::format("No copies ran in {}: there is nothing that could overlap.", inquiry.scope_text()));
  int64_t copying = 0, overlap = 0;
  std::string of;
  for (const auto& row : table->rows) {
    copying += integer(row[1]);
    overlap += integer(row[2]);
    of += fmt::format("{}{} of {} on GPU {}", of.empty() ? "" : " and ", readable_ns(integer(row[2])),
                      readable_ns(integer(row[1])), integer(row[0]));
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
  if (shared)
    inquiry.answer.notes.emplace_back("several processes use this GPU, and what runs of any of them counts");
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

}  // namespace nsys_ai
