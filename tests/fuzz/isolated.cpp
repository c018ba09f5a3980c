// One child takes the cases in turn; where it ends early, another continues after the case that ended it.
#include "tests/fuzz/isolated.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace nsys_ai::fuzz {
namespace {

// After so many lost children the rest says nothing new.
constexpr size_t kMaxLost = 12;

// A field of /proc/self/status in bytes.
size_t memory_field(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(field + ":"))
      return std::strtoull(line.c_str() + field.size() + 1, nullptr, 10) * 1024;
  return 0;
}

// Makes the peak of the memory in use start again at what is in use now.
void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

std::string run_one(const Case& one, const Limits& limits) {
  forget_peak();
  const size_t before = memory_field("VmHWM");
  std::string wrong;
  try {
    wrong = one.run();
  } catch (const std::exception& error) {
    wrong = std::string("throws ") + error.what();
  }
  const size_t peak = memory_field("VmHWM");
  if (wrong.empty() && peak > before && peak - before > limits.memory)
    wrong = "took " + std::to_string((peak - before) >> 20) + " MiB of memory";
  return wrong;
}

[[noreturn]] void be_child(const std::vector<Case>& cases, const Limits& limits, std::atomic<size_t>& at,
                           int out) {
  if (limits.memory != SIZE_MAX) {
    // Memory that is asked for and never touched shows nowhere but here.
    const rlimit most{rlim_t{8} << 30, rlim_t{8} << 30};
    setrlimit(RLIMIT_AS, &most);
  }
  for (; at < cases.size(); ++at) {
    std::string wrong = run_one(cases[at], limits);
    if (wrong.empty()) continue;
    wrong = cases[at].name + ": " + wrong + '\n';
    if (write(out, wrong.data(), wrong.size()) < 0) std::_Exit(1);
  }
  std::_Exit(0);
}

class Shared {
 public:
  Shared()
      : place_(mmap(nullptr, sizeof(std::atomic<size_t>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                    -1, 0)) {
    if (place_ == MAP_FAILED) throw std::runtime_error("no memory can be shared");
    new (place_) std::atomic<size_t>(0);
  }
  ~Shared() { munmap(place_, sizeof(std::atomic<size_t>)); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  std::atomic<size_t>& at() { return *static_cast<std::atomic<size_t>*>(place_); }

 private:
  void* place_;
};

// Collects what the child says until it ends, or until one case takes too long.
bool ends_in_time(int in, const std::atomic<size_t>& at, std::chrono::seconds limit, std::string& said) {
  using Clock = std::chrono::steady_clock;
  size_t last = at;
  auto since = Clock::now();
  for (;;) {
    pollfd wait{in, POLLIN, 0};
    poll(&wait, 1, 100);
    if (wait.revents != 0) {
      char part[4096];
      const ssize_t got = read(in, part, sizeof part);
      if (got <= 0) return true;
      said.append(part, static_cast<size_t>(got));
    }
    if (at != last) {
      last = at;
      since = Clock::now();
    }
    if (Clock::now() - since > limit) return false;
  }
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return std::string("ends with ") + strsignal(WTERMSIG(status));
  return "ends with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

std::vector<std::string> failures(const std::vector<Case>& cases, const Limits& limits) {
  Shared shared;
  std::string said;
  std::vector<std::string> lost;
  while (shared.at() < cases.size() && lost.size() < kMaxLost) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe can be made");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process can be made");
    if (child == 0) be_child(cases, limits, shared.at(), ends[1]);
    close(ends[1]);
    const bool in_time = ends_in_time(ends[0], shared.at(), limits.time, said);
    if (!in_time) kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    close(ends[0]);
    if (in_time && status == 0) break;
    const std::string& name = cases[std::min<size_t>(shared.at(), cases.size() - 1)].name;
    lost.push_back(name + ": " + (in_time ? how_it_ended(status) : std::string("does not end")));
    ++shared.at();
  }
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) lost.push_back(line);
  return lost;
}

}  // namespace nsys_ai::fuzz
