// Copies to a GPU, and the kernels that ran next on their stream: what a kernel may have been fed by.
#pragma once

#include <cstdint>
#include <optional>

#include "profile/profile.h"

namespace nsys_ai {

// The last copy to the GPU on the kernel's stream behind the kernel before it; a row of `Profile::copies()`.
std::optional<uint32_t> feeding_copy(const Profile& profile, uint32_t kernel);

// The next kernel on the stream of a copy to the GPU; a row of `Profile::kernels()`.
std::optional<uint32_t> fed_kernel(const Profile& profile, uint32_t copy);

}  // namespace nsys_ai
