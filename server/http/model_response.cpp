// One address for each request.
#include "http/model_response.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kConsent = "model_consent.json";
constexpr std::string_view kWords = "words.json";

Response words_response(const ModelHandle& model, const Request& request) {
  const auto value = [&](std::string_view name) { return query_value(request.query, name).value_or(""); };
  Response response;
  response.headers.push_back({"Content-Type", "application/x-ndjson"});
  BodyStream stream{
      model.words({value("question"), value("target"), value("after"), value("teach") == "true", value("kept") == "true"}),
      std::nullopt,
      {}};
  stream.unbuffered = true;
  response.body = std::move(stream);
  return response;
}

}  // namespace

bool is_posted_to_model(std::string_view name) { return name == kConsent || name == kWords; }

std::optional<Response> model_response(const ModelHandle& model, std::string_view name,
                                       const Request& request) {
  if (is_posted_to_model(name) && request.method != "POST")
    return refuse(Refusal{405, "A model is asked, and agreed to, by POST."});
  if (name == "model_status.json") return text_or_error("application/json", model.status());
  if (name == "model_sent.json") return text_or_error("application/json", model.sent());
  if (name == kConsent)
    return text_or_error("application/json", model.consent(query_value(request.query, "given") == "true"));
  if (name == kWords) return words_response(model, request);
  return std::nullopt;
}

}  // namespace nsys_ai
