// Later settings override earlier ones, member by member.
#include "agent/consent/model_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/quotation.h"
#include "base/shared_file.h"
#include "base/user_folders.h"
#include "protocol/json_file.h"
#include "protocol/read.h"

namespace nsys_ai {
namespace {

constexpr std::array kNamePolicies = {NamePolicy::all, NamePolicy::none, NamePolicy::public_only};
constexpr std::array kHoverWords = {HoverText::off, HoverText::cached, HoverText::on_click,
                                    HoverText::always};
constexpr std::array kOfferedTools = {OfferedTools::few, OfferedTools::all};

template <class E, size_t N>
Result<E> setting_named(const std::array<E, N>& values, std::string_view setting, const std::string& given) {
  const auto found = std::ranges::find(values, given, [](E value) { return name_of(value); });
  if (found != values.end()) return *found;
  std::string names;
  for (const E value : values) names += (names.empty() ? "" : ", ") + std::string(name_of(value));
  return fail(ErrorCode::bad_request,
              fmt::format("ai.{}: {} is none of {}.", setting, quotation(given), names));
}

template <class T>
void replace(T& setting, const std::optional<T>& given) {
  if (given) setting = *given;
}

Result<void> check_limit(std::string_view setting, const std::optional<int64_t>& given) {
  if (!given || *given > 0) return {};
  return fail(ErrorCode::bad_request, fmt::format("ai.{}: {} is not above 0.", setting, *given));
}

Result<void> apply_price(ModelSettings& settings, const std::optional<std::vector<double>>& price) {
  if (!price) return {};
  if (price->size() != 2 || (*price)[0] < 0 || (*price)[1] < 0)
    return fail(ErrorCode::bad_request,
                "ai.price: two numbers are needed, US dollars for a million tokens read and written.");
  settings.price = ModelPrice{(*price)[0], (*price)[1]};
  return {};
}

Result<void> apply(ModelSettings& settings, const nsys::AiSettings& given) {
  // A later setting cannot override "off".
  if (given.enabled == false) settings.enabled = false;
  replace(settings.model, given.model);
  replace(settings.base_url, given.baseUrl);
  if (given.names) {
    const auto policy = setting_named(kNamePolicies, "names", *given.names);
    if (!policy) return tl::unexpected(policy.error());
    settings.names = *policy;
  }
  if (given.hover) {
    const auto words = setting_named(kHoverWords, "hover", *given.hover);
    if (!words) return tl::unexpected(words.error());
    settings.hover = *words;
  }
  if (given.tools) {
    const auto tools = setting_named(kOfferedTools, "tools", *given.tools);
    if (!tools) return tl::unexpected(tools.error());
    settings.tools = *tools;
  }
  for (const auto& [name, limit] :
       {std::pair("tokensPerQuestion", given.tokensPerQuestion),
        std::pair("tokensPerDay", given.tokensPerDay), std::pair("seconds", given.seconds)})
    if (const auto good = check_limit(name, limit); !good) return good;
  replace(settings.limits.tokens_per_question, given.tokensPerQuestion);
  replace(settings.limits.tokens_per_day, given.tokensPerDay);
  if (given.usdPerQuestion) settings.limits.usd_per_question = given.usdPerQuestion;
  if (given.usdPerDay) settings.limits.usd_per_day = given.usdPerDay;
  if (given.seconds) settings.time_limit = std::chrono::seconds(*given.seconds);
  return apply_price(settings, given.price);
}

Result<nsys::AiSettings> settings_of_user() {
  const std::filesystem::path folder = user_config_folder();
  if (folder.empty()) return nsys::AiSettings{};
  const std::filesystem::path file = folder / "settings.json";
  const auto text = read_shared_file(file, "settings");
  if (!text) return tl::unexpected(text.error());
  if (text->empty()) return nsys::AiSettings{};
  const auto json = parse_json_file(file.string(), *text);
  if (!json) return tl::unexpected(json.error());
  const Json* ai = json->find("ai");
  if (!ai) return nsys::AiSettings{};
  auto read = read_json<nsys::AiSettings>(*ai, file.string() + ": ai");
  if (!read) return fail(ErrorCode::bad_request, read.error().message, "docs/MODELS.md lists the settings.");
  return read;
}

nsys::AiSettings settings_of_environment() {
  nsys::AiSettings given;
  if (const char* model = std::getenv("NSYS_AI_MODEL"); model && *model) given.model = model;
  if (const char* url = std::getenv("NSYS_AI_MODEL_URL"); url && *url) given.baseUrl = url;
  return given;
}

}  // namespace

std::string_view name_of(HoverText words) {
  switch (words) {
    case HoverText::off:
      return "off";
    case HoverText::cached:
      return "cached";
    case HoverText::on_click:
      return "onClick";
    case HoverText::always:
      return "always";
  }
  return "";
}

std::string_view name_of(OfferedTools tools) { return tools == OfferedTools::few ? "few" : "all"; }

Result<ModelSettings> model_settings(const std::optional<nsys::AiSettings>& of_client) {
  const auto of_user = settings_of_user();
  if (!of_user) return tl::unexpected(of_user.error());
  ModelSettings settings;
  for (const nsys::AiSettings& given :
       {*of_user, settings_of_environment(), of_client.value_or(nsys::AiSettings{})})
    if (const auto applied = apply(settings, given); !applied) return tl::unexpected(applied.error());
  return settings;
}

}  // namespace nsys_ai
