// Questions with known answers as wordings of the query that was answered.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work.h"

namespace nsys_ai::test {

// The lines of server/agent/known/asked.txt for files of questions: each question of which a wording is
// answered rightly, with all three wordings under the query that it was read as, names replaced by `{kernel}`
// and the like. Fails on files that cannot be read and profiles that are not there.
Result<std::string> collect_wordings(const std::vector<std::filesystem::path>& files,
                                     const std::filesystem::path& profiles, const Work& work);

}  // namespace nsys_ai::test
