// The words of a question, each for what it says: a pure function of the text, without a profile.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/ask/lexicon.h"
#include "agent/ask/query.h"
#include "agent/ask/tokens.h"

namespace nsys_ai::inline agent {

struct Clue {
  Role role;
  int value = 0;
  std::string text;
  size_t at = 0;  // its first token
};

// A word that the lexicon does not know: a name of the profile, or nothing that is known.
struct UnknownWord {
  std::string text;
  size_t at = 0;
  bool quoted = false;
  bool follows_inside = false;  // behind `inside`, `in`, `during`, `of`
};

// Time from the beginning of the capture, or up to its end.
struct RelativeWindow {
  bool from_start = true;
  int64_t ns = 0;
  double share = 0;  // of the capture, where it is no number of ns
};

struct ReadWords {
  std::vector<WordToken> tokens;
  std::vector<Clue> clues;  // in the order of the text
  std::vector<UnknownWord> unknown;
  // What numbers say: ranks, tops, bounds, windows, GPUs, streams, ...
  AskQuery numbers;
  bool ranked = false;
  std::vector<int64_t> gpu_places;  // `the second GPU`: its place among those of the capture
  std::optional<RelativeWindow> relative;
  bool says_time = false;                // `time`, `long`, `seconds`: a duration is asked for
  std::vector<std::string> corrections;  // `kernal` read as `kernel`
  std::string problem;                   // why it is no question that can be read; empty for none
};

// Whether one of these words stands there, and not in quotation marks.
bool says(const ReadWords& r, size_t at, std::initializer_list<std::string_view> words);

ReadWords read_question(std::string_view question);

}  // namespace nsys_ai::inline agent
