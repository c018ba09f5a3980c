// nsys-ai serve: the language server.
#include "features/serve.h"

#include <fmt/format.h>

#include "base/log.h"
#include "base/quantity.h"
#include "cli/common.h"
#include "skill/memo.h"

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
  command
      ->add_option_function<std::string>(
          "--answer-memory",
          [options](const std::string& text) { options->serve.answer_memory = parse_bytes(text); },
          fmt::format(
              "What answers may take that are kept to be given again, such as 200MB; 0 keeps none. "
              "Default: {} MiB, and never more than a {}th of --memory-limit, of which they are a part",
              AnswerMemo::kUsualRoom >> 20, AnswerMemo::kPartOfLimit))
      ->check([](const std::string& text) {
        return parse_bytes(text) ? std::string() : fmt::format("\"{}\" is no size such as 50MB or 1GB", text);
      })
      ->type_name("SIZE");
  command->callback([options, &run] { run = [options] { return serve(options->serve); }; });
}

}  // namespace nsys_ai
