// nsys-ai ask: a question in words.
#include "cli/common.h"
#include "cli/model_words.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "features/workspace/ask_page.h"
#include "protocol/write.h"
#include "question/answer.h"
#include "question/grammar_page.h"
#include "tools/wire_ask.h"

namespace nsys_ai::inline cli {
namespace {

struct AskOptions {
  ProfileArguments profile;
  std::string question;
  std::string after;
  std::string format;
  WordsOptions words;
  bool grammar = false;
};

int answer_question(const AskOptions& options) {
  if (options.grammar) return print(grammar_page());
  if (options.profile.path.empty())
    return report(
        {ErrorCode::bad_request, "A question needs a PROFILE and a QUESTION.",
         "nsys-ai ask PROFILE \"why is the GPU idle?\"; nsys-ai ask --grammar tells what can be asked."});
  if (options.question.find_first_not_of(" \t\n\r") == std::string::npos)
    return report(
        {ErrorCode::bad_request, "There is no question.", "Ask in words, such as \"why is the GPU idle?\"."});
  auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  AnswerCache answers;
  const SkillSetPtr known = workspace_skills();
  const auto answer =
      ask(*profile, answers, {options.question, options.after, &known->project}, command_work());
  if (!answer) return report(answer.error());
  const WordsSubject subject{.question = options.question, .after = options.after};
  if (options.format == "json")
    return print_with_words(write_json(wire_ask(*answer)), *profile, subject, options.words);
  return print_with_words(text_for_terminal(ask_text_page(**profile, *answer), 0), *profile, subject,
                          options.words);
}

}  // namespace

void add_ask(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<AskOptions>();
  CLI::App* command = program.add_subcommand(
      "ask", "A question in words: \"longest idle gap on GPU 1\", \"why is the GPU idle?\"");
  options->profile.add_path(*command);
  command->get_option("PROFILE")->required(false);
  command->add_option("QUESTION", options->question, "The question, in English");
  command
      ->add_option("--after", options->after,
                   "What the answer before says it understood, for a question that refers back to it")
      ->type_name("LINE");
  command->add_flag("--grammar", options->grammar,
                    "Print what can be asked and how it is read, and ask nothing");
  add_format(*command, options->format, {"text", "json"});
  // Who names a model for all questions wants words with each of them.
  add_words_options(*command, options->words)->envname("NSYS_AI_MODEL");
  command->callback([options, &run] { run = [options] { return answer_question(*options); }; });
}

}  // namespace nsys_ai::inline cli
