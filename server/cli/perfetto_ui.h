// Options that select the Perfetto UI that the browser opens.
#pragma once

#include <CLI/CLI.hpp>

#include "features/viewer/viewer_server.h"

namespace nsys_ai {

// Adds --perfetto-url and --perfetto-dir; returns the latter.
CLI::Option* add_perfetto_ui(CLI::App& command, LoopbackServer::Options& options);

}  // namespace nsys_ai
