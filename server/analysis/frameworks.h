// Which frameworks a program is written with, as far as its kernels and ranges tell.
#pragma once

#include <span>
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
// As its makers write it.
std::string_view name_of(Framework framework);
std::span<const Framework> all_frameworks();

// Those that the capture shows at work: by the libraries that kernels are of, by the labels of ranges and the
// names of their domains. Several where one stands on another; empty for programs of their own. Build with
// `profile.derived(build_frameworks)`.
struct Frameworks {
  std::vector<Framework> found;
};
Frameworks build_frameworks(const Profile& profile);

}  // namespace nsys_ai
