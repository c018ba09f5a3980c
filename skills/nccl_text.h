// Code that the two skills on NCCL's payloads share: parameters, cells, and messages for missing data.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/collectives/nccl_calls.h"
#include "base/units.h"
#include "skill/skill.h"

namespace nsys_ai {

inline EventRef first_call_cell(const Profile& profile, const NcclTraffic& of) {
  return {fmt::format("nvtx:{}", profile.nvtx().row[of.range])};
}

inline std::optional<std::string> communicator_cell(const NcclTraffic& of) {
  if (!of.communicator) return std::nullopt;
  return fmt::format("0x{:016x}", *of.communicator);
}

// Bandwidths as defined by nccl-tests, from message bytes and time.
struct NcclSpeed {
  std::optional<GbPerS> algorithm;
  std::optional<GbPerS> bus;
};
inline NcclSpeed nccl_speed(const NcclTraffic& of, double bytes, int64_t ns) {
  const NcclFactors factors = nccl_factors(of.operation, of.ranks);
  if (ns <= 0 || !factors.sizes) return {};
  const double speed = bytes * *factors.sizes / static_cast<double>(ns);
  NcclSpeed answer{GbPerS{speed}, std::nullopt};
  if (factors.bus) answer.bus = GbPerS{speed * *factors.bus};
  return answer;
}

inline CannotAnswer without_payloads(const NcclCalls& calls) {
  const std::string reason =
      !calls.has_nccl ? "The capture recorded no NVTX ranges of NCCL."
      : calls.faults > 0
          ? fmt::format("{} payloads of NCCL are not laid out as their schemas say.", calls.faults)
      : !calls.tables.empty()
          ? fmt::format(
                "The capture has payloads of NVTX events in tables, {} {}, of which no column is a size that "
                "NCCL is known to report.",
                calls.tables.front(),
                calls.tables.size() > 1 ? fmt::format("and {} more", calls.tables.size() - 1) : "alone")
      : calls.schemas > 0
          ? "The capture has NCCL's ranges and the schemas of their payloads, but not the payloads."
          : "The capture has NCCL's ranges, but not their payloads.";
  return {
      reason,
      {"Capture with `nsys profile --trace=cuda,nvtx` of Nsight Systems 2025.1 or later and NCCL 2.26 or later, without NCCL_NVTX_DISABLE.",
       "Export with `nsys export --type sqlite --include-blobs=true`, or `--dynamic-tables=all` of 2026.4 and later."}};
}

inline void add_nccl_notes(const NcclCalls& calls, std::vector<std::string>& notes) {
  if (calls.untimed > 0)
    notes.push_back(
        fmt::format("{} calls have no bandwidth: no kernel is known to be theirs alone", calls.untimed));
  if (const int64_t unknown = calls.without_size - calls.faults; unknown > 0)
    notes.push_back(fmt::format("no size was recorded of {} {} in the capture, which are left out", unknown,
                                unknown == 1 ? "call" : "calls"));
  if (calls.faults > 0)
    notes.push_back(
        fmt::format("{} payloads are not laid out as their schemas say, and are left out", calls.faults));
}

struct NcclParams {
  int64_t ranks = 0;
  int64_t limit = 20;
};
template <class F>
void fields(NcclParams& p, F& f) {
  f("ranks", p.ranks,
    "How many ranks a communicator has of which the capture does not show it; 0: not known.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

inline constexpr std::string_view kCommunicatorDoc =
    "NCCL's hash of the communicator, the same on all of its ranks; none where the payload lacks it.";
inline constexpr std::string_view kCommunicatorRanksDoc =
    "How many ranks the communicator has; none where neither the capture nor ranks= says.";
inline constexpr std::string_view kBusSpeedDoc =
    "algbw times 2(n-1)/n for AllReduce, (n-1)/n for AllGather, ReduceScatter, AllToAll, Gather and Scatter, 1 for the others.";

// One row per result of `nccl_traffic` for the calls in the scope, sorted by `before`.
template <class Row, class RowOf, class Before>
SkillOutcome<Row> nccl_rows(const SkillContext& context, const NcclParams& params, NcclGrouping grouping,
                            const RowOf& row_of, const Before& before) {
  auto calls = nccl_calls(context.profile, context.scope, context.work);
  if (!calls) return tl::unexpected(calls.error());
  if (calls->payloads == 0) return without_payloads(*calls);
  if (calls->batches.empty()) return Empty{"No call of NCCL that reports its size lies in this scope."};
  // Uses the number of ranks given by the user where the capture does not show it.
  if (params.ranks > 0) calls->assumed_ranks = params.ranks;
  Rows<Row> rows;
  for (const NcclTraffic& of : nccl_traffic(*calls, grouping)) rows.rows.push_back(row_of(of));
  std::sort(rows.rows.begin(), rows.rows.end(), before);
  add_nccl_notes(*calls, rows.notes);
  return rows;
}

}  // namespace nsys_ai
