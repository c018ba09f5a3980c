// What pages of a profile ask of language models.
#pragma once

#include <optional>
#include <string_view>

#include "http/content.h"
#include "http/message.h"
#include "http/response.h"

namespace nsys_ai {

// Whether it is asked for by POST: it is kept, or may cost.
bool is_posted_to_model(std::string_view name);

// Nothing where the name is none of these.
std::optional<Response> model_response(const ModelHandle& model, std::string_view name,
                                       const Request& request);

}  // namespace nsys_ai
