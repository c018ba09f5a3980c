// Where in the sources of this machine a kernel is launched or a range begins, as far as the capture says.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/host/source_labels.h"
#include "profile/profile.h"
#include "protocol/lsp.h"

namespace nsys_ai {

struct Session;

// Nothing where the file lies in no folder of the workspace and in none of the setting pathMap: a capture is
// untrusted, and its paths lead nowhere else.
std::optional<lsp::Location> location_of(const Session& session, const SourceLocation& place);

std::optional<SourceLocation> source_of_label_at(const Profile& profile, uint32_t label);
// Of the code that launched most of the kernel's time.
std::optional<SourceLocation> source_of_kernel(const Profile& profile, NameId name);

}  // namespace nsys_ai
