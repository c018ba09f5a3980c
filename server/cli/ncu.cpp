// nsys-ai ncu: the line by which Nsight Compute profiles a kernel of the capture, and its report beside the
// kernel's card.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <iterator>

#include "base/quotation.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "view/cards/card_text.h"
#include "view/ncu.h"
#include "view/targets/card.h"
#include "view/targets/named_event.h"

namespace nsys_ai {
namespace {

struct NcuArguments {
  ProfileArguments profile;
  std::string target;
  std::string csv;
  std::vector<std::string> command;
};

// The kernel that a target or a name stands for: of several runs the longest.
std::optional<uint32_t> kernel_of(const Profile& profile, std::string target) {
  if (!parse_target(target))
    if (const auto named = card_of_kernel_named(profile, target)) target = named->first;
  const auto event = event_of(profile, target);
  const auto of = event ? parse_target(event->target) : std::nullopt;
  if (!of || of->kind != TargetKind::kernel) return std::nullopt;
  return row_in(profile.kernels(), *of);
}

int run_ncu(const NcuArguments& options) {
  const auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  const auto kernel = kernel_of(**profile, options.target);
  if (!kernel)
    return report(
        {ErrorCode::bad_request,
         fmt::format("{} names no kernel of this profile.", quotation(options.target)),
         "Use what an answer names, such as kernel:1234 or kernel-name:5, or the name of a kernel."});
  auto shown = card(**profile, fmt::format("kernel:{}", int64_t{(*profile)->kernels().row[*kernel]}));
  if (!shown) shown.emplace();
  const std::string program =
      options.command.empty() ? "PROGRAM" : fmt::format("{}", fmt::join(options.command, " "));
  if (options.csv.empty())
    return print(text_of(*shown, text_width()) + "\n" + ncu_text(ncu_plan(**profile, *kernel, program)));
  std::ifstream file(options.csv, std::ios::binary);
  if (!file)
    return report({ErrorCode::cannot_do, fmt::format("{} cannot be read.", options.csv),
                   "Give the file of ncu --csv --page raw."});
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto launches = read_ncu(text);
  if (!launches) return report(launches.error());
  shown->rule();
  if (const auto added = add_ncu_report(**profile, *kernel, *launches, *shown); !added)
    return report(added.error());
  return print(text_of(*shown, text_width()));
}

}  // namespace

void add_ncu(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<NcuArguments>();
  CLI::App* command = program.add_subcommand(
      "ncu",
      "One kernel deeper: the line by which Nsight Compute profiles it, and its report beside the kernel's card");
  options->profile.add_path(*command);
  command
      ->add_option("TARGET", options->target,
                   "kernel:1234, kernel-name:5, or the name of a kernel, of which the longest run is meant")
      ->required();
  command
      ->add_option("command", options->command, "The program and its arguments, behind --; they end the line")
      ->type_name("COMMAND...");
  command->add_option("--csv", options->csv, "What `ncu --csv --page raw` printed: shown beside the card")
      ->type_name("FILE");
  command->callback([options, &run] { run = [options] { return run_ncu(*options); }; });
}

}  // namespace nsys_ai
