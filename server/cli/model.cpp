// nsys-ai model: shows which language model this folder may use, manages consent to that, and lists what was
// sent.
#include <fmt/format.h>

#include "agent/consent/sent_log.h"
#include "cli/common.h"
#include "cli/model_reply_text.h"
#include "cli/terminal.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

struct ModelOptions {
  WordsOptions words;
  bool yes = false;
  std::string format;
};

std::string status_text(const nsys::ModelStatus& status) {
  if (!status.available) return sentences_for_terminal(status.reason.value_or(""));
  return sentences_for_terminal(fmt::format("{} of {} may{} be asked from this folder. {}.",
                                            status.model.value_or(""), status.host.value_or(""),
                                            status.consent ? "" : " not yet", status.spent));
}

int show(const ModelOptions& options) {
  const auto access = command_model_access(options.words);
  if (!access) return report(access.error());
  const nsys::ModelStatus status = model_status(*access);
  if (options.format == "json") return print(write_json(status).pretty() + "\n");
  return print(status_text(status));
}

int consent(const ModelOptions& options) {
  const auto access = command_model_access(options.words);
  if (!access) return report(access.error());
  const nsys::ModelStatus status = model_status(*access);
  if (!status.available) return report({ErrorCode::cannot_do, status.reason.value_or(""), ""});
  if (!options.yes && !confirm(*status.sends))
    return report({ErrorCode::cannot_do, "Nothing was agreed to: " + *status.sends,
                   "Say yes at a terminal, or give --yes."});
  if (const auto set = set_model_consent(*access, true); !set) return report(set.error());
  return print(status_text(model_status(*access)));
}

int withdraw(const ModelOptions& options) {
  const auto access = command_model_access(options.words);
  if (!access) return report(access.error());
  if (const auto set = set_model_consent(*access, false); !set) return report(set.error());
  const nsys::ModelStatus status = model_status(*access);
  if (status.available) return print(status_text(status));
  return print(sentences_for_terminal("Consent of this folder is taken back. " + status.reason.value_or("")));
}

int show_sent() {
  const auto text = sent_text();
  if (!text) return report(text.error());
  return print(*text);
}

}  // namespace

void add_model(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<ModelOptions>();
  CLI::App* command = program.add_subcommand(
      "model", "Language models: which may be asked from this folder, and what was sent to them");
  command->require_subcommand(1);

  CLI::App* showing = command->add_subcommand("status", "Which model would be asked, and what today cost");
  add_model_option(*showing, options->words);
  add_format(*showing, options->format, {"text", "json"});
  showing->callback([options, &run] { run = [options] { return show(*options); }; });

  CLI::App* giving = command->add_subcommand("consent", "Agree that it is sent what the question says");
  add_model_option(*giving, options->words);
  giving->add_flag("--yes", options->yes, "Without being asked");
  giving->callback([options, &run] { run = [options] { return consent(*options); }; });

  CLI::App* taking = command->add_subcommand("withdraw", "No longer agree");
  add_model_option(*taking, options->words);
  taking->callback([options, &run] { run = [options] { return withdraw(*options); }; });

  CLI::App* sent = command->add_subcommand("sent", "Every byte that was sent lately, the newest first");
  sent->callback([&run] { run = [] { return show_sent(); }; });
}

}  // namespace nsys_ai
