// One list for all languages, since the frameworks' names differ between them.
#include "annotate/range_names.h"

#include <algorithm>
#include <array>

namespace nsys_ai {
namespace {

// Interfaces whose names do not contain NVTX.
constexpr std::array kRangeCalls = std::to_array<std::string_view>({
    "PUSH_RANGE",
    "RECORD_FUNCTION",
    "RECORD_USER_SCOPE",
    "RangePush",
    "RangePushC",
    "StepTraceAnnotation",
    "TraceAnnotation",
    "named_scope",
    "push_range",
    "range_push",
    "range_start",
    "record_function",
    "start_range",
    "time_range",
});

// Parts of names that projects give to their NVTX wrappers: FUSER_PERF_SCOPE, MY_SCOPED_RANGE.
constexpr std::array kRangeParts =
    std::to_array<std::string_view>({"perf_scope", "profile_range", "profile_scope", "scoped_range"});

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool holds(std::string_view name, std::string_view part) {
  if (name.size() < part.size()) return false;
  const auto found = std::search(name.begin(), name.end(), part.begin(), part.end(),
                                 [](char a, char b) { return lower(a) == b; });
  return found != name.end();
}

}  // namespace

bool names_nvtx(std::string_view name) { return holds(name, "nvtx"); }
bool is_domain(std::string_view name) { return holds(name, "domain") && !holds(name, "range"); }

bool is_range_path(const std::vector<std::string_view>& parts) {
  if (is_domain(parts.back())) return false;
  const std::string_view last = parts.back();
  if (std::find(kRangeCalls.begin(), kRangeCalls.end(), last) != kRangeCalls.end()) return true;
  if (std::any_of(kRangeParts.begin(), kRangeParts.end(),
                  [&](std::string_view part) { return holds(last, part); }))
    return true;
  return std::any_of(parts.begin(), parts.end(), names_nvtx);
}

}  // namespace nsys_ai
