// All built-in skills: one file each, and one line each in the sorted list of list.cpp.
#pragma once

#include "skill/registry.h"
#include "skill/skill.h"

namespace nsys_ai {

Skill allocation_cost();
Skill api_summary();
Skill arithmetic_intensity();
Skill code_attribution();
Skill cpu_gpu_pipeline();
Skill critical_path();
Skill cuda_graphs();
Skill gc_impact();
Skill gpu_idle_gaps();
Skill gpu_metrics();
Skill gpu_utilization();
Skill h2d_distribution();
Skill host_sync_ranges();
Skill iteration_anomalies();
Skill iteration_detail();
Skill iteration_timing();
Skill kernel_families();
Skill kernel_instances();
Skill kernel_launch_overhead();
Skill kernel_overlap_matrix();
Skill launch_latency();
Skill launch_storm();
Skill low_utilization();
Skill memory_bandwidth();
Skill memory_timeline();
Skill memory_transfers();
Skill module_loading();
Skill nccl_anomaly();
Skill nccl_breakdown();
Skill nccl_communicators();
Skill nccl_payloads();
Skill nvtx_coverage();
Skill nvtx_gpu_projection();
Skill nvtx_kernel_map();
Skill nvtx_layer_breakdown();
Skill nvtx_summary();
Skill os_runtime();
Skill overlap_breakdown();
Skill pageable_copies();
Skill pipeline_bubble_metrics();
Skill process_breakdown();
Skill profile_health();
Skill region_mfu();
Skill root_causes();
Skill schema_inspect();
Skill speedup_estimate();
Skill stream_concurrency();
Skill sync_apis();
Skill sync_copies();
Skill sync_cost();
Skill sync_memsets();
Skill tensor_core_hint();
Skill theoretical_flops();
Skill thread_utilization();
Skill top_kernels();

// The registry of everything that is built in.
const Registry& built_in_skills();

}  // namespace nsys_ai
