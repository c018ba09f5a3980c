// Writes error messages about a command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace nsys_ai {

struct UsageWords {
  std::string message;
  std::string hint;  // a more specific hint than to read the help, if there is one
};

// The message for a parser error after `command`, whose typed words are `path`.
UsageWords usage_words(const CLI::App& command, const std::string& path, const CLI::Error& error);

}  // namespace nsys_ai
