// Computes how far a launch can fill a GPU: resident blocks and warps per multiprocessor, and waves of
// blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "profile/columns.h"

namespace nsys_ai {

// The limits of a multiprocessor of some compute capability.
struct MultiprocessorLimits {
  int32_t major = 0;
  int32_t minor = 0;
  int32_t threads = 0;
  int32_t blocks = 0;
  int32_t registers = 0;
  int32_t register_unit = 0;    // allocation unit for the registers of a warp
  int32_t warp_unit = 0;        // registers are allocated to groups of this many warps
  int32_t shared_bytes = 0;     // maximum, with the largest shared part of the L1 cache
  int32_t shared_unit = 0;      // allocation unit for the shared memory of a block, in bytes
  int32_t shared_of_block = 0;  // reserved by the system in each block's shared memory
};
// Null where the table has no entry; no value is assumed.
const MultiprocessorLimits* limits_of(int64_t major, int64_t minor);

// The resource that limits the number of resident blocks. If several do, it is the first of them.
enum class OccupancyLimit : uint8_t { threads, blocks, registers, shared_memory };
std::string_view name_of(OccupancyLimit limit);

struct Occupancy {
  int64_t blocks = 0;          // of the launch
  int64_t blocks_at_once = 0;  // resident on a multiprocessor
  int64_t warps = 0;           // in the resident blocks
  int64_t most_warps = 0;      // that a multiprocessor can hold
  OccupancyLimit limit = OccupancyLimit::threads;
  int64_t multiprocessors = 0;

  int64_t at_once() const { return blocks_at_once * multiprocessors; }  // resident on the entire GPU
  int64_t waves() const { return (blocks + at_once() - 1) / at_once(); }
  int64_t in_last_wave() const { return blocks - (waves() - 1) * at_once(); }
};
// Empty where the file does not describe the GPU, the table lacks it, or the launch does not fit on it. The
// value is an upper bound: the file records neither how much of the L1 cache is shared memory nor what else
// runs.
// `sm_count` is that of the part of the GPU that the launch has.
std::optional<Occupancy> occupancy(const LaunchShape& shape, const Gpu& gpu, int64_t sm_count);

}  // namespace nsys_ai
