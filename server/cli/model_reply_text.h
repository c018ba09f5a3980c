// Prints a language model's words below the answer of a command, for commands with the option --model.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "profile/profile.h"
#include "tools/model_reply.h"

namespace nsys_ai {

struct WordsOptions {
  std::string model;  // empty: print no words
  std::string url;
  bool teach = false;
};

// Adds --model, --model-url and --teach; returns the first of them.
CLI::Option* add_words_options(CLI::App& command, WordsOptions& options);

// Adds only --model and --model-url, for commands about models.
void add_model_option(CLI::App& command, WordsOptions& options);

// Access to the model for the current folder.
Result<ModelAccess> command_model_access(const WordsOptions& options);

// Asks for consent on a terminal if there is none yet. Call it only if the user wants words.
Result<nsys::Words> command_words(const ProfilePtr& profile, ModelQuestion subject,
                                  const WordsOptions& options);
// Prints the answer of a command at once, and below it the words, or the reason why there are none. In JSON
// the words are the member `words`.
int print_with_words(const std::string& text, const ProfilePtr& profile, const ModelQuestion& subject,
                     const WordsOptions& options);
int print_with_words(Json json, const ProfilePtr& profile, const ModelQuestion& subject,
                     const WordsOptions& options);

// Explains how to give consent.
std::string how_to_agree(const WordsOptions& options);
// Whether a person at the terminal answers yes; false without a terminal.
bool confirm(const std::string& question);

}  // namespace nsys_ai
