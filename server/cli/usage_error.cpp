// Rewrites the parser's messages, which name neither the command nor its arguments.
#include "cli/usage_error.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "base/quotation.h"
#include "base/suggest.h"

namespace nsys_ai {
namespace {

std::vector<std::string> long_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string positionals(const CLI::App& command) {
  std::string names;
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) names += (names.empty() ? "" : " and ") + option->get_name(true);
  return names.empty() ? "options" : names;
}

UsageWords unexpected_word(const CLI::App& command, const std::string& path, const std::string& word) {
  UsageWords words;
  if (word.starts_with("-")) {
    const std::string name = word.substr(0, word.find('='));
    words.message = fmt::format("There is no option {} of {}.", quotation(name), path);
    if (const auto meant = nearest(name, long_options(command)); !meant.empty())
      words.hint = fmt::format("Did you mean {}?", either(meant));
  } else {
    words.message =
        fmt::format("{} is a word too many: {} takes {} alone.", quotation(word), path, positionals(command));
  }
  if (words.hint.empty() && command.get_option_no_throw("--param") != nullptr)
    words.hint = "A parameter of a skill is given with -p, such as -p limit=5.";
  return words;
}

// The parser names the option first: "--trim: At least 2 required but received 1".
std::string wrong_number_of_values(const CLI::App& command, const std::string& said) {
  const CLI::Option* option = command.get_option_no_throw(said.substr(0, said.find(':')));
  if (option == nullptr) return said + ".";
  const int values = option->get_items_expected_min();
  return fmt::format("{} takes {}: {}.", option->get_name(),
                     values == 1 ? "a value" : fmt::format("{} values", values), option->get_type_name());
}

// "Could not convert: --limit = many": every value that is converted is a number.
std::string no_number(std::string said) {
  constexpr std::string_view kBefore = "Could not convert: ", kBetween = " = ";
  const size_t between = said.find(kBetween);
  if (!said.starts_with(kBefore) || between == std::string::npos) return said + ".";
  return fmt::format("{}: \"{}\" is no number that it takes.",
                     said.substr(kBefore.size(), between - kBefore.size()),
                     quotation(said.substr(between + kBetween.size())));
}

}  // namespace

UsageWords usage_words(const CLI::App& command, const std::string& path, const CLI::Error& error) {
  const std::string said = error.what();
  std::vector<std::string> unexpected = command.remaining();
  std::erase(unexpected, "--");  // only marks the end of options
  const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
  if (kind == CLI::ExitCodes::ExtrasError && !unexpected.empty())
    return unexpected_word(command, path, unexpected.front());
  if (kind == CLI::ExitCodes::ArgumentMismatch) return {wrong_number_of_values(command, said), ""};
  if (kind == CLI::ExitCodes::ConversionError) return {no_number(said), ""};
  return {said.ends_with('.') ? said : said + ".", ""};
}

}  // namespace nsys_ai
