// fork, a pipe, and what Linux says of a process.
#include "tests/bench/child.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai::bench {
namespace {

constexpr char kMeasured = 'm', kFailed = 'f';

void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
}

std::string read_all(int descriptor) {
  std::string bytes;
  char buffer[4096];
  for (ssize_t got = 0; (got = ::read(descriptor, buffer, sizeof buffer)) > 0;)
    bytes.append(buffer, static_cast<size_t>(got));
  return bytes;
}

// The number after `key` in a file of lines "key: number".
int64_t number_of(const char* path, std::string_view key) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(key) && line.size() > key.size() && line[key.size()] == ':')
      return std::stoll(line.substr(key.size() + 1));
  return 0;
}

}  // namespace

void run_in_child(const std::function<void(void*)>& fill, void* out, size_t size) {
  int ends[2];
  std::fflush(nullptr);
  if (::pipe(ends) != 0) throw std::runtime_error(std::strerror(errno));
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error(std::strerror(errno));
  if (child == 0) {
    ::close(ends[0]);
    std::string answer(1 + size, kMeasured);
    try {
      std::vector<unsigned char> filled(size);
      fill(filled.data());
      std::memcpy(answer.data() + 1, filled.data(), size);
    } catch (const std::exception& error) {
      answer = kFailed + std::string(error.what());
    }
    write_all(ends[1], answer);
    // Nothing is torn down: that would take as long as the measurement.
    ::_exit(0);
  }
  ::close(ends[1]);
  const std::string answer = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (answer.size() == 1 + size && answer[0] == kMeasured)
    std::memcpy(out, answer.data() + 1, size);
  else if (!answer.empty() && answer[0] == kFailed)
    throw std::runtime_error(answer.substr(1));
  else
    throw std::runtime_error(WIFSIGNALED(status)
                                 ? std::string("a measurement died of ") + strsignal(WTERMSIG(status))
                                 : std::string("a measurement ended without a result"));
}

Memory memory_now() {
  const auto bytes = [](std::string_view key) { return number_of("/proc/self/status", key) * 1024; };
  return {.peak = bytes("VmHWM"), .resident = bytes("VmRSS"), .anonymous = bytes("RssAnon")};
}

int64_t bytes_read() { return number_of("/proc/self/io", "rchar"); }
int64_t device_bytes_read() { return number_of("/proc/self/io", "read_bytes"); }

}  // namespace nsys_ai::bench
