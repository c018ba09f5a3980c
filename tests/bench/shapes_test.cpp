// Each shape is what it is named after, by plain SQL and as the program reads it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "profile/load/load.h"
#include "tests/bench/generate.h"
#include "tests/bench/shapes.h"
#include "tests/support/sketch_sqlite.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::bench {
namespace {

using test::TemporaryFolder;
using testing::HasSubstr;
using testing::IsEmpty;

std::string answer(const std::string& path, const std::string& sql) {
  return sketch::Database(path).answer(sql);
}

// A hundredth of each shape, by plain SQL and as the program reads it.
class Shapes : public testing::TestWithParam<const Shape*> {
 protected:
  void SetUp() override {
    options_ = shaped(GetParam()->name, 0.01);
    options_.path = (folder_ / "small.sqlite").string();
    generate(options_, {});
  }
  std::string ask(const std::string& sql) const { return answer(options_.path, sql); }
  int64_t count(const std::string& table) const { return std::stoll(ask("SELECT count(*) FROM " + table)); }

  const TemporaryFolder folder_;
  GenerateOptions options_;
};

TEST_P(Shapes, HaveAHundredthOfTheRowsAndOpenWithoutNotes) {
  EXPECT_EQ(ask("PRAGMA integrity_check"), "ok");
  const Counts& all = GetParam()->options.workload.counts;
  EXPECT_EQ(count("CUPTI_ACTIVITY_KIND_KERNEL"), all.kernels / 100);
  EXPECT_EQ(count("CUPTI_ACTIVITY_KIND_RUNTIME"), all.calls / 100);
  EXPECT_EQ(count("NVTX_EVENTS"), all.nvtx / 100);
  EXPECT_EQ(count("CUPTI_ACTIVITY_KIND_MEMCPY"), all.copies / 100);
  EXPECT_EQ(count("CUPTI_ACTIVITY_KIND_MEMSET"), all.memsets / 100);
  EXPECT_EQ(count("OSRT_API"), all.os_calls / 100);
  EXPECT_EQ(ask("SELECT count(DISTINCT value) - count(*) FROM StringIds"), "0");
  const auto loaded = load_profile(options_.path, Work{});
  ASSERT_TRUE(loaded) << loaded.error().message;
  const ProfilePtr& profile = *loaded;
  if (all.kernels > 0)
    EXPECT_THAT(profile->notes(), IsEmpty());
  else
    EXPECT_THAT(profile->notes(), testing::ElementsAre("The capture recorded no kernels."));
  EXPECT_EQ(std::ssize(profile->kernels()), all.kernels / 100);
  EXPECT_EQ(std::ssize(profile->nvtx()), all.nvtx / 100);
  // A GPU that processes share is a device of each.
  EXPECT_EQ(std::ssize(profile->devices()), std::max(options_.workload.devices, options_.workload.processes));
  // Each operation is started by a call of its process.
  for (const char* kind : {"KERNEL", "MEMCPY", "MEMSET"}) {
    const std::string table = std::string("CUPTI_ACTIVITY_KIND_") + kind;
    EXPECT_EQ(ask("SELECT count(DISTINCT o.rowid) FROM " + table +
                  " o JOIN CUPTI_ACTIVITY_KIND_RUNTIME c ON c.correlationId = o.correlationId "
                  "AND c.globalTid >> 24 = o.globalPid >> 24"),
              std::to_string(count(table)));
  }
}

TEST_P(Shapes, HaveTheLabelsThatTheyAreNamedAfter) {
  const std::string_view name = GetParam()->name;
  const int64_t ranges = count("NVTX_EVENTS");
  const int64_t inline_texts = std::stoll(ask("SELECT count(DISTINCT text) FROM NVTX_EVENTS"));
  const int64_t registered = std::stoll(ask("SELECT count(DISTINCT textId) FROM NVTX_EVENTS"));
  const int64_t uuids =
      std::stoll(ask("SELECT count(*) FROM NVTX_EVENTS WHERE text GLOB '* "
                     "[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f]*-4*-*-*'"));
  if (name == "labels-hex" || name == "labels-inline") {
    EXPECT_EQ(inline_texts, ranges);
    EXPECT_EQ(registered, 0);
  } else if (name == "labels-registered") {
    EXPECT_EQ(inline_texts, 0);
    EXPECT_EQ(registered, ranges);
  } else {
    const double share = GetParam()->options.workload.instance_share;
    EXPECT_LE(static_cast<double>(inline_texts), 1.25 * share * static_cast<double>(ranges));
    EXPECT_LE(registered, 200);
  }
  EXPECT_NEAR(static_cast<double>(uuids), name == "labels-hex" ? static_cast<double>(ranges) / 2 : 0, 500);
}

std::vector<const Shape*> all_shapes() {
  std::vector<const Shape*> all;
  for (const Shape& shape : shapes()) all.push_back(&shape);
  return all;
}
std::string test_name(const testing::TestParamInfo<const Shape*>& info) {
  std::string name(info.param->name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Generate, Shapes, testing::ValuesIn(all_shapes()), test_name);

TEST(Generate, WritesLabelsAsPyTorchDoes) {
  const TemporaryFolder folder;
  GenerateOptions options = shaped("labels-inline", 0.01);
  options.path = (folder / "small.sqlite").string();
  generate(options, {});
  const std::string operations =
      answer(options.path, "SELECT text FROM NVTX_EVENTS WHERE text LIKE 'aten::%'") + "\n";
  const std::regex form(R"(aten::\w+(, seq = \d+)?, op_id = \d+(, sizes = \[(\[[\d, ]*\](, )?)+\])?\n)");
  const std::ptrdiff_t lines = std::count(operations.begin(), operations.end(), '\n');
  EXPECT_GT(lines, 20'000);
  EXPECT_EQ(std::distance(std::sregex_iterator(operations.begin(), operations.end(), form), {}), lines);
  EXPECT_THAT(operations, HasSubstr(", 3, 224, 224], []]\n"));
}

TEST(Generate, HasSortedShapesAndKnowsNoOther) {
  EXPECT_TRUE(std::is_sorted(shapes().begin(), shapes().end(),
                             [](const Shape& left, const Shape& right) { return left.name < right.name; }));
  EXPECT_EQ(shaped("one-gpu", 5).workload.counts.kernels, 100'000'000);
  EXPECT_THROW(shaped("round", 1), std::runtime_error);
}

}  // namespace
}  // namespace nsys_ai::bench
