// What can be asked of what: the rules that a query keeps before it is answered.
#pragma once

#include <string>

#include "agent/ask/query.h"

namespace nsys_ai::inline agent {

// Why nobody can answer it, in a sentence; empty where it can be tried.
std::string why_no_query(const AskQuery& query);

}  // namespace nsys_ai::inline agent
