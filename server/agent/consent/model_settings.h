// A person's settings for language models: from a client, the user's file, or the environment.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agent/grounding/aliases.h"
#include "base/result.h"
#include "protocol/nsys_settings.h"

namespace nsys_ai {

// Whether a hover shows text from a model.
enum class HoverText { off, cached, on_click, always };
std::string_view name_of(HoverText words);

// The set of tools that a model chooses from: small models choose badly among many.
enum class OfferedTools { few, all };
std::string_view name_of(OfferedTools tools);

// In US dollars per million tokens.
struct ModelPrice {
  double input = 0;
  double output = 0;
};

struct SpendingLimits {
  int64_t tokens_per_question = 100'000;
  int64_t tokens_per_day = 2'000'000;
  std::optional<double> usd_per_question;
  std::optional<double> usd_per_day;
};

struct ModelSettings {
  bool enabled = true;
  std::string model;     // "anthropic:NAME", ...; empty if none is chosen
  std::string base_url;  // empty for the service's default
  NamePolicy names = NamePolicy::public_only;
  HoverText hover = HoverText::on_click;
  std::optional<OfferedTools> tools;  // nullopt: the default for the model's format
  SpendingLimits limits;
  std::optional<ModelPrice> price;
  std::chrono::seconds time_limit{120};
};

// Merges, in ascending precedence, the user's settings.json (in nsys-ai of the configuration folder, member
// `ai`), NSYS_AI_MODEL and NSYS_AI_MODEL_URL, and the client's settings. Fails with the error and its
// position.
Result<ModelSettings> model_settings(const std::optional<nsys::AiSettings>& of_client);

}  // namespace nsys_ai
