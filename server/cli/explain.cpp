// nsys-ai explain: the card of a target that an answer, a page or a finding names.
#include <fmt/format.h>

#include <tuple>

#include "base/quotation.h"
#include "cli/common.h"
#include "cli/model_reply_text.h"
#include "cli/terminal.h"
#include "features/wire.h"
#include "protocol/write.h"
#include "view/cards/card_markdown.h"
#include "view/cards/card_text.h"
#include "view/targets/card.h"
#include "view/targets/named_event.h"

namespace nsys_ai {
namespace {

struct ExplainOptions {
  ProfileArguments profile;
  std::string target;
  std::string format;
  WordsOptions words;
};

// The target of some event that the profile contains.
std::string example_in(const Profile& profile) {
  if (profile.kernels().size() > 0) return event_at(profile, {OperationNumbers::kernel, 0}).target;
  if (profile.copies().size() > 0) return event_at(profile, {OperationNumbers::copy, 0}).target;
  if (profile.calls().size() > 0) return event_at_call(profile, 0).target;
  if (profile.nvtx().size() > 0) return event_at_range(profile, 0).target;
  return "kernel:1234";
}

int explain(const ExplainOptions& options) {
  auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  std::string target = options.target;
  auto shown = card(**profile, target);
  if (!shown)
    if (auto named = card_of_kernel_named(**profile, target)) std::tie(target, shown) = std::move(*named);
  if (!shown)
    return report(
        {ErrorCode::bad_request,
         fmt::format("{} names nothing in this profile.",
                     options.target.empty() ? "\"\"" : quotation(options.target)),
         fmt::format(
             "Use what an answer names, such as {}; `nsys-ai search PROFILE TEXT` finds some by name.",
             example_in(**profile))});
  const ModelQuestion subject{.target = target};
  if (options.format == "json")
    return print_with_words(write_json(wire_explanation(target, *shown)), *profile, subject, options.words);
  return print_with_words(options.format == "markdown" ? markdown_of(*shown) : text_of(*shown, text_width()),
                          *profile, subject, options.words);
}

}  // namespace

void add_explain(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = program.add_subcommand(
      "explain",
      "What one thing is, how it compares, and why it matters: a kernel, a gap, a copy, a range, ...");
  options->profile.add_path(*command);
  command
      ->add_option("TARGET", options->target,
                   "What an answer names: kernel:1234, gap:0:60401707567, memcpy:7, nvtx:12, runtime_call:9, "
                   "iteration:3, kernel-name:5, finding:copy-bound, ...; or the name of a kernel")
      ->required();
  add_format(*command, options->format, {"text", "markdown", "json"});
  add_words_options(*command, options->words);
  command->callback([options, &run] { run = [options] { return explain(*options); }; });
}

}  // namespace nsys_ai
