// Finds the source line, on this machine, that launches a kernel or begins a range, as far as the capture
// records it.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/host/source_labels.h"
#include "profile/profile.h"
#include "protocol/lsp.h"

namespace nsys_ai {

struct Session;

// Returns nullopt if the file is in no folder of the workspace and in none of the setting pathMap: the paths
// in a capture are untrusted and must not reach other files.
std::optional<lsp::Location> location_of(const Session& session, const SourceLocation& place);

std::optional<SourceLocation> source_of_label_at(const Profile& profile, uint32_t label);
// The code that launched most of the kernel's time.
std::optional<SourceLocation> source_of_kernel(const Profile& profile, NameId name);

}  // namespace nsys_ai
