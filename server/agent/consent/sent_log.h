// A log of all recent bytes that were sent to language models, for inspection.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

// Appends to sent.log in the user's state folder, which only this user may read; the oldest entries are
// removed when it exceeds its limits. A request that cannot be logged must not be sent.
Result<void> log_sent(std::string_view host, std::string_view model, std::string_view body);

// Newest first.
Result<std::string> sent_text();

}  // namespace nsys_ai
