// Environment variables that hold secrets, which child processes do not inherit.
#pragma once

#include <array>
#include <string_view>

namespace nsys_ai {

// The key and the address of a model's service that has no variables of its own.
inline constexpr std::string_view kModelKeyVariable = "NSYS_AI_MODEL_KEY";
inline constexpr std::string_view kModelAddressVariable = "NSYS_AI_MODEL_URL";

inline constexpr std::array<std::string_view, 3> kSecretVariables = {"ANTHROPIC_API_KEY", kModelKeyVariable,
                                                                     "OPENAI_API_KEY"};

}  // namespace nsys_ai
