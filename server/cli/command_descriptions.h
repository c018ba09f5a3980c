// Describes the program's commands, for shell completion and the manual.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace nsys_ai {

struct OptionWords {
  std::vector<std::string> names;    // with their hyphens
  std::string value;                 // the placeholder in the help; empty for a flag
  std::vector<std::string> choices;  // all allowed values, if there are few
  std::string help;
};

struct CommandWords {
  std::string path;   // `nsys-ai skill run`
  std::string usage;  // the same with the placeholders of its arguments
  std::string help;
  std::vector<std::string> commands;  // the subcommands
  std::vector<OptionWords> asked;     // the positional arguments; `names` has their placeholder
  std::vector<OptionWords> options;
};

// The program itself first, then its commands in the order of the help, each followed by its subcommands.
std::vector<CommandWords> command_words(CLI::App& program);

}  // namespace nsys_ai
