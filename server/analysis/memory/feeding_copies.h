// Relates copies to a GPU and the kernels that ran next on their stream, which may use the copied data.
#pragma once

#include <cstdint>
#include <optional>

#include "profile/profile.h"

namespace nsys_ai {

// The last copy to the GPU on the kernel's stream after the preceding kernel, as a row of
// `Profile::copies()`.
std::optional<uint32_t> feeding_copy(const Profile& profile, uint32_t kernel);

// The next kernel on the stream of a copy to the GPU, as a row of `Profile::kernels()`.
std::optional<uint32_t> fed_kernel(const Profile& profile, uint32_t copy);

}  // namespace nsys_ai
