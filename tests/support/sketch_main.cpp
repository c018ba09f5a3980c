// sketch FILE.sketch OUT.sqlite [--version 2026.2]: writes the profile that a text file describes.
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "sketch.h"

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  const bool has_version = args.size() == 4 && args[2] == "--version";
  if (args.size() != 2 && !has_version) {
    std::cerr << "usage: sketch FILE.sketch OUT.sqlite [--version 2026.2]\nversions:";
    for (const std::string& version : nsys_ai::sketch::versions()) std::cerr << ' ' << version;
    std::cerr << '\n';
    return 2;
  }
  std::ifstream in(args[0], std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in.is_open() || in.bad()) {
    std::cerr << args[0] << ": cannot be read\n";
    return 1;
  }
  try {
    if (has_version)
      nsys_ai::sketch::write(text, args[1], args[3]);
    else
      nsys_ai::sketch::write(text, args[1]);
  } catch (const std::exception& error) {
    std::cerr << args[0] << ": " << error.what() << '\n';
    return 1;
  }
}
