// Names of uses.
#include "analysis/time/time_use.h"

#include <algorithm>
#include <array>

namespace nsys_ai::inline analysis {
namespace {

constexpr std::array<std::string_view, kTimeUses> kUseNames{"compute",
                                                            "faulting",
                                                            "plain_matrix",
                                                            "small_kernel",
                                                            "communication",
                                                            "shared_collective",
                                                            "late_collective",
                                                            "copy",
                                                            "pageable_copy",
                                                            "migration",
                                                            "graph",
                                                            "other_work",
                                                            "connecting",
                                                            "loading_code",
                                                            "pooling",
                                                            "starting",
                                                            "before_first",
                                                            "not_begun",
                                                            "collection",
                                                            "late_code",
                                                            "allocation",
                                                            "blocking_copy",
                                                            "synchronisation",
                                                            "late_host",
                                                            "long_launch",
                                                            "device_wait",
                                                            "no_launch",
                                                            "short_gap",
                                                            "small_gap",
                                                            "node_gap",
                                                            "profiler",
                                                            "tear_down",
                                                            "after_last",
                                                            "shared",
                                                            "elsewhere",
                                                            "cut_off"};

}  // namespace

std::string_view name_of(TimeUse use) { return kUseNames[static_cast<size_t>(use)]; }

std::optional<TimeUse> time_use(std::string_view name) {
  const auto at = std::find(kUseNames.begin(), kUseNames.end(), name);
  if (at == kUseNames.end()) return std::nullopt;
  return static_cast<TimeUse>(at - kUseNames.begin());
}

}  // namespace nsys_ai::inline analysis
