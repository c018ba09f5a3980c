// The settings of the server, as `initializationOptions` and `workspace/didChangeConfiguration` carry them.
#pragma once

#include <optional>
#include <string>

#include "protocol/wire.h"

namespace nsys_ai::nsys {

// Settings of language models. An absent member has its value from the user's settings file, or the default.
struct AiSettings {
  std::optional<bool> enabled;
  std::optional<std::string> model;
  std::optional<std::string> baseUrl;
  std::optional<std::string> names;
  std::optional<std::string> hover;
  std::optional<std::string> tools;
  std::optional<int64_t> tokensPerQuestion;
  std::optional<int64_t> tokensPerDay;
  std::optional<double> usdPerQuestion;
  std::optional<double> usdPerDay;
  std::optional<std::vector<double>> price;
  std::optional<int64_t> seconds;
};
template <class F>
void fields(AiSettings& v, F& f) {
  f("enabled", v.enabled, "false turns language models off.");
  f("model", v.model, "anthropic:NAME, openai:NAME, ollama:NAME, or editor.");
  f("baseUrl", v.baseUrl, "Where the service is, for one that is not at its usual address.");
  f("names", v.names, "Which names of a profile may leave this machine: public, all or none.");
  f("hover", v.hover, "Whether hovers have words of a model: off, cached, onClick or always.");
  f("tools", v.tools, "How many tools a model may choose among: few or all.");
  f("tokensPerQuestion", v.tokensPerQuestion, "How much a question may cost.");
  f("tokensPerDay", v.tokensPerDay, "How much all questions of a day may cost.");
  f("usdPerQuestion", v.usdPerQuestion, "The same in US dollars; needs the price.");
  f("usdPerDay", v.usdPerDay, "The same in US dollars; needs the price.");
  f("price", v.price, "US dollars for a million tokens that the model reads, and that it writes.");
  f("seconds", v.seconds, "How long a question may take.");
}

struct Settings {
  std::optional<OrderedMap<std::string>> pathMap;
  std::optional<std::string> profile;
  std::optional<AiSettings> ai;
  std::optional<std::vector<std::string>> modelKeys;
};
template <class F>
void fields(Settings& v, F& f) {
  f("pathMap", v.pathMap, "Folders of the machine that was captured, and what they are on this one.");
  f("profile", v.profile, "The profile to open when the session begins.");
  f("ai", v.ai, "Language models.");
  f("modelKeys", v.modelKeys,
    "Services whose keys the client keeps in its secret store, such as https://api.openai.com; it is asked for "
    "one by nsys/writeModelKey.");
}

}  // namespace nsys_ai::nsys
