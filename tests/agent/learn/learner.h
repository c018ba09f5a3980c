// The weights by which two wordings are told to ask the same or not.
#pragma once

#include <string>
#include <vector>

#include "agent/known/known_wordings.h"

namespace nsys_ai::test {

// A wording with the query that it asks.
struct Worded {
  std::string origin;  // who wrote it: wordings of one hand are more alike than those of two
  std::string text;
  Frame frame;
  std::string query_template;
};

// The wordings of a file whose query has all that they name: `= QUERY`, its wordings, and `# from ORIGIN`.
std::vector<Worded> read_wordings(const std::string& path);

KnownWordings known_of(const std::vector<Worded>& wordings);

// By logistic regression, from each wording held against those of other origins that are nearest to it. The
// same for the same wordings.
WordingWeights learned_weights(const KnownWordings& known, const std::vector<Worded>& wordings);

// As files of server/agent/known.
std::string wordings_text(const std::vector<Worded>& wordings);
std::string weights_text(const KnownWordings& known, const WordingWeights& weights);

}  // namespace nsys_ai::test
