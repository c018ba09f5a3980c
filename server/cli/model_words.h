// An answer in words of a language model below the answer of a command, for commands that take --model.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "profile/profile.h"
#include "tools/model_reply.h"

namespace nsys_ai {

struct WordsOptions {
  std::string model;  // empty: no words are wanted
  std::string url;
  bool teach = false;
};

// --model, --model-url and --teach; gives the first of them.
CLI::Option* add_words_options(CLI::App& command, WordsOptions& options);

// --model and --model-url alone, for commands that are about a model.
void add_model_option(CLI::App& command, WordsOptions& options);

// Whom this folder's questions go to.
Result<ModelAccess> command_model_access(const WordsOptions& options);

// Asks a person on a terminal first where there is no consent yet. Only meant where words are wanted.
Result<nsys::Words> command_words(const ProfilePtr& profile, WordsSubject subject,
                                  const WordsOptions& options);
// Prints the answer of a command at once, and below it the words where they are wanted, or why there are
// none; in JSON they are its member `words`.
int print_with_words(const std::string& text, const ProfilePtr& profile, const WordsSubject& subject,
                     const WordsOptions& options);
int print_with_words(Json json, const ProfilePtr& profile, const WordsSubject& subject,
                     const WordsOptions& options);

// What to do where nobody has agreed yet.
std::string how_to_agree(const WordsOptions& options);
// Whether a person at the terminal says yes to this question; no where nobody sits at one.
bool says_yes(const std::string& question);

}  // namespace nsys_ai
