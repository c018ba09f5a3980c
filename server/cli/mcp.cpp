// nsys-ai mcp: serves profiles to agents with the Model Context Protocol.
#include "mcp/serve_mcp.h"

#include "cli/common.h"

namespace nsys_ai {

void add_mcp(CLI::App& program, std::function<int()>& run) {
  auto folders = std::make_shared<std::vector<std::string>>();
  CLI::App* command = program.add_subcommand(
      "mcp", "Serve an agent: tools by the Model Context Protocol, on stdin and stdout (docs/AGENTS.md)");
  command->add_option("FOLDER", *folders, "Below these folders profiles may be read, and nowhere else")
      ->required();
  auto allows = std::make_shared<bool>(false);
  command->add_flag(
      "--allow-commands", *allows,
      "Let the agent run programs under nsys in the first folder, by the tool run_capture: as you, with your rights");
  add_memory_limit(*command);
  command->callback([folders, allows, &run] {
    run = [folders, allows] {
      const auto served = serve_mcp({folders->begin(), folders->end()}, *allows);
      return served ? *served : report(served.error());
    };
  });
}

}  // namespace nsys_ai
