// Prints the answers of skills and queries in the formats of the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "base/answer.h"
#include "skill/skill.h"

namespace nsys_ai {

// Adds --format with the values text, json, csv, markdown and arrow.
void add_answer_format(CLI::App& command, std::string& format);

// Writes the answer to stdout; with CSV, writes the remarks to stderr. Returns the exit code.
int print_answer(RowsAnswer asked, const std::string& format);
int print_answer(Answer answer, const std::string& format);

// The answer as a stream of Arrow, whose metadata say what JSON says beside the rows.
std::string arrow_answer(const Answer& answer, const RowSet& rows);

// The remarks below rows or instead of them: why there are none, what is truncated, the scope, and notes.
std::string answer_remarks(const Answer& answer, const std::string& format);

}  // namespace nsys_ai
