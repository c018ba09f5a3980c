// A neighbour is one event: `which kernels ran after` asks for all of them, and is not read here.
#include "agent/ask/neighbour.h"

#include <fmt/format.h>

#include <algorithm>

namespace nsys_ai::inline agent {
namespace {

bool says_near(const std::vector<WordToken>& tokens, size_t at) {
  return says_at(tokens, at, {"right", "immediately", "directly", "just", "straight"});
}

// `the D2H copy`, of which there has to be one, and so has a name alone.
bool is_sole(const std::vector<WordToken>& rest) {
  if (rest.size() == 1 && (rest[0].like_name || rest[0].quoted)) return true;
  return says_at(rest, 0, {"the"}) && std::none_of(rest.begin(), rest.end(), [](const WordToken& token) {
           return token.word.ends_with("est") || (token.number && !token.number->unit.empty()) ||
                  is_one_of(token, {"first", "second", "third", "fourth", "fifth", "last", "only", "gap",
                                    "most", "least", "final"});
         });
}

}  // namespace

std::string neighbour_question(const std::vector<WordToken>& tokens) {
  if (!says_at(tokens, 0, {"what", "which"})) return "";
  size_t at = 1;
  const bool named = says_at(tokens, at, {"kernel", "copy", "memcpy", "memset", "operation"});
  const std::string thing = named ? tokens[at++].word : "operation";
  if (says_at(tokens, at,
              {"ran", "runs", "run", "is", "was", "comes", "came", "executes", "executed", "starts",
               "started", "begins", "began", "happens", "happened"}))
    ++at;
  const bool near = says_near(tokens, at);
  if (near) ++at;
  const bool after =
      says_at(tokens, at, {"follows", "followed", "following"}) || (near && says_at(tokens, at, {"after"}));
  const bool before =
      says_at(tokens, at, {"precedes", "preceded", "preceding"}) || (near && says_at(tokens, at, {"before"}));
  if ((!after && !before) || at + 1 >= tokens.size()) return "";
  std::vector<WordToken> rest = token_slice(tokens, at + 1, tokens.size());
  const bool sole = is_sole(rest);
  if (sole && rest.size() > 1) rest.erase(rest.begin());
  return fmt::format("name of the {} {} {} {}{}", after ? "first" : "last", thing, after ? "after" : "before",
                     sole ? (after ? "the end of the " : "the start of the ") : "", written(rest));
}

}  // namespace nsys_ai::inline agent
