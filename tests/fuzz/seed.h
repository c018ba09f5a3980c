// Whole profiles, small, from which broken ones are made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace nsys_ai::fuzz {

struct Seed {
  std::string bytes;
  std::map<std::string, uint32_t> roots;  // root pages by the name of the table
};

// A folder that is removed with all that is in it.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string bytes_of(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, const std::string& bytes);

// Every family of events, b-trees of two levels, texts on overflow pages, pages of 512 bytes.
const Seed& plain();
// The same where no column is NOT NULL.
const Seed& loose();
// The plain seed as another release of Nsight lays it out.
Seed of_version(const std::string& version);

// The tables that the loader makes events of, and that of their names.
const std::vector<std::string>& event_tables();

// What statements make of a file.
Seed edited(const Seed& seed, const std::string& sql);
// The answer of a question to a file, as the sqlite3 shell prints it.
std::string answer(const Seed& seed, const std::string& sql);
// The tables of a seed written into another new database, which is there already.
Seed copied_into(const std::string& empty_database, const Seed& seed);

}  // namespace nsys_ai::fuzz
