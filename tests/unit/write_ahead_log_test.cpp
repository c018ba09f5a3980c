// Profiles with a write-ahead log beside them and no index of it: what SQLite would read is what is shown.
#include <gmock/gmock.h>

#include <cstring>

#include "tests/unit/taken_database.h"

namespace nsys_ai::test {
namespace {

constexpr size_t kHeader = 32;
constexpr size_t kFrame = 24 + 4096;

uint32_t number_at(const std::string& bytes, size_t at) {
  uint32_t number = 0;
  for (size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

void put_number(std::string& bytes, size_t at, uint32_t number) {
  for (int i = 3; i >= 0; --i, number >>= 8) bytes[at + static_cast<size_t>(i)] = static_cast<char>(number);
}

// A profile in the mode that writes a log, whose log has been written three times.
class Log : public testing::Test {
 protected:
  static TakenProfile three_commits(int page_size = 4096) {
    WrittenProfile written(page_size);
    written.write("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
    written.write(kWriteAllAgain);
    written.write("UPDATE @ SET streamId = 8 WHERE rowid % 3 = 0");
    written.write("DELETE FROM @ WHERE rowid > 900");
    return TakenProfile(written.path());
  }
};

class LogOfPages : public Log, public testing::WithParamInterface<int> {};

TEST_P(LogOfPages, IsIncluded) {
  const TakenProfile taken = three_commits(GetParam());
  ASSERT_FALSE(taken.has("-shm"));
  expect_as_sqlite(taken);
  const ProfilePtr profile = taken.load();
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->kernels().size(), 900u);
  ASSERT_EQ(profile->notes().size(), 1u);
  EXPECT_THAT(
      profile->notes()[0],
      testing::MatchesRegex(".*write-ahead log.*profile.sqlite-wal.*[0-9]+ committed pages are included\\."));
  // The file alone tells something else.
  const TakenProfile alone(taken.path());
  std::filesystem::remove(alone.path("-wal"));
  EXPECT_EQ(alone.load()->kernels().size(), 600u);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LogOfPages, testing::Values(512, 4096, 65536));

TEST_F(Log, LeavesOutWhatIsNotCommitted) {
  WrittenProfile written;
  written.write("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=1");
  written.write("UPDATE @ SET streamId = 8");
  const auto committed = std::filesystem::file_size(written.path().string() + "-wal");
  written.write("BEGIN; UPDATE @ SET streamId = 9; DELETE FROM @ WHERE rowid > 5");
  const TakenProfile taken(written.path());
  ASSERT_GT(taken.bytes("-wal").size(), committed);
  expect_as_sqlite(taken);
  EXPECT_EQ(notes_with(*taken.load(), "pages that were not committed are left out").size(), 1u);
}

TEST_F(Log, EndsWhereItsChecksumsBreak) {
  const TakenProfile whole = three_commits();
  const std::string log = whole.bytes("-wal");
  const size_t frames = (log.size() - kHeader) / kFrame;
  ASSERT_GT(frames, 10u);
  for (size_t frame = 0; frame < frames; frame += 3)
    // The page's number, the size after the commit, the salts, the checksum and the page itself.
    for (const size_t at : {3, 7, 8, 15, 16, 23, 24, 4000}) {
      TakenProfile taken(whole.path());
      std::string broken = log;
      broken[kHeader + frame * kFrame + at] ^= 1;
      taken.put("-wal", broken);
      expect_as_sqlite(taken, "frame " + std::to_string(frame) + ", byte " + std::to_string(at));
    }
}

TEST_F(Log, CountsAsFarAsItIsThere) {
  const TakenProfile whole = three_commits();
  const std::string log = whole.bytes("-wal");
  for (size_t size : {size_t{0}, size_t{1}, kHeader - 1, kHeader, kHeader + 1, kHeader + kFrame - 1,
                      kHeader + kFrame, log.size() / 2, log.size() - kFrame, log.size() - 1}) {
    TakenProfile taken(whole.path());
    taken.put("-wal", log.substr(0, size));
    expect_as_sqlite(taken, std::to_string(size) + " bytes");
  }
}

TEST_F(Log, WithABrokenHeaderIsLeftOut) {
  const TakenProfile whole = three_commits();
  for (const size_t at : {0, 3, 11, 16, 24, 31}) {
    TakenProfile taken(whole.path());
    std::string log = whole.bytes("-wal");
    log[at] ^= 4;
    taken.put("-wal", log);
    expect_as_sqlite(taken, "byte " + std::to_string(at));
    EXPECT_EQ(notes_with(*taken.load(), "header is broken").size(), 1u);
  }
}

// Once a log is in the file it is rewritten from its beginning, over frames of the run before.
TEST_F(Log, OfARunBeforeIsNoPartOfIt) {
  WrittenProfile written;
  written.write("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
  written.write("UPDATE @ SET streamId = 8");
  const std::string before = bytes_of(written.path().string() + "-wal");
  EXPECT_EQ(written.writer().answer("PRAGMA wal_checkpoint(RESTART)").substr(0, 2), "0|");
  written.write("UPDATE @ SET streamId = 9 WHERE rowid = 1");
  TakenProfile taken(written.path());
  const std::string log = taken.bytes("-wal");
  ASSERT_EQ(log.size(), before.size());
  expect_as_sqlite(taken);
  EXPECT_EQ(notes_with(*taken.load(), "not committed").size(), 0u);
  // A run that has a header and nothing else.
  taken.put("-wal", log.substr(0, kHeader) + before.substr(kHeader));
  expect_as_sqlite(taken, "all of the run before");
  EXPECT_EQ(notes_with(*taken.load(), "-wal").size(), 0u);
}

// A computer whose words begin with the highest byte writes its checksums over such words.
TEST_F(Log, OfAnotherOrderOfBytesIsRead) {
  TakenProfile taken = three_commits();
  std::string log = taken.bytes("-wal");
  uint32_t sums[2] = {0, 0};
  const auto add = [&](size_t from, size_t bytes) {
    for (size_t at = from; at < from + bytes; at += 8) {
      sums[0] += number_at(log, at) + sums[1];
      sums[1] += number_at(log, at + 4) + sums[0];
    }
  };
  const auto put_sums = [&](size_t at) {
    put_number(log, at, sums[0]);
    put_number(log, at + 4, sums[1]);
  };
  put_number(log, 0, 0x377F0683);
  add(0, 24);
  put_sums(24);
  for (size_t frame = kHeader; frame + kFrame <= log.size(); frame += kFrame) {
    add(frame, 8);
    add(frame + 24, 4096);
    put_sums(frame + 16);
  }
  ASSERT_NE(log, taken.bytes("-wal"));
  taken.put("-wal", log);
  expect_as_sqlite(taken);
  EXPECT_EQ(taken.load()->kernels().size(), 900u);
}

// What stays behind when an export is replaced by another. SQLite would mix the two.
TEST_F(Log, OfAnotherFileIsLeftOut) {
  TakenProfile taken = three_commits();
  const WrittenProfile other;
  taken.put("", bytes_of(other.path()));
  const ProfilePtr profile = taken.load();
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->kernels().size(), 600u);
  EXPECT_EQ(notes_with(*profile, "belongs to another database").size(), 1u);
}

// Such tables are read through SQLite.
TEST_F(Log, OfTablesThatOnlySqliteReadsIsIncluded) {
  const std::string columns =
      "start, end, deviceId, contextId, streamId, correlationId, globalPid, demangledName, shortName";
  WrittenProfile written;
  written.write("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
  written.write("ALTER TABLE @ RENAME TO other; CREATE TABLE @(" + columns +
                ", PRIMARY KEY(start)) WITHOUT ROWID; INSERT INTO @ SELECT " + columns +
                " FROM other; UPDATE @ SET streamId = 9");
  const TakenProfile taken(written.path());
  EXPECT_TRUE(image_of(taken) == without_versions(RecoveredProfile(taken).bytes()));
  const ProfilePtr profile = taken.load();
  ASSERT_TRUE(profile);
  ASSERT_EQ(profile->kernels().size(), 600u);
  EXPECT_EQ(profile->streams()[profile->kernels().stream[0]].stream, 9);
}

// The rows of a table as statements: files of two encodings cannot be attached to each other.
std::string inserts(sketch::Database& from, const std::string& table) {
  const std::string cells = from.answer(
      "SELECT group_concat('quote(' || name || ')', ' || '','' || ') FROM "
      "pragma_table_info('" +
      table + "')");
  return from.answer("SELECT 'INSERT INTO " + table + " VALUES(' || " + cells + " || ');' FROM " + table);
}

TEST_F(Log, OfTextInUtf16IsIncluded) {
  WrittenProfile written;
  const TemporaryFolder folder;
  const auto wide = folder / "wide.sqlite";
  sketch::Database writer(wide.string());
  writer.execute(
      "PRAGMA encoding='UTF-16le'; CREATE TABLE first(a); DROP TABLE first; PRAGMA journal_mode=WAL; "
      "PRAGMA wal_autocheckpoint=0");
  const std::string schema =
      written.writer().answer("SELECT sql || ';' FROM sqlite_master WHERE type = 'table'");
  writer.execute(schema + inserts(written.writer(), kKernelTable) + inserts(written.writer(), "StringIds"));
  writer.execute("UPDATE StringIds SET value = 'wide ' || value");
  const TakenProfile taken(wide);
  ASSERT_TRUE(taken.has("-wal"));
  expect_as_sqlite(taken);
  EXPECT_EQ(taken.load()->kernels().size(), 600u);
}

}  // namespace
}  // namespace nsys_ai::test
