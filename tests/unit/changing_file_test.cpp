// Files that others write, cut, replace or forbid while they are read.
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "profile/library.h"
#include "profile/sqlite_file/sqlite.h"
#include "tests/unit/taken_database.h"

namespace nsys_ai::test {
namespace {

constexpr const char* kWritten = "Another program wrote to the file while it was read; open it again.";

// Loads the profile, and does something to it once tables are being read.
Result<ProfilePtr> load_while(const std::filesystem::path& path, const std::function<void()>& act) {
  bool done = false;
  Work work;
  work.progress = [&](double, const std::string& what) {
    if (what == "reading events" && !std::exchange(done, true)) act();
  };
  auto profile = load_profile(path, work);
  EXPECT_TRUE(done);
  return profile;
}

void append(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::app) << bytes;
}

size_t changes_told(const Result<ProfilePtr>& profile) { return notes_with(**profile, kWritten).size(); }

TEST(ChangingFile, ThatGrowsIsReadAsFarAsItWasThere) {
  const WrittenProfile written;
  const auto profile =
      load_while(written.path(), [&] { append(written.path(), std::string(65536, '\x0D')); });
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_EQ((*profile)->kernels().size(), 600u);
  EXPECT_EQ(changes_told(profile), 1u);
  EXPECT_EQ((*profile)->notes().size(), 1u);
}

TEST(ChangingFile, ThatIsCutDoesNotCrash) {
  WrittenProfile written;
  written.write(kWriteAllAgain);
  for (const uintmax_t bytes : {200000, 100000, 5000, 0}) {
    const TakenProfile taken(written.path());
    const auto profile = load_while(taken.path(), [&] { std::filesystem::resize_file(taken.path(), bytes); });
    ASSERT_TRUE(profile) << profile.error().message;
    EXPECT_EQ(changes_told(profile), 1u);
  }
}

TEST(ChangingFile, ThatIsReplacedOrDeletedIsReadToItsEnd) {
  const WrittenProfile written;
  for (const bool replace : {true, false}) {
    TakenProfile taken(written.path());
    const auto beside = taken.folder() / "other.sqlite";
    write_bytes(beside, "no database");
    const auto profile = load_while(taken.path(), [&] {
      if (replace)
        std::filesystem::rename(beside, taken.path());
      else
        taken.remove("");
    });
    ASSERT_TRUE(profile) << profile.error().message;
    EXPECT_EQ((*profile)->kernels().size(), 600u);
    EXPECT_TRUE((*profile)->notes().empty());
  }
}

// The catalog is read by SQLite and the rows are not: both have to be of the same file.
TEST(ChangingFile, NeverMixesTwo) {
  const WrittenProfile written;
  TakenProfile taken(written.path());
  const auto image = FileImage::open(taken.path());
  ASSERT_TRUE(image);
  std::filesystem::remove(taken.path());
  sketch::write("gpu 0 stream 7   other 0..5us\n", taken.path().string());
  const auto database = Database::open(*image);
  ASSERT_TRUE(database);
  auto rows = database->prepare(with_kernels("SELECT count(*) FROM @"));
  ASSERT_TRUE(rows);
  ASSERT_TRUE(rows->next());
  EXPECT_EQ(rows->integer(0), 600);
}

// With an image at hand nothing can be written, and no other file is reached.
TEST(ChangingFile, CannotBeChangedByUs) {
  const WrittenProfile written;
  const auto before = files_in(written.path().parent_path());
  const auto image = FileImage::open(written.path());
  ASSERT_TRUE(image);
  const auto database = Database::open(*image);
  ASSERT_TRUE(database);
  const auto outcome_of = [&](const std::string& sql) {
    auto statement = database->prepare(with_kernels(sql));
    if (!statement) return statement.error().message;
    while (statement->next()) {
    }
    return statement->failed();
  };
  for (const char* sql : {"DELETE FROM @", "CREATE TABLE t(a)", "PRAGMA user_version=5", "VACUUM",
                          "ATTACH 'other.sqlite' AS other", "VACUUM INTO 'copy.sqlite'"})
    EXPECT_NE(outcome_of(sql), "") << sql;
  // Neither the mode of the journal nor the place of temporary files can lead to a file.
  EXPECT_EQ(outcome_of("PRAGMA journal_mode=WAL"), "");
  EXPECT_EQ(outcome_of("PRAGMA temp_store=FILE"), "");
  outcome_of("SELECT * FROM @ a JOIN @ b ORDER BY a.start + b.start LIMIT 5");
  EXPECT_TRUE(files_in(written.path().parent_path()) == before);
}

TEST(ChangingFile, IsReadAsBeforeWhileItsWriterGoesOn) {
  WrittenProfile written;
  written.write("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; UPDATE @ SET streamId = 8");
  Library library;
  const auto first = library.open(written.path(), {});
  ASSERT_TRUE(first);
  const auto profile = load_while(written.path(), [&] { written.write(kWriteAllAgain); });
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_EQ((*profile)->kernels().size(), 600u);
  EXPECT_EQ(changes_told(profile), 1u);
  // The file itself has not changed, and yet another opening shows more.
  EXPECT_EQ(library.open(written.path(), {})->profile->kernels().size(), 1200u);
}

TEST(ChangingFile, ThatATransactionBeginsOnIsTold) {
  WrittenProfile written;
  written.write("PRAGMA journal_mode=DELETE");
  const auto profile = load_while(written.path(), [&] { written.write("BEGIN; UPDATE @ SET streamId = 8"); });
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_EQ(changes_told(profile), 1u);
}

TEST(ChangingFile, IsReadWhileAnotherThreadExportsIt) {
  const WrittenProfile finished;
  const std::string bytes = bytes_of(finished.path());
  for (int round = 0; round < 5; ++round) {
    const TemporaryFolder folder;
    const auto path = folder / "profile.sqlite";
    std::thread exporter([&] {
      for (size_t at = 0; at < bytes.size(); at += 4096) append(path, bytes.substr(at, 4096));
    });
    for (int i = 0; i < 20; ++i) {
      const auto profile = load_profile(path);
      EXPECT_TRUE(!profile || (*profile)->kernels().size() <= 600u);
    }
    exporter.join();
    const auto profile = load_profile(path);
    ASSERT_TRUE(profile) << profile.error().message;
    EXPECT_EQ((*profile)->kernels().size(), 600u);
  }
}

// Whoever runs the tests as root has no rights to lack, and takes those of nobody for a while.
class Unprivileged {
 public:
  Unprivileged() : was_root_(geteuid() == 0 && seteuid(65534) == 0) {}
  ~Unprivileged() {
    if (was_root_ && seteuid(0) != 0) std::abort();
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;

 private:
  bool was_root_;
};

TEST(ForeignFile, IsReadFromAFolderThatCannotBeWritten) {
  for (const std::string mode : {"DELETE", "WAL"}) {
    WrittenProfile written;
    written.write("PRAGMA journal_mode=" + mode + "; PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=1");
    written.write(mode == "WAL" ? "UPDATE @ SET streamId = 8" : "BEGIN; UPDATE @ SET streamId = 8");
    const TakenProfile taken(written.path());
    for (const auto& entry : std::filesystem::directory_iterator(taken.folder()))
      chmod(entry.path().c_str(), 0444);
    chmod(taken.folder().c_str(), 0555);
    const Unprivileged unprivileged;
    EXPECT_FALSE(std::ofstream(taken.path("-shm")).is_open());
    const ProfilePtr profile = taken.load();
    ASSERT_TRUE(profile);
    EXPECT_EQ(profile->streams()[profile->kernels().stream[0]].stream, mode == "WAL" ? 8 : 7);
  }
}

TEST(ForeignFile, WithACompanionThatCannotBeReadSaysSo) {
  const WrittenProfile written;
  for (const std::string suffix : {"-journal", "-wal"}) {
    TakenProfile taken(written.path());
    chmod(taken.folder().c_str(), 0755);
    taken.put(suffix, "secret");
    chmod(taken.path(suffix).c_str(), 0);
    const Unprivileged unprivileged;
    const auto profile = load_profile(taken.path());
    ASSERT_TRUE(profile) << profile.error().message;
    const auto notes = notes_with(**profile, suffix + ") and cannot be read (Permission denied)");
    EXPECT_EQ(notes.size(), 1u);
  }
}

TEST(ForeignFile, WithACompanionThatIsNoFileIsRead) {
  const WrittenProfile written;
  for (const std::string suffix : {"-journal", "-wal"}) {
    TakenProfile taken(written.path());
    std::filesystem::create_directory(taken.path(suffix));
    EXPECT_EQ(taken.load()->kernels().size(), 600u);
    std::filesystem::remove(taken.path(suffix));
    mkfifo(taken.path(suffix).c_str(), 0600);
    const auto profile = load_profile(taken.path());
    ASSERT_TRUE(profile) << profile.error().message;
    EXPECT_EQ((*profile)->kernels().size(), 600u);
  }
}

// SQLite puts its journals beside the file, not beside the link that leads to it.
TEST(ForeignFile, BehindALinkHasItsCompanions) {
  WrittenProfile written;
  written.write("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
  written.write(kWriteAllAgain);
  const TemporaryFolder folder;
  std::filesystem::create_symlink(written.path(), folder / "link.sqlite");
  const auto profile = load_profile(folder / "link.sqlite");
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_EQ((*profile)->kernels().size(), 1200u);
}

TEST(ForeignFile, WithIndexesOfOthersIsReadThroughALog) {
  WrittenProfile written;
  written.write(
      "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE INDEX by_start ON @(start, end); "
      "CREATE INDEX by_name ON @(demangledName) WHERE streamId = 7; ANALYZE; UPDATE @ SET end = end + 1");
  expect_as_sqlite(TakenProfile(written.path()));
}

}  // namespace
}  // namespace nsys_ai::test
