// posix_spawn, so that what this process has in memory does not count.
#include "tests/bench/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>

#include "tests/bench/clock.h"

namespace nsys_ai::bench {

double measure_program(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  int error = 0, status = 0;
  const double ms = ms_of([&] {
    pid_t child = 0;
    error = ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    if (error == 0) ::waitpid(child, &status, 0);
  });
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error(command.front() + ": " + std::strerror(error));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error(command.front() + " failed");
  return ms;
}

}  // namespace nsys_ai::bench
