// A sketch with rows in every kind of table, for what is asked of all of them in turn.
#pragma once

#include <string>
#include <vector>

#include "tests/unit/asked_skill.h"

namespace nsys_ai::test {

constexpr const char* kSketchOfEverything = R"sketch(
  device 0 "NVIDIA H200"
  process 200 "rank 0"
  thread 1 "main"
  repeat 6 every 1ms as s {
    nvtx "step {s}" 0..900us   "layer 0" 10..400us
    osrt thread 1 read 910..950us
    api thread 1  cudaStreamSynchronize 800..890us   cudaMalloc 900..905us
    gpu 0 stream 7   memcpy_h2d 20..60us [1MB pageable]   memset 60..70us   gemm 100..300us   gemm 301..400us
    gpu 0 stream 9   "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)" 350..500us
  }
  nvtx startend  across 1..3ms [end_thread=2]
  nvtx mark      here 2ms
  overhead "CUDA profiling data flush overhead" 3300..3350us
  graph 5 launch 6..6.01ms
  gpu 0 stream 7 [graph=5]   a 6020..6030us   b 6030..6040us
  gpu 0 stream 7   cuda_graph 6050..6090us [graph=6]
  process 300 "rank 1"
  repeat 6 every 1ms { gpu 0 stream 7   softmax 100..300us }
)sketch";

// The tables of the file that it becomes. They are asked for wherever the program starts.
inline const std::vector<std::string>& tables_of_everything() {
  static const std::vector<std::string> tables = [] {
    const TemporaryFolder folder;
    const auto path = folder / "all.sqlite";
    sketch::write(kSketchOfEverything, path.string());
    sketch::Database file(path.string());
    return split(file.answer("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"), '\n');
  }();
  return tables;
}

}  // namespace nsys_ai::test
