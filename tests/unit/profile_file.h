// Profiles as files, for tests of the loader: a folder that vanishes, sketches written into it, and what SQL
// says.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "profile/load/load.h"
#include "tests/support/sketch.h"
#include "tests/support/sketch_sqlite.h"

namespace nsys_ai::test {

// The tables of kernels and of calls in an export.
constexpr const char* kKernelTable = "CUPTI_ACTIVITY_KIND_KERNEL";
constexpr const char* kCallTable = "CUPTI_ACTIVITY_KIND_RUNTIME";

// A folder of one test, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// Statements run on the file as the sqlite3 shell would run them.
inline void change(const std::filesystem::path& path, const std::string& sql) {
  sketch::Database database(path.string());
  database.execute(sql);
  database.close();
}

// As hex() of SQL writes the bytes of a text.
inline std::string hexadecimal(std::string_view text) {
  std::string hex;
  for (const char c : text)
    for (const int part : {static_cast<unsigned char>(c) >> 4, static_cast<unsigned char>(c) & 15})
      hex += "0123456789ABCDEF"[part];
  return hex;
}

// The profile that a sketch describes; throws where the loader refuses it.
inline ProfilePtr loaded(const std::string& text, const std::string& version = "2026.2") {
  const TemporaryFolder folder;
  const auto path = folder / "sketch.sqlite";
  sketch::write(text, path.string(), version);
  auto profile = load_profile(path);
  if (!profile) throw std::runtime_error(profile.error().message);
  return *profile;
}

// The notes of a profile that hold a text.
inline std::vector<std::string> notes_with(const Profile& profile, std::string_view text) {
  std::vector<std::string> found;
  for (const std::string& note : profile.notes())
    if (note.find(text) != std::string::npos) found.push_back(note);
  return found;
}

}  // namespace nsys_ai::test
