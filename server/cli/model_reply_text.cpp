// Shows the model's text after it was checked; until then, shows progress on standard error.
#include "cli/model_reply_text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <iostream>

#include "cli/common.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "protocol/write.h"
#include "skill/answer_cache.h"
#include "view/markdown_text.h"

namespace nsys_ai {
namespace {

// A folder with `.nsys-ai` and its subfolders are one workspace.
std::filesystem::path workspace_for_consent() {
  const std::filesystem::path here = workspace_folders().front();
  for (std::filesystem::path at = here; at != at.parent_path(); at = at.parent_path()) {
    std::error_code error;
    if (std::filesystem::is_directory(at / ".nsys-ai", error)) return at;
  }
  return here;
}

std::string words_text(const nsys::Words& words) {
  if (words.outcome != "words")
    return "\n" + sentences_for_terminal("No words of a model: " + words.reason.value_or(""));
  return fmt::format("\n{}\n{}", markdown_text(words.text, text_width()), sentences_for_terminal(words.below));
}

}  // namespace

CLI::Option* add_words_options(CLI::App& command, WordsOptions& options) {
  CLI::Option* const model =
      command
          .add_option("--model", options.model,
                      "Also the answer in words of this language model: anthropic:NAME, openai:NAME or "
                      "ollama:NAME. Asks before anything is sent")
          ->type_name("MODEL");
  // Uses the returned option: the library ends the program if memory runs out while it looks up an option by
  // name.
  command.add_option("--model-url", options.url, "Where its service is, when it is not the usual one")
      ->type_name("URL")
      ->needs(model);
  command.add_flag("--teach", options.teach, "Words that explain each term, for who is new to GPUs")
      ->needs(model);
  return model;
}

void add_model_option(CLI::App& command, WordsOptions& words) {
  command.add_option("--model", words.model, "Instead of the one that is set")->type_name("MODEL");
  command.add_option("--model-url", words.url, "Where its service is, when it is not the usual one")
      ->type_name("URL");
}

Result<ModelAccess> command_model_access(const WordsOptions& options) {
  nsys::AiSettings given;
  if (!options.model.empty()) given.model = options.model;
  if (!options.url.empty()) given.baseUrl = options.url;
  auto settings = model_settings(given);
  if (!settings) return tl::unexpected(settings.error());
  return ModelAccess{std::move(*settings), workspace_for_consent(), {}};
}

std::string how_to_agree(const WordsOptions& options) {
  return fmt::format("Say `nsys-ai model consent --model {}{}` first.", options.model,
                     options.url.empty() ? "" : " --model-url " + options.url);
}

bool confirm(const std::string& question) {
  if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDERR_FILENO) == 0) return false;
  fmt::print(stderr, "{} [y/N] ", question);
  std::fflush(stderr);
  std::string line;
  return std::getline(std::cin, line) && (line == "y" || line == "Y" || line == "yes");
}

Result<nsys::Words> command_words(const ProfilePtr& profile, ModelQuestion subject,
                                  const WordsOptions& options) {
  const auto access = command_model_access(options);
  if (!access) return tl::unexpected(access.error());
  const nsys::ModelStatus status = model_status(*access);
  if (status.available && !status.consent && confirm(status.sends.value_or("")))
    if (const auto set = set_model_consent(*access, true); !set) return tl::unexpected(set.error());
  AnswerCache answers;
  const ToolContext context{profile, answers, workspace_skills(),
                            std::make_shared<const std::vector<Suppression>>(workspace_suppressions())};
  subject.teach = options.teach;
  const Work work = command_work();
  // Counts the model's output, which is shown only after it was checked.
  size_t written = 0;
  const ModelReplySink sink = [&](std::string_view piece, bool restart) {
    written = restart ? 0 : written + piece.size();
    if (written > 0)
      work.report(std::nan(""),
                  fmt::format("{} writes, {} bytes", status.model.value_or("the model"), written));
  };
  auto words = model_reply_about(context, subject, *access, sink, work);
  if (words && words->needsConsent) words->reason = words->reason.value_or("") + " " + how_to_agree(options);
  return words;
}

int print_with_words(const std::string& text, const ProfilePtr& profile, const ModelQuestion& subject,
                     const WordsOptions& options) {
  const int code = print(text);
  if (code != kAnswered || options.model.empty()) return code;
  const auto words = command_words(profile, subject, options);
  return words ? print(words_text(*words)) : report(words.error());
}

int print_with_words(Json json, const ProfilePtr& profile, const ModelQuestion& subject,
                     const WordsOptions& options) {
  if (!options.model.empty()) {
    const auto words = command_words(profile, subject, options);
    if (!words) return report(words.error());
    json.set("words", write_json(*words));
  }
  return print(json.pretty() + "\n");
}

}  // namespace nsys_ai
