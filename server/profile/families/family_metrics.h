// Samples of GPU hardware metrics.
#pragma once

#include <utility>
#include <vector>

#include "profile/families/lazy_family.h"
#include "profile/sqlite_file/table_scan.h"

namespace nsys_ai {

class FamilyReader;

// Values of metrics: nearly all are small integers; others are in a separate list.
class MetricValues {
 public:
  size_t size() const { return small_.size(); }
  size_t bytes() const { return small_.bytes() + others_.capacity() * sizeof(others_[0]); }
  double operator[](size_t at) const {
    return small_[at] != kOther ? static_cast<double>(small_[at]) : other_at(at);
  }
  void push_back(double value);
  void append(const MetricValues& part);
  void clear_and_free() { *this = MetricValues(); }

 private:
  static constexpr uint16_t kOther = UINT16_MAX;
  double other_at(size_t at) const;

  Plain<uint16_t> small_;
  std::vector<std::pair<uint32_t, double>> others_;  // (index, value), by index
};

using MetricIx = Index<struct MetricTag>;

// Samples of GPU metrics: one element for each metric of each sample, in file order. A metric has one number
// on all GPUs.
struct GpuMetrics : LazyInstants {
  Packed<uint8_t> gpu;  // Nsight's number of the GPU
  Packed<uint8_t, MetricIx> metric;
  MetricValues value;

  std::vector<NameId> metrics;  // their names
  int64_t unreadable = 0;       // samples or values that are not numbers; they are skipped

  size_t bytes() const;
  static Result<GpuMetrics> read(const FamilyReader& reader);
};

}  // namespace nsys_ai
