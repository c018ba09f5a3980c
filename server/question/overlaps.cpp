// Communication and copies that overlap compute, and the memory of copies: topics with a yes-or-no answer.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernels/kernels.h"
#include "base/text_table.h"
#include "base/context.h"
#include "question/figures.h"
#include "question/operations_sql.h"
#include "question/topic_answers.h"

namespace nsys_ai {
namespace {

// Streams on which both communication and compute ran.
std::string shared_streams(AnswerContext& context) {
  const Profile& profile = context.profile;
  const Kernels& kernels = profile.kernels();
  const KernelFamilies& families = profile.derived(build_kernel_families);
  struct StreamRun {
    bool communication = false;
    bool compute = false;
  };
  std::vector<StreamRun> ran(profile.streams().size());
  ThrottledCheck check;
  for (size_t at = 0; at < kernels.size(); ++at, check()) {
    const StreamIx stream = kernels.stream[at];
    if (!context.scope.has(stream) || !context.scope.clip(kernels.interval(at))) continue;
    (families.of(kernels.name(at)) == KernelFamily::communication ? ran[stream.value].communication
                                                                  : ran[stream.value].compute) = true;
  }
  context.answer.plan.emplace_back("kernels of each stream, by whether they communicate");
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

Result<void> overlapping(AnswerContext& context) {
  if (context.lacks(Need::kernel)) return {};
  auto table = context.table(
      "SELECT pid, device, communication, overlap, exposed_communication AS exposed, span FROM gpu_busy WHERE communication > 0");
  if (!table) return tl::unexpected(table.error());
  if (table->rows.empty())
    return context.cannot(fmt::format(
        "No communication kernels ran in {}: there is nothing that could overlap.", context.scope_text()));
  const std::string shared = shared_streams(context);
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
  context.answer.text = fmt::format("{}: {}{} of communication run beside compute ({}).", verdict,
                                    overlap == 0 ? "0 ns of " : "", of, readable_share(share));
  if (!shared.empty() && share < 0.5)
    context.answer.text +=
        fmt::format(" It is on the same stream as compute ({}), where one waits for the other.", shared);
  if (share < 0.95) context.answer.text += fmt::format(" Hiding all of it is worth at most {}.", worth);
  context.fact("overlap", overlap, Unit::ns);
  context.fact("overlap share", share, Unit::share);
  context.fact("communication", communication, Unit::ns);
  context.fact("exposed", communication - overlap, Unit::ns);
  if (table->rows.size() > 1) context.answer.table = std::move(*table);
  return {};
}

Result<void> answer_copies_beside_kernels(AnswerContext& context) {
  if (context.lacks(Need::gpu_operation)) return {};
  const bool shared = has_one_shared_gpu(context);
  auto table = context.table(
      shared
          ? fmt::format("SELECT device, whole AS copy, part AS overlap FROM ({})",
                        overlaps_of_shared(Measure::copy_overlap))
          : "SELECT device, copy, copy_kernel_overlap AS overlap, pid, kernel, span FROM gpu_busy WHERE copy > 0");
  if (!table) return tl::unexpected(table.error());
  if (table->rows.empty())
    return context.cannot(
        fmt::format("No copies ran in {}: there is nothing that could overlap.", context.scope_text()));
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
  context.answer.text =
      fmt::format("{}: {} of copying run beside kernels ({}).", verdict, of, readable_share(share));
  context.fact("overlap", overlap, Unit::ns);
  context.fact("overlap share", share, Unit::share);
  context.fact("copying", copying, Unit::ns);
  if (shared)
    context.answer.notes.emplace_back("several processes use this GPU, and what runs of any of them counts");
  if (table->rows.size() > 1) context.answer.table = std::move(*table);
  return {};
}

Result<void> add_memory_of_copies(AnswerContext& context) {
  const auto rows = context.rows(
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
  context.answer.text = fmt::format(
      "{}: of {} copies between host and GPU {} use pinned memory, with {}, and {} use pageable memory, with {}.{}{}",
      verdict, readable_count(all), readable_count(pinned), readable(Value(integer(row[1])), Unit::bytes),
      readable_count(pageable), readable(Value(integer(row[3])), Unit::bytes),
      context.answer.text.empty() ? "" : " ", context.answer.text);
  std::vector<AskFact> before = std::move(context.answer.facts);
  context.answer.facts.clear();
  context.fact("pinned copies", pinned, Unit::count);
  context.fact("pageable copies", pageable, Unit::count);
  context.fact("copies", all, Unit::count);
  for (AskFact& fact : before) context.answer.facts.push_back(std::move(fact));
  return {};
}

}  // namespace nsys_ai
