// What a test says instead of comparing with real captures where there are none. It is one sentence for tests
// of every kind, so that those who have none are told once how many tests asked for them.
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "tests/support/places.h"

namespace nsys_ai::test {

inline std::string needs_captures() {
  const std::filesystem::path path = source_folder() / "tests/support/needs_captures.txt";
  std::ifstream file(path);
  std::string sentence;
  if (!std::getline(file, sentence)) throw std::runtime_error("There is no sentence in " + path.string());
  return sentence;
}

}  // namespace nsys_ai::test
