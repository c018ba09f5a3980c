// Reads the parser, which knows them all.
#include "cli/command_words.h"

#include <algorithm>

namespace nsys_ai::inline cli {
namespace {

// Of `FORMAT:{json,perfetto}`, the words between the braces.
std::vector<std::string> choices_in(const std::string& type) {
  std::vector<std::string> choices;
  const size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return choices;
  for (size_t at = open + 1, end = at; at < close; at = end + 1) {
    end = std::min(type.find(',', at), close);
    choices.push_back(type.substr(at, end - at));
  }
  return choices;
}

OptionWords words_of(const CLI::Option& option) {
  OptionWords words;
  for (const std::string& name : option.get_snames()) words.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) words.names.push_back("--" + name);
  if (option.get_expected_max() > 0) {
    const std::string type = option.get_type_name();
    words.value = type.substr(0, type.find(':'));
    words.choices = choices_in(type);
  }
  words.help = option.get_description();
  return words;
}

void add_command(const CLI::App& command, const std::string& path, std::vector<CommandWords>& all) {
  CommandWords words{path, path, command.get_description(), {}, {}};
  const auto below = command.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* next : below) words.commands.push_back(next->get_name());
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional())
      words.usage +=
          option->get_required() ? " " + option->get_name(true) : " [" + option->get_name(true) + "]";
    else
      words.options.push_back(words_of(*option));
  }
  if (!below.empty()) words.usage += " COMMAND";
  all.push_back(std::move(words));
  for (const CLI::App* next : below) add_command(*next, path + " " + next->get_name(), all);
}

}  // namespace

std::vector<CommandWords> command_words(const CLI::App& program) {
  std::vector<CommandWords> all;
  add_command(program, program.get_name(), all);
  return all;
}

}  // namespace nsys_ai::inline cli
