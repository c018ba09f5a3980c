// What is wrong with a command line, in words.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace nsys_ai {

struct UsageWords {
  std::string message;
  std::string hint;  // what to do instead, where more is known than that there is help
};

// Of what the parser found wrong after it came to `command`, which is typed as `path`.
UsageWords usage_words(const CLI::App& command, const std::string& path, const CLI::Error& error);

}  // namespace nsys_ai
