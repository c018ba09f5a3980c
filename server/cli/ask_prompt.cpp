// Stores the questions, so that the arrow keys recall them in later runs, too.
#include "cli/ask_prompt.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/quantity.h"
#include "base/shared_file.h"
#include "base/text_table.h"
#include "base/user_folders.h"
#include "base/context.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "cli/line_reader.h"
#include "question/complete.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kPrompt = "ask> ";
constexpr std::string_view kList = "questions";
constexpr int64_t kUsuallyKept = 500;
constexpr size_t kMostCompletions = 50;

// The number of questions to store; 0 stores none.
size_t kept_at_most() {
  const char* set = std::getenv("NSYS_AI_QUESTIONS_KEPT");
  const auto count = set != nullptr ? parse_integer(set) : std::optional<int64_t>(kUsuallyKept);
  return static_cast<size_t>(std::clamp<int64_t>(count.value_or(kUsuallyKept), 0, 100'000));
}

// The history of questions, one per line.
class QuestionHistory {
 public:
  QuestionHistory() : most_(kept_at_most()) {
    const std::filesystem::path folder = user_state_folder();
    if (most_ > 0 && !folder.empty()) file_ = folder / kList;
  }

  std::vector<std::string> lines() {
    std::vector<std::string> all;
    if (file_.empty()) return all;
    const auto text = read_shared_file(file_, kList);
    if (!text) return not_kept(text.error()), all;
    for (size_t at = 0; at < text->size();) {
      const size_t end = std::min(text->find('\n', at), text->size());
      if (end > at) all.push_back(text->substr(at, end - at));
      at = end + 1;
    }
    return all;
  }

  // Puts the newest question last and removes an earlier copy of it.
  void add(const std::string& question) {
    if (file_.empty()) return;
    const auto changed = change_shared_file(
        file_, kList, [&](const std::string& text) -> Result<std::string> { return with(text, question); },
        0600);
    if (!changed) not_kept(changed.error());
  }

 private:
  std::string with(const std::string& text, const std::string& question) const {
    std::vector<std::string_view> all;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      const std::string_view line = std::string_view(text).substr(at, end - at);
      if (!line.empty() && line != question) all.push_back(line);
      at = end + 1;
    }
    all.push_back(question);
    const size_t first = all.size() > most_ ? all.size() - most_ : 0;
    std::string written;
    for (size_t at = first; at < all.size(); ++at) written.append(all[at]).append("\n");
    return written;
  }

  // Reports the error once.
  void not_kept(const Error& error) {
    report({error.code, "Questions are not kept: " + error.message, error.hint});
    file_.clear();
  }

  size_t most_;
  std::filesystem::path file_;  // empty if nothing is stored
};

LineCompletion completion_of(const ProfilePtr& profile) {
  return [profile](const std::string& typed) -> std::optional<Completions> {
    // No progress line, because it would appear inside the question.
    const Work work{interrupt_token(), [](double, const std::string&) {}};
    auto found = cancellable(work, [&] { return completions(*profile, typed, kMostCompletions, work); });
    if (!found) return std::nullopt;
    return std::move(*found);
  };
}

// Turns the typed text into one line.
std::string question_of(std::string typed) {
  std::ranges::replace(typed, '\t', ' ');
  const std::string line = one_line(typed);
  const size_t begin = line.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return line.substr(begin, line.find_last_not_of(' ') + 1 - begin);
}

// Returns what the next question refers back to. Stops if the person cancels the answer.
std::string answered(const AnswerPrinter& answer, const std::string& question, const std::string& after) {
  const Work work = command_work();
  const InterruptEndsTask interrupt;
  const auto understood = cancellable(work, [&] { return answer(question, after); });
  if (understood) return *understood;
  report(understood.error());
  return after;
}

}  // namespace

bool can_prompt() { return ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0; }

int prompt_for_questions(const ProfilePtr& profile, std::string after, const AnswerPrinter& answer) {
  QuestionHistory before;
  auto lines = edited_lines(std::string(kPrompt), completion_of(profile));
  const bool completes = lines != nullptr;
  if (!lines) lines = plain_lines(std::string(kPrompt));
  for (const std::string& line : before.lines()) lines->remember(line);
  if (const int code = print(sentences_for_terminal(fmt::format(
          "Ask about {}, in English. {}Ctrl-D or quit ends.\n",
          one_line(profile->info().path.filename().string()), completes ? "Tab completes; " : "")));
      code != kAnswered)
    return code;
  while (true) {
    const TypedLine line = lines->next();
    if (line.how == TypedLine::How::ended) return kAnswered;
    if (line.how == TypedLine::How::interrupted) continue;
    const std::string question = question_of(line.text);
    if (question.empty()) continue;
    if (question == "quit" || question == "exit") return kAnswered;
    lines->remember(question);
    before.add(question);
    after = answered(answer, question, after);
  }
}

}  // namespace nsys_ai
