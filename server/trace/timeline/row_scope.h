// Whose rows of a timeline are: the scope in which a question about them is asked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "profile/profile.h"

namespace nsys_ai {

// The GPUs of rows of GPUs, where there are any, else the process of those of threads; what a command line
// can ask for, and so no less than these rows. Without rows, and of rows of the whole run, everything. Fails
// as a bad request on what is no row.
Result<ScopeRequest> scope_of_rows(const Profile& profile,
                                   const std::optional<std::vector<std::string>>& rows);

// The streams that are chosen one by one; none where there are no rows of streams, or all of a GPU is chosen,
// by a row that concerns it as a whole. Fails as the scope does.
Result<std::vector<StreamIx>> streams_of_rows(const Profile& profile,
                                              const std::optional<std::vector<std::string>>& rows);

// The row on which an event of a kind lies; empty where none does.
enum class RowOf { stream, call, nvtx, idle, steps };
// `at` is its row in the columns, of the last two the device.
std::string timeline_row(const Profile& profile, RowOf of, size_t at);

}  // namespace nsys_ai
