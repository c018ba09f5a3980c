// What sets each shape apart from the usual one.
#include "tests/bench/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tests/bench/hostile.h"

namespace nsys_ai::bench {
namespace {

WorkloadOptions own_labels(LabelStyle style) {
  WorkloadOptions workload{.devices = 8, .processes = 8, .streams = 8, .instance_share = 1};
  workload.label_style = style;
  return workload;
}

WorkloadOptions registered_labels() {
  WorkloadOptions workload = own_labels(LabelStyle::pytorch);
  workload.registered = true;
  workload.nvtx_depth = 7;
  return workload;
}

WorkloadOptions hex_labels() {
  WorkloadOptions workload = own_labels(LabelStyle::hex);
  workload.nvtx_depth = 3;
  return workload;
}

WorkloadOptions sparse_ids() {
  WorkloadOptions workload{
      .devices = 8, .processes = 64, .streams = 6, .nvtx_depth = 4, .instance_share = 0.4};
  workload.label_style = LabelStyle::pytorch;
  workload.far_ids = true;
  return workload;
}

constexpr int64_t kSamples = 20'000;

// A hostile shape has more processes or GPUs where it has more rows.
void grow(WorkloadOptions& workload, double scale) {
  for (int64_t* count : {&workload.processes, &workload.devices})
    if (*count > 1) *count = std::max<int64_t>(2, std::llround(static_cast<double>(*count) * scale));
}

}  // namespace

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {"copies",
       "Copies, memsets and calls alone: no kernels, no ranges",
       {{.counts = {.kernels = 0,
                    .calls = 8'000'000,
                    .nvtx = 0,
                    .copies = 3'000'000,
                    .memsets = 1'000'000,
                    .os_calls = 0},
         .devices = 4,
         .processes = 4},
        0,
        {}}},
      {"labels-hex", "A UUID or a hash in each label: no two alike", {hex_labels(), kSamples, {}}},
      {"labels-inline",
       "Labels of PyTorch's emit_nvtx: no two alike, text in the rows",
       {own_labels(LabelStyle::pytorch), kSamples, {}}},
      {"labels-registered",
       "The same labels, nested deeper, as rows of StringIds",
       {registered_labels(), kSamples, {}}},
      {"one-gpu",
       "20 M kernels of one process on one GPU",
       {{.counts = {.kernels = 20'000'000,
                    .calls = 24'000'000,
                    .nvtx = 2'000'000,
                    .copies = 200'000,
                    .memsets = 200'000,
                    .os_calls = 200'000},
         .devices = 1,
         .processes = 1},
        kSamples,
        {}}},
      {"processes",
       "64 processes, eight on each of 8 GPUs",
       {{.devices = 8, .processes = 64, .streams = 6, .nvtx_depth = 4}, kSamples, {}}},
      {"sparse-ids",
       "64 processes, half of the correlation ids of each far from the others, long labels",
       {sparse_ids(), kSamples, {}}},
      {"streams",
       "12 streams on each of 4 GPUs with work at the same time, ranges by start",
       {{.devices = 4,
         .processes = 4,
         .streams = 12,
         .nvtx_depth = 6,
         .instance_share = 0.5,
         .nvtx_by_start = true},
        kSamples,
        {}}},
      {"training",
       "Data-parallel training on two GPUs; a tenth of the labels carries an instance",
       {{}, kSamples, {}}}};
  return all;
}

GenerateOptions shaped(std::string_view name, double scale) {
  const Shape* shape = nullptr;
  for (const auto* all : {&shapes(), &hostile_shapes()})
    for (const Shape& of : *all)
      if (of.name == name) shape = &of;
  if (shape == nullptr) throw std::runtime_error(fmt::format("There is no shape {}.", name));
  GenerateOptions options = shape->options;
  Counts& counts = options.workload.counts;
  if (options.rows) grow(options.workload, scale);
  for (int64_t* count : {&counts.kernels, &counts.calls, &counts.nvtx, &counts.copies, &counts.memsets,
                         &counts.os_calls, &options.samples})
    *count = std::llround(static_cast<double>(*count) * scale);
  return options;
}

}  // namespace nsys_ai::bench
