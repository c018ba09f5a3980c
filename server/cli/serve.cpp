// nsys-ai serve: the language server.
#include "features/session/serve.h"

#include <fmt/format.h>

#include "base/log.h"
#include "base/quantity.h"
#include "cli/common.h"
#include "cli/perfetto_ui.h"
#include "skill/answer_cache.h"

namespace nsys_ai {
namespace {

struct ServeCommandOptions {
  ServeOptions serve;
  bool stdio = false;
};
using OptionsPtr = std::shared_ptr<ServeCommandOptions>;

// Options for the connection to clients.
void add_places(CLI::App& command, const OptionsPtr& options) {
  auto* stdio = command.add_flag("--stdio", options->stdio, "On stdin and stdout; the default");
  auto* port =
      command
          .add_option("--socket", options->serve.port, "On this port of 127.0.0.1, where the client listens")
          ->type_name("PORT");
  auto* pipe =
      command.add_option("--pipe", options->serve.pipe, "On this Unix socket, where the client listens")
          ->type_name("PATH");
  auto* listen =
      command
          .add_option("--listen", options->serve.listen,
                      "On a Unix socket made here, for as many clients as connect; only its user may. "
                      "SIGTERM ends the server")
          ->type_name("PATH");
  stdio->excludes(port, pipe, listen);
  port->excludes(pipe, listen);
  pipe->excludes(listen);
  command
      .add_option_function<int64_t>(
          "--idle-exit",
          [options](const int64_t& seconds) { options->serve.idle_exit = std::chrono::seconds(seconds); },
          "With --listen: end when no client is there for so long")
      ->check(CLI::Range(int64_t{1}, int64_t{INT32_MAX}))
      ->needs(listen)
      ->type_name("SECONDS");
  command.add_option("--clientProcessId", options->serve.client_pid, "End when this process does")
      ->type_name("PID");
}

// Options for the server's log and trace of itself.
void add_records(CLI::App& command, const OptionsPtr& options) {
  command
      .add_option_function<std::string>(
          "--log",
          [](const std::string& path) {
            if (const auto opened = log_to_file(path); !opened)
              throw CLI::ValidationError("--log", opened.error().message);
          },
          "Append the log to this file instead of writing it to stderr")
      ->type_name("FILE");
  command
      .add_option_function<std::string>(
          "--log-level", [](const std::string& name) { set_log_level(*log_level_named(name)); },
          "What to log: debug, info, warning or error. Default: warning")
      ->check([](const std::string& name) {
        return log_level_named(name) ? std::string()
                                     : fmt::format("\"{}\" is none of debug, info, warning, error", name);
      })
      ->type_name("LEVEL");
  command
      .add_option("--trace-self", options->serve.trace_self,
                  "Write the server's own work to this file, as a trace for Perfetto")
      ->type_name("FILE");
}

}  // namespace

void add_serve(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<ServeCommandOptions>();
  CLI::App* command =
      program.add_subcommand("serve", "Serve an editor: the language server, on stdin and stdout");
  add_places(*command, options);
  add_records(*command, options);
  add_perfetto_ui(*command, options->serve.viewer);
  add_memory_limit(*command);
  command
      ->add_option_function<std::string>(
          "--answer-memory",
          [options](const std::string& text) { options->serve.answer_memory = parse_bytes(text); },
          fmt::format(
              "What answers may take that are kept to be given again, such as 200MB; 0 keeps none. "
              "Default: {} MiB, and never more than a {}th of --memory-limit, of which they are a part",
              AnswerCache::kDefaultCapacity >> 20, AnswerCache::kPartOfLimit))
      ->check([](const std::string& text) {
        return parse_bytes(text) ? std::string() : fmt::format("\"{}\" is no size such as 50MB or 1GB", text);
      })
      ->type_name("SIZE");
  command->callback([options, &run] { run = [options] { return serve(options->serve); }; });
}

}  // namespace nsys_ai
