// A neighbour is one event: `which kernels ran after` asks for all of them, and is not read here.
#include "agent/ask/neighbour.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

#include "agent/ask/paraphrase_table.h"

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

namespace {

// Nobody writes longer ones by hand, and the patterns look back.
constexpr size_t kLongestNeighbour = 250;

struct NeighbourForm {
  std::regex said;
  size_t which, of, place;  // groups: before or after, the event, and where; 0 for none
  const char* side;         // where no group says it
};

// THING is what is looked for, NEAR says that it is the next one, PLACE is where.
constexpr Fragment kNeighbourFragments[] = {
    {"THING",
     R"((?:kernel(?: ?\((?:by )?(?:short|full) name\)|,? by (?:its )?(?:short|full) name,?)?|(?:short|full) name of the (?:next )?kernel))"},
    {"NEAR", R"((?:right|directly|immediately|just|straight))"},
    {"PLACE", R"((?:on|of) ((?:gpu|device) \d+))"},
    {"DONE",
     R"((?: on that gpu)? (?:(?:has|had|is|was) )?(?:run|ended|finished|done|over|complete|ends|finishes))"},
};

NeighbourForm form(const std::string& text, size_t which, size_t of, size_t place = 0,
                   const char* side = "") {
  return {std::regex("^(?:please )?(?:tell me |give me |name |i want )?(?:the )?" +
                         with_fragments(text, kNeighbourFragments),
                     std::regex::icase),
          which, of, place, side};
}

const std::array<NeighbourForm, 11>& neighbour_forms() {
  static const std::array<NeighbourForm, 11> all = {{
      form(
          R"((?:what is (?:the )?|which |what )?THING (?:that )?(?:comes |starts |runs |ran |is |was |executes )?NEAR (before|after) (?:the )?(.+)$)",
          1, 2),
      form(
          R"((?:what is (?:the )?|which |what )?THING (?:ran |runs |starts |started )?PLACE (?:ran |runs |starts |started )?NEAR (before|after) (?:the )?(.+)$)",
          2, 3, 1),
      form(
          R"((?:what is (?:the )?|which |what )?THING (?:that )?(?:directly |immediately )?follows (?:directly |immediately )?(?:after )?(?:the )?(.+)$)",
          0, 1, 0, "after"),
      form(
          R"((?:what is (?:the )?|which |what )?THING (?:that )?(?:directly |immediately )?precedes (?:the )?(.+)$)",
          0, 1, 0, "before"),
      form(
          R"((?:what is (?:the )?|which |what )?THING (?:is |was |comes )?(?:the )?next(?: one)?(?: to (?:start|run))? (?:after|once) (?:the )?(?:very )?(.+?)(?:DONE)?$)",
          0, 1, 0, "after"),
      form(
          R"(PLACE, (?:which |what )THING (?:is |was |comes )?(?:the )?next(?: one)?(?: to (?:start|run))? (?:after|once) (?:the )?(?:very )?(.+?)(?:DONE)?$)",
          0, 2, 1, "after"),
      form(
          R"((?:once|after) (?:the )?(.+?)DONE, (?:which |what )THING (?:is |was |comes )?(?:the )?next(?: one)?(?: to (?:start|run))?$)",
          0, 1, 0, "after"),
      form(
          R"((?:take |find |look at )(?:the )?(.+?)[:;,] (?:what is )?(?:the )?(?:short |full )?name of the kernel (?:that )?(?:is )?(?:immediately |directly )?(?:preceding|precedes|right before) it(?: on that gpu)?$)",
          0, 1, 0, "before"),
      form(
          R"((?:take |find |look at )(?:the )?(.+?)[:;,] (?:what is )?(?:the )?(?:short |full )?name of the kernel (?:that )?(?:is )?(?:immediately |directly )?(?:following|follows|right after) it(?: on that gpu)?$)",
          0, 1, 0, "after"),
      form(R"(what comes NEAR after (?:the )?(.+?)\? i want the (?:short )?name of the next kernel$)", 0, 1,
           0, "after"),
      form(
          R"((?:what is (?:the )?|which |what )?THING (?:that )?(?:ends|ended) (?:the )?longest (?:idle gap|gap)(?: PLACE)?$)",
          0, 0, 1, "after"),
  }};
  return all;
}

}  // namespace

std::string with_neighbour_named(std::string_view question) {
  if (question.size() > kLongestNeighbour) return "";
  static const std::regex end(R"((?: short name please)?[\s.?!]+$)", std::regex::icase);
  const std::string text = std::regex_replace(std::string(question), end, "");
  std::smatch found;
  for (const NeighbourForm& each : neighbour_forms()) {
    if (!std::regex_match(text, found, each.said)) continue;
    const std::string side = each.which > 0 ? found[each.which].str() : each.side;
    const std::string place =
        each.place > 0 && found[each.place].matched ? " on " + found[each.place].str() : "";
    const std::string of = each.of > 0 ? found[each.of].str() : "longest idle gap";
    // A name alone is of one event; `the` says so of what is described.
    const bool name = of.find(' ') == std::string::npos;
    return fmt::format("which kernel ran right {} {}{}{}", side, name ? "" : "the ", of, place);
  }
  return "";
}

}  // namespace nsys_ai::inline agent
