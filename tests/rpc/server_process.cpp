// Starts the server and cuts its output into messages, strictly.
#include "server_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace nsys_ai::test {
namespace {

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return ends;
}

}  // namespace

ServerProcess::ServerProcess(const std::string& program, const std::string& log_path,
                             std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program);
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  const auto input = make_pipe();
  const auto output = make_pipe();
  pid_ = ::fork();
  if (pid_ == 0) {
    // What a user keeps is the test's own.
    const std::string home = std::filesystem::path(log_path).parent_path() / "home";
    for (const char* name : {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"})
      ::setenv(name, home.c_str(), 1);
    for (const char* name : {"NSYS_AI_MODEL", "NSYS_AI_MODEL_URL"}) ::unsetenv(name);
    const int log = ::open(log_path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    ::dup2(input[0], STDIN_FILENO);
    ::dup2(output[1], STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
    ::execv(program.c_str(), words.data());
    ::_exit(127);
  }
  ::close(input[0]);
  ::close(output[1]);
  in_ = input[1];
  out_ = output[0];
}

ServerProcess::~ServerProcess() {
  close_input();
  ::close(out_);
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void ServerProcess::send_bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(in_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;  // the server closed; what it said before will tell why
    bytes.remove_prefix(static_cast<size_t>(count));
  }
}

void ServerProcess::send(std::string_view body) {
  send_bytes("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
}

void ServerProcess::close_input() {
  if (in_ >= 0) ::close(in_);
  in_ = -1;
}

bool ServerProcess::fill(std::chrono::steady_clock::time_point deadline) {
  const auto left = deadline - std::chrono::steady_clock::now();
  const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(left).count();
  pollfd watched{out_, POLLIN, 0};
  if (millis <= 0 || ::poll(&watched, 1, static_cast<int>(millis)) <= 0)
    throw std::runtime_error("the server says nothing");
  std::array<char, 65536> bytes;
  const ssize_t count = ::read(out_, bytes.data(), bytes.size());
  if (count > 0) buffer_.append(bytes.data(), static_cast<size_t>(count));
  return count > 0;
}

std::optional<std::string> ServerProcess::receive(std::chrono::seconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  constexpr std::string_view kBegin = "Content-Length: ";
  size_t header_end = 0;
  while ((header_end = buffer_.find("\r\n\r\n")) == std::string::npos)
    if (!fill(deadline)) {
      if (!buffer_.empty()) throw std::runtime_error("the output ends inside a header: " + buffer_);
      return std::nullopt;
    }
  size_t length = 0;
  const std::string header = buffer_.substr(0, header_end);
  const char* digits = header.data() + kBegin.size();
  const char* end = header.data() + header.size();
  if (!header.starts_with(kBegin) || std::from_chars(digits, end, length).ptr != end)
    throw std::runtime_error("the output has a header that LSP does not know: " + header);
  const size_t body = header_end + 4;
  while (buffer_.size() < body + length)
    if (!fill(deadline)) throw std::runtime_error("the output ends inside a message");
  std::string message = buffer_.substr(body, length);
  buffer_.erase(0, body + length);
  return message;
}

std::optional<std::string> ServerProcess::receive_line(std::chrono::seconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  size_t end = 0;
  while ((end = buffer_.find('\n')) == std::string::npos)
    if (!fill(deadline)) {
      if (!buffer_.empty()) throw std::runtime_error("the output ends inside a line");
      return std::nullopt;
    }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  return line;
}

int ServerProcess::exit_code() {
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace nsys_ai::test
