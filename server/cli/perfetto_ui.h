// Options that say which Perfetto UI the browser is led to.
#pragma once

#include <CLI/CLI.hpp>

#include "features/viewer/viewer_server.h"

namespace nsys_ai {

// --perfetto-url and --perfetto-dir, of which it returns the latter.
CLI::Option* add_perfetto_ui(CLI::App& command, LoopbackServer::Options& options);

}  // namespace nsys_ai
