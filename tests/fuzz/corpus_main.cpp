// Writes the corpus of broken profiles into a folder, to look at one or to begin fuzzing with.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include "tests/fuzz/corpus.h"
#include "tests/fuzz/seed.h"

namespace {

struct Options {
  std::filesystem::path folder;
  std::string group;    // all where empty
  std::string without;  // a group that is left out
  size_t max_bytes = SIZE_MAX;
  size_t every = 1;  // of the broken files; whole ones are all written
};

bool read_options(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--group" && i + 1 < count)
      options.group = words[++i];
    else if (word == "--without" && i + 1 < count)
      options.without = words[++i];
    else if (word == "--most-bytes" && i + 1 < count)
      options.max_bytes = std::stoul(words[++i]);
    else if (word == "--every" && i + 1 < count)
      options.every = std::stoul(words[++i]);
    else if (word.starts_with("-") || !options.folder.empty())
      return false;
    else
      options.folder = word;
  }
  return !options.folder.empty() && options.every > 0;
}

// A name of a sample as a name of a file.
std::string file_name(std::string_view group, const std::string& sample) {
  std::string name = std::string(group) + "." + sample;
  for (char& c : name)
    if (c == '/' || c == ' ' || c == '\'' || c == '"' || c == ';') c = '_';
  return name.substr(0, 200) + ".sqlite";
}

}  // namespace

int main(int count, char** words) {
  using namespace nsys_ai::fuzz;
  try {
    Options options;
    if (!read_options(count, words, options)) {
      std::fputs("Usage: corpus FOLDER [--group NAME] [--without NAME] [--every N] [--most-bytes N]\n",
                 stderr);
      return 2;
    }
    std::filesystem::create_directories(options.folder);
    size_t seen = 0;
    size_t written = 0;
    for (const Group& group : groups()) {
      if (!options.group.empty() && options.group != group.name) continue;
      if (options.without == group.name) continue;
      group.make([&](const Sample& sample) {
        if (sample.bytes.size() > options.max_bytes) return;
        const bool broken = sample.must == Must::load_or_refuse || sample.must == Must::load;
        if (broken && ++seen % options.every != 0) return;
        write_bytes(options.folder / file_name(group.name, sample.name), sample.bytes);
        ++written;
      });
    }
    std::printf("%zu files in %s\n", written, options.folder.c_str());
    return written == 0 ? 1 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "corpus: %s\n", error.what());
    return 1;
  }
}
