// Kept columns that are mapped: only where the file is as it was written, and nobody else can change it.
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/cached_columns.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

using MappedColumns = KeptColumns;

bool is_mapped(const ProfilePtr& profile) { return profile->data().map != nullptr; }

TEST_F(MappedColumns, AreMappedAsTheyWereWritten) {
  const auto path = written(kSketches[2]);
  const ProfilePtr loaded = opened(path);
  const auto file = keep(path);
  const ProfilePtr mapped = opened(path);
  ASSERT_TRUE(!was_loaded() && is_mapped(mapped));
  expect_same(*loaded, *mapped);
  fs::remove(file);
  expect_same(*loaded, *mapped);
}

TEST_F(MappedColumns, AreReadAndCheckedWhereTheyMayHaveChanged) {
  const auto path = written(kSketches[0]);
  const ProfilePtr loaded = opened(path);
  const auto file = keep(path);
  const auto expect_read = [&](const char* why) {
    const ProfilePtr again = opened(path);
    EXPECT_TRUE(!was_loaded() && !is_mapped(again)) << why;
    expect_same(*loaded, *again);
  };
  ::chmod(file.c_str(), 0620);
  expect_read("others can write to it");
  ::chmod(file.c_str(), 0600);
  EXPECT_TRUE(is_mapped(opened(path)));
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(file.c_str(), 65534, static_cast<gid_t>(-1)), 0);
    expect_read("another user can write to it");
    ASSERT_EQ(::chown(file.c_str(), 0, static_cast<gid_t>(-1)), 0);
  }
  write_bytes(file, bytes_of(file));
  expect_read("it was written to");
}

}  // namespace
}  // namespace nsys_ai::test
