// Writes the page, and starts xdg-open.
#include "cli/redirect_page.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "base/child_process.h"
#include "base/program_file.h"

namespace nsys_ai {

RedirectPage::RedirectPage(const std::string& url) {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  path_ = std::string(runtime != nullptr ? runtime : "/tmp") + "/nsys-ai-XXXXXX.html";
  const int file = mkstemps(path_.data(), 5);
  if (file < 0) return;
  cleanup_.emplace(path_);
  const std::string page =
      fmt::format("<!doctype html><meta http-equiv=refresh content=\"0;url={}\">\n", url);
  written_ = write(file, page.data(), page.size()) == static_cast<ssize_t>(page.size());
  close(file);
}

RedirectPage::~RedirectPage() { unlink(path_.c_str()); }

bool RedirectPage::follow() const {
  if (!written_ || (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr))
    return false;
  const auto program = program_on_path("xdg-open");
  if (!program) return false;
  // Discards the browser's output. No code of this program runs between fork and exec.
  posix_spawn_file_actions_t silence;
  if (posix_spawn_file_actions_init(&silence) != 0) return false;
  for (const int number : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&silence, number, "/dev/null", O_WRONLY, 0);
  std::string name = program->string();
  std::string page = path_;
  const std::array<char*, 3> words = {name.data(), page.data(), nullptr};
  pid_t child = 0;
  const bool started =
      posix_spawn(&child, name.c_str(), &silence, nullptr, words.data(), child_environment().data()) == 0;
  posix_spawn_file_actions_destroy(&silence);
  int status = 0;
  return started && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string words_of_shown(const ViewerAddress& shown, const RedirectPage& redirect) {
  if (redirect.follow()) return "Your browser shows it.";
  if (std::getenv("SSH_CONNECTION") != nullptr)
    return fmt::format("On your own computer run\n  {}\nand open the address above there.",
                       shown.ssh_command);
  return "Open the address in a browser of this computer.";
}

}  // namespace nsys_ai
