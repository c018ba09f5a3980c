// Searches the environment first, then PATH, then the folders of the installers.
#include "profile/report/nsys_program.h"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/program_file.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

// The last dotted number in a path, for example 2025.3.2: of Nsight Systems, or the lower one of a CUDA
// toolkit.
std::vector<int> version_in(const std::string& path) {
  std::vector<int> version;
  for (size_t at = 0; at < path.size();) {
    if ((at > 0 && path[at - 1] != '/' && path[at - 1] != '-') || path[at] < '0' || path[at] > '9') {
      ++at;
      continue;
    }
    version.clear();
    for (; at < path.size() && path[at] >= '0' && path[at] <= '9'; at += path[at] == '.' ? 1 : 0) {
      int part = 0;
      for (; at < path.size() && path[at] >= '0' && path[at] <= '9'; ++at)
        part = std::min(part, 1'000'000) * 10 + (path[at] - '0');
      version.push_back(part);
      if (at == path.size()) break;
    }
  }
  return version;
}

std::optional<fs::path> newest_in(const std::vector<std::string>& places) {
  std::optional<fs::path> newest;
  std::vector<int> version;
  for (const std::string& place : places) {
    glob_t found{};
    if (::glob(place.c_str(), 0, nullptr, &found) == 0)
      for (size_t i = 0; i < found.gl_pathc; ++i) {
        const std::string path = found.gl_pathv[i];
        if (!reason_not_executable(path).empty() || (newest && version_in(path) <= version)) continue;
        newest = path;
        version = version_in(path);
      }
    ::globfree(&found);
  }
  return newest;
}

}  // namespace

const std::vector<std::string>& usual_nsys_places() {
  static const std::vector<std::string> places = {
      "/opt/nvidia/nsight-systems/*/bin/nsys",
      "/opt/nvidia/nsight-systems/*/target-linux-*/nsys",
      "/opt/nvidia/nsight-systems-cli/*/bin/nsys",
      "/opt/nvidia/nsight-systems-cli/*/target-linux-*/nsys",
      "/usr/lib/nsight-systems*/bin/nsys",
      "/usr/lib/nsight-systems*/target-linux-*/nsys",
      "/usr/local/bin/nsys",
      "/usr/local/cuda*/bin/nsys",
      "/usr/local/cuda*/nsight-systems-*/bin/nsys",
  };
  return places;
}

Result<fs::path> nsys_program(const fs::path& report, const std::vector<std::string>& usual_places) {
  const char* set = std::getenv("NSYS_AI_NSYS");
  if (set != nullptr && *set != '\0') {
    const std::string why = reason_not_executable(set);
    if (why.empty()) return fs::absolute(set);
    return fail(
        ErrorCode::cannot_do,
        fmt::format("{} is a report, which only nsys can read, and the nsys that NSYS_AI_NSYS names, {}, {}.",
                    report.string(), set, why),
        "Set NSYS_AI_NSYS to the program nsys itself, or unset it to have it looked for.");
  }
  if (auto found = program_on_path("nsys")) return *found;
  if (auto found = newest_in(usual_places)) return *found;
  return fail(
      ErrorCode::cannot_do,
      fmt::format(
          "{} is a report, which only Nsight Systems itself can read, and its program nsys is neither on PATH nor in the usual places.",
          report.string()),
      "Install Nsight Systems, or set NSYS_AI_NSYS to its nsys, or export the report where nsys is: nsys export --type sqlite --output PROFILE.sqlite REPORT.nsys-rep");
}

}  // namespace nsys_ai
