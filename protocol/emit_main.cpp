// protocol-emit [ROOT]: writes the schema and the clients' types into a checkout, by default the current one.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "protocol/emit.h"

int main(int count, char** arguments) {
  const std::filesystem::path root = count > 1 ? arguments[1] : ".";
  if (!std::filesystem::is_directory(root / "protocol")) {
    std::fprintf(stderr, "%s is no checkout: protocol-emit [ROOT]\n", root.c_str());
    return 2;
  }
  for (const auto& [path, text] : nsys_ai::emitted_files()) {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream file(root / path, std::ios::binary);
    file << text;
    if (!file.flush()) {
      std::fprintf(stderr, "%s cannot be written.\n", (root / path).c_str());
      return 1;
    }
  }
  return 0;
}
