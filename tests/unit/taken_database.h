// A database that was taken from under its writer, as it lies on the disk at that moment, and what SQLite
// makes of it.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "profile/sqlite_file/file_image.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {

constexpr const char* kSuffixes[] = {"", "-journal", "-wal"};

// A statement in which @ stands for the table of kernels.
inline std::string with_kernels(const std::string& text) {
  std::string result = text;
  for (size_t at; (at = result.find('@')) != std::string::npos;) result.replace(at, 1, kKernelTable);
  return result;
}

// Writes every kernel again, one second later: rows that are equal in every column would count once.
constexpr const char* kWriteAllAgain =
    "CREATE TEMP TABLE again AS SELECT * FROM @; UPDATE again SET start = start + 1000000000, "
    "end = end + 1000000000; INSERT INTO @ SELECT * FROM again; DROP TABLE again";

// Every file of a folder with its bytes, its time and its rights.
inline std::map<std::string, std::string> files_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    struct stat status {};
    stat(entry.path().c_str(), &status);
    files[entry.path().filename().string()] =
        std::to_string(status.st_mtim.tv_sec) + "." + std::to_string(status.st_mtim.tv_nsec) + " " +
        std::to_string(status.st_mode) + " " + (entry.is_regular_file() ? bytes_of(entry.path()) : "");
  }
  return files;
}

// A profile with a writer that has it open. '@' in a statement stands for the table of kernels.
class WrittenProfile {
 public:
  explicit WrittenProfile(int page_size = 4096) {
    sketch::write("repeat 300 every 10us { gpu 0 stream 7   gemm 0..5us   softmax 6..8us }\n",
                  path().string());
    change(path(), "PRAGMA page_size=" + std::to_string(page_size) + "; VACUUM");
  }

  sketch::Database& writer() {
    if (!writer_) writer_ = std::make_unique<sketch::Database>(path().string());
    return *writer_;
  }
  void write(const std::string& sql) { writer().execute(with_kernels(sql)); }
  std::filesystem::path path() const { return folder_ / "profile.sqlite"; }

 private:
  TemporaryFolder folder_;
  std::unique_ptr<sketch::Database> writer_;
};

// The files as they were when it was made, in a folder of their own.
class TakenProfile {
 public:
  explicit TakenProfile(const std::filesystem::path& path) {
    for (const char* suffix : kSuffixes)
      if (std::filesystem::exists(path.string() + suffix)) put(suffix, bytes_of(path.string() + suffix));
  }

  std::filesystem::path path(const std::string& suffix = "") const {
    return folder_ / ("profile.sqlite" + suffix);
  }
  const std::filesystem::path& folder() const { return folder_.path(); }
  bool has(const std::string& suffix) const { return std::filesystem::exists(path(suffix)); }
  std::string bytes(const std::string& suffix = "") const { return bytes_of(path(suffix)); }
  void put(const std::string& suffix, const std::string& bytes) { write_bytes(path(suffix), bytes); }
  void remove(const std::string& suffix) { std::filesystem::remove(path(suffix)); }

  // Loads it and finds the folder as it was.
  ProfilePtr load() const {
    const auto before = files_in(folder());
    auto profile = load_profile(path());
    EXPECT_EQ(files_in(folder()) == before, true) << "the folder was changed";
    if (profile) return *profile;
    ADD_FAILURE() << profile.error().message;
    return nullptr;
  }

 private:
  TemporaryFolder folder_;
};

// A copy that SQLite has opened, so that it has undone the journal and put the log into the file.
class RecoveredProfile {
 public:
  explicit RecoveredProfile(const TakenProfile& taken) : copy_(taken.path()) {
    EXPECT_EQ(sqlite3_open(copy_.path().c_str(), &handle_), SQLITE_OK);
    ask("SELECT count(*) FROM sqlite_master");
    ask("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  ~RecoveredProfile() { sqlite3_close(handle_); }
  RecoveredProfile(const RecoveredProfile&) = delete;
  RecoveredProfile& operator=(const RecoveredProfile&) = delete;

  std::string ask(const std::string& sql) {
    std::string answer;
    const auto add = [](void* into, int count, char** cells, char**) {
      for (int i = 0; i < count; ++i)
        *static_cast<std::string*>(into) += std::string(i == 0 ? "" : "|") + (cells[i] ? cells[i] : "");
      *static_cast<std::string*>(into) += '\n';
      return 0;
    };
    sqlite3_exec(handle_, with_kernels(sql).c_str(), add, &answer, nullptr);
    return answer;
  }
  std::string kernels() {
    return ask(
        "SELECT k.rowid, start, end, streamId, value FROM @ k JOIN StringIds s ON s.id = demangledName "
        "ORDER BY k.rowid");
  }
  std::string bytes() const { return copy_.bytes(); }
  std::filesystem::path path() const { return copy_.path(); }

 private:
  TakenProfile copy_;
  sqlite3* handle_ = nullptr;
};

// As RecoveredProfile::kernels.
inline std::string kernels_of(const Profile& profile) {
  const Kernels& kernels = profile.kernels();
  std::map<int64_t, std::string> lines;
  for (size_t i = 0; i < kernels.size(); ++i)
    lines[kernels.row[i]] = std::to_string(kernels.start[i]) + "|" + std::to_string(kernels.end(i)) + "|" +
                            std::to_string(profile.streams()[kernels.stream[i]].stream) + "|" +
                            std::string(profile.text(kernels.name(i)));
  std::string all;
  for (const auto& [row, line] : lines) all += std::to_string(row) + "|" + line + "\n";
  return all;
}

// The image as one string; empty where it is refused.
inline std::string image_of(const TakenProfile& taken) {
  const auto image = FileImage::open(taken.path());
  if (!image) return {};
  std::string bytes(size_t{(*image)->page_count()} * (*image)->page_size(), '\0');
  if (!(*image)->read_pages(1, (*image)->page_count(), reinterpret_cast<unsigned char*>(bytes.data())))
    return {};
  return bytes;
}

// The bytes of a database, but for the two that say whether it is written through a log.
inline std::string without_versions(std::string database) {
  if (database.size() > 20) database.replace(18, 2, "\1\1");
  return database;
}

// Whether the image, and the kernels of the profile, are what SQLite makes of the same files.
inline void expect_as_sqlite(const TakenProfile& taken, const std::string& of = {}) {
  RecoveredProfile recovered(taken);
  EXPECT_TRUE(image_of(taken) == without_versions(recovered.bytes())) << of << ": other bytes";
  const ProfilePtr profile = taken.load();
  if (profile) {
    EXPECT_EQ(kernels_of(*profile), recovered.kernels()) << of;
  }
}

}  // namespace nsys_ai::test
