// Two walks over the ranges: to those of the function, and to the operators inside the first of them.
#include "analysis/nvtx/first_operators.h"

#include <algorithm>
#include <unordered_map>

#include "analysis/host/source_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/nvtx/operator_sizes.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

bool is_of_function(std::string_view text, std::string_view function) {
  if (text == function) return true;
  const auto source = source_of_label(text);
  return source && source->function == function;
}

// The ranges of the function, in time order.
std::vector<uint32_t> ranges_of_function(const Profile& profile, std::string_view function) {
  const Nvtx& nvtx = profile.nvtx();
  std::unordered_map<size_t, bool> of_text;
  std::vector<uint32_t> ranges;
  ThrottledCheck check;
  for (uint32_t i = 0; i < nvtx.size(); check(), ++i) {
    if (!nvtx.is_on_one_thread(i)) continue;
    const auto [known, is_new] = of_text.try_emplace(nvtx.text[i], false);
    if (is_new) known->second = is_of_function(profile.nvtx_text(i), function);
    if (known->second) ranges.push_back(i);
  }
  std::sort(ranges.begin(), ranges.end(),
            [&](uint32_t a, uint32_t b) { return range_precedes(profile, a, b); });
  return ranges;
}

std::vector<OperatorShape> operators_in(const Profile& profile, uint32_t range) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<uint32_t> inside;
  ThrottledCheck check;
  for (uint32_t i = 0; i < nvtx.size(); check(), ++i)
    if (i != range && nvtx.is_on_one_thread(i) && nvtx.thread[i] == nvtx.thread[range] &&
        nvtx.start[i] >= nvtx.start[range] && nvtx.end(i) <= nvtx.end(range))
      inside.push_back(i);
  std::sort(inside.begin(), inside.end(),
            [&](uint32_t a, uint32_t b) { return range_precedes(profile, a, b); });
  std::vector<OperatorShape> operators;
  int64_t covered_to = INT64_MIN;
  for (const uint32_t i : inside) {
    if (nvtx.start[i] < covered_to) continue;
    const std::string text = profile.nvtx_text(i);
    const auto sizes = operator_sizes(text);
    if (!sizes || sizes->inputs.empty()) continue;
    operators.push_back({std::string(sizes->name), sizes->inputs.front()});
    covered_to = nvtx.end(i);
  }
  return operators;
}

}  // namespace

std::optional<FirstOperators> first_operators(const Profile& profile, std::string_view function) {
  constexpr size_t kTried = 8;
  const std::vector<uint32_t> ranges = ranges_of_function(profile, function);
  for (size_t i = 0; i < std::min(kTried, ranges.size()); ++i) {
    FirstOperators found{profile.nvtx_text(ranges[i]), operators_in(profile, ranges[i])};
    if (!found.operators.empty()) return found;
  }
  return std::nullopt;
}

}  // namespace nsys_ai
