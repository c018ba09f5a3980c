// nsys-ai flame: stacks of CPU samples or of launches, with what they take, as an indented table or for other
// programs.
#include <cerrno>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "cli/print_answer.h"
#include "cli/terminal.h"
#include "view/flame/flame_files.h"
#include "view/flame/flame_page.h"
#include "view/flame/flame_rows.h"

namespace nsys_ai {
namespace {

struct FlameCommand {
  ProfileArguments profile;
  std::string of;
  FlameOptions options;
  std::optional<int64_t> limit;
  std::string format;
  std::string output = "-";
};

constexpr int64_t kFlameLines = 40;

int write_flame(const FlameCommand& command, const std::string& text) {
  if (command.output == "-") return print(text);
  OutputFile file(command.output);
  if (!file.opened() || !file.write(text) || !file.finish()) return not_written(command.output, errno);
  return kAnswered;
}

int run_flame(FlameCommand command) {
  if (command.output != "-")
    if (auto checked = check_output(command.output, command.profile.path); !checked)
      return report(checked.error());
  const bool is_file = command.format == "folded" || command.format == "speedscope";
  if (is_file && command.limit)
    return report(
        {ErrorCode::bad_request, "--limit is of text, json and csv; the other formats have all frames.", ""});
  if (!command.of.empty()) command.options.of = flame_options_of({{"of", command.of}})->of;
  const auto limit = static_cast<size_t>(command.limit.value_or(kFlameLines));
  const bool is_text = command.format == "text";
  auto profile = open_profile(command.profile.path, command.profile.scope());
  if (!profile) return report(profile.error());
  auto view = flame_view(**profile, command.profile.scope(), command.options, command_work());
  if (!view) return report(view.error());
  if (is_text) return write_flame(command, text_for_terminal(flame_text_page(*view, limit)));
  if (!is_file) {
    add_flame_rows(0, limit, *view);
    return print_answer(std::move(view->answer), command.format);
  }
  if (view->answer.outcome == Outcome::cannot_answer)
    return report({ErrorCode::cannot_do, view->answer.reason, view->answer.needs.front()});
  const std::string name = (*profile)->info().path.filename().string();
  return write_flame(
      command, command.format == "folded" ? folded_stacks(view->graph) : speedscope_json(view->graph, name));
}

}  // namespace

void add_flame(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<FlameCommand>();
  CLI::App* command = program.add_subcommand(
      "flame", "Flame graph: which stacks the CPU samples or the GPU time of kernels fall to");
  options->profile.add_path(*command);
  command
      ->add_option(
          "--of", options->of,
          "CPU samples, or kernel time by the NVTX ranges (nvtx) or the call chain (backtraces) of the launch. "
          "Default: the first that the profile has")
      ->check(one_of({"samples", "nvtx", "backtraces"}))
      ->type_name("STACKS");
  command
      ->add_option("--at", options->options.at,
                   "Only while this lasted: a gap, a range, a step or a kernel, such as gap:0:60401707567")
      ->type_name("TARGET");
  options->profile.add_scope(*command);
  command->add_option("--thread", options->options.tid, "Only this thread, by its id")->type_name("TID");
  command->add_flag("--inverted", options->options.inverted,
                    "The innermost frames first: what ran, and below it what called it");
  command
      ->add_option("--limit", options->limit, "How many rows at most, the largest; 0 means all. Default: 40")
      ->check(CLI::Range(int64_t{0}, int64_t{INT32_MAX}))
      ->type_name("N");
  command
      ->add_option("-o,--output", options->output,
                   "Where to write text, folded or speedscope; - is standard output, the default")
      ->check(invalid_file_name)
      ->type_name("FILE");
  add_format(*command, options->format, {"text", "json", "csv", "folded", "speedscope"});
  command->callback([options, &run] { run = [options] { return run_flame(*options); }; });
}

}  // namespace nsys_ai
