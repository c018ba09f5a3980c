// Writes the corpus of broken profiles into a folder, to look at one or to begin fuzzing with.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include "tests/fuzz/corpus.h"
#include "tests/fuzz/seed.h"

// A name of a sample as a name of a file.
static std::string file_name(std::string_view group, const std::string& sample) {
  std::string name = std::string(group) + "." + sample;
  for (char& c : name)
    if (c == '/' || c == ' ' || c == '\'' || c == '"' || c == ';') c = '_';
  return name.substr(0, 200) + ".sqlite";
}

int main(int count, char** words) {
  if (count < 2 || count > 4) {
    std::fputs("Usage: corpus FOLDER [GROUP [MOST_BYTES]]\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = words[1];
  const std::string wanted = count > 2 ? words[2] : "all";
  const size_t most = count > 3 ? std::stoul(words[3]) : SIZE_MAX;
  try {
    std::filesystem::create_directories(folder);
    size_t written = 0;
    for (const nsys_ai::fuzz::Group& group : nsys_ai::fuzz::groups()) {
      if (wanted != "all" && wanted != group.name) continue;
      group.make([&](const nsys_ai::fuzz::Sample& sample) {
        if (sample.bytes.size() > most) return;
        nsys_ai::fuzz::write_bytes(folder / file_name(group.name, sample.name), sample.bytes);
        ++written;
      });
    }
    std::printf("%zu files in %s\n", written, folder.c_str());
    return written == 0 ? 1 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "corpus: %s\n", error.what());
    return 1;
  }
}
