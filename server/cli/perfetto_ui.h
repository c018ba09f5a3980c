// Options that say which Perfetto UI the browser is led to.
#pragma once

#include <CLI/CLI.hpp>

#include "features/browser.h"

namespace nsys_ai {

// --perfetto-url and --perfetto-dir.
void add_perfetto_ui(CLI::App& command, LoopbackServer::Options& options);

}  // namespace nsys_ai
