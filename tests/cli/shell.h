// Runs command lines as a person at a terminal would, in a folder that nobody else uses.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace nsys_ai::test {

// A folder of its own that goes when the test does.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct ShellRun {
  std::string output;  // stdout and stderr as they came
  int exit_code = 0;   // 128 + the signal that ended it
};

// `command` by /bin/sh in `folder`, with nothing on stdin, with the built program first in PATH as `nsys-ai`,
// and with `variables` in the environment, where the user's own settings are not. Throws when it takes over a
// minute.
ShellRun run_shell(const std::string& command, const std::filesystem::path& folder,
                   const std::map<std::string, std::string>& variables = {});

// Bytes that would move a cursor or turn text around, made visible: <U+001B>. Bytes that are no UTF-8:
// <0xFF>.
std::string visible(const std::string& text);

}  // namespace nsys_ai::test
