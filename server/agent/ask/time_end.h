// A point in time that words name by an event: `the end of the second gemm kernel`, `the capture starts`.
#pragma once

#include <string_view>
#include <vector>

#include "agent/ask/read_query.h"
#include "agent/ask/tokens.h"

namespace nsys_ai::inline agent {

enum class Edge : uint8_t { none, start, end };

// The query for when that is. Its edge is none where the words do not say it.
struct TimeEnd {
  AskQuery query;
  Edge edge = Edge::none;
  bool known = false;
};

Result<TimeEnd> time_end(const Profile& profile, const std::vector<WordToken>& tokens, const Work& work);
// Makes the query one for this edge.
void ask_for(AskQuery& query, Edge edge);

std::vector<WordToken> tokens_before(const std::vector<WordToken>& tokens, std::string_view words);

}  // namespace nsys_ai::inline agent
