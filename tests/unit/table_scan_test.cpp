// Parts of a large table: which place each is given.
#include "profile/sqlite_file/table_scan.h"

#include <gtest/gtest.h>

#include "profile/schema.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

struct PlacedRows : RowSink {
  void expect(const PartPlace& told) override { place = told; }
  void append(TableRow& row) override {
    if (rows++ == 0) first_id = row.id();
  }
  PartPlace place;
  size_t rows = 0;
  int64_t first_id = 0;
};

std::vector<PlacedRows> parts_of(const std::string& change_of_rows) {
  const TemporaryFolder folder;
  const auto path = folder / "large.sqlite";
  sketch::write("nvtx thread 100   first 0..1us\n", path.string());
  change(
      path,
      "DELETE FROM NVTX_EVENTS; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000) "
      "INSERT INTO NVTX_EVENTS(rowid, start, end, eventType, globalTid, text) SELECT i, i, i, 59, 256, 'a "
      "text that makes the table a large one' FROM n;" +
          change_of_rows);
  const auto image = FileImage::open(path, CancelToken());
  const auto database = Database::open(*image);
  auto tables = read_catalog(*database);
  const FileTable* table = find_table(*tables, TableKind::nvtx);
  const auto scanned = scan_tables({**image, *database, 2},
                                   {{table, {"start"}, [] { return std::make_unique<PlacedRows>(); }}}, {});
  std::vector<PlacedRows> parts;
  for (const auto& part : scanned->front().parts) parts.push_back(static_cast<const PlacedRows&>(*part));
  return parts;
}

TEST(Places, LieSideBySideAndHoldWhatThePartsHave) {
  const auto parts = parts_of("");
  ASSERT_GT(parts.size(), 2u);
  size_t next = 0;
  for (const PlacedRows& part : parts) {
    EXPECT_EQ(part.place.first, next);
    EXPECT_EQ(part.place.rows, part.rows);
    EXPECT_EQ(part.place.of, 300'000u);
    next += part.rows;
  }
  EXPECT_EQ(next, 300'000u);
}

TEST(Places, LeaveRoomForRowsThatAreGone) {
  const auto parts = parts_of("DELETE FROM NVTX_EVENTS WHERE rowid % 5 = 2");
  ASSERT_GT(parts.size(), 2u);
  for (const PlacedRows& part : parts) {
    EXPECT_EQ(part.place.first, static_cast<size_t>(part.first_id - parts.front().first_id));
    EXPECT_GE(part.place.rows, part.rows);
  }
}

TEST(Places, AreNotToldWhereIdsHaveMoreHolesThanRows) {
  for (const PlacedRows& part :
       parts_of("UPDATE NVTX_EVENTS SET rowid = -rowid; UPDATE NVTX_EVENTS SET rowid = "
                "rowid * 1000"))
    EXPECT_EQ(part.place.of, 0u);
}

}  // namespace
}  // namespace nsys_ai::test
