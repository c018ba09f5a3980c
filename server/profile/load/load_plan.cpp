// Estimates memory with the benchmark's bytes per row, including links and orders, rounded up.
#include "profile/load/load_plan.h"

#include <algorithm>

namespace nsys_ai {
namespace {

constexpr int64_t kBytesPerOperation = 48;
constexpr int64_t kBytesPerCall = 32;
constexpr int64_t kBytesPerRange = 56;
// Rows may be distributed unevenly in time, so a window is kept smaller than its share of the time allows.
constexpr double kUnevenness = 0.7;

int64_t bytes_of(const LoadSize& size, const LoadPlan& plan) {
  return size.gpu_operations * kBytesPerOperation + (plan.calls ? size.calls * kBytesPerCall : 0) +
         (plan.nvtx ? size.nvtx * kBytesPerRange : 0);
}

// The share of `part` in the extent; 1 where the extent is unknown.
double share_of(Interval part, Interval extent) {
  if (extent.empty()) return 1;
  return static_cast<double>(intersect(part, extent).duration()) / static_cast<double>(extent.duration());
}

}  // namespace

LoadPlan plan_load(const LoadSize& size, const LoadOptions& options) {
  LoadPlan plan;
  plan.whole_bytes = bytes_of(size, plan);
  if (plan.whole_bytes <= size.room) return plan;
  // A requested window is read with all its events, as far as they fit.
  double share = 1;
  if (options.window) {
    plan.window = options.window;
    share = share_of(*options.window, size.extent) / kUnevenness;
  }
  const auto fits = [&] {
    return static_cast<double>(bytes_of(size, plan)) * share <= static_cast<double>(size.room);
  };
  if (fits()) return plan;
  plan.nvtx = false;
  if (fits()) return plan;
  plan.calls = false;
  if (fits()) return plan;
  const Interval asked = plan.window ? intersect(*plan.window, size.extent) : size.extent;
  const double part = static_cast<double>(size.room) / (static_cast<double>(bytes_of(size, plan)) * share) *
                      (plan.window ? 1 : kUnevenness);
  const auto length = static_cast<int64_t>(static_cast<double>(asked.duration()) * part);
  plan.window = Interval{asked.start, asked.start + std::max<int64_t>(1, length)};
  return plan;
}

}  // namespace nsys_ai
