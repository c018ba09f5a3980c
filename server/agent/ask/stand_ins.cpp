// A few patterns, which the sentences of a question share.
#include "agent/ask/stand_ins.h"

#include <algorithm>
#include <regex>
#include <utility>
#include <vector>

namespace nsys_ai::inline agent {
namespace {

const std::regex& identifiers() {
  static const std::regex pattern(
      R"((?:cuda[A-Z]\w+|cu[A-Z]\w+|MPI_\w+|nccl[A-Z]\w+|\w+(?:::\w+)+(?: \([^)]*\))?|[A-Za-z]\w*_\w+))");
  return pattern;
}

const std::regex& places() {
  static const std::regex pattern(R"(\b(?:gpu|device|process|pid|stream|rank|thread) ?\d+\b)",
                                  std::regex::icase);
  return pattern;
}

std::set<std::string> found(const std::string& text, const std::regex& pattern) {
  return {std::sregex_token_iterator(text.begin(), text.end(), pattern), std::sregex_token_iterator()};
}

}  // namespace

std::set<std::string> identifiers_in(const std::string& text) { return found(text, identifiers()); }
std::set<std::string> places_in(const std::string& text) { return found(text, places()); }

std::string without_names_and_places(const std::string& text) {
  return std::regex_replace(std::regex_replace(text, identifiers(), ""), places(), "");
}

bool has_all_of(const std::set<std::string>& all, const std::set<std::string>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

std::optional<std::string> with_name(const std::string& sentence, const std::string& name) {
  static const std::vector<std::pair<std::regex, std::string>> stands_in = [] {
    std::vector<std::pair<std::regex, std::string>> all;
    for (
        const auto& [said, put] :
        {std::pair{
             R"(\b(longest|slowest|shortest|fastest|first|last|worst|average|median) of (?:these|those|its|the) calls\b)",
             "$1 NAME call"},
         std::pair{R"(\b(?:these|those|such|its|all its) (calls|ranges|kernels)\b)", "NAME $1"},
         std::pair{R"(\b(longest|slowest|shortest|fastest|first|last|worst) one\b)", "$1 NAME"},
         std::pair{R"(\b(longest|slowest|shortest|fastest|first|last|worst) of them\b)", "$1 NAME"},
         std::pair{R"(\b(?:these|those|them|it|they|this one|that one)\b)", "NAME"}})
      all.emplace_back(std::regex(said, std::regex::icase), put);
    return all;
  }();
  for (const auto& [said, put] : stands_in) {
    if (!std::regex_search(sentence, said)) continue;
    std::string with = put;
    with.replace(with.find("NAME"), 4, name);
    return std::regex_replace(sentence, said, with, std::regex_constants::format_first_only);
  }
  return std::nullopt;
}

bool has_pronoun(const std::string& sentence) {
  static const std::regex pronoun(
      R"(\b(?:these|those|them|it|its|they|their|such|there|this one|that one)\b|\bthe one\b(?! (?:that|which|with|whose)\b))",
      std::regex::icase);
  return std::regex_search(sentence, pronoun);
}

}  // namespace nsys_ai::inline agent
