// Units of a query's columns: kept by aggregates, aliases and subqueries, and never wrong.
#include <gtest/gtest.h>

#include "sql_capture.h"

namespace nsys_ai::test {
namespace {

class SqlUnits : public testing::Test {
 protected:
  // The units of the columns, with `-` for none.
  std::string units(std::string_view sql) const {
    const auto answer = run_query(profile_, Scope::whole(profile_), {sql});
    if (!answer) return answer.error().message;
    std::string units;
    for (const Column& column : answer->table.columns) {
      const std::string_view unit = name_of(column.unit);
      units += (units.empty() ? "" : " ") + std::string(unit.empty() ? "-" : unit);
    }
    return units;
  }
  const Profile profile_{BuiltCapture().data};
};

TEST_F(SqlUnits, AreThoseOfPlainColumns) {
  EXPECT_EQ(units("SELECT start, duration, grid_x, id, name, static_shared_bytes FROM kernel"),
            "clock_ns ns count ref - bytes");
}

TEST_F(SqlUnits, SurviveAggregates) {
  EXPECT_EQ(
      units("SELECT sum(duration), total(duration), avg(duration), min(duration), max(duration) FROM kernel"),
      "ns ns ns ns ns");
  EXPECT_EQ(units("SELECT sum(bytes), avg(bytes) FROM memcpy"), "bytes bytes");
  EXPECT_EQ(units("SELECT min(start), max(start), avg(start), min(id) FROM kernel"),
            "clock_ns clock_ns clock_ns ref");
  EXPECT_EQ(units("SELECT count(*), COUNT(name), count(DISTINCT name), count ( ) FROM kernel"),
            "count count count count");
  EXPECT_EQ(
      units(
          "SELECT name, Sum ( DISTINCT k.duration ) FROM kernel AS k GROUP BY name HAVING sum(duration) > 0 "
          "ORDER BY sum(duration)"),
      "- ns");
  EXPECT_EQ(
      units(
          "SELECT sum(duration) FILTER (WHERE start > 0), sum(duration) OVER (ORDER BY start), max(duration) "
          "OVER w FROM kernel WINDOW w AS (PARTITION BY name)"),
      "ns ns ns");
  EXPECT_EQ(units("SELECT sum(\"duration\"), sum([duration]), sum(`duration`), sum((duration)) FROM kernel"),
            "ns ns ns ns");
}

TEST_F(SqlUnits, SurviveAliasesAndSubqueries) {
  EXPECT_EQ(units("SELECT t FROM (SELECT sum(duration) AS t FROM kernel GROUP BY name)"), "ns");
  EXPECT_EQ(units("SELECT max(t), sum(n), min(s) FROM (SELECT sum(duration) AS t, count(*) AS n, min(start) "
                  "AS s FROM "
                  "kernel GROUP BY name)"),
            "ns count clock_ns");
  EXPECT_EQ(
      units("WITH k(a, b) AS (SELECT name, avg(duration) FROM kernel GROUP BY 1) SELECT a, max(b) FROM k"),
      "- ns");
  EXPECT_EQ(units("SELECT (SELECT max(duration) FROM kernel), (SELECT count(*) FROM kernel)"), "ns count");
  EXPECT_EQ(units("/* sum( */ SELECT sum(duration) -- max(\n FROM kernel WHERE name <> 'sum(' ;"), "ns");
}

TEST_F(SqlUnits, AreNoneOfWhatIsComputed) {
  EXPECT_EQ(units("SELECT duration * 2, duration / 1000, sum(duration) / count(*), sum(duration) * 1.0, "
                  "-sum(duration), "
                  "sum(duration * 2), sum(duration + start), max(duration, start), min(1, 2) FROM kernel"),
            "- - - - - - - - -");
  EXPECT_EQ(units("SELECT sum(bytes) * 1.0 / sum(duration), coalesce(sum(bytes), 0), round(avg(bytes)), "
                  "CAST(sum(bytes) AS TEXT), group_concat(bytes), iif(1, bytes, duration) FROM memcpy"),
            "- - - - - -");
  EXPECT_EQ(
      units(
          "SELECT 'sum(duration)', 1, NULL, length(name), row_number() OVER (), lag(duration) OVER (ORDER BY "
          "start) FROM kernel"),
      "- - - - - -");
}

// A sum of points in time, of shares, of speeds or of names is nothing.
TEST_F(SqlUnits, AreNoneOfSumsThatMeanNothing) {
  EXPECT_EQ(units("SELECT sum(start), total(start), sum(pid), sum(id) FROM kernel"), "- - - -");
  EXPECT_EQ(units("SELECT sum(bandwidth_gbps), max(bandwidth_gbps), avg(bandwidth_gbps) FROM gpu"),
            "- GB/s GB/s");
  EXPECT_EQ(
      units("SELECT max(s), min(t) FROM (SELECT sum(start) AS s, max(start) AS t FROM kernel GROUP BY name)"),
      "- clock_ns");
  EXPECT_EQ(units("SELECT sum(m) FROM (SELECT min(start) AS m FROM kernel GROUP BY name)"), "-");
  EXPECT_EQ(units("SELECT sum(share), max(share) FROM kernel_stats"), "- share");
}

TEST_F(SqlUnits, OfUnionsAreThoseOfAllParts) {
  EXPECT_EQ(units("SELECT duration FROM kernel UNION ALL SELECT duration FROM memcpy"), "ns");
  EXPECT_EQ(
      units(
          "SELECT duration, start FROM kernel UNION ALL SELECT bytes, start FROM memcpy ORDER BY 1 LIMIT 5"),
      "- clock_ns");
  EXPECT_EQ(units("SELECT sum(duration) AS d FROM kernel UNION SELECT sum(duration) FROM memcpy ORDER BY d"),
            "ns");
  EXPECT_EQ(units("SELECT bytes FROM memcpy EXCEPT SELECT duration FROM kernel"), "-");
  EXPECT_EQ(units("SELECT x FROM (SELECT duration AS x FROM kernel UNION ALL SELECT bytes AS x FROM memcpy)"),
            "-");
  EXPECT_EQ(
      units("SELECT max(x) FROM (SELECT bytes AS x FROM memcpy UNION ALL SELECT duration AS x FROM kernel)"),
      "-");
  EXPECT_EQ(
      units(
          "SELECT sum(x) FROM (SELECT duration AS x FROM memcpy UNION ALL SELECT duration AS x FROM kernel)"),
      "ns");
  EXPECT_EQ(units("SELECT duration FROM kernel UNION ALL SELECT 1"), "-");
  // One that a part of the other hides.
  EXPECT_EQ(
      units(
          "WITH c(x) AS (SELECT duration FROM kernel UNION ALL SELECT bytes FROM memcpy), d(x) AS (SELECT 1 "
          "UNION ALL SELECT x FROM c) SELECT x FROM d"),
      "-");
  EXPECT_EQ(
      units("WITH c(x) AS (SELECT duration FROM kernel UNION ALL SELECT bytes FROM memcpy), d(x) AS (SELECT "
            "duration FROM kernel UNION ALL SELECT x FROM c) SELECT max(x) FROM d"),
      "-");
}

// A query may give parts of its own the names of tables.
TEST_F(SqlUnits, AreNotThoseOfATableThatIsHidden) {
  EXPECT_EQ(
      units("WITH kernel(grid_x) AS (SELECT bytes FROM memcpy) SELECT count(*), max(grid_x) FROM kernel"),
      "count bytes");
  EXPECT_EQ(units("WITH kernel(duration) AS (SELECT 1) SELECT duration, sum(duration) FROM kernel"), "- -");
}

TEST_F(SqlUnits, AreNoneWhereAPlanIsTold) {
  EXPECT_EQ(units("EXPLAIN QUERY PLAN SELECT sum(duration) FROM kernel"), "- - - -");
}

TEST_F(SqlUnits, StayWithTheTypesOfTheValues) {
  const auto answer =
      run_query(profile_, Scope::whole(profile_), {"SELECT avg(duration), sum(duration) FROM kernel"});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->table.columns[0].type, ValueType::real);
  EXPECT_EQ(answer->table.columns[1].type, ValueType::integer);
}

}  // namespace
}  // namespace nsys_ai::test
