// Keeps what a signal handler may use: bytes that are made in advance, and modes.
#include "cli/former_terminal.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

namespace nsys_ai {
namespace {

// What an end by a signal writes, made in advance: nothing else is safe there.
struct TerminalLeftover {
  std::array<char, 256> bytes{};
  size_t size = 0;
  termios modes{};
  bool has_modes = false;
};
TerminalLeftover leftover;

void restore_terminal() {
  [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, leftover.bytes.data(), leftover.size);
  if (leftover.has_modes) ::tcsetattr(STDIN_FILENO, TCSANOW, &leftover.modes);
}

constexpr std::array kCrashes = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT};

// The handler was reset when it was entered: the signal then ends the process as it would have.
void on_crash(int signal) {
  restore_terminal();
  ::raise(signal);
}

}  // namespace

QuietErrors::QuietErrors() {
  if (::isatty(STDERR_FILENO) == 0) return;
  before_ = ::dup(STDERR_FILENO);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (before_ >= 0 && nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  if (nowhere >= 0) ::close(nowhere);
}

QuietErrors::~QuietErrors() {
  if (before_ < 0) return;
  ::dup2(before_, STDERR_FILENO);
  ::close(before_);
}

void FormerTerminal::remember_modes() {
  leftover.has_modes = ::tcgetattr(STDIN_FILENO, &leftover.modes) == 0;
}

FormerTerminal::FormerTerminal(std::string_view codes) : cleanup_(restore_terminal) {
  leftover.size = std::min(codes.size(), leftover.bytes.size());
  std::memcpy(leftover.bytes.data(), codes.data(), leftover.size);
  for (const int signal : kCrashes) {
    struct sigaction action {};
    action.sa_handler = on_crash;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    ::sigaction(signal, &action, nullptr);
  }
}

FormerTerminal::~FormerTerminal() {
  for (const int signal : kCrashes) std::signal(signal, SIG_DFL);
}

}  // namespace nsys_ai
