// Launches of many operations, against a plain map: ids in and out of order, far apart, and used twice.
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "profile/order.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

constexpr int kIds = 100'000;

// Replaces the rows of a table by `kIds` of each, with ids made of a number `i` from 1 up.
std::string rows_repeated(const std::string& table, const std::string& changes) {
  return "sql \"CREATE TABLE many AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT " +
         std::to_string(kIds) + ") SELECT * FROM n CROSS JOIN " + table + "; UPDATE many SET " + changes +
         "; ALTER TABLE many DROP COLUMN i; DELETE FROM " + table + "; INSERT INTO " + table +
         " SELECT * FROM many; DROP TABLE many\"\n";
}

// The calls by process and id, in the order of the file.
using CallsById = std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>>;
CallsById calls_by_id(const Profile& profile) {
  const Calls& calls = profile.calls();
  CallsById all;
  for (uint32_t call = 0; call < calls.size(); ++call)
    if (calls.correlation[call] != 0 && calls.event_class[call] != Calls::kBacktraceTwin)
      all[{profile.threads()[calls.thread[call]].process.value, calls.correlation[call]}].push_back(call);
  return all;
}

// The launch of an operation: of the runtime calls, or without any of all, the one that started last before the
// operation; where all started later, the one that started first.
uint32_t launch_among(const Calls& calls, std::vector<uint32_t> of, int64_t start) {
  std::vector<uint32_t> runtime;
  for (const uint32_t call : of)
    if (calls.event_class[call] == Calls::kRuntime) runtime.push_back(call);
  if (!runtime.empty()) of = runtime;
  std::stable_sort(of.begin(), of.end(), [&](uint32_t a, uint32_t b) { return calls.start[a] < calls.start[b]; });
  uint32_t launch = of.front();
  for (const uint32_t call : of)
    if (calls.start[call] <= start) launch = call;
  return launch;
}

// How many operations have a launch, each the one that the calls say.
size_t checked(const Profile& profile, const Operations& operations, const RowLinks& links) {
  const CallsById calls = calls_by_id(profile);
  size_t launched = 0;
  for (uint32_t at = 0; at < operations.size(); ++at) {
    const auto found =
        calls.find({profile.device_of(operations.stream[at]).process.value, operations.correlation[at]});
    const uint32_t expected = found == calls.end()
                                  ? Launches::kNoCall
                                  : launch_among(profile.calls(), found->second, operations.start[at]);
    EXPECT_EQ(links[at], expected) << "row " << operations.row[at];
    if (testing::Test::HasFailure()) return launched;
    launched += expected != Launches::kNoCall ? 1 : 0;
  }
  return launched;
}

// The ids of one process ascend, those of the second are shuffled, those of the third lie far apart; in each
// an id in four belongs to two calls, and a kernel in ten has an id that no call has.
TEST(Launches, AreFoundAmongManyIds) {
  const std::string id =
      "correlationId = CASE (globalTid >> 24) & 16777215 WHEN 200 THEN i WHEN 201 THEN 1 + i * 77773 % 100003 "
      "ELSE i * 40000 END";
  std::string kernel_id = id;
  kernel_id.replace(kernel_id.find("globalTid"), 9, "globalPid");
  const ProfilePtr profile = loaded(
      "process 200 \"a\"\ngpu 0 stream 7   first 100..200us   memcpy_h2d 300..310us [1MB]\n"
      "process 201 \"b\"\ngpu 0 stream 7   second 100..200us\n"
      "process 202 \"c\"\ngpu 0 stream 7   third 100..200us\n" +
      rows_repeated(
          "CUPTI_ACTIVITY_KIND_RUNTIME",
          id + ", start = start + i, end = end + i, eventClass = CASE i % 5 WHEN 0 THEN 1 ELSE 0 END") +
      "sql \"INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME (start, end, eventClass, globalTid, correlationId, nameId, "
      "returnValue) SELECT start + 1, end, 1 - eventClass, globalTid, correlationId, nameId, returnValue FROM "
      "CUPTI_ACTIVITY_KIND_RUNTIME WHERE rowid % 4 = 0\"\n" +
      rows_repeated("CUPTI_ACTIVITY_KIND_KERNEL",
                    kernel_id + " + (i % 10 = 0) * 200007, start = start + i, end = end + i") +
      rows_repeated("CUPTI_ACTIVITY_KIND_MEMCPY", kernel_id + ", start = start + i, end = end + i"));
  ASSERT_EQ(profile->kernels().size(), 3u * kIds);
  ASSERT_EQ(profile->calls().size(), 5u * kIds);
  const Launches& launches = profile->derived(build_launches);
  EXPECT_EQ(checked(*profile, profile->kernels(), launches.of_kernel), 270'000u);
  EXPECT_EQ(checked(*profile, profile->copies(), launches.of_copy), 100'000u);
}

}  // namespace
}  // namespace nsys_ai::test
