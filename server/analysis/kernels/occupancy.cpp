// Implements the arithmetic of the vendor's occupancy calculator, with its table.
#include "analysis/kernels/occupancy.h"

#include <algorithm>
#include <array>
#include <limits>

namespace nsys_ai {
namespace {

constexpr int32_t kWarp = 32;
constexpr int32_t kKiB = 1024;

// By compute capability. 65,536 registers are allocated in units of 256 per warp, for four warps at a time.
constexpr MultiprocessorLimits since_volta(int32_t major, int32_t minor, int32_t threads, int32_t blocks,
                                           int32_t shared_kib) {
  const bool since_ampere = major >= 8;
  return {major,
          minor,
          threads,
          blocks,
          65536,
          256,
          4,
          shared_kib * kKiB,
          since_ampere ? 128 : 256,
          since_ampere ? kKiB : 0};
}
constexpr std::array kTable = {
    MultiprocessorLimits{6, 0, 2048, 32, 65536, 256, 2, 64 * kKiB, 256, 0},
    MultiprocessorLimits{6, 1, 2048, 32, 65536, 256, 4, 96 * kKiB, 256, 0},
    since_volta(7, 0, 2048, 32, 96),
    since_volta(7, 5, 1024, 16, 64),
    since_volta(8, 0, 2048, 32, 164),
    since_volta(8, 6, 1536, 16, 100),
    since_volta(8, 7, 1536, 16, 164),
    since_volta(8, 9, 1536, 24, 100),
    since_volta(9, 0, 2048, 32, 228),
    since_volta(10, 0, 2048, 32, 228),
    since_volta(10, 3, 2048, 32, 228),
    since_volta(12, 0, 1536, 24, 100),
    since_volta(12, 1, 1536, 24, 100),
};

constexpr int64_t rounded_up(int64_t value, int64_t unit) { return (value + unit - 1) / unit * unit; }

int64_t product(const int32_t (&of)[3]) { return int64_t{of[0]} * of[1] * of[2]; }

bool is_plausible(const LaunchShape& shape) {
  for (int axis = 0; axis < 3; ++axis)
    if (shape.grid[axis] <= 0 || shape.block[axis] <= 0 || shape.block[axis] > 1024) return false;
  // The product of three extents of a grid can exceed 64 bits.
  const int64_t plane = int64_t{shape.grid[0]} * shape.grid[1];
  if (plane > std::numeric_limits<int64_t>::max() / shape.grid[2]) return false;
  return shape.registers_per_thread > 0 && shape.static_shared_bytes >= 0 &&
         shape.dynamic_shared_bytes >= 0 && product(shape.block) <= 1024;
}

}  // namespace

const MultiprocessorLimits* limits_of(int64_t major, int64_t minor) {
  const auto found = std::find_if(kTable.begin(), kTable.end(), [&](const MultiprocessorLimits& of) {
    return of.major == major && of.minor == minor;
  });
  return found == kTable.end() ? nullptr : &*found;
}

std::string_view name_of(OccupancyLimit limit) {
  switch (limit) {
    case OccupancyLimit::threads:
      return "threads";
    case OccupancyLimit::blocks:
      return "the number of blocks";
    case OccupancyLimit::registers:
      return "registers";
    case OccupancyLimit::shared_memory:
      return "shared memory";
  }
  return "";
}

std::optional<Occupancy> occupancy(const LaunchShape& shape, const Gpu& gpu, int64_t sm_count) {
  const MultiprocessorLimits* limits = limits_of(gpu.compute_major, gpu.compute_minor);
  if (limits == nullptr || sm_count <= 0 || !is_plausible(shape)) return std::nullopt;
  Occupancy of;
  of.blocks = product(shape.grid);
  of.most_warps = limits->threads / kWarp;
  of.multiprocessors = sm_count;
  const int64_t warps = rounded_up(product(shape.block), kWarp) / kWarp;
  of.blocks_at_once = of.most_warps / warps;
  const auto limit = [&](int64_t blocks, OccupancyLimit by) {
    if (blocks >= of.blocks_at_once) return;
    of.blocks_at_once = blocks;
    of.limit = by;
  };
  limit(limits->blocks, OccupancyLimit::blocks);
  const int64_t of_warp = rounded_up(int64_t{shape.registers_per_thread} * kWarp, limits->register_unit);
  const int64_t warps_by_registers = limits->registers / of_warp / limits->warp_unit * limits->warp_unit;
  limit(warps_by_registers / warps, OccupancyLimit::registers);
  const int64_t shared = int64_t{shape.static_shared_bytes} + shape.dynamic_shared_bytes;
  const int64_t shared_of_block = rounded_up(shared + limits->shared_of_block, limits->shared_unit);
  if (shared_of_block > 0) limit(limits->shared_bytes / shared_of_block, OccupancyLimit::shared_memory);
  if (of.blocks_at_once == 0) return std::nullopt;
  of.warps = of.blocks_at_once * warps;
  return of;
}

}  // namespace nsys_ai
