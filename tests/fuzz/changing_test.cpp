// Files that change while they are read, and files with company: journals, logs, indexes of others.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "profile/load/load.h"
#include "tests/fuzz/isolated.h"
#include "tests/fuzz/pages.h"
#include "tests/fuzz/seed.h"
#include "tests/fuzz/untouched.h"
#include "tests/fuzz/walk.h"
#include "tests/support/sketch_sqlite.h"

namespace nsys_ai::fuzz {

using Path = std::filesystem::path;

struct Change {
  const char* name;
  void (*make)(const Path& path, size_t size);
};

void PrintTo(const Change& change, std::ostream* out) { *out << change.name; }

namespace {

// Large enough that loading takes a while, in pages of the usual size.
const Seed& large() {
  static const Seed seed = edited(
      plain(),
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO "
      "CUPTI_ACTIVITY_KIND_RUNTIME (start, end, eventClass, globalTid, correlationId, nameId, returnValue) "
      "SELECT i, i + 5, 0, 1, i, 1, 0 FROM n; "
      "INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid) "
      "SELECT start, end, 59, 'range ' || start, 1 FROM CUPTI_ACTIVITY_KIND_RUNTIME; "
      "INSERT INTO StringIds SELECT 100000 + rowid, 'name ' || rowid FROM CUPTI_ACTIVITY_KIND_RUNTIME; "
      "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET nameId = 100000 + rowid; "
      "PRAGMA page_size = 4096; VACUUM");
  return seed;
}

void overwrite(const Path& path, size_t begin, size_t size, char byte) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(begin));
  file << std::string(size, byte);
}

void replace(const Path& path, const std::string& bytes) {
  const Path beside = path.string() + ".new";
  write_bytes(beside, bytes);
  std::filesystem::rename(beside, path);
}

const std::vector<Change>& changes() {
  static const std::vector<Change> changes = {
      {"is_cut_to_nothing", [](const Path& path, size_t) { std::filesystem::resize_file(path, 0); }},
      {"is_cut_in_half",
       [](const Path& path, size_t size) { std::filesystem::resize_file(path, size / 2 + 7); }},
      {"loses_its_last_page",
       [](const Path& path, size_t size) { std::filesystem::resize_file(path, size - 4096); }},
      {"grows", [](const Path& path, size_t size) { overwrite(path, size, 65536, '\x0D'); }},
      {"is_deleted", [](const Path& path, size_t) { std::filesystem::remove(path); }},
      {"is_replaced_by_another", [](const Path& path, size_t) { replace(path, plain().bytes); }},
      {"is_replaced_by_text", [](const Path& path, size_t) { replace(path, "no database"); }},
      {"is_written_over", [](const Path& path, size_t size) { overwrite(path, 4096, size - 4096, '\xFF'); }},
      {"is_zeroed", [](const Path& path, size_t size) { overwrite(path, 0, size, '\0'); }},
      {"is_written_over_by_another", [](const Path& path, size_t) { write_bytes(path, plain().bytes); }},
  };
  return changes;
}

// Loads while the change happens at the given call of the progress, counted from 1.
Case at_a_step(const Change& change, int step) {
  return {change.name + std::string("_at_step_") + std::to_string(step), [change, step] {
            const ScratchFolder folder;
            const Path path = folder.path() / "changing.sqlite";
            write_bytes(path, large().bytes);
            std::atomic<int> steps{0};
            Work work;
            work.progress = [&](double, const std::string&) {
              if (++steps == step) change.make(path, large().bytes.size());
            };
            return wrong_with_load(load_profile(path, work));
          }};
}

// Loads while another thread makes the change after so many microseconds.
Case after_a_while(const Change& change, int microseconds) {
  return {change.name + std::string("_after_us_") + std::to_string(microseconds), [change, microseconds] {
            const ScratchFolder folder;
            const Path path = folder.path() / "changing.sqlite";
            write_bytes(path, large().bytes);
            std::jthread other([&] {
              std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
              change.make(path, large().bytes.size());
            });
            return wrong_with_load(load_profile(path));
          }};
}

class Changing : public testing::TestWithParam<Change> {};

TEST_P(Changing, LoadsOrIsRefused) {
  large();
  std::vector<Case> cases;
  for (int step = 1; step <= 8; ++step) cases.push_back(at_a_step(GetParam(), step));
  for (int after = 0; after < 40'000; after += 2'500) cases.push_back(after_a_while(GetParam(), after));
  for (const std::string& failure : failures(cases, {std::chrono::seconds(30)})) ADD_FAILURE() << failure;
}

INSTANTIATE_TEST_SUITE_P(, Changing, testing::ValuesIn(changes()),
                         [](const auto& of) { return std::string(of.param.name); });

// Stops at any step with nothing but the word that it was cancelled.
TEST(Cancelled, AtEveryStep) {
  const ScratchFolder folder;
  const Path path = folder.path() / "large.sqlite";
  write_bytes(path, large().bytes);
  for (int step = 1; step <= 12; ++step) {
    std::atomic<int> steps{0};
    Work work;
    work.progress = [&](double, const std::string&) {
      if (++steps == step) work.cancel.cancel();
    };
    const auto loaded = load_profile(path, work);
    EXPECT_TRUE(loaded || loaded.error().code == ErrorCode::cancelled) << loaded.error().message;
  }
}

class ConcurrentWriter : public testing::Test {
 protected:
  Path path(const std::string& name) const { return folder_.path() / name; }

  // Loads the file and finds the folder as it was.
  ProfilePtr load() {
    const Untouched untouched(folder_.path());
    ProfilePtr profile;
    EXPECT_EQ(load_and_walk(path("profile.sqlite"), &profile), "");
    EXPECT_EQ(untouched.changed(), "");
    return profile;
  }

  // Takes the files of a database as they are while its writer has them open.
  void copy_from(const ScratchFolder& writers) {
    for (const char* name : {"profile.sqlite", "profile.sqlite-wal", "profile.sqlite-journal"})
      if (std::filesystem::exists(writers.path() / name))
        write_bytes(path(name), bytes_of(writers.path() / name));
  }

  bool says_of(const Profile& profile, const std::string& word) const {
    for (const std::string& note : profile.notes())
      if (note.find(word) != std::string::npos) return true;
    return false;
  }

  ScratchFolder folder_;
};

constexpr const char* kMoreKernels =
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL";

TEST_F(ConcurrentWriter, OfALogWithoutItsIndexIsShownOrTold) {
  const ScratchFolder writers;
  write_bytes(writers.path() / "profile.sqlite", plain().bytes);
  sketch::Database writer((writers.path() / "profile.sqlite").string());
  writer.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
  writer.execute(kMoreKernels);
  copy_from(writers);
  ASSERT_TRUE(std::filesystem::exists(path("profile.sqlite-wal")));
  const ProfilePtr profile = load();
  ASSERT_TRUE(profile);
  EXPECT_TRUE(profile->kernels().size() == 148 || says_of(*profile, "profile.sqlite-wal"));
}

TEST_F(ConcurrentWriter, OfAHotJournalIsUndoneOrTold) {
  const ScratchFolder writers;
  write_bytes(writers.path() / "profile.sqlite", plain().bytes);
  sketch::Database writer((writers.path() / "profile.sqlite").string());
  // A cache of ten pages: what does not fit is written before it is committed.
  writer.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA cache_size = 10");
  writer.execute("BEGIN; UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET streamId = 99; " + std::string(kMoreKernels));
  copy_from(writers);
  ASSERT_TRUE(std::filesystem::exists(path("profile.sqlite-journal")));
  const ProfilePtr profile = load();
  ASSERT_TRUE(profile);
  EXPECT_TRUE(profile->kernels().size() == 74 || says_of(*profile, "profile.sqlite-journal"));
}

TEST_F(ConcurrentWriter, OfBrokenLogsIsHarmless) {
  const ScratchFolder writers;
  write_bytes(writers.path() / "profile.sqlite", plain().bytes);
  sketch::Database writer((writers.path() / "profile.sqlite").string());
  writer.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
  writer.execute(kMoreKernels);
  copy_from(writers);
  const std::string log = bytes_of(path("profile.sqlite-wal"));
  for (const size_t size : {size_t{1}, size_t{31}, size_t{32}, size_t{56}, size_t{57}, log.size() - 1}) {
    write_bytes(path("profile.sqlite-wal"), log.substr(0, size));
    EXPECT_TRUE(load()) << size;
  }
  for (const char* suffix : {"-wal", "-journal", "-shm"})
    write_bytes(path(std::string("profile.sqlite") + suffix), std::string(4096, '\xFF'));
  EXPECT_TRUE(load());
  // Frames that name pages which are not there.
  for (size_t at = 0; at + 4 < log.size(); at += 97) {
    std::string broken = log;
    broken.replace(at, 4, "\xFF\xFF\xFF\xFF");
    write_bytes(path("profile.sqlite-wal"), broken);
    EXPECT_TRUE(load()) << at;
  }
}

TEST_F(ConcurrentWriter, OfAFolderWithoutWriteAccess) {
  write_bytes(path("profile.sqlite"), plain().bytes);
  std::filesystem::permissions(path("profile.sqlite"), std::filesystem::perms::owner_read);
  std::filesystem::permissions(folder_.path(),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const ProfilePtr profile = load();
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->kernels().size(), 74u);
}

TEST_F(ConcurrentWriter, OfADatabaseThatIsLockedForWriting) {
  write_bytes(path("profile.sqlite"), plain().bytes);
  sketch::Database writer(path("profile.sqlite").string());
  writer.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  const ProfilePtr profile = load();
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->kernels().size(), 74u);
}

}  // namespace
}  // namespace nsys_ai::fuzz
