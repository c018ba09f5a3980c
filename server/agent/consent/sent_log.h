// Every byte that was sent to language models lately, for whoever wants to see.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

// Appends to sent.log of the user's state folder, which its user alone may read; the oldest go when it has
// grown beyond its bounds. What cannot be written down is not to be sent.
Result<void> log_sent(std::string_view host, std::string_view model, std::string_view body);

// The newest first.
Result<std::string> sent_text();

}  // namespace nsys_ai
