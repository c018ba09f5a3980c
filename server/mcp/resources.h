// Resources that an agent's host may read by address: pages of the book, and documents of open profiles.
//
//   nsys-ai:/book/exposed-communication
//   nsys-ai:/knowledge/vllm
//   nsys-ai:/profile/1/overview        a handle of open_profile
//   nsys-ai:/profile/1/findings
//   nsys-ai:/profile/1/target/kernel:1234
#pragma once

#include <string>

#include "knowledge/library.h"
#include "mcp/tooling.h"

namespace nsys_ai {

std::string address_of(const LibraryPage& reading);

// The results of `resources/list`, `resources/templates/list` and `resources/read`. The last fails on an
// unknown address.
Json listed_resources(const Tooling& tooling);
Json resource_templates();
Result<Json> read_resource(Tooling& tooling, const std::string& uri, const Work& work);

}  // namespace nsys_ai
