// What a verdict is worth: noise alone, known differences, and what must hold for every comparison.
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "compare/compare.h"
#include "compare/statistics.h"
#include "protocol/read.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

using testing::AnyOf;
using testing::Eq;
using testing::HasSubstr;
using testing::StartsWith;

struct Noise {
  double between_runs;
  double within_runs = 0.05;
};

constexpr size_t kStepsOfRun = 20;

// Runs of log-normal noise around 10 ms.
SideDurations noisy_side(std::mt19937_64& random, size_t runs, Noise noise, double change = 0) {
  std::normal_distribution<double> normal;
  SideDurations side;
  for (size_t i = 0; i < runs; ++i) {
    const double of_run = std::log1p(change) + noise.between_runs * normal(random);
    RunDurations run;
    for (size_t step = 0; step < kStepsOfRun; ++step)
      run.push_back({std::llround(1e7 * std::exp(of_run + noise.within_runs * normal(random)))});
    side.push_back(std::move(run));
  }
  return side;
}

RunFigures run_of(RunDurations durations, std::string file) {
  RunFigures run;
  run.extent = file;
  run.file = std::move(file);
  run.gpus = {"NVIDIA H100 80GB HBM3"};
  run.kernels = 100;
  run.graphs = "none";
  run.unitKind = "step";
  run.unit = "step marked by `step #`";
  run.units = static_cast<int64_t>(durations.size());
  run.typicalUnits = run.units / 2;
  run.medianNs = run_median(durations);
  run.durations = std::move(durations);
  run.budgetNs.assign(kBudgetUses, 0);
  PartFigures gemm;
  gemm.name = "gemm";
  gemm.use = "compute";
  gemm.family = "gemm";
  gemm.ns = std::llround(run.medianNs) * run.typicalUnits;
  run.budgetNs[0] = gemm.ns;
  run.parts = {gemm};
  return run;
}

std::vector<RunFigures> runs_of(const SideDurations& side, const std::string& name) {
  std::vector<RunFigures> runs;
  for (const RunDurations& run : side) runs.push_back(run_of(run, name + std::to_string(runs.size())));
  return runs;
}

nsys::Comparison compared(const SideDurations& before, const SideDurations& after) {
  return compare_runs(runs_of(before, "a"), runs_of(after, "b"));
}

bool excludes_one(LogBounds of) { return of.low > 0 || of.high < 0; }

// The shares of equal pairs that intervals call different, as in the tables of the method's simulation.
struct FalseShares {
  double drawn = 0;
  double by_runs = 0;
};
FalseShares false_shares(size_t runs, Noise noise) {
  constexpr int kPairs = 400;
  std::mt19937_64 random(42);
  FalseShares shares;
  for (int pair = 0; pair < kPairs; ++pair) {
    const SideDurations a = noisy_side(random, runs, noise);
    const SideDurations b = noisy_side(random, runs, noise);
    if (excludes_one(bootstrap_interval(a, b, Pairing::apart, {400, 42}))) shares.drawn += 1.0 / kPairs;
    if (runs < 2) continue;
    const MeanDifference by_runs = welch(summary_of(log_medians(a)), summary_of(log_medians(b)));
    if (excludes_one(by_runs.interval())) shares.by_runs += 1.0 / kPairs;
  }
  return shares;
}

// 400 pairs: three standard errors are 3 points at 5 %, 7 at 60 %.
TEST(CompareStatistics, IntervalsAreWrongAsOftenAsTheTablesSay) {
  EXPECT_NEAR(false_shares(1, {0.05}).drawn, 0.60, 0.075);
  EXPECT_NEAR(false_shares(2, {0.05}).drawn, 0.23, 0.065);
  EXPECT_NEAR(false_shares(3, {0.05}).drawn, 0.09, 0.045);
  EXPECT_NEAR(false_shares(3, {0.05}).by_runs, 0.05, 0.035);
  EXPECT_NEAR(false_shares(5, {0.05}).by_runs, 0.05, 0.035);
  EXPECT_NEAR(false_shares(1, {0.01}).drawn, 0.10, 0.045);
  EXPECT_NEAR(false_shares(3, {0.01}).drawn, 0.01, 0.02);
}

// Of `pairs` equal or changed pairs: how many are called changed.
int changed(size_t runs, Noise noise, double change, int pairs) {
  std::mt19937_64 random(43);
  int found = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    const SideDurations before = noisy_side(random, runs, noise);
    const SideDurations after = noisy_side(random, runs, noise, change);
    const std::string verdict = compared(before, after).verdict;
    found += verdict == "regression" || (change == 0 && verdict == "improvement") ? 1 : 0;
  }
  return found;
}

TEST(CompareVerdict, NoiseAloneIsSeldomAChange) {
  for (const double between : {0.05, 0.01})
    for (const size_t runs : {3u, 5u, 10u}) {
      constexpr int kPairs = 200;
      EXPECT_LE(changed(runs, {between}, 0, kPairs), kPairs * 5 / 100) << runs << " runs a side, " << between;
    }
}

TEST(CompareVerdict, AChangeThatFiveRunsCanShowIsFound) {
  EXPECT_GE(changed(5, {0.01}, 0.07, 100), 90 - 4);
  EXPECT_GE(changed(5, {0.05}, 0.25, 100), 90 - 4);
}

TEST(CompareVerdict, ExchangedSidesMirror) {
  std::mt19937_64 random(7);
  for (const size_t runs : {1u, 2u, 4u}) {
    const SideDurations a = noisy_side(random, runs, {0.02});
    const SideDurations b = noisy_side(random, runs, {0.02}, 0.1);
    const nsys::Comparison there = compared(a, b);
    const nsys::Comparison back = compared(b, a);
    EXPECT_NEAR(*there.ratio * *back.ratio, 1, 1e-12);
    EXPECT_NEAR(there.interval->low * back.interval->high, 1, 1e-12);
    EXPECT_NEAR(there.interval->high * back.interval->low, 1, 1e-12);
    EXPECT_EQ(there.before.medianNs, back.after.medianNs);
  }
}

TEST(CompareVerdict, ACaptureAgainstItselfDidNotChange) {
  std::mt19937_64 random(8);
  const auto runs = runs_of(noisy_side(random, 3, {0.05}), "a");
  EXPECT_EQ(compare_runs(runs, runs).verdict, "noChange");
  EXPECT_EQ(compare_runs({runs[0]}, {runs[0]}).verdict, "noChange");
}

// A side in two halves, one as the base of the other: as many runs of one program.
TEST(CompareVerdict, SplittingASideChangesNothing) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    const SideDurations all = noisy_side(random, 6, {0.01});
    const nsys::Comparison halves = compared({all[0], all[2], all[4]}, {all[1], all[3], all[5]});
    EXPECT_THAT(halves.verdict, AnyOf(Eq("inconclusive"), Eq("noChange"))) << halves.text;
  }
}

TEST(CompareVerdict, RunsThatAlternateAreComparedInPairs) {
  // Both sides slow down together by a fifth while they are measured; the difference is 5 %.
  std::vector<RunFigures> before, after;
  for (int i = 0; i < 5; ++i) {
    const double drift = 1e7 * (1 + 0.05 * i);
    RunDurations a, b;
    for (int step = 0; step < 20; ++step) {
      a.push_back({std::llround(drift * (1 + 0.001 * (step % 5)))});
      b.push_back({std::llround(drift * (1.05 + 0.001 * ((step + i) % 5)))});
    }
    before.push_back(run_of(a, "a" + std::to_string(i)));
    after.push_back(run_of(b, "b" + std::to_string(i)));
    // A B B A A B ...
    before.back().startedNs = 4 * i + (i % 2);
    after.back().startedNs = 4 * i + 1 - (i % 2);
  }
  const nsys::Comparison paired = compare_runs(before, after, {0.01});
  EXPECT_TRUE(paired.pairs);
  EXPECT_EQ(paired.verdict, "regression") << paired.text;
  EXPECT_THAT(paired.text, HasSubstr("5 runs a side in pairs"));
  for (RunFigures& run : before) run.startedNs.reset();
  EXPECT_EQ(compare_runs(before, after, {0.01}).verdict, "inconclusive");
}

TEST(CompareVerdict, OneCaptureASideSpeaksOfCaptures) {
  std::mt19937_64 random(9);
  const nsys::Comparison of = compared(noisy_side(random, 1, {0}), noisy_side(random, 1, {0}, 0.3));
  EXPECT_EQ(of.verdict, "slower");
  EXPECT_EQ(of.of, "captures");
  EXPECT_THAT(of.text, StartsWith("Slower in these captures: "));
  EXPECT_THAT(of.text, HasSubstr("One capture a side"));
}

TEST(CompareStatistics, FalseDiscoveriesAreHeldDown) {
  EXPECT_EQ(discoveries({0.001, 0.2, 0.04, 0.9}, 0.1), (std::vector<bool>{true, false, true, false}));
  EXPECT_EQ(discoveries({0.06, 0.2, 0.7}, 0.1), (std::vector<bool>{false, false, false}));
  EXPECT_TRUE(discoveries({}, 0.1).empty());
}

// Tables of Student's distribution.
TEST(CompareStatistics, QuantilesOfStudent) {
  EXPECT_NEAR(student_quantile(0.975, 4), 2.7764, 1e-4);
  EXPECT_NEAR(student_quantile(0.975, 1), 12.7062, 1e-3);
  EXPECT_NEAR(student_quantile(0.8, 8), 0.8889, 1e-4);
  EXPECT_NEAR(student_two_sided(2.7764, 4), 0.05, 1e-5);
}

// By hand: variances 2.5 and 18 of five and two values, so that the squared error is 0.5 + 9, and of degrees
// 9.5^2 / (0.5^2 / 4 + 9^2 / 1); the quantile is that of the density, integrated.
TEST(CompareStatistics, WelchHasTheDegreesOfUnequalVariances) {
  const MeanDifference of =
      welch(summary_of(std::vector<double>{1, 2, 3, 4, 5}), summary_of(std::vector<double>{2, 8}));
  EXPECT_DOUBLE_EQ(of.difference, 2);
  EXPECT_NEAR(of.error, 3.0822070, 1e-7);
  EXPECT_NEAR(of.degrees, 1.1133385, 1e-7);
  EXPECT_NEAR(of.interval().low, -28.891558, 1e-4);
  EXPECT_NEAR(of.interval().high, 32.891558, 1e-4);
  EXPECT_NEAR(of.probability(), 0.6243860, 1e-6);
}

TEST(CompareStatistics, PairsAreJudgedByTheirDifferences) {
  const MeanDifference of = paired(std::vector<double>{1, 2, 3}, std::vector<double>{2, 4, 6});
  EXPECT_DOUBLE_EQ(of.difference, 2);
  EXPECT_DOUBLE_EQ(of.error, std::sqrt(1.0 / 3));
  EXPECT_DOUBLE_EQ(of.degrees, 2);
}

// Runs of one value each: 1, 2, ... times 10 ms.
SideDurations steps_of_runs(int64_t runs) {
  SideDurations side;
  for (int64_t run = 1; run <= runs; ++run) side.push_back({{10'000'000 * run}});
  return side;
}

// The median of nine drawn runs is the least of them in 0.13 % of draws and at most the second in 3.04 %;
// that of seven the least in 0.98 %. So bounds that leave out 2.5 % are the second in both, those of 5 %
// would be the third of nine, those of 0.5 % the least of seven.
TEST(CompareStatistics, TheDrawnIntervalLeavesOutFivePercent) {
  for (const int64_t runs : {7, 9}) {
    const SideDurations same(static_cast<size_t>(runs), {{10'000'000}});
    const LogBounds of = bootstrap_interval(same, steps_of_runs(runs), Pairing::apart, {20'000, 42});
    EXPECT_NEAR(std::exp(of.low), 2, 1e-9) << runs;
    EXPECT_NEAR(std::exp(of.high), static_cast<double>(runs - 1), 1e-9) << runs;
  }
}

// Of pairs whose sides grow together the ratio is always the same.
TEST(CompareStatistics, PairsAreDrawnTogether) {
  SideDurations twice = steps_of_runs(5);
  for (RunDurations& run : twice) run[0][0] *= 2;
  const LogBounds pairs = bootstrap_interval(steps_of_runs(5), twice, Pairing::in_pairs);
  EXPECT_NEAR(std::exp(pairs.low), 2, 1e-9);
  EXPECT_NEAR(std::exp(pairs.high), 2, 1e-9);
  EXPECT_GT(bootstrap_interval(steps_of_runs(5), twice, Pairing::apart).width(), 1);
}

// Two runs that differ by a factor of e: sets of one differ by 1 or not at all, sets of ten by a tenth each
// time; their means differ with a deviation of sqrt(0.25 * 2 / 10) = 0.224, 95 % of them by up to 0.44.
TEST(CompareStatistics, TheFloorIsThatOfSetsOfTheSize) {
  const SideDurations base = {{{1'000'000}}, {{2'718'282}}};
  EXPECT_NEAR(noise_floor(base, 1, 1), 1, 1e-6);
  EXPECT_NEAR(noise_floor(base, 10, 10, {20'000, 42}), 0.44, 0.07);
}

TEST(CompareVerdict, TheWiderIntervalDecides) {
  int by_runs = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    std::mt19937_64 random(seed);
    const nsys::Comparison of =
        compared(noisy_side(random, 4, {0.01}), noisy_side(random, 4, {seed % 2 == 0 ? 0.001 : 0.05}));
    const auto width = [](const nsys::RatioBounds& bounds) { return std::log(bounds.high / bounds.low); };
    const double widest = std::max(width(*of.runInterval), width(*of.drawnInterval));
    EXPECT_NEAR(width(*of.interval), widest, 1e-12);
    by_runs += width(*of.runInterval) > width(*of.drawnInterval) ? 1 : 0;
  }
  EXPECT_GT(by_runs, 0);
  EXPECT_LT(by_runs, 40);
}

// An interval of the runs alone that touches the floor decides nothing.
TEST(CompareVerdict, AChangeHasToLieBeyondTheFloor) {
  std::mt19937_64 random(12);
  const auto before = runs_of(noisy_side(random, 5, {0.001, 0.001}), "a");
  const auto after = runs_of(noisy_side(random, 5, {0.001, 0.001}, 0.03), "b");
  EXPECT_EQ(compare_runs(before, after, {0.01}).verdict, "regression");
  EXPECT_EQ(compare_runs(before, after, {0.03}).verdict, "inconclusive");
  EXPECT_EQ(compare_runs(before, after, {0.06}).verdict, "noChange");
}

TEST(CompareParts, SumToTheChangeToTheNanosecond) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 20; ++round) {
    std::vector<RunFigures> sides[2];
    for (auto& side : sides)
      for (int run = 0; run < 3; ++run) {
        side.push_back(run_of(noisy_side(random, 1, {0.05})[0], "f" + std::to_string(run)));
        side.back().parts.clear();
        for (size_t i = 0; i < 9; ++i) {
          PartFigures part;
          part.name = "kernel" + std::to_string(i + static_cast<size_t>(random() % 3));
          part.use = name_of(static_cast<BudgetUse>(i % kBudgetUses));
          part.family = "gemm";
          part.ns = static_cast<int64_t>(random() % 10'000'000);
          side.back().parts.push_back(part);
        }
      }
    const nsys::Comparison of = compare_runs(sides[0], sides[1]);
    int64_t parts = 0, budget = 0;
    for (const nsys::PartRow& row : of.parts) parts += row.changeNs;
    for (const nsys::BudgetRow& row : of.budget) budget += row.changeNs;
    EXPECT_EQ(parts, of.after.typicalNs - of.before.typicalNs);
    EXPECT_EQ(budget, of.after.typicalNs - of.before.typicalNs);
  }
}

// What a baseline keeps is all that a comparison needs.
TEST(CompareFigures, SurviveAFile) {
  std::mt19937_64 random(12);
  const auto before = runs_of(noisy_side(random, 3, {0.05}), "a");
  const auto after = runs_of(noisy_side(random, 3, {0.05}, 0.4), "b");
  const auto kept = read_json<std::vector<RunFigures>>(write_json(before), "runs");
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(write_json(compare_runs(*kept, after)).pretty(),
            write_json(compare_runs(before, after)).pretty());
}

}  // namespace
}  // namespace nsys_ai
