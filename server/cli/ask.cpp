// nsys-ai ask: a question in words.
#include "agent/ask/ask.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "features/workspace/ask_page.h"
#include "protocol/write.h"
#include "tools/wire_ask.h"

namespace nsys_ai::inline cli {
namespace {

struct AskOptions {
  ProfileArguments profile;
  std::string question;
  std::string after;
  std::string format;
};

int answer_question(const AskOptions& options) {
  auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  const auto answer = ask(**profile, {options.question, options.after}, command_work());
  if (!answer) return report(answer.error());
  if (options.format == "json") return print(write_json(wire_ask(*answer)).pretty() + "\n");
  return print(text_for_terminal(ask_text_page(**profile, *answer), 0));
}

}  // namespace

void add_ask(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<AskOptions>();
  CLI::App* command = program.add_subcommand(
      "ask", "A question in words: \"longest idle gap on GPU 1\", \"why is the GPU idle?\"");
  options->profile.add_path(*command);
  command->add_option("QUESTION", options->question, "The question, in English")->required();
  command
      ->add_option("--after", options->after,
                   "What the answer before says it understood, for a question that refers back to it")
      ->type_name("LINE");
  add_format(*command, options->format, {"text", "json"});
  command->callback([options, &run] { run = [options] { return answer_question(*options); }; });
}

}  // namespace nsys_ai::inline cli
