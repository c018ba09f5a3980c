// nsys-ai ask: a question in words.
#include "cli/ask_prompt.h"
#include "cli/common.h"
#include "cli/model_reply_text.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "features/workspace/ask_page.h"
#include "protocol/write.h"
#include "question/answer.h"
#include "question/grammar_page.h"
#include "tools/wire_ask.h"

namespace nsys_ai {
namespace {

struct AskOptions {
  ProfileArguments profile;
  std::string question;
  std::string after;
  std::string format;
  WordsOptions words;
  bool grammar = false;
};

struct Printed {
  int code = kAnswered;
  std::string understood;  // how the answer understood the question; may be empty
};

Result<Printed> print_answer_to(const std::string& question, const std::string& after,
                                const ProfilePtr& profile, AnswerCache& answers, const AskOptions& options) {
  const SkillSetPtr known = workspace_skills();
  const auto answer = ask(profile, answers, {question, after, &known->project}, command_work());
  if (!answer) return tl::unexpected(answer.error());
  const ModelQuestion subject{.question = question, .after = after};
  if (options.format == "json")
    return Printed{print_with_words(write_json(wire_ask(*answer)), profile, subject, options.words),
                   answer->understood};
  return Printed{print_with_words(text_for_terminal(ask_text_page(*profile, *answer), 0), profile, subject,
                                  options.words),
                 answer->understood};
}

int answer_question(const AskOptions& options) {
  if (options.grammar) return print(grammar_page());
  if (options.profile.path.empty())
    return report(
        {ErrorCode::bad_request, "A question needs a PROFILE and a QUESTION.",
         "nsys-ai ask PROFILE \"why is the GPU idle?\"; nsys-ai ask --grammar says what can be asked."});
  if (options.question.find_first_not_of(" \t\n\r") == std::string::npos)
    return report(
        {ErrorCode::bad_request, "There is no question.", "Ask in words, such as \"why is the GPU idle?\"."});
  const auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  AnswerCache answers;
  const auto printed = print_answer_to(options.question, options.after, *profile, answers, options);
  return printed ? printed->code : report(printed.error());
}

int answer_what_is_typed(const AskOptions& options) {
  if (!can_prompt())
    return report({ErrorCode::bad_request, "QUESTION is required.",
                   "On a terminal, questions are typed. `nsys-ai ask --help` shows how it is used."});
  const auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  AnswerCache answers;
  return prompt_for_questions(
      *profile, options.after,
      [&](const std::string& question, const std::string& after) -> Result<std::string> {
        const auto printed = print_answer_to(question, after, *profile, answers, options);
        if (!printed) return tl::unexpected(printed.error());
        return printed->understood;
      });
}

}  // namespace

void add_ask(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<AskOptions>();
  CLI::App* command = program.add_subcommand(
      "ask", "A question in words: \"longest idle gap on GPU 1\", \"why is the GPU idle?\"");
  options->profile.add_path(*command);
  command->get_option("PROFILE")->required(false);
  const CLI::Option* question = command->add_option(
      "QUESTION", options->question,
      "The question, in English. Without one, on a terminal, questions are typed one after the other: Tab "
      "completes, Ctrl-D ends");
  command
      ->add_option("--after", options->after,
                   "What the answer before says it understood, for a question that refers back to it")
      ->type_name("LINE");
  command->add_flag("--grammar", options->grammar,
                    "Print what can be asked and how it is read, and ask nothing");
  add_format(*command, options->format, {"text", "json"});
  // A user who sets a model for all questions wants words with each answer.
  add_words_options(*command, options->words)->envname("NSYS_AI_MODEL");
  command->callback([options, question, &run] {
    const bool is_given = question->count() > 0 || options->grammar || options->profile.path.empty();
    run = [options, is_given] {
      return is_given ? answer_question(*options) : answer_what_is_typed(*options);
    };
  });
}

}  // namespace nsys_ai
