// Compares repeated measurements: how far two sides differ, and how sure that is.
//
// A run is one start of the program, a unit one step in it. Units of a run share its placement, clocks and
// neighbours, so they are never pooled over runs: each run counts by its median, each side by the median of
// its runs. All differences are natural logarithms of ratios.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nsys_ai {

// The durations of one run, in ns. Values of one group, such as one step on several GPUs, are drawn together.
using RunDurations = std::vector<std::vector<int64_t>>;
using SideDurations = std::vector<RunDurations>;

// Of a log ratio.
struct LogBounds {
  double low = 0;
  double high = 0;

  double width() const { return high - low; }
  friend bool operator==(const LogBounds&, const LogBounds&) = default;
};

enum class Pairing : uint8_t { apart, in_pairs };

struct Draws {
  size_t count = 2000;
  uint64_t seed = 42;
};

double median_of_values(std::vector<double> values);
// Over all groups.
double run_median(const RunDurations& run);
std::vector<double> log_medians(const SideDurations& side);
// Of the medians of the runs.
double side_median(const SideDurations& side);

// Of Student's distribution.
double student_quantile(double probability, double degrees);
// The probability of a value at least this far from 0.
double student_two_sided(double t, double degrees);

struct SampleSummary {
  double count = 0;
  double mean = 0;
  double variance = 0;  // of the sample, with count - 1
};
SampleSummary summary_of(std::span<const double> values);

// The difference of two means by Welch's test. Each sample has at least two values.
struct MeanDifference {
  double difference = 0;
  double error = 0;    // standard error
  double degrees = 0;  // of freedom

  LogBounds interval() const;  // 95 %
  double probability() const;  // of such a difference between equal means
};
MeanDifference welch(const SampleSummary& before, const SampleSummary& after);
// Of pairs of equal number.
MeanDifference paired(std::span<const double> before, std::span<const double> after);

// Draws runs, then groups within each of them, with replacement: the 95 % interval of the ratio of medians.
// The numbers drawn for a side follow from the seed and its values, so that exchanged sides give mirrored
// bounds.
LogBounds bootstrap_interval(const SideDurations& before, const SideDurations& after, Pairing pairing,
                             Draws draws = {});

// How far the means of two sets of these sizes, drawn from the runs of the base, differ at most in 95 of 100
// cases.
double noise_floor(const SideDurations& base, size_t runs_before, size_t runs_after, Draws draws = {});

// The runs a side that find this difference in 80 % of cases if runs differ by `spread`, the standard
// deviation of their logs; empty if 1,000 do not.
std::optional<int64_t> runs_needed(double difference, double spread);

// Which hypotheses hold at this rate of false discoveries (Benjamini and Hochberg).
std::vector<bool> discoveries(const std::vector<double>& probabilities, double rate);

}  // namespace nsys_ai
