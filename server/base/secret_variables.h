// The environment's variables that hold secrets: programs that are started are not given them.
#pragma once

#include <array>
#include <string_view>

namespace nsys_ai {

// The key of a model's service that has no variable of its own, and its address.
inline constexpr std::string_view kModelKeyVariable = "NSYS_AI_MODEL_KEY";
inline constexpr std::string_view kModelAddressVariable = "NSYS_AI_MODEL_URL";

inline constexpr std::array<std::string_view, 3> kSecretVariables = {"ANTHROPIC_API_KEY", kModelKeyVariable,
                                                                     "OPENAI_API_KEY"};

}  // namespace nsys_ai
