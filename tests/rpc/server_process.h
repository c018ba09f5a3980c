// The server as another program, spoken to over its stdin and stdout.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai::test {

// Used by one thread. The destructor kills what still runs.
class ServerProcess {
 public:
  // Runs `program serve`, with its log going to a file.
  ServerProcess(const std::string& program, const std::string& log_path,
                std::vector<std::string> arguments = {"serve"});
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // As they are; for broken frames.
  void send_bytes(std::string_view bytes);
  void send(std::string_view body);
  void close_input();
  // The body of the next message; nothing at the end of the output. Throws when none comes in time, and on a
  // frame that is not exactly as LSP has it.
  std::optional<std::string> receive(std::chrono::seconds timeout = std::chrono::seconds(30));
  // The next line, without its end, of a server that speaks in lines; likewise.
  std::optional<std::string> receive_line(std::chrono::seconds timeout = std::chrono::seconds(30));
  // Waits for the end of the process; its exit code, or 128 + the signal that ended it.
  int exit_code();
  pid_t pid() const { return pid_; }

 private:
  // Reads some more; false at the end.
  bool fill(std::chrono::steady_clock::time_point deadline);

  pid_t pid_ = -1;
  int in_ = -1;   // what the server reads
  int out_ = -1;  // what it writes
  std::string buffer_;
};

}  // namespace nsys_ai::test
