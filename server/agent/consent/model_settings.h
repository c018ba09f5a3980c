// What a person set about language models, whatever the way: a client's settings, the user's file, or the
// environment.
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

// Whether a hover has words of a model.
enum class HoverWords { off, cached, on_click, always };
std::string_view name_of(HoverWords words);

// Among how many tools a model chooses: small ones choose badly among many.
enum class OfferedTools { few, all };
std::string_view name_of(OfferedTools tools);

// In US dollars for a million tokens.
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
  std::string model;     // "anthropic:NAME", ...; empty for none
  std::string base_url;  // empty for the service's own
  NamePolicy names = NamePolicy::public_only;
  HoverWords hover = HoverWords::on_click;
  std::optional<OfferedTools> tools;  // none: as is usual for the format of the model
  SpendingLimits limits;
  std::optional<ModelPrice> price;
  std::chrono::seconds time_limit{120};
};

// The user's settings.json (in nsys-ai of the configuration folder, member `ai`), below NSYS_AI_MODEL and
// NSYS_AI_MODEL_URL, below what a client says. Fails with what is wrong, and where.
Result<ModelSettings> model_settings(const std::optional<nsys::AiSettings>& of_client);

}  // namespace nsys_ai
