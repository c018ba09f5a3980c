// nsys-ai self-check: runs the server on a profile for a bug report.
#include "features/session/self_check.h"

#include "cli/common.h"

namespace nsys_ai {

void add_self_check(CLI::App& program, std::function<int()>& run) {
  auto profile = std::make_shared<ProfileArguments>();
  CLI::App* command = program.add_subcommand(
      "self-check", "Do with a profile what an editor does, and report what each step took, without its names");
  profile->add_path(*command);
  command->callback([profile, &run] {
    run = [profile] {
      exit_on_interrupt(kCancelled);
      const auto checked = self_check(profile->path, [](const std::string& line) { print(line + "\n"); });
      if (checked) return print("All is well.\n");
      report(checked.error());
      return kFailed;
    };
  });
}

}  // namespace nsys_ai
