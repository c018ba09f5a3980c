// Detects the frameworks that a program uses from its kernels and ranges.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

enum class Framework : uint8_t {
  cupy,
  ddp,
  deepspeed,
  fsdp,
  jax,
  julia,
  megatron,
  numba,
  pytorch,
  sglang,
  tensorflow,
  tensorrt,
  vllm,
  xla
};
// The spelling that its makers use.
std::string_view name_of(Framework framework);
std::span<const Framework> all_frameworks();

// Frameworks found through the libraries of kernels, the labels of ranges and the names of their domains.
// There are several where one framework builds on another, and none for a program that uses none of them.
// Build with `profile.derived(build_frameworks)`.
struct Frameworks {
  std::vector<Framework> found;
};
Frameworks build_frameworks(const Profile& profile);
std::vector<std::string> names_of_frameworks(const Profile& profile);

}  // namespace nsys_ai
