// A child of its own process group, so that nothing it starts outlives the test.
#include "shell.h"
#include "tests/support/places.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience(60);

std::vector<std::string> environment_of(const fs::path& folder,
                                        std::map<std::string, std::string> variables) {
  const char* path = std::getenv("PATH");
  variables["PATH"] = fs::path(program()).parent_path().string() + ":" + (path ? path : "/usr/bin:/bin");
  variables["HOME"] = folder.string();
  variables["DIR"] = folder.string();
  variables["USER"] = "somebody";
  // What sanitizers are told, where they are built in.
  for (const char* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"})
    if (const char* value = std::getenv(name)) variables[name] = value;
  std::vector<std::string> words;
  for (const auto& [name, value] : variables) words.push_back(name + "=" + value);
  return words;
}

[[noreturn]] void become_shell(const std::string& command, const fs::path& folder,
                               std::vector<std::string>& environment, int output) {
  ::setpgid(0, 0);
  std::signal(SIGPIPE, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  std::vector<char*> words;
  for (std::string& word : environment) words.push_back(word.data());
  words.push_back(nullptr);
  if (::chdir(folder.c_str()) == 0)
    ::execle("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr), words.data());
  ::_exit(127);
}

// Everything until the end of the output; false when that does not come in time.
bool read_all(int from, std::string& text) {
  const auto deadline = Clock::now() + kPatience;
  std::array<char, 65536> bytes;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd watched{from, POLLIN, 0};
    if (left <= 0 || ::poll(&watched, 1, static_cast<int>(left)) <= 0) return false;
    const ssize_t count = ::read(from, bytes.data(), bytes.size());
    if (count <= 0) return true;
    text.append(bytes.data(), static_cast<size_t>(count));
  }
}

// The code point that begins at `at`, with its length; a length of 0 where none does.
std::pair<uint32_t, size_t> code_point(const std::string& text, size_t at) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const uint32_t first = byte(at);
  const size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  uint32_t value = length <= 1 ? first : first & (0x7FU >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return {first, 0};
    value = value << 6 | (byte(at + i) & 0x3F);
  }
  return {value, length};
}

bool is_active(uint32_t point) {
  const bool control = (point < 0x20 && point != '\n') || (point >= 0x7F && point < 0xA0);
  const bool separator = point == 0x2028 || point == 0x2029;
  const bool direction = point == 0x061C || point == 0x200E || point == 0x200F ||
                         (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
  return control || separator || direction;
}

}  // namespace

TempFolder::TempFolder() {
  std::string name = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  fs::permissions(path_, fs::perms::owner_all, fs::perm_options::add, ignored);
  fs::remove_all(path_, ignored);
}

ShellRun run_shell(const std::string& command, const fs::path& folder,
                   const std::map<std::string, std::string>& variables) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  std::vector<std::string> environment = environment_of(folder, variables);
  const pid_t child = ::fork();
  if (child == 0) become_shell(command, folder, environment, ends[1]);
  ::close(ends[1]);
  ShellRun run;
  const bool ended = child > 0 && read_all(ends[0], run.output);
  ::close(ends[0]);
  if (child < 0) throw std::runtime_error("no process");
  if (!ended) ::kill(-child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!ended) throw std::runtime_error("it takes too long: " + command + "\n" + run.output);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

std::string visible(const std::string& text) {
  std::string shown;
  std::array<char, 16> code{};
  for (size_t at = 0; at < text.size();) {
    const auto [point, length] = code_point(text, at);
    if (length > 0 && !is_active(point)) {
      shown.append(text, at, length);
    } else {
      std::snprintf(code.data(), code.size(), length > 0 ? "<U+%04X>" : "<0x%02X>", point);
      shown += code.data();
    }
    at += std::max<size_t>(length, 1);
  }
  return shown;
}

}  // namespace nsys_ai::test
