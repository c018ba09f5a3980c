// Comparisons of real captures against plain SQL on each side.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "compare/compare.h"
#include "tests/support/needs_captures.h"
#include "tests/unit/real_capture.h"

namespace nsys_ai::test {
namespace {

class ComparedCapture : public testing::TestWithParam<std::string> {};

std::vector<int64_t> numbers_of(const std::string& text) {
  std::string blanks = text;
  std::replace(blanks.begin(), blanks.end(), '|', ' ');
  std::istringstream words(blanks);
  std::vector<int64_t> numbers;
  for (int64_t number = 0; words >> number;) numbers.push_back(number);
  return numbers;
}

// The operations of a device by start.
std::vector<Interval> operations_of(Capture& capture, DeviceIx device) {
  const Device& of = capture.profile().devices()[device];
  std::string sql;
  for (const char* table : {"KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"}) {
    const std::string name = std::string("CUPTI_ACTIVITY_KIND_") + table;
    if (!capture.has(name)) continue;
    if (!sql.empty()) sql += " UNION ALL ";
    sql += "SELECT start, end FROM " + name + " WHERE deviceId = " + std::to_string(of.ordinal);
    if (const auto pid = capture.profile().pid_of(of.process); pid && capture.has(name, "globalPid"))
      sql += " AND (globalPid >> 24) & 0xFFFFFF = " + std::to_string(*pid);
  }
  const std::vector<int64_t> numbers = numbers_of(capture.ask(sql + " ORDER BY 1"));
  std::vector<Interval> operations;
  for (size_t i = 0; i + 1 < numbers.size(); i += 2) operations.push_back({numbers[i], numbers[i + 1]});
  return operations;
}

int64_t busy_inside(const std::vector<Interval>& operations, Interval unit) {
  int64_t busy = 0;
  int64_t until = unit.start;
  for (const Interval& of : operations) {
    const int64_t start = std::max(of.start, until);
    const int64_t end = std::min(of.end, unit.end);
    if (end <= start) continue;
    busy += end - start;
    until = end;
  }
  return busy;
}

double middle_value(std::vector<int64_t> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? static_cast<double>(values[half])
                                : static_cast<double>(values[half - 1] + values[half]) / 2;
}

TEST_P(ComparedCapture, FiguresAreThoseOfPlainSql) {
  Capture capture(profiles_folder() / (GetParam() + ".sqlite"));
  const Scope scope = Scope::whole(capture.profile());
  const UnitRequest request{best_unit_kind(capture.profile(), scope)};
  const WorkUnits units = units_of(capture.profile(), scope, request);
  if (units.count() == 0) return;
  const RunFigures run = run_figures(capture.profile(), scope, request);
  std::vector<int64_t> durations, busy, idle;
  for (const DeviceWorkUnits& of : units.devices) {
    const std::vector<Interval> operations = operations_of(capture, of.device);
    for (const WorkUnit& unit : of.units) {
      durations.push_back(unit.time.duration());
      busy.push_back(busy_inside(operations, unit.time));
      idle.push_back(durations.back() - busy.back());
    }
  }
  EXPECT_EQ(run.medianNs, middle_value(durations));
  EXPECT_EQ(run.busyNs, middle_value(busy));
  EXPECT_EQ(run.idleNs, middle_value(idle));
  for (const PartFigures& part : run.parts) {
    if (part.family.empty() || part.name.size() > 120) continue;
    std::string name = part.name;
    for (size_t at = 0; (at = name.find('\'', at)) != std::string::npos; at += 2) name.insert(at, "'");
    EXPECT_EQ(numbers_of(capture.ask("SELECT count(*), sum(end - start) FROM CUPTI_ACTIVITY_KIND_KERNEL JOIN StringIds "
                                     "ON id = demangledName WHERE value = '" +
                                     name + "'")),
              (std::vector<int64_t>{part.allCalls, part.allTimeNs}))
        << part.name;
  }
}
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ComparedCapture);
INSTANTIATE_TEST_SUITE_P(Real, ComparedCapture, testing::ValuesIn(capture_names()), test_name);

std::vector<ComparedProfile> opened(const std::string& name) {
  auto loaded = load_profile(profiles_folder() / (name + ".sqlite"));
  if (!loaded) throw std::runtime_error(loaded.error().message);
  return {{*loaded}};
}

nsys::Comparison compared_captures(const std::string& before, const std::string& after) {
  const auto figures = figures_of(opened(before), opened(after));
  if (!figures) throw std::runtime_error(figures.error().message);
  return compare_runs(figures->before, figures->after);
}

void expect_parts_to_sum(const nsys::Comparison& of) {
  int64_t parts = 0, budget = 0;
  for (const nsys::PartRow& row : of.parts) parts += row.changeNs;
  for (const nsys::BudgetRow& row : of.budget) budget += row.changeNs;
  EXPECT_EQ(parts, of.after.typicalNs - of.before.typicalNs);
  EXPECT_EQ(budget, of.after.typicalNs - of.before.typicalNs);
}

TEST(CompareCaptures, ABlockOfAModelThatTakesLonger) {
  if (capture_names().empty()) GTEST_SKIP() << needs_captures();
  const nsys::Comparison of = compared_captures("mfu_2gpu_before", "mfu_2gpu_after");
  EXPECT_EQ(of.verdict, "slower") << of.text;
  EXPECT_EQ(of.unit, "repeat of 119 kernels");
  EXPECT_EQ(of.before.medianNs / 10'000, 1668);
  EXPECT_EQ(of.after.medianNs / 10'000, 1912);
  EXPECT_EQ((of.before.busyNs + 5'000) / 10'000, 1569);
  EXPECT_EQ((of.after.busyNs + 5'000) / 10'000, 1572);
  EXPECT_EQ((of.before.idleNs + 5'000) / 10'000, 94);
  EXPECT_EQ((of.after.idleNs + 5'000) / 10'000, 278);
  ASSERT_FALSE(of.causes.empty());
  EXPECT_TRUE(of.causes[0].starts_with("Idle, since the host launched too late")) << of.causes[0];
  expect_parts_to_sum(of);
  const nsys::Comparison back = compared_captures("mfu_2gpu_after", "mfu_2gpu_before");
  EXPECT_EQ(back.verdict, "faster") << back.text;
  EXPECT_NEAR(*of.ratio * *back.ratio, 1, 1e-9);
  expect_parts_to_sum(back);
  EXPECT_EQ(compared_captures("mfu_2gpu_before", "mock").verdict, "inconclusive");
  EXPECT_EQ(compared_captures("mock", "mfu_2gpu_after").verdict, "inconclusive");
  EXPECT_EQ(compared_captures("mfu_2gpu_before", "alpa-r1-nokernel").verdict, "inconclusive");
}

}  // namespace
}  // namespace nsys_ai::test
