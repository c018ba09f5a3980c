// The programs that start others, where the command of the program begins behind one, and what nsys needs
// there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

struct Launcher {
  std::string_view name;
  // The variable in which each of the programs that it starts finds its rank; empty where there are no ranks.
  std::string_view rank;
  // It starts them where an nsys in front of it does not follow: on other machines, in a container.
  bool starts_elsewhere = false;
  // Whether it is known where its options end. Those that take a value, each with a blank on both sides; a
  // value that is joined by `=` needs no mention.
  bool is_understood = false;
  std::string_view with_value = {};
  std::string_view with_two_values = {};
  // Its option for a program that is no script of Python; empty where it starts any program.
  std::string_view any_program = {};
};

// Null where the command begins with none. Assignments and `env` stand before it.
const Launcher* launcher_of(const std::vector<std::string>& command);

// The place of the program in the command; the size of the command where only options follow.
size_t program_behind(const Launcher& launcher, const std::vector<std::string>& command);

bool is_assignment(const std::string& word);

}  // namespace nsys_ai
