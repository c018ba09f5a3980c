// Profiles with a rollback journal beside them: a transaction that has not ended is undone in what is shown,
// as SQLite would undo it in the file.
#include <gmock/gmock.h>

#include "tests/unit/taken_database.h"

namespace nsys_ai::test {
namespace {

const std::string kMagic = "\xD9\xD5\x05\xF9\x20\xA1\x63\xD7";
// Writes more pages than a cache holds, also where they are large.
constexpr const char* kHalfDone =
    "BEGIN; UPDATE @ SET streamId = 99; DELETE FROM @ WHERE rowid % 7 = 0; WITH RECURSIVE n(i) AS (SELECT 1 "
    "UNION ALL SELECT i + 1 FROM n WHERE i < 20) INSERT INTO @ SELECT k.* FROM @ k, n";

size_t count_of(const std::string& bytes, const std::string& part) {
  size_t count = 0;
  for (size_t at = 0; (at = bytes.find(part, at)) != std::string::npos; ++at) ++count;
  return count;
}

// Begins a transaction with so small a cache that most of it is in the file before it ends.
void begin_writing(WrittenProfile& written, const std::string& pragmas) {
  written.write("PRAGMA journal_mode=DELETE; PRAGMA cache_size=1; PRAGMA cache_spill=1; " + pragmas);
  written.write(kHalfDone);
}

struct Mode {
  std::string name;
  int page_size;
  std::string pragmas;
};

class Journal : public testing::TestWithParam<Mode> {};

TEST_P(Journal, IsUndone) {
  WrittenProfile written(GetParam().page_size);
  const std::string before = bytes_of(written.path());
  begin_writing(written, GetParam().pragmas);
  const TakenProfile taken(written.path());
  ASSERT_NE(taken.bytes(), before);
  EXPECT_TRUE(image_of(taken) == before);
  expect_as_sqlite(taken);
  const ProfilePtr profile = taken.load();
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->kernels().size(), 600u);
  ASSERT_EQ(profile->notes().size(), 1u);
  EXPECT_THAT(profile->notes()[0],
              testing::MatchesRegex(
                  ".*journal.*profile.sqlite-journal.*[1-9][0-9]* pages are shown as they were before\\."));
}

INSTANTIATE_TEST_SUITE_P(
    Modes, Journal,
    testing::Values(Mode{"full", 4096, "PRAGMA synchronous=FULL"},
                    Mode{"full_small_pages", 512, "PRAGMA synchronous=FULL"},
                    Mode{"full_large_pages", 65536, "PRAGMA synchronous=FULL"},
                    Mode{"normal", 4096, "PRAGMA synchronous=NORMAL"},
                    Mode{"off", 4096, "PRAGMA synchronous=OFF"},
                    Mode{"persist", 4096, "PRAGMA synchronous=FULL; PRAGMA journal_mode=PERSIST"},
                    Mode{"truncate", 4096, "PRAGMA synchronous=FULL; PRAGMA journal_mode=TRUNCATE"}),
    [](const auto& of) { return of.param.name; });

TEST(Journals, HaveAHeaderForEachFlush) {
  WrittenProfile written(512);
  begin_writing(written, "PRAGMA synchronous=FULL");
  const TakenProfile taken(written.path());
  ASSERT_GT(count_of(taken.bytes("-journal"), kMagic), 1u);
  expect_as_sqlite(taken);
}

TEST(Journals, OfTransactionsThatHaveEndedAreHarmless) {
  for (const std::string mode : {"PERSIST", "TRUNCATE"}) {
    WrittenProfile written;
    written.write("PRAGMA synchronous=FULL; PRAGMA journal_mode=" + mode + "; UPDATE @ SET streamId = 9");
    const TakenProfile taken(written.path());
    ASSERT_TRUE(taken.has("-journal"));
    ASSERT_EQ(taken.bytes("-journal").empty(), mode == "TRUNCATE");
    expect_as_sqlite(taken, mode);
    const ProfilePtr profile = taken.load();
    EXPECT_TRUE(profile->notes().empty());
    EXPECT_EQ(profile->streams()[profile->kernels().stream[0]].stream, 9);
  }
}

// Of a journal that is cut, or damaged, SQLite undoes what comes before.
TEST(Journals, CountAsFarAsTheyGo) {
  for (const std::string mode : {"FULL", "OFF"}) {
    WrittenProfile written;
    begin_writing(written, "PRAGMA synchronous=" + mode);
    const TakenProfile whole(written.path());
    const std::string journal = whole.bytes("-journal");
    for (size_t size : {size_t{0}, size_t{1}, size_t{8}, size_t{28}, size_t{511}, size_t{512}, size_t{600},
                        journal.size() / 3, journal.size() / 2, journal.size() - 1}) {
      TakenProfile taken(whole.path());
      taken.put("-journal", journal.substr(0, size));
      EXPECT_TRUE(image_of(taken) == RecoveredProfile(taken).bytes()) << mode << ": " << size << " bytes";
    }
    for (size_t at = 0; at < journal.size(); at += at < 28 ? 1 : journal.size() / 40) {
      // More pages than a disk has room for.
      if (at >= 16 && at < 19) continue;
      TakenProfile taken(whole.path());
      std::string broken = journal;
      broken[at] ^= 0x10;
      taken.put("-journal", broken);
      RecoveredProfile recovered(taken);
      // Where nothing whole is left, SQLite has made something of it that is refused as well.
      const std::string image = image_of(taken);
      EXPECT_TRUE(image == recovered.bytes() || (image.empty() && !load_profile(recovered.path())))
          << mode << ": byte " << at;
    }
  }
}

TEST(Journals, TellWhatIsMissing) {
  WrittenProfile written;
  begin_writing(written, "PRAGMA synchronous=FULL");
  TakenProfile taken(written.path());
  const std::string journal = taken.bytes("-journal");
  taken.put("-journal", journal.substr(0, 512 + 4104 * 3));
  const auto profile = load_profile(taken.path());
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_EQ(notes_with(**profile, "cannot be read from the journal and may be half-written").size(), 1u);
}

// What a transaction over several files writes at the end of each journal.
std::string master_record(const std::string& name, uint32_t page_size) {
  const auto number = [](uint32_t of) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(of >> shift);
    return bytes;
  };
  uint32_t sum = 0;
  for (const char c : name) sum += static_cast<uint32_t>(c);
  return number(0x40000000 / page_size + 1) + name + number(static_cast<uint32_t>(name.size())) +
         number(sum) + kMagic;
}

TEST(Journals, OfSeveralFilesCountWhileTheirMasterIsThere) {
  WrittenProfile written;
  begin_writing(written, "PRAGMA synchronous=OFF");
  TakenProfile taken(written.path());
  const auto master = taken.folder() / "profile.sqlite-mj01234567";
  taken.put("-journal", taken.bytes("-journal") + master_record(master.string(), 4096));
  EXPECT_TRUE(image_of(taken) == taken.bytes());
  write_bytes(master, taken.path("-journal").string() + std::string(1, '\0'));
  EXPECT_TRUE(image_of(taken) == bytes_of(WrittenProfile().path()));
  EXPECT_EQ(taken.load()->kernels().size(), 600u);
}

// The first transaction on a new file: before it there was nothing.
TEST(Journals, OfANewFileLeaveNothing) {
  const TemporaryFolder folder;
  const auto path = folder / "profile.sqlite";
  sketch::Database writer(path.string());
  writer.execute(
      "PRAGMA journal_mode=DELETE; PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN; "
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
      "SELECT i + 1 FROM n WHERE i < 9999) INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT i, i FROM n");
  const TakenProfile taken(path);
  ASSERT_TRUE(taken.has("-journal"));
  ASSERT_GT(taken.bytes().size(), 0u);
  const auto profile = load_profile(taken.path());
  ASSERT_FALSE(profile);
  EXPECT_THAT(profile.error().message, testing::HasSubstr("holds nothing yet"));
  EXPECT_THAT(profile.error().hint, testing::HasSubstr("Let the export finish"));
}

// First the journal is undone, then the log is laid over it.
TEST(Journals, AndLogsTogether) {
  WrittenProfile written;
  written.write(
      "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; UPDATE @ SET streamId = 9 WHERE rowid < 50");
  TakenProfile taken(written.path());
  WrittenProfile other;
  begin_writing(other, "PRAGMA synchronous=OFF");
  taken.put("-journal", bytes_of(other.path().string() + "-journal"));
  // The journal holds the first page of a file without logs.
  EXPECT_TRUE(image_of(taken) == bytes_of(WrittenProfile().path()));
  EXPECT_EQ(notes_with(*taken.load(), "belongs to another database").size(), 1u);
}

}  // namespace
}  // namespace nsys_ai::test
