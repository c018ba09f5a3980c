// Exports with malformed and hostile rows: rejected rows are counted in a note, and the rest of the capture
// is read.
#include <gmock/gmock.h>

#include "profile/order.h"
#include "profile/sqlite_file/file_image.h"
#include "profile/sqlite_file/sqlite.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kThreeKernels =
    "gpu 0 stream 7   first 100..200us   second 300..400us   third 500..600us\n";

std::string sql(const std::string& statement) { return "sql \"" + statement + "\"\n"; }

std::vector<std::string> kernel_names(const Profile& profile) {
  std::vector<std::string> names;
  const Kernels& kernels = profile.kernels();
  for (size_t i = 0; i < kernels.size(); ++i) names.emplace_back(profile.text(kernels.name(i)));
  return names;
}

struct OddKernels {
  std::string name;
  std::string sketch;  // lines after kThreeKernels
  size_t kernels;      // that are left
  std::string note;    // words of one note; empty when there is nothing to say
};

void PrintTo(const OddKernels& odd, std::ostream* out) { *out << odd.name; }

const std::vector<OddKernels> kOddKernels = {
    {"null_end", "loose\n" + sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = NULL WHERE rowid = 2"), 2,
     "CUPTI_ACTIVITY_KIND_KERNEL: 1 rows without an end"},
    {"null_start", "loose\n" + sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = NULL WHERE rowid > 1"), 1,
     "2 rows without a start"},
    {"end_before_start", sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = start - 7 WHERE rowid = 1"), 3,
     "1 rows end before they start"},
    {"text_as_time", sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = 'soon' WHERE rowid = 1"), 2,
     "1 cells hold something else than an integer"},
    {"blob_as_stream", sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET streamId = x'00ff' WHERE rowid = 1"), 3,
     "1 cells hold something else than an integer"},
    {"fraction_as_time", sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = 200000.5 WHERE rowid = 1"), 2,
     "1 cells hold something else than an integer"},
    {"huge_start", sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = -9223372036854775807 WHERE rowid = 1"),
     2, "1 rows lie or last longer than a capture can"},
    {"huge_end", sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = 9223372036854775807 WHERE rowid = 1"), 2,
     "1 rows lie or last longer than a capture can"},
    {"string_id_twice",
     sql("CREATE TABLE S AS SELECT * FROM StringIds; INSERT INTO S SELECT id, 'again' FROM S WHERE value = 'second'; "
         "DROP TABLE StringIds; ALTER TABLE S RENAME TO StringIds"),
     3, "1 rows of the table of names have the id of another row"},
    {"string_id_twice_once_without_a_text",
     sql("CREATE TABLE S AS SELECT * FROM StringIds; INSERT INTO S SELECT id, NULL FROM S WHERE value = 'second'; "
         "DROP TABLE StringIds; ALTER TABLE S RENAME TO StringIds"),
     3, "1 rows of the table of names have the id of another row"},
    {"name_of_a_hundred_megabytes",
     sql("UPDATE StringIds SET value = CAST(zeroblob(100000000) AS TEXT) WHERE value = 'second'"), 3,
     "StringIds: 1 rows hold more than 64 MiB and are left out"},
    {"name_of_a_hundred_megabytes_read_by_sqlite",
     sql("ALTER TABLE StringIds RENAME TO S; CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT) WITHOUT ROWID; "
         "INSERT INTO StringIds SELECT id, iif(value = 'second', CAST(zeroblob(100000000) AS TEXT), value) FROM S; "
         "DROP TABLE S"),
     3, "because a row holds more than 64 MiB"},
    {"missing_strings", sql("DELETE FROM StringIds WHERE value = 'second'"), 3,
     "1 names that events refer to are missing"},
    {"no_string_table", "without StringIds\n", 3, "names that events refer to are missing"},
    {"no_end_column", "without_column CUPTI_ACTIVITY_KIND_KERNEL end\n", 0, "3 rows without an end"},
    {"no_process_column", "without_column CUPTI_ACTIVITY_KIND_KERNEL globalPid\n", 3, "no column globalPid"},
    {"no_stream_column", "without_column CUPTI_ACTIVITY_KIND_KERNEL streamId\n", 3, "no column streamId"},
    {"no_correlation_column", "without_column CUPTI_ACTIVITY_KIND_KERNEL correlationId\n", 3,
     "no column correlationId"},
    {"no_name_column", "without_column CUPTI_ACTIVITY_KIND_KERNEL demangledName\n", 3,
     "no column demangledName"},
    {"view",
     sql("ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL RENAME TO hidden") +
         sql("CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT * FROM hidden"),
     0, "CUPTI_ACTIVITY_KIND_KERNEL is no table of its own"},
    {"virtual_table",
     sql("DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL") +
         sql("CREATE VIRTUAL TABLE CUPTI_ACTIVITY_KIND_KERNEL USING rtree(id, start, end)"),
     0, "CUPTI_ACTIVITY_KIND_KERNEL is no table of its own"},
    {"extra_index", sql("CREATE INDEX _nsys_kernel ON CUPTI_ACTIVITY_KIND_KERNEL(start, end)"), 3, ""},
    {"trigger", sql("CREATE TRIGGER t AFTER INSERT ON StringIds BEGIN DELETE FROM StringIds; END"), 3, ""},
    {"negative_times",
     sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = start - 1000000, end = end - 1000000"), 3, ""},
    {"no_length", sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = start"), 3, ""},
};

class Odd : public testing::TestWithParam<OddKernels> {};

TEST_P(Odd, IsCountedAndTheRestIsRead) {
  const ProfilePtr profile = loaded(kThreeKernels + GetParam().sketch);
  EXPECT_EQ(profile->kernels().size(), GetParam().kernels);
  EXPECT_EQ(profile->calls().size(), 3u);
  if (GetParam().note.empty()) {
    EXPECT_THAT(profile->notes(), IsEmpty());
  } else {
    EXPECT_THAT(profile->notes(), Contains(HasSubstr(GetParam().note)));
  }
  const Interval extent = profile->extent();
  EXPECT_LT(extent.duration(), int64_t{1} << 60);
}

INSTANTIATE_TEST_SUITE_P(Rows, Odd, testing::ValuesIn(kOddKernels),
                         [](const auto& of) { return of.param.name; });

TEST(OddNames, FallBackToTheShortOneAndToWordsOfOurs) {
  EXPECT_THAT(
      kernel_names(*loaded(std::string(kThreeKernels) + sql("DELETE FROM StringIds WHERE value = 'second'"))),
      ElementsAre("first", "(kernel without a name)", "third"));
  EXPECT_THAT(kernel_names(*loaded("gpu 0 stream 7   \"void long<int>(int)\" 1..2us [short=brief]\n" +
                                   sql("DELETE FROM StringIds WHERE value LIKE 'void%'"))),
              ElementsAre("brief"));
}

TEST(OddNames, BecomeTextThatMayBeShown) {
  const ProfilePtr profile =
      loaded("gpu 0 stream 7   \"a\\0b\" 1..2us   \"\\xff\\xfe\" 3..4us   \"caf\xC3\xA9\" 5..6us\n");
  EXPECT_THAT(kernel_names(*profile), ElementsAre("a\xEF\xBF\xBD"
                                                  "b",
                                                  "\xEF\xBF\xBD\xEF\xBF\xBD", "caf\xC3\xA9"));
  EXPECT_THAT(profile->notes(), Contains(HasSubstr("2 names held bytes that are no text")));
}

TEST(OddNames, AreReadOnlyWhenAnEventRefersToThem) {
  const ProfilePtr profile = loaded(std::string(kThreeKernels) + "string \"SERVICE_TOKEN=secret\"\n");
  EXPECT_FALSE(profile->names().find("SERVICE_TOKEN=secret").exists());
  EXPECT_TRUE(profile->names().find("second").exists());
}

TEST(OddRanges, AreOpenWithoutAnEnd) {
  const ProfilePtr profile = loaded("nvtx thread 1   closed 1..2us   open 3us..\n");
  EXPECT_EQ(profile->nvtx().end(0), 2000);
  EXPECT_EQ(profile->nvtx().end(1), Nvtx::kOpen);
  EXPECT_EQ(profile->extent().end, 3001);
}

TEST(OddRanges, WithExtremeTimesAreLeftOut) {
  const ProfilePtr profile =
      loaded("nvtx thread 1   a 1..2us   b 3..4us   c 5..6us\n" +
             sql("UPDATE NVTX_EVENTS SET start = -9223372036854775807 WHERE rowid = 1") +
             sql("UPDATE NVTX_EVENTS SET end = 9223372036854775806 WHERE rowid = 2"));
  EXPECT_EQ(profile->nvtx().size(), 1u);
  EXPECT_EQ(profile->extent(), (Interval{5000, 6000}));
  EXPECT_THAT(profile->notes(), Contains(HasSubstr("2 rows lie or last longer than a capture can")));
}

TEST(OddTables, OfANewerVersionGoFirst) {
  const ProfilePtr profile = loaded(std::string(kThreeKernels) +
                                    sql("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL_V2 AS "
                                        "SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE rowid = 1") +
                                    sql("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL_V10 AS "
                                        "SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE rowid < 3") +
                                    sql("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL_VERY(start)"));
  EXPECT_THAT(kernel_names(*profile), ElementsAre("first", "second"));
}

TEST(OddTables, OfAnOlderSpellingAreKernelsToo) {
  const ProfilePtr profile =
      loaded(std::string(kThreeKernels) +
             sql("ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL RENAME TO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"));
  EXPECT_EQ(profile->kernels().size(), 3u);
}

TEST(OddTables, WithoutRowidAreCountedFromOne) {
  const ProfilePtr profile = loaded(
      std::string(kThreeKernels) + sql("CREATE TABLE other AS SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL") +
      sql("DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL") +
      sql("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER PRIMARY KEY, end, deviceId, "
          "contextId, streamId, "
          "correlationId, globalPid, demangledName, shortName) WITHOUT ROWID") +
      sql("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT start, end, deviceId, contextId, streamId, "
          "correlationId, "
          "globalPid, demangledName, shortName FROM other"));
  EXPECT_THAT(kernel_names(*profile), ElementsAre("first", "second", "third"));
  std::vector<int64_t> rows;
  for (size_t i = 0; i < profile->kernels().size(); ++i) rows.push_back(profile->kernels().row[i]);
  EXPECT_THAT(rows, ElementsAre(1, 2, 3));
}

// Columns that are declared in other letters, or in another order, are the same columns.
TEST(OddTables, AreReadByTheNamesOfTheirColumns) {
  const ProfilePtr profile =
      loaded(std::string(kThreeKernels) +
             sql("ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL RENAME COLUMN end TO \\\"END\\\"") +
             sql("ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL ADD COLUMN novel DEFAULT 1"));
  EXPECT_EQ(profile->kernels().end(2), 600000);
}

// A large table is read in parts, which know their places from row ids. None of what makes these say less may
// change what is read.
struct OddIds {
  std::string name;
  std::string change;  // a statement
};
void PrintTo(const OddIds& odd, std::ostream* out) { *out << odd.name; }

class OddRowIds : public testing::TestWithParam<OddIds> {};

TEST_P(OddRowIds, ReadTheSame) {
  const TemporaryFolder folder;
  const auto path = folder / "large.sqlite";
  sketch::write("loose\nnvtx thread 100   first 0..1us\n", path.string());
  change(
      path,
      "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n LIMIT 200000) INSERT INTO "
      "NVTX_EVENTS(rowid, start, end, eventType, globalTid, text) SELECT i, i, i + 7, 59, 256 + i / 50000, "
      "'a text that makes the table a large one ' || i FROM n");
  change(path, GetParam().change);
  const auto profile = load_profile(path);
  ASSERT_TRUE(profile) << profile.error().message;
  const Nvtx& nvtx = (*profile)->nvtx();
  const auto database = Database::open(*FileImage::open(path, CancelToken()));
  ASSERT_TRUE(database);
  auto rows =
      database->prepare("SELECT rowid, start, text FROM NVTX_EVENTS WHERE start IS NOT NULL ORDER BY 1");
  ASSERT_TRUE(rows);
  size_t at = 0;
  for (; rows->next(); ++at) {
    ASSERT_LT(at, nvtx.size());
    ASSERT_EQ(nvtx.row[at], rows->integer(0));
    ASSERT_EQ(nvtx.start[at], rows->integer(1));
    ASSERT_EQ((*profile)->nvtx_text(at), rows->text(2));
  }
  EXPECT_EQ(at, nvtx.size());
  EXPECT_GT(at, 1000u);
}

INSTANTIATE_TEST_SUITE_P(
    Ids, OddRowIds,
    testing::Values(OddIds{"without_holes", "SELECT 1"},
                    OddIds{"with_small_holes", "DELETE FROM NVTX_EVENTS WHERE rowid % 7 = 3"},
                    OddIds{"with_a_large_hole",
                           "DELETE FROM NVTX_EVENTS WHERE rowid BETWEEN 20000 AND 150000"},
                    OddIds{"far_apart",
                           "UPDATE NVTX_EVENTS SET rowid = rowid * 1000000000000 - 9 * "
                           "1000000000000000"},
                    OddIds{"rows_left_out",
                           "UPDATE NVTX_EVENTS SET start = NULL WHERE rowid % 3 = 0 OR rowid "
                           "BETWEEN 30000 AND 60000"}),
    [](const auto& each) { return each.param.name; });

TEST(OddTables, BreakOffWhereTheFileIsDamaged) {
  const TemporaryFolder folder;
  const auto path = folder / "damaged.sqlite";
  sketch::write("repeat 20000 every 10us { gpu 0 stream 7   k 0..5us }\n", path.string());
  std::string bytes = bytes_of(path);
  const size_t middle = bytes.size() / 2 / 4096 * 4096;
  bytes.replace(middle, 65536, 65536, '\xAA');
  write_bytes(path, bytes);
  const auto profile = load_profile(path);
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_THAT((*profile)->notes(), Contains(HasSubstr("the file is damaged")));
}

// A twin of class 67 is never the launch; a runtime call goes before a driver call of the same id.
TEST(OddLaunches, TakeTheRuntimeCall) {
  const ProfilePtr profile = loaded(
      "gpu 0 stream 7   a 100..200us [backtrace]\n"
      "api thread 1   cuLaunchKernel 50..60us [corr=1]   cudaLaunchKernel 40..70us [corr=1]\n" +
      sql("UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET eventClass = 1 WHERE rowid = 1"));
  const uint32_t call = profile->derived(build_launches).of_kernel[0];
  ASSERT_NE(call, Launches::kNoCall);
  EXPECT_EQ(profile->calls().event_class[call], 0);
  EXPECT_EQ(profile->calls().start[call], 40000);
}

TEST(OddLaunches, OfAGraphHaveOneCall) {
  const ProfilePtr profile =
      loaded("graph 5 launch 0..10us [thread=1]\ngpu 0 stream 7 [graph=5]   a 20..30us   b 30..40us\n");
  const Launches& launches = profile->derived(build_launches);
  EXPECT_EQ(profile->calls().size(), 1u);
  EXPECT_THAT(launches.of_kernel, ElementsAre(0u, 0u));
}

}  // namespace
}  // namespace nsys_ai::test
