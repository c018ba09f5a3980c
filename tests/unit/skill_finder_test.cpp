// What people ask, and the skill that they mean among the first three.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tools/skill_finder.h"
#include "skills/list.h"

namespace nsys_ai::test {
namespace {

TEST(SkillFinder, FindsTheSkillThatIsMeant) {
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"why is the GPU idle", "gpu_idle_gaps"},
      {"which kernels take the most time", "top_kernels"},
      {"does communication overlap with compute", "overlap_breakdown"},
      {"time per NVTX range", "nvtx_summary"},
      {"how long is an iteration", "iteration_timing"},
      {"copies between host and device, bandwidth", "memory_transfers"},
      {"how busy are the GPUs", "gpu_utilization"},
      {"cost of cudaMalloc and cudaFree", "allocation_cost"},
      {"CUDA API calls by time", "api_summary"},
      {"launch overhead of kernels", "kernel_launch_overhead"},
      {"NCCL collectives", "nccl_breakdown"},
      {"root causes of a slow run", "root_causes"},
      {"module loading", "module_loading"},
      {"critical path", "critical_path"},
      {"CUDA graphs", "cuda_graphs"},
      {"tensor cores", "tensor_core_hint"},
      {"MFU of a layer", "region_mfu"},
      {"waiting for events", "event_waits"},
      {"layers of the model", "nvtx_layer_breakdown"},
      {"garbage collection", "gc_impact"},
  };
  for (const auto& pair : pairs) {
    const std::string& words = pair.first;
    const std::string& meant = pair.second;
    const auto found = skills_about(built_in_skills().skills(), words, 3);
    EXPECT_TRUE(std::ranges::any_of(found, [&](const Skill* skill) { return skill->info.name == meant; }))
        << words << ": " << (found.empty() ? "none" : found.front()->info.name);
  }
}

TEST(SkillFinder, WordsThatAreNobodysFindNothing) {
  EXPECT_TRUE(skills_about(built_in_skills().skills(), "zebra", 3).empty());
  EXPECT_TRUE(skills_about(built_in_skills().skills(), "the of a", 3).empty());
  EXPECT_TRUE(skills_about(built_in_skills().skills(), "", 3).empty());
}

}  // namespace
}  // namespace nsys_ai::test
