// Maps timeline rows to the scope for queries about them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "profile/profile.h"

namespace nsys_ai {

// The GPUs of the given GPU rows if there are any, otherwise the process of the given thread rows. The
// request has the precision of a command line, so it may cover more than these rows. Without rows, or with
// rows of the entire run, it covers everything. Fails as a bad request on an unknown row.
Result<ScopeRequest> scope_of_rows(const Profile& profile,
                                   const std::optional<std::vector<std::string>>& rows);

// The individually chosen streams; empty without stream rows, or when a row concerns an entire GPU. Fails
// like the function above.
Result<std::vector<StreamIx>> streams_of_rows(const Profile& profile,
                                              const std::optional<std::vector<std::string>>& rows);

// The row that shows an event of a kind; empty where none does.
enum class RowOf { stream, call, nvtx, idle, steps };
// `at` is the event's row in the columns; for the last two kinds, the device.
std::string timeline_row(const Profile& profile, RowOf of, size_t at);

}  // namespace nsys_ai
