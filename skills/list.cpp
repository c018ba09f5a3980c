// The sorted list of built-in skills.
#include "skills/list.h"

namespace nsys_ai {

const Registry& built_in_skills() {
  // One a line, as a list that many add to.
  // clang-format off
  static const Registry registry({
      allocation_cost(),
      api_summary(),
      arithmetic_intensity(),
      code_attribution(),
      cpu_gpu_pipeline(),
      critical_path(),
      cuda_graphs(),
      gc_impact(),
      gpu_idle_gaps(),
      gpu_metrics(),
      gpu_utilization(),
      h2d_distribution(),
      host_sync_ranges(),
      iteration_anomalies(),
      iteration_detail(),
      iteration_timing(),
      kernel_families(),
      kernel_instances(),
      kernel_launch_overhead(),
      kernel_overlap_matrix(),
      launch_latency(),
      launch_storm(),
      low_utilization(),
      memory_bandwidth(),
      memory_timeline(),
      memory_transfers(),
      module_loading(),
      nccl_anomaly(),
      nccl_breakdown(),
      nccl_communicators(),
      nccl_payloads(),
      nvtx_coverage(),
      nvtx_gpu_projection(),
      nvtx_kernel_map(),
      nvtx_layer_breakdown(),
      nvtx_summary(),
      os_runtime(),
      overlap_breakdown(),
      pageable_copies(),
      pipeline_bubble_metrics(),
      process_breakdown(),
      profile_health(),
      region_mfu(),
      root_causes(),
      schema_inspect(),
      speedup_estimate(),
      stream_concurrency(),
      sync_apis(),
      sync_copies(),
      sync_cost(),
      sync_memsets(),
      tensor_core_hint(),
      theoretical_flops(),
      thread_utilization(),
      top_kernels(),
  });
  // clang-format on
  return registry;
}

}  // namespace nsys_ai
