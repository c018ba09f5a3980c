// The ways to group kernels, by their names in parameters.
#pragma once

#include <array>

#include "analysis/kernels/kernel_groups.h"
#include "skill/choice.h"

namespace nsys_ai {

inline constexpr std::array kKernelGroups{Choice<KernelGrouping>{"name", KernelGrouping::name},
                                          Choice<KernelGrouping>{"short", KernelGrouping::short_name},
                                          Choice<KernelGrouping>{"family", KernelGrouping::family},
                                          Choice<KernelGrouping>{"library", KernelGrouping::library}};

}  // namespace nsys_ai
