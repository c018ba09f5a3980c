// Skills about CUDA calls, on real captures: equal to plain SQL, and to what the vendor's tools print.
#include <gtest/gtest.h>

#include "protocol/json.h"
#include "tests/unit/skill_truth.h"

namespace nsys_ai::test {
namespace {

struct CallSums {
  int64_t calls = 0;
  int64_t total = 0;
  int64_t least = INT64_MAX;
  int64_t most = 0;
  int64_t errors = 0;
  friend bool operator==(const CallSums&, const CallSums&) = default;
};
void PrintTo(const CallSums& sums, std::ostream* out) {
  *out << sums.calls << " calls, " << sums.total << " ns, " << sums.least << " to " << sums.most << ", "
       << sums.errors << " errors";
}
using ByCall = std::map<std::string, CallSums>;

ByCall summed(Capture& capture, const std::string& where) {
  ByCall by_call;
  for (const auto& row : table_of(
           capture.ask("SELECT value, end - start, " + column(capture, kCallTable, "returnValue", "0") +
                       " FROM CUPTI_ACTIVITY_KIND_RUNTIME JOIN StringIds ON StringIds.id = nameId WHERE " +
                       column(capture, kCallTable, "eventClass", "0") + where))) {
    CallSums& sums = by_call[bare_call(row[0])];
    const int64_t length = std::stoll(row[1]);
    ++sums.calls;
    sums.total += length;
    sums.least = std::min(sums.least, length);
    sums.most = std::max(sums.most, length);
    const bool not_ready = row[2] == "600" && row[0].find("Query") != std::string::npos;
    sums.errors += row[2] != "0" && !not_ready ? 1 : 0;
  }
  return by_call;
}

ByCall answered(const Profile& profile, const ScopeRequest& scope = {}) {
  ByCall by_call;
  for (const Record& row : records(ask_all(profile, "api_summary", {}, scope)))
    by_call[row.at("name")] = {std::stoll(row.at("calls")), std::stoll(row.at("total_ns")),
                               std::stoll(row.at("min_ns")), std::stoll(row.at("max_ns")),
                               std::stoll(row.at("errors"))};
  return by_call;
}

class CallTruth : public SkillTruth {};

TEST_P(CallTruth, SummaryIsPlainSql) {
  if (!has_rows(kCallTable)) GTEST_SKIP() << "no calls";
  const ByCall wanted = summed(capture, " NOT IN (67, 77)");
  EXPECT_EQ(answered(profile()), wanted);
  double shares = 0;
  for (const Record& row : records(ask_all(profile(), "api_summary"))) shares += std::stod(row.at("share"));
  EXPECT_NEAR(shares, wanted.empty() ? 0.0 : 1.0, 1e-9);
}

// The vendor counts the twins of class 67 as calls; and it cuts only versions of four digits off names.
TEST_P(CallTruth, SummaryIsTheVendorsButForTwins) {
  const auto vendor = oracle(GetParam(), "cudaapisum");
  if (!vendor || !has_rows(kCallTable)) GTEST_SKIP() << "the vendor says nothing";
  std::map<std::string, std::pair<int64_t, int64_t>> wanted;
  for (const Record& row : *vendor) {
    auto& sums = wanted[bare_call(row.at("Name"))];
    sums.first += std::stoll(row.at("Num Calls"));
    sums.second += std::stoll(row.at("Total Time (ns)"));
  }
  for (const auto& [name, twins] : summed(capture, " IN (67, 77)")) {
    wanted[name].first -= twins.calls;
    wanted[name].second -= twins.total;
  }
  std::erase_if(wanted, [](const auto& of) { return of.second.first == 0; });
  std::map<std::string, std::pair<int64_t, int64_t>> got;
  for (const auto& [name, sums] : answered(profile())) got[name] = {sums.calls, sums.total};
  EXPECT_EQ(got, wanted);
}

// A truth names the ten calls that took longest, and cuts one version off each name.
TEST_P(CallTruth, SummaryIsTheRecordedTruth) {
  const auto path = profiles_folder() / "truth" / (GetParam() + ".json");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no truth";
  const auto truth = Json::parse(bytes_of(path));
  ASSERT_TRUE(truth);
  const ByCall got = answered(profile());
  const Json* calls = truth->find("api");
  ASSERT_NE(calls, nullptr);
  std::map<std::string, std::pair<int64_t, int64_t>> wanted;
  for (const Json& call : *calls->if_array()) {
    auto& sums = wanted[bare_call(*call.find("name")->if_string())];
    sums.first += *call.find("calls")->if_integer();
    sums.second += *call.find("total_ns")->if_integer();
  }
  for (const auto& [name, sums] : wanted) {
    ASSERT_TRUE(got.contains(name)) << name;
    EXPECT_EQ(std::pair(got.at(name).calls, got.at(name).total), sums) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Captures, CallTruth, testing::ValuesIn(capture_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CallTruth);

}  // namespace
}  // namespace nsys_ai::test
