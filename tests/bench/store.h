// What is measured of the store: how long until it answers, how long its answers take, what they need.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/bench/child.h"

namespace nsys_ai::bench {

// From nothing to `top_kernels` over the whole capture.
struct FirstAnswer {
  double ms = 0;
  double processor_ms = 0;  // of all threads
  int64_t kernels = 0;
  int64_t kernel_ns = 0;  // of all kernels, summed
  int64_t device_bytes = 0;
  Memory memory;
};

// With the NVTX forest, the launches and the attribution built; then questions, each the median of a few.
struct Everything {
  double ms = 0;
  double processor_ms = 0;  // of all threads
  int64_t devices = 0;
  Memory loaded;  // once the profile is there
  Memory built;   // once everything is
  double top_kernels_ms = 0;
  double top_kernels_window_ms = 0;  // of the middle half of the capture
  double busy_idle_ms = 0;           // of one device
  double gaps_ms = 0;                // idle gaps of 20 us and more with their causes, of one device
  double attribution_ms = 0;         // GPU time by the innermost NVTX label
  int64_t attributed_ns = 0;
};

// These leave the memory that they took to the process: run them in a child. They throw std::runtime_error.
FirstAnswer measure_first_answer(const std::string& path);
Everything measure_everything(const std::string& path);

// Reads the file once, so that it lies in the page cache.
void warm_page_cache(const std::string& path);
// Drops the file from the page cache, as far as nobody else holds it.
void drop_page_cache(const std::string& path);

double median(std::vector<double> values);

}  // namespace nsys_ai::bench
