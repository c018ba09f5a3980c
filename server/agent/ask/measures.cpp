// Measures as expressions over the tables of events, and their units.
#include "agent/ask/sources.h"

namespace nsys_ai::inline agent {

std::string value_of(Measure measure) {
  switch (measure) {
    case Measure::time:
      return "duration";
    case Measure::bytes:
      return "bytes";
    case Measure::bandwidth:
      return "1.0 * bytes / duration";
    case Measure::start:
      return "start";
    case Measure::end:
      return "end";
    case Measure::period:
      return "period";
    case Measure::spacing:
      return "spacing";
    case Measure::latency:
      return "latency";
    case Measure::queue:
      return "queue";
    case Measure::registers:
      return "nullif(registers_per_thread, 0)";  // no kernel has none, so they were not recorded
    case Measure::blocks:
      return "grid_x * grid_y * grid_z";
    case Measure::block_threads:
      return "block_x * block_y * block_z";
    case Measure::grid_threads:
      return "grid_x * grid_y * grid_z * block_x * block_y * block_z";
    case Measure::shared_memory:
      return "static_shared_bytes + dynamic_shared_bytes";
    case Measure::dynamic_shared_memory:
      return "dynamic_shared_bytes";
    case Measure::static_shared_memory:
      return "static_shared_bytes";
    case Measure::busy:
      return "busy";
    case Measure::idle:
      return "idle";
    case Measure::communication:
      return "communication";
    default:
      return "NULL";
  }
}

Unit unit_of(Measure measure) {
  switch (measure) {
    case Measure::bytes:
    case Measure::shared_memory:
    case Measure::dynamic_shared_memory:
    case Measure::static_shared_memory:
    case Measure::memory:
    case Measure::l2_cache:
      return Unit::bytes;
    case Measure::bandwidth:
    case Measure::peak_bandwidth:
      return Unit::gb_per_s;
    case Measure::count:
    case Measure::names:
    case Measure::rate:
    case Measure::registers:
    case Measure::blocks:
    case Measure::block_threads:
    case Measure::grid_threads:
    case Measure::multiprocessors:
    case Measure::cpu_cores:
      return Unit::count;
    case Measure::start:
    case Measure::end:
      return Unit::clock_ns;
    case Measure::model:
    case Measure::capability:
    case Measure::gpu_clock:
    case Measure::bus:
    case Measure::uuid:
    case Measure::driver:
    case Measure::cuda_version:
    case Measure::cpu_model:
    case Measure::cpu_clock:
    case Measure::host_name:
    case Measure::system:
    case Measure::nsys_version:
      return Unit::none;
    default:
      return Unit::ns;
  }
}

}  // namespace nsys_ai::inline agent
