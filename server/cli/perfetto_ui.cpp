// --perfetto-url and --perfetto-dir, for browsers that cannot reach ui.perfetto.dev.
#include "cli/perfetto_ui.h"

#include <string>

namespace nsys_ai {

CLI::Option* add_perfetto_ui(CLI::App& command, LoopbackServer::Options& options) {
  const auto check = [&options](const char* option) {
    if (const auto good = LoopbackServer::check(options); !good)
      throw CLI::ValidationError(option, good.error().message + " " + good.error().hint);
  };
  auto* url = command
                  .add_option_function<std::string>(
                      "--perfetto-url",
                      [&options, check](const std::string& address) {
                        options.perfetto_url = address;
                        check("--perfetto-url");
                      },
                      "A Perfetto UI of your own")
                  ->type_name("URL");
  return command
      .add_option_function<std::string>(
          "--perfetto-dir",
          [&options, check](const std::string& folder) {
            options.perfetto_dir = folder;
            check("--perfetto-dir");
          },
          "A Perfetto UI on this machine, the folder of its index.html: it is served beside the trace, and works without internet")
      ->type_name("DIR")
      ->excludes(url);
}

}  // namespace nsys_ai
