// The commands of the program as words: what shells complete, and what its manual lists.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace nsys_ai {

struct OptionWords {
  std::vector<std::string> names;    // with their hyphens
  std::string value;                 // as help names it; empty of a flag
  std::vector<std::string> choices;  // the only values, where there are few
  std::string help;
};

struct CommandWords {
  std::string path;   // `nsys-ai skill run`
  std::string usage;  // the same, with what is asked for behind it
  std::string help;
  std::vector<std::string> commands;  // the next words
  std::vector<OptionWords> asked;     // what stands alone behind them, `names` being its name
  std::vector<OptionWords> options;
};

// The program itself first, then its commands as help lists them, each followed by its own.
std::vector<CommandWords> command_words(CLI::App& program);

}  // namespace nsys_ai
