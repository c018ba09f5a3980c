// Runs cases in child processes, so that a crash, a hang or a lot of memory fails one case by its name and
// the rest goes on.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace nsys_ai::fuzz {

struct Case {
  std::string name;
  std::function<std::string()> run;  // gives what is wrong; empty when nothing is
};

struct Limits {
  std::chrono::seconds time{10};  // for one case
  size_t memory = SIZE_MAX;       // bytes that one case may add to what was in use before
};

// What went wrong, a line a case. Call it where no other thread runs: it forks.
std::vector<std::string> failures(const std::vector<Case>& cases, const Limits& limits);

}  // namespace nsys_ai::fuzz
