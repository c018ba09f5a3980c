// nsys-ai eval: measures how often questions with known answers are answered correctly, and at what cost.
#include <fmt/format.h>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/model_reply_text.h"
#include "cli/terminal.h"
#include "tools/evaluate.h"

namespace nsys_ai {
namespace {

struct EvalOptions {
  std::vector<std::string> files;
  std::string profiles = ".";
  bool all_wordings = false;
  bool verbose = false;
  WordsOptions words;
  std::string format;
};

std::string part_of_all(int64_t part, int64_t all) {
  if (all == 0) return "-";
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(all));
}

Page page_of_evaluation(const Evaluation& evaluation, bool verbose) {
  PageTable table{{text_cell("answered by"), number_cell("questions"), number_cell("right"),
                   number_cell("closest"), number_cell("abstained"), number_cell("wrong"),
                   number_cell("figures checked"), number_cell("references valid"), number_cell("tool calls"),
                   number_cell("tokens read"), number_cell("tokens written"), number_cell("seconds")},
                  {},
                  ""};
  for (const Measured& of : evaluation.measured)
    table.rows.push_back(
        {text_cell(std::string(name_of(of.answerer))), number_cell(readable_count(of.asked())),
         number_cell(part_of_all(of.right, of.asked())), number_cell(part_of_all(of.closest, of.asked())),
         number_cell(part_of_all(of.abstained, of.asked())), number_cell(part_of_all(of.wrong, of.asked())),
         number_cell(part_of_all(of.checked, of.figures)), number_cell(part_of_all(of.valid, of.references)),
         number_cell(readable_count(of.tool_calls)), number_cell(readable_count(of.usage.input)),
         number_cell(readable_count(of.usage.output)), number_cell(fmt::format("{:.1f}", of.seconds))});
  Page page;
  page.blocks.emplace_back(std::move(table));
  for (const JudgedQuestion& of : evaluation.questions)
    if (verbose && of.verdict != Verdict::right)
      page.blocks.emplace_back(
          Paragraph{fmt::format("{}, {}: {} ({}). {}", name_of(of.verdict), name_of(of.answerer),
                                one_line(of.question), of.profile, one_line(of.text))});
  return page;
}

Json json_of(const Measured& of) {
  Json json;
  json.set("answerer", name_of(of.answerer));
  json.set("questions", of.asked());
  json.set("right", of.right);
  json.set("closest", of.closest);
  json.set("abstained", of.abstained);
  json.set("wrong", of.wrong);
  json.set("figures", of.figures);
  json.set("checked", of.checked);
  json.set("references", of.references);
  json.set("valid", of.valid);
  json.set("toolCalls", of.tool_calls);
  json.set("inputTokens", of.usage.input);
  json.set("outputTokens", of.usage.output);
  json.set("seconds", of.seconds);
  return json;
}

Json json_of(const Evaluation& evaluation) {
  Json json;
  json.set("schema", "nsys-ai.eval/1");
  Json& measured = json.set("measured", Json::array());
  for (const Measured& of : evaluation.measured) measured.push(json_of(of));
  Json& questions = json.set("questions", Json::array());
  for (const JudgedQuestion& of : evaluation.questions) {
    Json one;
    one.set("profile", of.profile);
    one.set("question", of.question);
    one.set("answerer", name_of(of.answerer));
    one.set("verdict", name_of(of.verdict));
    one.set("text", one_line(of.text));
    questions.push(std::move(one));
  }
  return json;
}

int measure(const EvalOptions& options) {
  EvaluationRequest request;
  request.files.assign(options.files.begin(), options.files.end());
  request.profiles = options.profiles;
  request.all_wordings = options.all_wordings;
  if (!options.words.model.empty()) {
    auto access = command_model_access(options.words);
    if (!access) return report(access.error());
    request.model = std::move(*access);
  }
  const auto evaluation = evaluate(request, command_work());
  if (!evaluation) {
    Error why = evaluation.error();
    const auto lacks_consent = [](const nsys::ModelStatus& of) { return of.available && !of.consent; };
    if (request.model && lacks_consent(model_status(*request.model))) why.hint = how_to_agree(options.words);
    return report(why);
  }
  if (options.format == "json") return print(json_of(*evaluation).pretty() + "\n");
  return print(text_for_terminal(page_of_evaluation(*evaluation, options.verbose), 0));
}

}  // namespace

void add_eval(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* command = program.add_subcommand(
      "eval", "How often questions with known answers are answered rightly: without a model, and by one");
  command
      ->add_option("QUESTIONS", options->files, "Files of questions, as tests/question/README.md writes them")
      ->required()
      ->type_name("FILE...");
  command->add_option("--profiles", options->profiles, "The folder of the profiles that they name")
      ->type_name("FOLDER");
  command->add_flag("--all-wordings", options->all_wordings, "Each question in all of its wordings");
  command->add_flag("--verbose", options->verbose, "Also each question that was not answered rightly");
  add_model_option(*command, options->words);
  add_format(*command, options->format, {"text", "json"});
  command->callback([options, &run] { run = [options] { return measure(*options); }; });
}

}  // namespace nsys_ai
