// Messages for refusals of services and for network errors.
#include "agent/model/service_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/quotation.h"
#include "base/secret_variables.h"

namespace nsys_ai {
namespace {

bool says_one_of(std::string_view said, std::initializer_list<std::string_view> words) {
  std::string lower(said);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

// The service's message, to append to a sentence without its full stop.
std::string quoted(const Asked& asked, const std::string& said) {
  const size_t end = said.find_last_not_of(" \t\r\n");
  const std::string text =
      end == std::string::npos ? "" : quotation(asked.key.masked(said.substr(0, end + 1)));
  return text.empty() ? "." : fmt::format(": \u201c{}\u201d.", text);
}

std::string where_keys_are(const Asked& asked) {
  if (!asked.key.source().empty()) return fmt::format("Check the key in {}.", quotation(asked.key.source()));
  return fmt::format("Write it into {} (mode 0600) as {{\"{}\": \"KEY\"}}, or set {} and {}.",
                     quotation(key_file().string()), asked.address.origin, kModelKeyVariable,
                     kModelAddressVariable);
}

std::string what_models_there_are(const Asked& asked) {
  if (asked.format.name == "ollama")
    return fmt::format("`ollama pull {}` gets it; `ollama list` shows which there are.",
                       quotation(asked.model));
  return "Check the name of the model, and the address if you gave one.";
}

bool is_too_long(const ServiceFault& fault) {
  return fault.status == 413 ||
         (fault.status == 400 &&
          says_one_of(fault.said, {"too long", "context length", "context_length", "context window",
                                   "maximum context", "too many tokens", "exceeds the available context"}));
}

Error refused(std::string message, std::string hint, ErrorCode code = ErrorCode::cannot_do) {
  return {code, std::move(message), std::move(hint)};
}

}  // namespace

std::string refusal_message(std::string_view body) {
  const auto json = Json::parse(body);
  if (!json) return std::string(body);
  const Json* error = json->find("error");
  if (error && error->if_string()) return *error->if_string();
  for (const Json* place : {error, &*json})
    for (const std::string_view name : {"message", "detail"})
      if (const std::string text = place ? text_at(*place, name) : ""; !text.empty()) return text;
  return std::string(body);
}

bool is_out_of_credit(const ServiceFault& fault) {
  return fault.status == 402 ||
         says_one_of(fault.said, {"insufficient_quota", "exceeded your current quota", "credit balance"});
}

Error fault_error(const Asked& asked, const ServiceFault& fault) {
  const std::string& host = asked.address.host;
  const std::string said = quoted(asked, fault.said);
  if (fault.status == 0)
    return refused(fmt::format("{} sent what is no answer of a model{}", host, said),
                   "Check the address, and that the service speaks the format.");
  if (is_out_of_credit(fault))
    return refused(fmt::format("{} wants its account to have credit{}", host, said),
                   "Look at the account's billing, or choose another model.");
  if (is_too_long(fault))
    return refused(fmt::format("The question with what goes along is longer than {} reads{}",
                               quotation(asked.model), said),
                   "Ask about less, or choose a model that reads more.");
  const std::string numbered = fmt::format("{} ({}){}", host, fault.status, said);
  switch (fault.status) {
    case 401:
    case 403:
      return refused(
          asked.key.text().empty() ? "A key is wanted by " + numbered : "The key is refused by " + numbered,
          where_keys_are(asked));
    case 404:
      return refused(fmt::format("There is no model {} at {}", quotation(asked.model), numbered),
                     what_models_there_are(asked), ErrorCode::bad_request);
    case 429:
    case 503:
    case 529:
      return refused("Too much is asked of " + numbered, "Ask again in a while.");
    default:
      break;
  }
  if (says_one_of(fault.said, {"does not support tools"}))
    return refused(fmt::format("{} cannot use tools, by {}", quotation(asked.model), numbered),
                   "Choose a model that can, such as llama3.2 or qwen3.");
  if (fault.status >= 500) return refused("The service failed: " + numbered, "Ask again in a while.");
  return refused("The request is refused by " + numbered, "Check the model and the address.");
}

Error redirect_error(const Asked& asked, const std::string& location) {
  return refused(fmt::format("{} sends requests on to {}, which is not followed.", asked.address.host,
                             quotation(asked.key.masked(location))),
                 "If that is where the service is, give it as the address.");
}

Error failure_error(const Asked& asked, const HttpEnd& end) {
  const std::string& host = asked.address.host;
  switch (end.trouble) {
    case HttpFailure::cancelled:
      return cancelled().value();
    case HttpFailure::deadline:
      return refused(fmt::format("{} did not end its answer in time.", host),
                     "Ask for less, or give it more time.");
    case HttpFailure::idle:
      return refused(fmt::format("{} stopped sending.", host), "Ask again in a while.");
    case HttpFailure::unknown_host:
      return refused(fmt::format("The name {} is not known to this network.", host),
                     "Check the address, the network and the proxy's variables.");
    case HttpFailure::no_connection:
      return refused(fmt::format("Nothing answers at {}.", host),
                     asked.format.name == "ollama" ? "`ollama serve` starts it."
                                                   : "Check the address, and whether the service runs.");
    case HttpFailure::not_trusted:
      return refused(
          fmt::format("{} cannot prove that it is itself ({}), so nothing was sent.", host, end.detail),
          "Check the address, and the certificates of this machine.");
    case HttpFailure::dropped:
      return refused(fmt::format("{} ended the connection before its answer was whole.", host), "Ask again.");
    case HttpFailure::too_large:
      return refused(fmt::format("{} sent more than 16 MiB.", host), "Check that it is a model's service.");
    case HttpFailure::none:
    case HttpFailure::other:
      break;
  }
  return refused(fmt::format("{} could not be asked ({}).", host, end.detail),
                 "Check the address and the network.");
}

}  // namespace nsys_ai
