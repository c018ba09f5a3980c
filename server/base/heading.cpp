// Strips the unit from a name, and spells out abbreviations.
#include "base/heading.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace nsys_ai {
namespace {

// The columns whose names alone would be unclear, or read like the name of a thing; sorted by name.
constexpr std::array<std::pair<std::string_view, std::string_view>, 29> kHeadings = {{
    {"api", "API"},
    {"api_ns", "API time"},
    {"api_share", "API share"},
    {"call_ns", "call time"},
    {"comm_ns", "communication"},
    {"copy_kernel_overlap_ns", "copies beside kernels"},
    {"copy_ns", "copies"},
    {"cuda_ns", "CUDA calls"},
    {"exposed_comm_ns", "exposed communication"},
    {"exposed_ns", "exposed"},
    {"first_ns", "first at"},
    {"gpu", "GPU"},
    {"gpu_busy_ns", "GPU busy"},
    {"gpu_idle_ns", "GPU idle"},
    {"gpu_ns", "GPU time"},
    {"host_ns", "host time"},
    {"kernel_ns", "kernel time"},
    {"kernel_ns_in_nvtx", "kernel time in NVTX"},
    {"kernel_ns_with_launch", "kernel time with launch"},
    {"kernel_sum_ns", "kernel sum"},
    {"kernel_union_ns", "kernel union"},
    {"kernels_in_nvtx", "kernels in NVTX"},
    {"mad_ns", "MAD"},
    {"nvtx", "NVTX range"},
    {"os_ns", "OS calls"},
    {"queue_ns", "queue time"},
    {"range_ns", "in range"},
    {"run_ns", "run time"},
    {"this_ns", "this step"},
}};

std::string_view suffix_of(Unit unit) {
  switch (unit) {
    case Unit::ns:
    case Unit::clock_ns:
      return "_ns";
    case Unit::gb_per_s:
      return "_gbps";
    default:
      return "";
  }
}

}  // namespace

std::string column_title(const Column& column) {
  if (column.doc.empty()) return column.name;
  const auto* found = std::find_if(kHeadings.begin(), kHeadings.end(),
                                   [&](const auto& heading) { return heading.first == column.name; });
  if (found != kHeadings.end()) return std::string(found->second);
  std::string words = column.name;
  const std::string_view suffix = suffix_of(column.unit);
  if (!suffix.empty() && words.size() > suffix.size() && words.ends_with(suffix))
    words.erase(words.size() - suffix.size());
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

}  // namespace nsys_ai
