// A query with the slots of a question, and the query of a question by it.
#include "agent/known/query_template.h"

#include <algorithm>

#include "agent/known/frame_items.h"

namespace nsys_ai::inline agent {
namespace {

// Where a scope stands in a query, by its kind.
std::string led(char kind, const std::string& place) {
  return kind == 'w' ? place : (kind == 'p' ? "of " : "on ") + place;
}

// Words that set two things side by side: what is said behind them is of the second one alone.
bool says_two(const std::string& query) {
  for (const std::string_view words :
       {" to the ", " and the ", " divided by ", " as a percentage of ", " minus ", " plus ", " before the ",
        " after the ", " at the same time", "difference "})
    if ((" " + query).find(words) != std::string::npos) return true;
  return false;
}

// What stands on one side of `divided by` alone is of that side alone, and of no other question.
bool is_even(const std::vector<std::string>& words) {
  const auto parting = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word == "divided" || word == "percentage" || word == "minus" || word == "plus";
  });
  if (parting == words.end() || (!words.empty() && words[0] == "difference")) return true;
  const auto marks = [](auto begin, auto end) {
    std::string all;
    for (; begin != end; ++begin)
      if (begin->starts_with('@')) all += *begin;
    return all;
  };
  return marks(words.begin(), parting) == marks(parting, words.end());
}

}  // namespace

std::string template_of(std::string_view query, const Frame& question) {
  const std::vector<WordToken> tokens = tokens_of(query);
  std::vector<std::string> words;
  const auto before = [&](std::string_view word) { return !words.empty() && words.back() == word; };
  for (const FrameItem& item : items_of(tokens, {})) {
    if (!item.is_slot) {
      // The family of a kernel whose name is given says nothing more.
      const size_t count = words.size();
      if (item.word == "named" && count > 3 && words[count - 2] == "family" && words[count - 1][0] != '<')
        words.resize(count - 3);
      words.push_back(item.word);
      continue;
    }
    const char kind = item.slot.kind;
    const auto scope = question.scopes.find(kind);
    if (scope != question.scopes.end() && scope->second == item.slot) {
      if (kind != 'w' && (before("of") || before("on"))) words.pop_back();
      words.push_back(std::string("@") + kind);
      continue;
    }
    // A name in a query is quoted; what it is a name of is known from the question.
    const auto known = std::find_if(question.slots.begin(), question.slots.end(),
                                    [&](const auto& each) { return each.second.text == item.slot.text; });
    const bool constant = known == question.slots.end();
    // A number, a name or a place that the question does not name came from this profile alone.
    if (constant &&
        (std::string_view("xrcyngpstwvzk").find(kind) != std::string_view::npos || item.slot.text[0] == 'p'))
      return "";
    if (kind == 'f' && (before("of") || before("without"))) words.emplace_back("family");
    words.push_back(constant ? item.slot.text : known->first);
  }
  std::string text;
  if (!is_even(words)) return "";
  for (const std::string& word : words) (text += text.empty() ? "" : " ") += word;
  return text;
}

std::string without_marks(std::string_view query_template) {
  std::string text;
  for (size_t at = 0; at < query_template.size();) {
    const size_t end = std::min(query_template.find(' ', at), query_template.size());
    const std::string_view word = query_template.substr(at, end - at);
    if (!word.starts_with('@')) (text += text.empty() ? "" : " ") += word;
    at = end + 1;
  }
  return text;
}

std::string what_is_asked(std::string_view query_template) {
  std::string asked = without_marks(query_template);
  const auto replace = [&](std::string_view from, std::string_view by) {
    if (const size_t at = asked.find(from); at != std::string::npos) asked.replace(at, from.size(), by);
  };
  replace(" divided by ", " as a percentage of ");
  replace("time in which kernels and copies run", "time in which copies and kernels run");
  if (const size_t minus = asked.find(" minus ");
      minus != std::string::npos && !asked.starts_with("difference")) {
    const std::string first = asked.substr(0, minus), second = asked.substr(minus + 7);
    const size_t place = first.rfind(' '), other = second.rfind(' ');
    if (place != std::string::npos && other != std::string::npos &&
        first.substr(0, place) == second.substr(0, other))
      asked = "difference of " + first + " minus " + second.substr(other + 1);
  }
  return asked;
}

bool uses_what_is_named(std::string_view query_template, const Frame& question) {
  const auto says_any = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
      return query_template.find(word) != std::string_view::npos;
    });
  };
  return query_template == kNothingAsked ||
         std::all_of(question.slots.begin(), question.slots.end(), [&](const auto& each) {
           const auto& [name, slot] = each;
           if (says_any({name})) return true;
           // An ordinal may be part of a way of saying: `from the first to the last operation`.
           if (slot.text == "1st") return true;
           // What is a mean, or of communication, anyway.
           if (slot.text == "average") return says_any({"bandwidth", "share", "interval", "rate"});
           return slot.text == "communication" && says_any({"communication", "overlap"});
         });
}

std::string filled(std::string_view query_template, const Frame& question) {
  if (!uses_what_is_named(query_template, question)) return "";
  std::string text;
  std::string placed;  // kinds of scopes that have their place
  std::string before;
  for (size_t at = 0; at < query_template.size();) {
    const size_t end = std::min(query_template.find(' ', at), query_template.size());
    std::string word(query_template.substr(at, end - at));
    at = end + 1;
    if (word.starts_with('@')) {
      placed += word[1];
      const auto scope = question.scopes.find(word[1]);
      if (scope == question.scopes.end()) {
        if (before == "starting") return "";
        continue;
      }
      word = led(word[1], scope->second.text);
    } else if (word.starts_with('<')) {
      const auto slot = question.slots.find(word);
      if (slot == question.slots.end()) return "";
      word = slot->second.text;
    }
    before = word;
    (text += text.empty() ? "" : " ") += word;
  }
  for (const auto& [kind, scope] : question.scopes) {
    if (placed.find(kind) != std::string::npos) continue;
    if (says_two(text)) return "";
    text += " " + led(kind, scope.text);
  }
  return text;
}

}  // namespace nsys_ai::inline agent
