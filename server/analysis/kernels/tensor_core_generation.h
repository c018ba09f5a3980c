// Determines which precisions the tensor cores of a capture's GPUs support.
#pragma once

#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// Grouped by compute capability (CUDA C++ Programming Guide, "Arithmetic Instructions"): 7.0 to 7.5 support
// FP16 only, 8.0 and later BF16 and TF32 too.
enum class TensorCoreGeneration { unknown, none, volta_and_turing, ampere_and_later };
// "Volta and Turing", "Ampere and later"; empty for the others.
std::string_view name_of(TensorCoreGeneration generation);

// The generation of all of these GPUs; unknown where they differ, or where the capture does not describe
// them.
TensorCoreGeneration tensor_core_generation(const Profile& profile, const std::vector<DeviceIx>& devices);

}  // namespace nsys_ai
