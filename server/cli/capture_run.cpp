// Starts the program with the terminal's signals as they were.
#include "cli/capture_run.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kReportSuffix = ".nsys-rep";

Result<int> run_here(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const auto former = std::signal(SIGINT, SIG_IGN);
  const pid_t child = ::fork();
  if (child < 0)
    return fail(ErrorCode::cannot_do, fmt::format("The capture cannot be started: {}.", std::strerror(errno)),
                "");
  if (child == 0) {
    // What this program ignores and blocks is not for others.
    for (const int signal : {SIGINT, SIGPIPE, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execvp(pointers[0], pointers.data());
    std::fprintf(stderr, "nsys-ai: %s cannot be started: %s.\n", pointers[0], std::strerror(errno));
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::signal(SIGINT, former);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Result<int> run_plan(const CapturePlan& plan, const fs::path& nsys) {
  std::vector<std::string> words = plan.line;
  if (plan.nsys_is_here) *std::ranges::find(words, "nsys") = nsys.string();
  if (!plan.environment.empty()) words.insert(words.begin(), plan.environment);
  if (words.front().find('=') != std::string::npos) words.insert(words.begin(), "env");
  return run_here(std::move(words));
}

std::vector<fs::path> reports_of(const std::string& output) {
  const fs::path name(output);
  const std::string stem = name.filename().string();
  std::vector<fs::path> found;
  std::error_code error;
  const fs::path folder = name.has_parent_path() ? name.parent_path() : fs::path(".");
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(kReportSuffix) || file.size() < stem.size() + kReportSuffix.size() ||
        !file.starts_with(stem))
      continue;
    const std::string between = file.substr(stem.size(), file.size() - stem.size() - kReportSuffix.size());
    const bool is_rank =
        between.size() > 1 && between[0] == '.' &&
        std::all_of(between.begin() + 1, between.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    if (between.empty() || is_rank) found.push_back(name.has_parent_path() ? entry.path() : fs::path(file));
  }
  std::ranges::sort(found);
  return found;
}

std::string next_output(const std::string& output) {
  const size_t dash = output.find_last_of('-');
  const bool numbered = dash != std::string::npos && dash + 1 < output.size() &&
                        std::all_of(output.begin() + static_cast<std::ptrdiff_t>(dash) + 1, output.end(),
                                    [](unsigned char c) { return std::isdigit(c) != 0; });
  const std::string base = numbered ? output.substr(0, dash) : output;
  for (int number = 2;; ++number)
    if (std::string name = fmt::format("{}-{}", base, number); reports_of(name).empty()) return name;
}

}  // namespace nsys_ai
