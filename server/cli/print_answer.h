// Prints the answers of skills and queries in the formats of the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "base/answer.h"
#include "skill/skill.h"

namespace nsys_ai {

// --format text, json, csv or markdown.
void add_answer_format(CLI::App& command, std::string& format);

// Writes to stdout, what is to be said besides a table of CSV to stderr; gives the exit code.
int print_answer(AskedRows asked, const std::string& format);
int print_answer(Answer answer, const std::string& format);

// What is said below rows, or instead of them: why there are none, what was cut, the scope, and notes.
std::string answer_remarks(const Answer& answer, const std::string& format);

}  // namespace nsys_ai
