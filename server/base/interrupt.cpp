// A signal handler must not allocate, so an array holds the entries that it removes.
#include "base/interrupt.h"

#include <poll.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace nsys_ai {
namespace {

constexpr suseconds_t kGraceUs = 30'000;
constexpr int kMostWaitMs = 500;  // for a killed child that still frees its memory

enum class Kind : int { free, taken, path, group, call };

struct LeftoverSlot {
  std::atomic<Kind> kind = Kind::free;
  pid_t group = 0;
  void (*restore)() = nullptr;
  std::array<char, PATH_MAX> path{};
};
std::array<LeftoverSlot, 16> slots;

std::atomic<bool> asked_to_end{false};
// set while an InterruptEndsTask lives
std::atomic<bool> task_is_ended{false};
std::atomic<bool> task_was_ended{false};
std::atomic<int> code_at_end{1};
std::atomic<const char*> words_at_end{""};

// Waits until a killed child is gone, so that it does not outlive this process.
void wait_for(pid_t child) {
  for (int waited = 0; waited < kMostWaitMs && ::waitpid(child, nullptr, WNOHANG) == 0; ++waited)
    ::poll(nullptr, 0, 1);
}

[[noreturn]] void end_now(int) {
  for (LeftoverSlot& slot : slots)
    if (slot.kind == Kind::group) ::kill(-slot.group, SIGKILL);
  for (LeftoverSlot& slot : slots)
    if (slot.kind == Kind::group) wait_for(slot.group);
  // Two rounds, because a folder may contain files of the list.
  for (int round = 0; round < 2; ++round)
    for (LeftoverSlot& slot : slots)
      if (slot.kind == Kind::path && ::unlink(slot.path.data()) != 0) ::rmdir(slot.path.data());
  for (LeftoverSlot& slot : slots)
    if (slot.kind == Kind::call) slot.restore();
  const char* words = words_at_end;
  [[maybe_unused]] ssize_t written = 0;
  if (*words != 0 && ::isatty(STDERR_FILENO) != 0) written = ::write(STDERR_FILENO, "\r\033[K", 4);
  written = ::write(STDERR_FILENO, words, std::strlen(words));
  ::_exit(code_at_end);
}

void on_interrupt(int signal) {
  if (signal == SIGINT && task_is_ended && !task_was_ended.exchange(true)) return;
  if (asked_to_end.exchange(true)) end_now(signal);
  interrupt_token().cancel();
  const itimerval grace{{0, 0}, {0, kGraceUs}};
  ::setitimer(ITIMER_REAL, &grace, nullptr);
}

int free_slot() {
  for (size_t at = 0; at < slots.size(); ++at) {
    Kind expected = Kind::free;
    if (slots[at].kind.compare_exchange_strong(expected, Kind::taken)) return static_cast<int>(at);
  }
  return -1;
}

}  // namespace

const CancelToken& interrupt_token() {
  static const CancelToken token = CancelToken::or_when([] { return task_was_ended.load(); });
  return token;
}

void install_interrupt_handler(int exit_code, const char* words) {
  interrupt_token();  // constructs the token before a handler needs it
  code_at_end = exit_code;
  words_at_end = words;
  std::signal(SIGALRM, end_now);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, on_interrupt);
}

void end_without_words() { words_at_end = ""; }

InterruptEndsTask::InterruptEndsTask() {
  task_was_ended = false;
  task_is_ended = true;
  // `signal` would set SA_RESTART, and an interrupted read would continue.
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  ::sigaction(SIGINT, &action, nullptr);
}

InterruptEndsTask::~InterruptEndsTask() {
  task_is_ended = false;
  task_was_ended = false;
  std::signal(SIGINT, on_interrupt);
}

bool InterruptEndsTask::interrupted() const { return task_was_ended; }

ExitCleanup::ExitCleanup(const std::string& path) {
  if (path.size() >= PATH_MAX) return;
  slot_ = free_slot();
  if (slot_ < 0) return;
  LeftoverSlot& slot = slots[static_cast<size_t>(slot_)];
  std::memcpy(slot.path.data(), path.c_str(), path.size() + 1);
  slot.kind = Kind::path;
}

ExitCleanup::ExitCleanup(void (*restore)()) : slot_(free_slot()) {
  if (slot_ < 0) return;
  LeftoverSlot& slot = slots[static_cast<size_t>(slot_)];
  slot.restore = restore;
  slot.kind = Kind::call;
}

ExitCleanup::ExitCleanup(pid_t group) : slot_(free_slot()) {
  if (slot_ < 0) return;
  LeftoverSlot& slot = slots[static_cast<size_t>(slot_)];
  slot.group = group;
  slot.kind = Kind::group;
}

ExitCleanup::ExitCleanup(ExitCleanup&& other) noexcept : slot_(other.slot_) { other.slot_ = -1; }

ExitCleanup::~ExitCleanup() {
  if (slot_ >= 0) slots[static_cast<size_t>(slot_)].kind = Kind::free;
}

}  // namespace nsys_ai
