// Code that the two skills on NCCL's payloads share: cells, and messages for missing data.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "analysis/collectives/nccl_calls.h"
#include "base/units.h"
#include "skill/skill.h"

namespace nsys_ai {

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

// Uses the number of ranks given by the user where the capture does not show it.
inline void assume_ranks(NcclCalls& calls, int64_t ranks) {
  if (ranks > 0) calls.assumed_ranks = ranks;
}

inline CannotAnswer without_payloads(const NcclCalls& calls) {
  const std::string reason =
      !calls.has_nccl ? "The capture recorded no NVTX ranges of NCCL."
      : calls.faults > 0
          ? fmt::format("{} payloads of NCCL are not laid out as their schemas say.", calls.faults)
      : calls.schemas > 0
          ? "The capture has NCCL's ranges and the schemas of their payloads, but not the payloads."
          : "The capture has NCCL's ranges, but not their payloads.";
  return {
      reason,
      {"Capture with `nsys profile --trace=cuda,nvtx` of Nsight Systems 2025.1 or later and NCCL 2.26 or later, without NCCL_NVTX_DISABLE.",
       "Export with `nsys export --type sqlite --include-blobs=true`."}};
}

inline void add_nccl_notes(const NcclCalls& calls, std::vector<std::string>& notes) {
  if (calls.untimed > 0)
    notes.push_back(
        fmt::format("{} calls have no bandwidth: no kernel is known to be theirs alone", calls.untimed));
  if (calls.faults > 0)
    notes.push_back(
        fmt::format("{} payloads are not laid out as their schemas say, and are left out", calls.faults));
}

inline constexpr std::string_view kRanksParamDoc =
    "How many ranks a communicator has of which the capture does not show it; 0: not known.";

}  // namespace nsys_ai
