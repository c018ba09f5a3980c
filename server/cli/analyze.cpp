// nsys-ai analyze: the full report on a run, as text, Markdown or JSON.
#include "cli/common.h"
#include "cli/model_reply_text.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "protocol/answer_json.h"
#include "protocol/write.h"
#include "view/analysis.h"
#include "view/pages/page_markdown.h"
#include "view/pages/page_text.h"

namespace nsys_ai {
namespace {

struct AnalyzeOptions {
  ProfileArguments profile;
  std::string format;
  int64_t limit = 10;
  WordsOptions words;
};

int print_json(const Analysis& analysis, const ProfilePtr& profile, const ModelQuestion& subject,
               const WordsOptions& options) {
  std::string json = write_json(summary_of(*profile, analysis)).pretty();
  for (const Answer& answer : analysis.answers) json += ",\n" + pretty_answer_json(answer);
  if (!options.model.empty()) {
    const auto words = command_words(profile, subject, options);
    if (!words) return report(words.error());
    json += ",\n" + write_json(*words).pretty();
  }
  return print("[" + json + "]\n");
}

int analyze(const AnalyzeOptions& options) {
  auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return report(profile.error());
  const LossNotes losses;
  auto analysis = analyse(**profile, options.profile.scope(), options.limit, command_work());
  if (!analysis) return report(analysis.error());
  analysis->findings = without_suppressed(std::move(analysis->findings), workspace_suppressions(),
                                          (*profile)->info().path.filename().string());
  Page page = analysis_page(**profile, *analysis);
  add_loss_notes(losses, page);
  const ModelQuestion subject{.report = text_of(page, {SIZE_MAX, SIZE_MAX, 0}).text};
  if (options.format == "json") return print_json(*analysis, *profile, subject, options.words);
  return print_with_words(options.format == "markdown" ? markdown_of(page) : text_for_terminal(page),
                          *profile, subject, options.words);
}

}  // namespace

void add_analyze(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<AnalyzeOptions>();
  CLI::App* command = program.add_subcommand(
      "analyze", "The full report: what stands out, what each fix is worth, and the answers behind it");
  options->profile.add_path(*command);
  options->profile.add_scope(*command);
  add_limit(*command, options->limit, "How many rows of each answer at most; 0 means all");
  add_format(*command, options->format, {"text", "markdown", "json"});
  add_words_options(*command, options->words);
  command->callback([options, &run] { run = [options] { return analyze(*options); }; });
}

}  // namespace nsys_ai
