// Skills that are .sql files: what a file may say, where its mistakes are, and the built-in ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdlib>
#include <filesystem>

#include "base/context.h"
#include "profile/load/load.h"
#include "skill/sql_skill.h"
#include "skills/list.h"
#include "sql_capture.h"
#include "tests/support/needs_captures.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

using testing::HasSubstr;

constexpr std::string_view kGood = R"(-- Kernels by total time.
--
-- Where the GPU's time went.
-- Look first at large shares.
--
-- A second paragraph.
--
-- @param min DURATION = 1us   Shorter runs are left out.
-- @param like STRING = '%'    Names that match.
-- @needs kernel call
WITH long AS (SELECT * FROM kernel WHERE duration >= :min)  -- those that count
SELECT name,                        -- STRING    The kernel, as compiled.
       count(*)      AS calls,      -- COUNT     How often it ran.
       sum(duration) AS total,      -- DURATION  Time on the device.
       avg(duration) AS mean        -- DURATION  total / calls.
FROM long WHERE name LIKE :like AND name <> '-- COUNT no comment'
GROUP BY name ORDER BY total DESC, name
)";

std::string error_of_file(const std::string& text, std::string_view file = "mine.sql") {
  const auto skill = parse_sql_skill(file, text);
  return skill ? "no error" : skill.error().message;
}

// The good file with one piece replaced.
std::string good_file_with(std::string_view from, std::string_view to) {
  std::string text(kGood);
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(SqlSkill, ReadsWhatAFileSays) {
  const auto skill = parse_sql_skill("folder/top_names.sql", kGood);
  ASSERT_TRUE(skill) << skill.error().message;
  EXPECT_EQ(skill->info.name, "top_names");
  EXPECT_EQ(skill->info.title, "Kernels by total time.");
  EXPECT_EQ(skill->info.doc, "Where the GPU's time went. Look first at large shares.\n\nA second paragraph.");
  EXPECT_EQ(skill->info.needs, (std::vector{Need::kernel, Need::call}));
  ASSERT_EQ(skill->params.size(), 3U);
  EXPECT_EQ(skill->params[0].name, "min");
  EXPECT_EQ(skill->params[0].unit, Unit::ns);
  EXPECT_EQ(skill->params[0].default_value, Value{int64_t{1000}});
  EXPECT_EQ(skill->params[0].doc, "Shorter runs are left out.");
  EXPECT_EQ(skill->params[1].default_value, Value{std::string("%")});
  EXPECT_EQ(skill->params[2].name, "limit");
  ASSERT_EQ(skill->columns.size(), 4U);
  EXPECT_EQ(skill->columns[1].name, "calls");
  EXPECT_EQ(skill->columns[1].unit, Unit::count);
  EXPECT_EQ(skill->columns[2].doc, "Time on the device.");
}

TEST(SqlSkill, RunsWithItsParameters) {
  const auto skill = parse_sql_skill("top_names.sql", kGood);
  ASSERT_TRUE(skill);
  BuiltCapture capture;
  capture.kernel(13, "void gemm<float>(float*)", 0, 210, 311, 0);
  const Profile profile(std::move(capture.data));
  EXPECT_EQ(run_skill(*skill, profile, {}, {})->outcome, Outcome::empty);
  const auto all = run_skill(*skill, profile, {}, {{"min", "100ns"}, {"limit", "1"}});
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_EQ(all->total_rows, 2);
  ASSERT_EQ(all->table.rows.size(), 1U);
  // 201 ns in 2 calls; the mean of 100.5 is rounded, because its column is an integer one.
  EXPECT_EQ(all->table.rows[0], (std::vector<Value>{std::string("void gemm<float>(float*)"), int64_t{2},
                                                    int64_t{201}, int64_t{101}}));
  EXPECT_EQ(run_skill(*skill, profile, {}, {{"min", "0"}, {"like", "%relu%"}})->total_rows, 1);
  EXPECT_THAT(run_skill(*skill, profile, {}, {{"min", "soon"}}).error().message, HasSubstr("params.min"));
}

TEST(SqlSkill, SeesAllRowsBehindALimitOfItsOwn) {
  const auto skill = parse_sql_skill("some.sql",
                                     "-- Some.\n-- @param limit COUNT = 3   Rows.\nSELECT id  -- REF  "
                                     "It.\nFROM kernel ORDER BY id LIMIT :limit");
  ASSERT_TRUE(skill) << skill.error().message;
  const Profile profile(many_kernels(10));
  const auto answer = run_skill(*skill, profile, {}, {});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->total_rows, 12);
  EXPECT_EQ(answer->table.rows.size(), 3U);
  EXPECT_TRUE(answer->truncated);
}

TEST(SqlSkill, LeavesAParameterWithoutADefaultNull) {
  const auto skill = parse_sql_skill(
      "some.sql",
      "-- Some.\n-- @param like STRING   A name.\nSELECT :like IS NULL AS absent  -- INTEGER  1 when not given.");
  ASSERT_TRUE(skill) << skill.error().message;
  const Profile profile(BuiltCapture().data);
  EXPECT_EQ(run_skill(*skill, profile, {}, {})->table.rows[0][0], Value{int64_t{1}});
  EXPECT_EQ(run_skill(*skill, profile, {}, {{"like", "x"}})->table.rows[0][0], Value{int64_t{0}});
}

TEST(SqlSkill, SaysWhereAFileIsWrong) {
  EXPECT_THAT(error_of_file(""), HasSubstr("mine.sql:1: The first line is not a title."));
  EXPECT_THAT(error_of_file("--\nSELECT 1"), HasSubstr("mine.sql:1: The title is empty."));
  EXPECT_THAT(error_of_file(std::string(kGood), "My Skill.sql"),
              HasSubstr("My Skill.sql:1: \"My Skill\" cannot be"));
  EXPECT_THAT(error_of_file(good_file_with("@needs", "@need")),
              HasSubstr("mine.sql:10: \"@need\" is not known here."));
  EXPECT_THAT(error_of_file(good_file_with("kernel call", "kernel luck")),
              HasSubstr("mine.sql:10: \"luck\" cannot be needed."));
  EXPECT_THAT(error_of_file(good_file_with("min DURATION", "min SECONDS")),
              HasSubstr("mine.sql:8: \"SECONDS\" is no type"));
  EXPECT_THAT(error_of_file(good_file_with("= 1us", "= soon")),
              HasSubstr("mine.sql:8: params.min: \"soon\" is not a duration"));
  EXPECT_THAT(error_of_file(good_file_with("= '%'", "= '%")),
              HasSubstr("mine.sql:9: The quote of the default is not closed."));
  EXPECT_THAT(error_of_file(good_file_with("like STRING", "min STRING")),
              HasSubstr("mine.sql:9: There is a parameter min already."));
  EXPECT_THAT(error_of_file(good_file_with("Shorter runs are left out.", "")),
              HasSubstr("mine.sql:8: The parameter min has no meaning."));
  EXPECT_THAT(error_of_file(good_file_with(":min)", ":most)")),
              HasSubstr("mine.sql:11: The parameter :most is not declared."));
  EXPECT_THAT(error_of_file(good_file_with(":min)", "1)")),
              HasSubstr("mine.sql:8: The parameter min is not used"));
  // Neither within another name nor in a text or a comment.
  EXPECT_THAT(
      error_of_file(
          "-- Some.\n-- @param min_gap COUNT = 1   A gap.\nSELECT  -- of :min\n  :min_gap + length(':min')\n"
          "  + :min AS sum  -- COUNT  Of both."),
      HasSubstr("mine.sql:5: The parameter :min is not declared."));
}

TEST(SqlSkill, SaysWhichColumnIsWrong) {
  EXPECT_EQ(error_of_file(good_file_with("-- COUNT     How often it ran.", "")),
            "mine.sql:13: The column calls has no comment.");
  EXPECT_EQ(error_of_file(good_file_with("-- DURATION  total / calls.", "")),
            "mine.sql:15: The column mean has no comment.");
  EXPECT_EQ(error_of_file(good_file_with("-- COUNT     How", "-- CALLS     How")),
            "mine.sql:13: \"CALLS\" is no type of a column.");
  EXPECT_EQ(error_of_file(good_file_with("count(*)      AS calls,", "count(*),")),
            "mine.sql:13: The column \"count(*)\" has no plain name.");
  EXPECT_EQ(error_of_file(good_file_with("AS mean  ", "AS total ")),
            "mine.sql:15: There is a column total already.");
  EXPECT_EQ(error_of_file(good_file_with("COUNT     How often it ran.", "COUNT")),
            "mine.sql:13: The column calls has no meaning.");
  EXPECT_EQ(error_of_file(good_file_with("-- those that", "-- COUNT those that")),
            "mine.sql:11: This comment does not describe name, the next column.");
  EXPECT_EQ(error_of_file(good_file_with("SELECT name, ", "SELECT name, count(*) AS more, ")),
            "mine.sql:12: The column more has no line of its own.");
  EXPECT_EQ(error_of_file(good_file_with("GROUP BY name ORDER", "GROUP BY name -- COUNT of them\nORDER")),
            "mine.sql:17: This comment describes a column that the query does not have.");
}

TEST(SqlSkill, PlacesMistakesOfTheSqlInTheFile) {
  EXPECT_EQ(error_of_file(good_file_with("FROM long", "FROM lung")), "mine.sql:16: no such table: lung");
  EXPECT_EQ(error_of_file(good_file_with("sum(duration)", "sum(duratoin)")),
            "mine.sql:14: no such column: duratoin");
  EXPECT_EQ(error_of_file(good_file_with("GROUP BY name ORDER", "GROUP name ORDER")),
            "mine.sql:17: near \"name\": syntax error");
  EXPECT_THAT(error_of_file(good_file_with("count(*)  ", "zeroblob(1)")),
              HasSubstr("mine.sql:13: A query may only read"));
  EXPECT_THAT(error_of_file(std::string(kGood) + "; SELECT 2"), HasSubstr("There is a second statement."));
}

TEST(SqlSkill, DoesNotReadANumberOutOfAText) {
  const auto skill = parse_sql_skill("some.sql", "-- Some.\nSELECT 'x' AS n  -- COUNT  Of nothing.");
  ASSERT_TRUE(skill);
  const Profile profile(BuiltCapture().data);
  EXPECT_EQ(run_skill(*skill, profile, {}, {}).error().message,
            "some.sql: The column n holds a value that is no integer.");
}

TEST(MemoryTransfers, SumsByDirection) {
  BuiltCapture capture;
  capture.copy(7, 1, 0, 400, 450, 999, 0);
  const Profile profile(std::move(capture.data));
  const Skill skill = **built_in_skills().find("memory_transfers");
  std::string names;
  for (const Column& column : skill.columns) names += column.name + " ";
  EXPECT_EQ(names, "kind copy_kind ops bytes total_ns avg_gbps ");
  const auto answer = run_skill(skill, profile, {}, {});
  ASSERT_TRUE(answer) << answer.error().message;
  using Row = std::vector<Value>;
  ASSERT_EQ(answer->table.rows.size(), 2U);
  EXPECT_EQ(answer->table.rows[0], (Row{std::string("Host-to-Device"), int64_t{1}, int64_t{2}, int64_t{2000},
                                        int64_t{150}, 2000.0 / 150.0}));
  EXPECT_EQ(answer->table.rows[1],
            (Row{std::string("Device-to-Device"), int64_t{8}, int64_t{1}, int64_t{64}, int64_t{0}, Value{}}));
  EXPECT_EQ(run_skill(skill, Profile{ProfileData{}}, {}, {})->outcome, Outcome::cannot_answer);
}

struct CloseFile {
  void operator()(sqlite3* file) const { sqlite3_close(file); }
};

// copyKind, operations, bytes, time of a file, read without any of our code.
std::vector<std::array<int64_t, 4>> copies_in_file(const std::filesystem::path& path) {
  sqlite3* opened = nullptr;
  sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
  const std::unique_ptr<sqlite3, CloseFile> file(opened);
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(
      file.get(),
      "SELECT copyKind, count(*), sum(bytes), sum(\"end\" - start) FROM CUPTI_ACTIVITY_KIND_MEMCPY "
      "GROUP BY copyKind ORDER BY 4 DESC, 1",
      -1, &statement, nullptr);
  std::vector<std::array<int64_t, 4>> rows;
  while (statement && sqlite3_step(statement) == SQLITE_ROW) {
    rows.emplace_back();
    for (int at = 0; at < 4; ++at) rows.back()[static_cast<size_t>(at)] = sqlite3_column_int64(statement, at);
  }
  sqlite3_finalize(statement);
  return rows;
}

TEST(MemoryTransfers, EqualsPlainSqlOnRealProfiles) {
  if (test::captures().empty()) GTEST_SKIP() << test::needs_captures();
  const Skill skill = **built_in_skills().find("memory_transfers");
  for (const std::filesystem::path& path : test::captures()) {
    SCOPED_TRACE(path.filename());
    const auto profile = load_profile(path);
    ASSERT_TRUE(profile) << profile.error().message;
    const auto answer = run_skill(skill, **profile, {}, {{"limit", "0"}});
    ASSERT_TRUE(answer) << answer.error().message;
    std::vector<std::array<int64_t, 4>> rows;
    for (const auto& row : answer->table.rows) {
      rows.emplace_back();
      for (size_t at = 0; at < 4; ++at) rows.back()[at] = std::get<int64_t>(row[at + 1]);
    }
    EXPECT_EQ(rows, copies_in_file(path));
  }
}

// The first who asks may have gone; CTest has each test ask first.
TEST(BuiltInSkills, AreReadForAllWhoeverAsksFirst) {
  Work gone;
  gone.cancel.cancel();
  const WorkScope scope(gone);
  EXPECT_GT(built_in_skills().skills().size(), 50U);
}

}  // namespace
}  // namespace nsys_ai::test
