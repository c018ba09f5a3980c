// How much of a GPU a launch can fill: blocks and warps that fit on a multiprocessor, and waves of blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "profile/columns.h"

namespace nsys_ai {

// What a multiprocessor of a compute capability holds at most.
struct MultiprocessorLimits {
  int32_t major = 0;
  int32_t minor = 0;
  int32_t threads = 0;
  int32_t blocks = 0;
  int32_t registers = 0;
  int32_t register_unit = 0;    // registers that a warp is given are a multiple of it
  int32_t warp_unit = 0;        // warps share the registers in groups of so many
  int32_t shared_bytes = 0;     // with the largest share of the L1 cache
  int32_t shared_unit = 0;      // bytes of a block are a multiple of it
  int32_t shared_of_block = 0;  // that the system takes of each block's
};
// Null for what the table does not have: nothing is assumed.
const MultiprocessorLimits* limits_of(int64_t major, int64_t minor);

// What keeps more blocks from a multiprocessor. Where several do, the first.
enum class OccupancyLimit : uint8_t { threads, blocks, registers, shared_memory };
std::string_view name_of(OccupancyLimit limit);

struct Occupancy {
  int64_t blocks = 0;          // of the launch
  int64_t blocks_at_once = 0;  // on a multiprocessor
  int64_t warps = 0;           // of those blocks
  int64_t most_warps = 0;      // that a multiprocessor holds
  OccupancyLimit limit = OccupancyLimit::threads;
  int64_t multiprocessors = 0;

  int64_t at_once() const { return blocks_at_once * multiprocessors; }  // on the whole GPU
  int64_t waves() const { return (blocks + at_once() - 1) / at_once(); }
  int64_t in_last_wave() const { return blocks - (waves() - 1) * at_once(); }
};
// Nothing where the file does not describe the GPU, the table lacks it, or the launch does not fit on it.
// It is an upper bound: how much of the L1 cache is shared memory, and what else runs, is not recorded.
std::optional<Occupancy> occupancy(const LaunchShape& shape, const Gpu& gpu);

}  // namespace nsys_ai
