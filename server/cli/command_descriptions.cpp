// Reads the commands from the parser, which knows all of them.
#include "cli/command_descriptions.h"

#include <algorithm>

namespace nsys_ai {
namespace {

std::vector<std::string> with_commas(const std::string& list) {
  std::vector<std::string> words;
  for (size_t at = 0, end = at; at < list.size(); at = end + 1) {
    end = std::min(list.find(',', at), list.size());
    words.push_back(list.substr(at, end - at));
  }
  return words;
}

// For `FORMAT:{json,perfetto}` the words between the braces; otherwise the words that `one_of` accepts
// (cli/common.h).
std::vector<std::string> choices_of(CLI::Option& option) {
  const std::string type = option.get_type_name();
  const size_t open = type.find('{'), close = type.rfind('}');
  if (open != std::string::npos && close != std::string::npos && open < close)
    return with_commas(type.substr(open + 1, close - open - 1));
  try {
    return with_commas(option.get_validator(0)->get_name());
  } catch (const CLI::OptionNotFound&) {
    return {};
  }
}

OptionWords words_of(CLI::Option& option) {
  OptionWords words;
  for (const std::string& name : option.get_snames()) words.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) words.names.push_back("--" + name);
  if (option.get_positional()) words.names.push_back(option.get_name(true));
  if (option.get_expected_max() > 0) {
    const std::string type = option.get_type_name();
    words.value = type.substr(0, type.find(':'));
    words.choices = choices_of(option);
  }
  words.help = option.get_description();
  return words;
}

void add_command(CLI::App& command, const std::string& path, std::vector<CommandWords>& all) {
  CommandWords words{path, path, command.get_description(), {}, {}, {}};
  const auto below = command.get_subcommands([](CLI::App*) { return true; });
  for (const CLI::App* next : below) words.commands.push_back(next->get_name());
  for (CLI::Option* option : command.get_options([](CLI::Option*) { return true; })) {
    if (option->get_positional())
      words.usage +=
          option->get_required() ? " " + option->get_name(true) : " [" + option->get_name(true) + "]";
    (option->get_positional() ? words.asked : words.options).push_back(words_of(*option));
  }
  if (!below.empty()) words.usage += " COMMAND";
  all.push_back(std::move(words));
  for (CLI::App* next : below) add_command(*next, path + " " + next->get_name(), all);
}

}  // namespace

std::vector<CommandWords> command_words(CLI::App& program) {
  std::vector<CommandWords> all;
  add_command(program, program.get_name(), all);
  return all;
}

}  // namespace nsys_ai
