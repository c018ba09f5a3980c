// What a terminal was before a program drew on it, and how it becomes that again, whatever ends the program.
#pragma once

#include <string_view>

#include "base/interrupt.h"

namespace nsys_ai {

// Messages and progress would be written across the screen.
class QuietErrors {
 public:
  QuietErrors();
  ~QuietErrors();
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  int before_ = -1;
};

// While it lives, an end by a signal and a crash write `codes` to the terminal, and set its modes as they
// were when `remember_modes` was called. One at a time.
class FormerTerminal {
 public:
  static void remember_modes();
  explicit FormerTerminal(std::string_view codes);
  ~FormerTerminal();
  FormerTerminal(const FormerTerminal&) = delete;
  FormerTerminal& operator=(const FormerTerminal&) = delete;

 private:
  ExitCleanup cleanup_;
};

}  // namespace nsys_ai
