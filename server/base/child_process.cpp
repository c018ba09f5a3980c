// Starts the child in its own process group, and reads its output in a loop.
#include "base/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "base/descriptor.h"
#include "base/interrupt.h"
#include "base/secret_variables.h"

namespace nsys_ai {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMaxPrinted = 16384;
constexpr std::chrono::milliseconds kBetweenPolls(10);
constexpr std::chrono::milliseconds kBetweenReports(200);
constexpr int kMaxDescriptors = 1024;

struct Pipe {
  Descriptor read;
  Descriptor write;
};

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

struct Start {
  std::vector<char*> words;
  std::vector<char*> environment;
  int printed;   // where the child writes its output
  int failure;   // where it reports the errno of a failed start
  pid_t parent;  // the process it dies with
};

// Runs between fork and exec in a program with many threads: it makes only system calls and allocates
// nothing.
[[noreturn]] void become(const Start& start) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != start.parent) ::_exit(127);
  ::signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(start.printed, STDOUT_FILENO);
  ::dup2(start.printed, STDERR_FILENO);
  // These include the server's sockets: a port would stay in use for as long as the child lives.
  for (int number = STDERR_FILENO + 1; number < kMaxDescriptors; ++number)
    ::fcntl(number, F_SETFD, FD_CLOEXEC);
  ::execve(start.words.front(), start.words.data(), start.environment.data());
  const int cause = errno;
  [[maybe_unused]] const ssize_t written = ::write(start.failure, &cause, sizeof cause);
  ::_exit(127);
}

// The last bytes of a child's output.
class Printed {
 public:
  explicit Printed(int from) : from_(from) { ::fcntl(from, F_SETFL, O_NONBLOCK); }

  // Reads what has arrived, but returns after a while even when the child keeps writing.
  void drain() {
    std::array<char, 4096> bytes;
    for (int round = 0; round < 16 && !ended_; ++round) {
      const ssize_t count = ::read(from_, bytes.data(), bytes.size());
      if (count < 0) return;
      ended_ = count == 0;
      text_.append(bytes.data(), static_cast<size_t>(count));
      if (text_.size() > 2 * kMaxPrinted) text_.erase(0, text_.size() - kMaxPrinted);
    }
  }
  void wait() const {
    pollfd watched{from_, POLLIN, 0};
    ::poll(&watched, ended_ ? 0 : 1, static_cast<int>(kBetweenPolls.count()));
  }
  const std::string& text() const { return text_; }
  std::string last() && {
    if (text_.size() > kMaxPrinted) text_.erase(0, text_.size() - kMaxPrinted);
    return std::move(text_);
  }

 private:
  int from_;
  bool ended_ = false;
  std::string text_;
};

// Leaves the child as a zombie, so that nothing else gets its pid before its group is killed.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid == child;
}

// Grandchildren cannot be waited for; they get a moment to die, so that they write nothing afterwards.
int end_group(pid_t child) {
  ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  for (int look = 0; look < 5 && ::kill(-child, 0) == 0; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return status;
}

tl::unexpected<Error> not_started(const std::string& program, int cause) {
  return fail(ErrorCode::cannot_do, fmt::format("{} cannot be started: {}.", program, std::strerror(cause)));
}

}  // namespace

std::vector<char*> child_environment() {
  const auto is_secret = [](std::string_view variable) {
    return std::find(kSecretVariables.begin(), kSecretVariables.end(),
                     variable.substr(0, variable.find('='))) != kSecretVariables.end();
  };
  std::vector<char*> kept;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    if (!is_secret(*variable)) kept.push_back(*variable);
  kept.push_back(nullptr);
  return kept;
}

Result<ChildEnd> run_child(const ChildRun& run) {
  auto printing = make_pipe();
  auto failing = make_pipe();
  if (!printing || !failing) return not_started(run.words.front(), errno);
  Start start{{}, child_environment(), printing->write.number(), failing->write.number(), ::getpid()};
  for (const std::string& word : run.words) start.words.push_back(const_cast<char*>(word.c_str()));
  start.words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return not_started(run.words.front(), errno);
  if (child == 0) become(start);
  ::setpgid(child, child);
  const ExitCleanup running(child);
  printing->write.reset();
  failing->write.reset();
  int cause = 0;
  if (::read(failing->read.number(), &cause, sizeof cause) == sizeof cause) {
    end_group(child);
    return not_started(run.words.front(), cause);
  }

  Printed printed(printing->read.number());
  const auto begun = Clock::now();
  auto next_report = begun;
  while (!has_ended(child)) {
    if (run.cancel.cancelled() || (run.timeout && Clock::now() - begun > *run.timeout)) break;
    if (Clock::now() >= next_report) {
      if (run.watch) run.watch(printed.text());
      next_report = Clock::now() + kBetweenReports;
    }
    printed.wait();
    printed.drain();
  }
  const int status = end_group(child);
  if (run.cancel.cancelled()) return cancelled();
  printed.drain();
  return ChildEnd{WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                  std::move(printed).last()};
}

}  // namespace nsys_ai
