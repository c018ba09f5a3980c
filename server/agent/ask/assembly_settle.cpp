// Words whose meaning hangs on other words of the question.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "agent/ask/assembler.h"

namespace nsys_ai::inline agent {
namespace {

bool is_said_fast(std::string_view word) {
  return word == "fastest" || word == "quickest" || word == "speediest" || word == "swiftest";
}

bool names_capture(std::string_view word) {
  constexpr std::string_view kWords[] = {"capture", "recording", "trace", "profile"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

bool is_said_of_capture(std::string_view word) {
  constexpr std::string_view kWords[] = {"the", "this", "whole", "entire", "full", "complete"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

bool is_share_word(std::string_view word) {
  constexpr std::string_view kWords[] = {"share",      "percentage", "percent", "fraction",
                                         "proportion", "part",       "portion", "much"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

}  // namespace

// `the largest copy by size`: by what is picked, and not what is asked of it.
bool Assembler::is_order(const Clue& c) const {
  return c.at > 0 && reading_.tokens[c.at - 1].word == "by" && !compares();
}

// `the longest copy by duration` is one copy; `kernels by duration` are taken by name.
bool Assembler::is_order_of_pick(const Clue& c) const {
  const std::vector<WordToken>& tokens = reading_.tokens;
  if (tokens[c.at].word != "by" || c.at + 1 >= tokens.size() ||
      (tokens[c.at + 1].word != "duration" && tokens[c.at + 1].word != "time"))
    return false;
  return std::any_of(reading_.clues.begin(), reading_.clues.end(), [&](const Clue& other) {
    return other.role == Role::pick && other.at < c.at && other.text != "top";
  });
}

void Assembler::settle_order() {
  settle_speed();
  if (said_order_ == Measure::none || said_order_ == key_) return;
  if (query_.pick == Pick::none || key_ == Measure::none)
    measures_.insert(said_order_);
  else
    refuse("It asks for two orders at once.");
}

// The slowest of what has a speed has the lowest, though the slowest of events is the longest.
void Assembler::settle_speed() {
  const bool of_speed = has(Measure::bandwidth) || key_ == Measure::bandwidth || has_word("gb/s") ||
                        said_order_ == Measure::bandwidth;
  const bool of_directions =
      groups_.count(Dimension::direction) > 0 && measures_.empty() && !reading_.says_time;
  if (!of_speed && !of_directions) return;
  for (const Clue& c : reading_.clues) {
    if (c.role != Role::pick) continue;
    const std::string& word = reading_.tokens[c.at].word;
    const bool summed = std::any_of(reading_.clues.begin(), reading_.clues.end(), [&](const Clue& other) {
      return other.role == Role::grouped && other.at == c.at;
    });
    const bool fast = is_said_fast(word);
    if ((fast || word == "slowest") && !summed) {
      query_.pick = fast ? Pick::most : Pick::least;
      key_ = Measure::bandwidth;
    } else if (word == "worst" && of_speed) {
      query_.pick = Pick::least;
    }
  }
}

// `first kernel start`: when it begins, and not which it is.
void Assembler::settle_noun_start() {
  const bool ordered = query_.pick == Pick::first || query_.pick == Pick::last;
  if (!starting_ || !questions_.empty() || !ordered) return;
  for (size_t i = 0; i < reading_.clues.size(); ++i) {
    const Clue& c = reading_.clues[i];
    if (c.role != Role::starting || c.at == 0) continue;
    const std::string& word = reading_.tokens[c.at].word;
    const bool of_name = std::any_of(reading_.unknown.begin(), reading_.unknown.end(),
                                     [&](const UnknownWord& u) { return u.at + 1 == c.at; });
    const bool of_thing = i > 0 && reading_.clues[i - 1].role == Role::subject;
    if ((word == "start" || word == "begin") && (of_thing || of_name)) questions_.insert(Lead::start_of);
  }
}

// `of the whole recording`, whose ends are not those of what ran on a GPU.
void Assembler::settle_capture() {
  const std::vector<WordToken>& tokens = reading_.tokens;
  for (size_t i = 0; i < tokens.size(); ++i) {
    bool all = false;
    size_t before = i;
    for (; before > 0 && is_said_of_capture(tokens[before - 1].word); --before)
      all = all || (tokens[before - 1].word != "the" && tokens[before - 1].word != "this");
    if (!names_capture(tokens[i].word) && !(tokens[i].word == "run" && all)) continue;
    // `percentage of the profile`, `share of the trace`.
    const bool of_share =
        before > 1 && tokens[before - 1].word == "of" && is_share_word(tokens[before - 2].word);
    if (all || of_share || (share_ && (whole_ || has(Subject::capture)))) of_capture_ = true;
  }
  if (of_capture_ && share_) whole_ = true;
}

// `inside NVTX ranges`: whichever they are.
void Assembler::settle_inside() {
  if (!query_.inside.empty()) return;
  const std::vector<WordToken>& tokens = reading_.tokens;
  for (const Clue& c : reading_.clues) {
    if (c.role != Role::inside) continue;
    constexpr std::string_view kAny[] = {"the", "a", "an", "any", "some", "of", "all", "nvtx"};
    bool any = false;
    size_t at = c.at + 1;
    for (;
         at < tokens.size() && std::find(std::begin(kAny), std::end(kAny), tokens[at].word) != std::end(kAny);
         ++at)
      any = any || (tokens[at].word != "the" && tokens[at].word != "nvtx");
    if (at >= tokens.size() || (tokens[at].word != "range" && tokens[at].word != "ranges")) continue;
    // `in the range from 60.2 to 60.3 s` is a window.
    const bool of_time =
        at + 1 < tokens.size() && (tokens[at + 1].number || tokens[at + 1].word == "from" ||
                                   tokens[at + 1].word == "between" || tokens[at + 1].word == "of");
    if (of_time) continue;
    if (!names_.empty()) return;
    if (!any && tokens[at].word == "range") return refuse("Inside which range? Name it.");
    query_.inside_any = true;
    drop(Subject::range);
  }
}

// FLOPs of all runs together, and not of each.
bool Assembler::says_flops_in_all() const {
  const std::vector<WordToken>& tokens = reading_.tokens;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const std::string& word = tokens[i].word;
    const bool total = word == "total" && !(i + 1 < tokens.size() && tokens[i + 1].word == "mfu");
    if (total || word == "altogether" || word == "overall" || word == "together") return true;
    if (word == "in" && i + 1 < tokens.size() && tokens[i + 1].word == "all") return true;
  }
  return false;
}

// The time that threads were on a CPU, and not that of their calls.
bool Assembler::asks_cpu_time() const {
  if (!has(Subject::thread) && !has(Subject::process)) return false;
  for (size_t i = 0; i + 1 < reading_.tokens.size(); ++i)
    if (reading_.tokens[i].word == "cpu" && reading_.tokens[i + 1].word == "time") return events().empty();
  return false;
}

}  // namespace nsys_ai::inline agent
