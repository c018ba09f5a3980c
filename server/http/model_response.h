// Answers the requests of a profile's pages for language models.
#pragma once

#include <optional>
#include <string_view>

#include "http/content.h"
#include "http/message.h"
#include "http/response.h"

namespace nsys_ai {

// Whether the request requires POST, because it stores something or may cost money.
bool is_posted_to_model(std::string_view name);

// Returns nullopt if the name is not one of these requests.
std::optional<Response> model_response(const ModelHandle& model, std::string_view name,
                                       const Request& request);

}  // namespace nsys_ai
