// nsys-ai overview: the page that every client shows first, as text or JSON.
#include "view/pages/overview.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "features/wire.h"
#include "features/workspace/history_page.h"
#include "protocol/write.h"

namespace nsys_ai {

void add_overview(CLI::App& program, std::function<int()>& run) {
  struct Options {
    ProfileArguments profile;
    std::string format;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("overview", "What stands out in a profile, and where the time went");
  options->profile.add_path(*command);
  options->profile.add_scope(*command);
  add_format(*command, options->format, {"text", "json"});
  command->callback([options, &run] {
    run = [options] {
      const ScopeRequest scope = options->profile.scope();
      auto profile = open_profile(options->profile.path, scope);
      if (!profile) return report(profile.error());
      Result<Page> page = scope == ScopeRequest{}
                                    ? Result<Page>(overview(**profile, workspace_suppressions()))
                                    : overview_of(**profile, scope, workspace_suppressions(), command_work());
      if (!page) return report(page.error());
      add_history(workspace_folders(), *page);
      if (options->format == "json") return print(write_json(wire_page(*page)).pretty() + "\n");
      return print(text_for_terminal(*page));
    };
  });
}

}  // namespace nsys_ai
