// Names the calls and ranges that account for the time of a device.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "analysis/time/time_account.h"

namespace nsys_ai {

// Finds the call and the range that take most of each use of a device.
class UseNames {
 public:
  void add_call(TimeUse use, std::string_view call, int64_t ns) { calls_[{use, call}] += ns; }
  void add_range(TimeUse use, const std::string& label, int64_t ns) { ranges_[{use, label}] += ns; }

  // Of the ranges that cover half of what remains at an edge, the range that covers least is the most specific.
  void name_rest(TimeUse use, const std::map<std::string_view, int64_t>& ranges, int64_t total) {
    const std::pair<const std::string_view, int64_t>* best = nullptr;
    for (const auto& of : ranges)
      if (!of.first.empty() && 2 * of.second >= total && of.second <= total &&
          (best == nullptr || of.second < best->second))
        best = &of;
    if (best != nullptr) add_range(use, std::string(best->first), best->second);
  }

  void name(std::span<UsedTime> all) const {
    for (const auto& [key, ns] : calls_) {
      UsedTime& used = all[static_cast<size_t>(key.first)];
      if (ns <= used.call_ns) continue;
      used.call = key.second;
      used.call_ns = ns;
    }
    // Several threads can be in one call at the same time.
    for (UsedTime& used : all) used.call_ns = std::min<int64_t>(used.call_ns, used.total);
    for (const auto& [key, ns] : ranges_) name_range(key.first, key.second, ns, all);
    // Ranges that differ in numbers alone are one, where none of them is enough: `load_7` and `load_8`.
    std::map<std::pair<TimeUse, std::string>, int64_t> numbered;
    for (const auto& [key, ns] : ranges_) numbered[{key.first, without_numbers(key.second)}] += ns;
    for (const auto& [key, ns] : numbered)
      if (all[static_cast<size_t>(key.first)].range.empty()) name_range(key.first, key.second, ns, all);
  }

 private:
  static void name_range(TimeUse use, const std::string& label, int64_t ns, std::span<UsedTime> all) {
    UsedTime& used = all[static_cast<size_t>(use)];
    if (2 * ns < used.total || ns <= used.range_ns) return;
    used.range = label;
    used.range_ns = std::min<int64_t>(ns, used.total);
  }
  static std::string without_numbers(std::string_view label) {
    std::string text;
    for (const char c : label) {
      const bool is_digit = c >= '0' && c <= '9';
      if (!is_digit)
        text += c;
      else if (text.empty() || text.back() != '#')
        text += '#';
    }
    return text;
  }

  std::map<std::pair<TimeUse, std::string_view>, int64_t> calls_;
  std::map<std::pair<TimeUse, std::string>, int64_t> ranges_;
};

}  // namespace nsys_ai
