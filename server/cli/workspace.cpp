// Reads the files that the server reads.
#include "cli/workspace.h"

#include <filesystem>

#include "cli/common.h"
#include "features/suppressions.h"

namespace nsys_ai {

std::vector<Suppression> workspace_suppressions() {
  std::error_code error;
  Suppressions suppressions;
  suppressions.set_workspace({std::filesystem::current_path(error)});
  suppressions.when_read([](const std::filesystem::path&, const std::optional<Error>& wrong) {
    if (wrong) report({wrong->code, "Nothing is suppressed: " + wrong->message, wrong->hint});
  });
  return *suppressions.now();
}

}  // namespace nsys_ai
