// What a question asks, by the known wording nearest to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agent/known/frame.h"

namespace nsys_ai::inline agent {

// From there on a wording is taken for what the question asks, whatever else may be made of it.
inline constexpr double kSureOfWording = 0.9;

struct LikelyQuery {
  std::string query;           // in the words of `understood`; empty where it lacks what the question names
  std::string query_template;  // of the known wording
  bool known = false;          // the question is just a known wording
  double probability = 0;      // that the question asks it
  bool by_twin = false;        // by wordings that name a thing of another kind
};

// What the nearest known wordings ask, the likeliest first.
std::vector<LikelyQuery> likely_queries(const Frame& question);

// None where no wording is near, and where the question has a word that no known wording has: it may say
// anything. With an empty query where just this wording is known, and that no capture tells what it asks.
std::optional<LikelyQuery> likely_query(const Frame& question);

// The same of a question without its remark, where the remark says nothing against it.
std::optional<LikelyQuery> likely_query(const Frame& question, const Frame& remark);

// How far known wordings bear out that the question asks the query, in the words of `understood`.
enum class BorneOut {
  untold,   // the query has what they cannot say, such as a number that is not in the question
  no,       // nobody asked that of such things
  opposed,  // a word asks for something else
  yes
};
BorneOut borne_out(const Frame& question, const std::string& query);

// Whether several known wordings have it, so that it may be a word where a profile has it as a name.
bool is_common_word(const std::string& word);

}  // namespace nsys_ai::inline agent
