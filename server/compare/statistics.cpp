// Medians, Student's distribution, and a bootstrap with a fixed seed.
#include "compare/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nsys_ai {
namespace {

// The continued fraction of the incomplete beta function, by Lentz's method.
double beta_fraction(double x, double a, double b) {
  constexpr double kTiny = 1e-300;
  double c = 1;
  double d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::fabs(d) < kTiny ? kTiny : d);
  double value = d;
  for (int i = 1; i < 500; ++i) {
    const double even = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i));
    const double odd = -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1));
    for (const double term : {even, odd}) {
      d = 1 + term * d;
      d = 1 / (std::fabs(d) < kTiny ? kTiny : d);
      c = 1 + term / c;
      if (std::fabs(c) < kTiny) c = kTiny;
      value *= c * d;
    }
    if (std::fabs(c * d - 1) < 1e-14) break;
  }
  return value;
}

double incomplete_beta(double x, double a, double b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(x, a, b) / a
                                   : 1 - front * beta_fraction(1 - x, b, a) / b;
}

// SplitMix64: the same numbers on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  size_t below(size_t bound) {
    return std::min(bound - 1, static_cast<size_t>(static_cast<double>(next() >> 11) * 0x1p-53 *
                                                   static_cast<double>(bound)));
  }

 private:
  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  uint64_t state_;
};

uint64_t seed_of(const SideDurations& side, uint64_t seed) {
  uint64_t hash = seed ^ 0xCBF29CE484222325u;
  for (const RunDurations& run : side)
    for (const std::vector<int64_t>& group : run)
      for (const int64_t value : group) hash = (hash ^ static_cast<uint64_t>(value)) * 0x100000001B3u;
  return hash;
}

double middle(std::vector<double>& values) {
  const size_t half = values.size() / 2;
  const auto at = values.begin() + static_cast<ptrdiff_t>(half);
  std::nth_element(values.begin(), at, values.end());
  const double upper = *at;
  return values.size() % 2 == 1 ? upper : (*std::max_element(values.begin(), at) + upper) / 2;
}

// The median of a run whose groups are drawn with replacement.
double drawn_median(const RunDurations& run, Random& random, std::vector<double>& values) {
  values.clear();
  for (size_t i = 0; i < run.size(); ++i)
    for (const int64_t value : run[random.below(run.size())]) values.push_back(static_cast<double>(value));
  return middle(values);
}

LogBounds middle_of_draws(std::vector<double> draws) {
  std::sort(draws.begin(), draws.end());
  const auto outside = static_cast<size_t>(std::floor(0.025 * static_cast<double>(draws.size())));
  return {draws[outside], draws[draws.size() - 1 - outside]};
}

}  // namespace

double median_of_values(std::vector<double> values) { return values.empty() ? 0 : middle(values); }

double run_median(const RunDurations& run) {
  std::vector<double> values;
  for (const std::vector<int64_t>& group : run) values.insert(values.end(), group.begin(), group.end());
  return median_of_values(std::move(values));
}

std::vector<double> log_medians(const SideDurations& side) {
  std::vector<double> logs;
  for (const RunDurations& run : side) logs.push_back(std::log(run_median(run)));
  return logs;
}

double side_median(const SideDurations& side) {
  std::vector<double> medians;
  for (const RunDurations& run : side) medians.push_back(run_median(run));
  return median_of_values(std::move(medians));
}

double student_two_sided(double t, double degrees) {
  if (!std::isfinite(t)) return 0;
  return incomplete_beta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

double student_quantile(double probability, double degrees) {
  double low = 0;
  double high = 1e6;
  for (int i = 0; i < 80; ++i) {
    const double at = (low + high) / 2;
    (1 - student_two_sided(at, degrees) / 2 < probability ? low : high) = at;
  }
  return (low + high) / 2;
}

SampleSummary summary_of(std::span<const double> values) {
  SampleSummary of;
  of.count = static_cast<double>(values.size());
  if (values.empty()) return of;
  of.mean = std::accumulate(values.begin(), values.end(), 0.0) / of.count;
  for (const double value : values) of.variance += (value - of.mean) * (value - of.mean);
  of.variance = values.size() > 1 ? of.variance / (of.count - 1) : 0;
  return of;
}

LogBounds MeanDifference::interval() const {
  const double reach = error > 0 ? student_quantile(0.975, degrees) * error : 0;
  return {difference - reach, difference + reach};
}

double MeanDifference::probability() const {
  if (error > 0) return student_two_sided(difference / error, degrees);
  return difference == 0 ? 1 : 0;
}

MeanDifference welch(const SampleSummary& before, const SampleSummary& after) {
  const double a = before.variance / before.count;
  const double b = after.variance / after.count;
  MeanDifference of{after.mean - before.mean, std::sqrt(a + b), before.count + after.count - 2};
  if (a + b > 0) of.degrees = (a + b) * (a + b) / (a * a / (before.count - 1) + b * b / (after.count - 1));
  return of;
}

MeanDifference paired(std::span<const double> before, std::span<const double> after) {
  std::vector<double> differences;
  for (size_t i = 0; i < before.size(); ++i) differences.push_back(after[i] - before[i]);
  const SampleSummary of = summary_of(differences);
  return {of.mean, std::sqrt(of.variance / of.count), of.count - 1};
}

LogBounds bootstrap_interval(const SideDurations& before, const SideDurations& after, Pairing pairing,
                             Draws draws) {
  Random random_before(seed_of(before, draws.seed));
  Random random_after(seed_of(after, draws.seed));
  // Which pairs are drawn is the same for both sides, whichever comes first.
  Random random_pairs(seed_of(before, draws.seed) ^ seed_of(after, draws.seed));
  std::vector<double> ratios;
  std::vector<double> medians_before, medians_after, values;
  for (size_t draw = 0; draw < draws.count; ++draw) {
    medians_before.clear();
    medians_after.clear();
    if (pairing == Pairing::in_pairs) {
      for (size_t i = 0; i < before.size(); ++i) {
        const size_t pair = random_pairs.below(before.size());
        medians_before.push_back(std::log(drawn_median(after[pair], random_after, values)) -
                                 std::log(drawn_median(before[pair], random_before, values)));
      }
      ratios.push_back(middle(medians_before));
      continue;
    }
    for (size_t i = 0; i < before.size(); ++i)
      medians_before.push_back(
          drawn_median(before[random_before.below(before.size())], random_before, values));
    for (size_t i = 0; i < after.size(); ++i)
      medians_after.push_back(drawn_median(after[random_after.below(after.size())], random_after, values));
    ratios.push_back(std::log(middle(medians_after)) - std::log(middle(medians_before)));
  }
  return middle_of_draws(std::move(ratios));
}

double noise_floor(const SideDurations& base, size_t runs_before, size_t runs_after, Draws draws) {
  const std::vector<double> logs = log_medians(base);
  Random random(seed_of(base, draws.seed));
  std::vector<double> differences;
  const auto drawn = [&](size_t runs) {
    double sum = 0;
    for (size_t i = 0; i < runs; ++i) sum += logs[random.below(logs.size())];
    return sum / static_cast<double>(runs);
  };
  for (size_t draw = 0; draw < draws.count; ++draw)
    differences.push_back(std::fabs(drawn(runs_before) - drawn(runs_after)));
  std::sort(differences.begin(), differences.end());
  return differences[static_cast<size_t>(0.95 * static_cast<double>(differences.size() - 1))];
}

std::optional<int64_t> runs_needed(double difference, double spread) {
  // The noise floor of normal values, in standard errors.
  constexpr double kFloor = 1.96;
  constexpr double kMost = 1000;
  // With the quantiles of the normal distribution, which are the least.
  const double few =
      std::max(3.0, std::floor(2 * std::pow((1.96 + 0.8416 + kFloor) * spread / difference, 2)));
  if (!(few <= kMost)) return std::nullopt;
  for (auto runs = static_cast<int64_t>(few); runs <= static_cast<int64_t>(kMost); ++runs) {
    const double degrees = 2.0 * static_cast<double>(runs) - 2;
    const double reach = student_quantile(0.975, degrees) + student_quantile(0.8, degrees) + kFloor;
    if (reach * spread * std::sqrt(2.0 / static_cast<double>(runs)) <= std::fabs(difference)) return runs;
  }
  return std::nullopt;
}

std::vector<bool> discoveries(const std::vector<double>& probabilities, double rate) {
  std::vector<size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return probabilities[a] < probabilities[b]; });
  size_t found = 0;
  for (size_t i = 0; i < order.size(); ++i)
    if (probabilities[order[i]] <= rate * static_cast<double>(i + 1) / static_cast<double>(order.size()))
      found = i + 1;
  std::vector<bool> holds(probabilities.size(), false);
  for (size_t i = 0; i < found; ++i) holds[order[i]] = true;
  return holds;
}

}  // namespace nsys_ai
