// nsys-ai serve: the language server.
#include "features/serve.h"

#include "base/log.h"
#include "cli/common.h"

namespace nsys_ai {

void add_serve(CLI::App& program, std::function<int()>& run) {
  struct Options {
    ServeOptions serve;
    bool stdio = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("serve", "Serve an editor: the language server, on stdin and stdout");
  auto* stdio = command->add_flag("--stdio", options->stdio, "On stdin and stdout; the default");
  auto* port =
      command
          ->add_option("--socket", options->serve.port, "On this port of 127.0.0.1, where the client listens")
          ->type_name("PORT");
  auto* pipe =
      command->add_option("--pipe", options->serve.pipe, "On this Unix socket, where the client listens")
          ->type_name("PATH");
  stdio->excludes(port, pipe);
  port->excludes(pipe);
  command->add_option("--clientProcessId", options->serve.client_pid, "End when this process does")
      ->type_name("PID");
  add_memory_limit(*command);
  command->callback([options, &run] { run = [options] { return serve(options->serve); }; });
}

}  // namespace nsys_ai
