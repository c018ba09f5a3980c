// nsys-ai questions: the questions of an experienced engineer about a run, answered from the capture.
#include <algorithm>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "protocol/json.h"
#include "view/pages/page_markdown.h"
#include "view/pages/questions_page.h"

namespace nsys_ai {
namespace {

struct QuestionsOptions {
  ProfileArguments profile;
  std::string format;
};

// Collects the notes of all answers without duplicates.
std::string json_of(const std::vector<AnsweredQuestion>& answered, std::vector<std::string> notes) {
  Json json;
  json.set("schema", "nsys-ai.questions/1");
  Json& list = json.set("questions", Json::array());
  for (const AnsweredQuestion& of : answered) {
    Json& one = list.push(Json::object());
    one.set("phase", of.question->phase);
    one.set("question", of.question->text);
    one.set("asked", of.question->asked);
    one.set("outcome", std::string(name_of(of.answer.outcome)));
    one.set("text", of.text);
    if (!of.capture.empty()) one.set("capture", of.capture);
    Json& scope = one.set("scope", Json::object());
    Json& devices = scope.set("devices", Json::array());
    for (const int64_t device : of.answer.scope.devices) devices.push(device);
    Json& window = scope.set("window", Json::object());
    window.set("startNs", of.answer.scope.start_ns);
    window.set("endNs", of.answer.scope.end_ns);
  }
  Json& list_of_notes = json.set("notes", Json::array());
  for (const AnsweredQuestion& of : answered)
    for (const std::string& note : of.answer.notes)
      if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
  for (std::string& note : notes) list_of_notes.push(std::move(note));
  return json.pretty() + "\n";
}

int ask_all(const QuestionsOptions& options) {
  auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return report(profile.error());
  const LossNotes losses;
  const auto answered = answered_questions(**profile, options.profile.scope(), command_work());
  if (!answered) return report(answered.error());
  if (options.format == "json") return print(json_of(*answered, losses.notes()));
  Page page = questions_page(**profile, *answered);
  add_loss_notes(losses, page);
  return print(options.format == "markdown" ? markdown_of(page) : text_for_terminal(page));
}

}  // namespace

void add_questions(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<QuestionsOptions>();
  CLI::App* command = program.add_subcommand(
      "questions",
      "What a veteran asks of a run: 38 questions, each answered in a sentence or with what it needs");
  options->profile.add_path(*command);
  options->profile.add_scope(*command);
  add_format(*command, options->format, {"text", "markdown", "json"});
  command->callback([options, &run] { run = [options] { return ask_all(*options); }; });
}

}  // namespace nsys_ai
