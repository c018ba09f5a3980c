// The rule: an interval of 95 %, by runs and by drawing, of which the wider decides, beyond the noise floor.
#include "compare/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

// A difference below the resolution of timers is none.
constexpr double kSmallestNs = 3000;

SideDurations durations_of(const std::vector<RunFigures>& runs) {
  SideDurations side;
  for (const RunFigures& run : runs) side.push_back(run.durations);
  return side;
}

// Runs that alternate, A B B A, are compared in pairs, since drift drops out: of each two in the order of
// time one is of either side. Returns them in that order.
bool put_in_pairs(std::vector<RunFigures>& before, std::vector<RunFigures>& after) {
  if (before.size() != after.size() || before.size() < 3) return false;
  std::vector<std::pair<int64_t, bool>> order;
  for (const auto* side : {&before, &after})
    for (const RunFigures& run : *side) {
      if (!run.startedNs) return false;
      order.emplace_back(*run.startedNs, side == &before);
    }
  std::sort(order.begin(), order.end());
  for (size_t i = 0; i + 1 < order.size(); ++i)
    if (order[i].first == order[i + 1].first) return false;
  for (size_t i = 0; i < order.size(); i += 2)
    if (order[i].second == order[i + 1].second) return false;
  const auto earlier = [](const RunFigures& a, const RunFigures& b) { return a.startedNs < b.startedNs; };
  std::sort(before.begin(), before.end(), earlier);
  std::sort(after.begin(), after.end(), earlier);
  return true;
}

bool are_the_same(std::vector<RunFigures> before, std::vector<RunFigures> after) {
  for (auto* side : {&before, &after})
    std::sort(side->begin(), side->end(),
              [](const RunFigures& a, const RunFigures& b) { return a.extent < b.extent; });
  return std::equal(
      before.begin(), before.end(), after.begin(), after.end(), [](const RunFigures& a, const RunFigures& b) {
        const auto same_part = [](const PartFigures& x, const PartFigures& y) {
          return x.name == y.name && x.ns == y.ns && x.allTimeNs == y.allTimeNs;
        };
        return a.extent == b.extent && a.durations == b.durations &&
               std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same_part);
      });
}

struct Judged {
  std::vector<RunFigures> before, after;
  bool pairs = false;
  double difference = 0;  // log ratio of the figures
  std::optional<MeanDifference> by_runs;
  LogBounds drawn;
  LogBounds decides;
  double floor = 0;
  bool floor_known = false;
  bool of_program = false;

  bool is_slower() const { return decides.low > floor; }
  bool is_faster() const { return decides.high < -floor; }
  bool is_within() const { return decides.low > -floor && decides.high < floor; }
  size_t runs() const { return std::min(before.size(), after.size()); }
};

MeanDifference difference_of_runs(const SideDurations& before, const SideDurations& after, bool pairs) {
  const std::vector<double> a = log_medians(before);
  const std::vector<double> b = log_medians(after);
  return pairs ? paired(a, b) : welch(summary_of(a), summary_of(b));
}

Judged judged(const std::vector<RunFigures>& before, const std::vector<RunFigures>& after,
              const CompareOptions& options, const nsys::Comparison& comparison) {
  Judged of;
  of.before = before;
  of.after = after;
  of.pairs = put_in_pairs(of.before, of.after);
  const SideDurations a = durations_of(of.before);
  const SideDurations b = durations_of(of.after);
  of.difference = std::log(static_cast<double>(comparison.after.medianNs)) -
                  std::log(static_cast<double>(comparison.before.medianNs));
  of.drawn = bootstrap_interval(a, b, of.pairs ? Pairing::in_pairs : Pairing::apart);
  of.decides = of.drawn;
  if (of.runs() >= 2) {
    of.by_runs = difference_of_runs(a, b, of.pairs);
    if (of.by_runs->interval().width() > of.drawn.width()) of.decides = of.by_runs->interval();
  }
  const double smallest = std::log1p(kSmallestNs / static_cast<double>(comparison.before.medianNs));
  of.floor_known = options.floor.has_value() || before.size() >= 3;
  if (options.floor)
    of.floor = std::log1p(*options.floor);
  else if (of.floor_known)
    of.floor = noise_floor(a, before.size(), after.size());
  of.floor = std::max(of.floor, smallest);
  of.of_program = of.runs() >= 3 || (of.runs() == 2 && of.floor_known);
  return of;
}

std::string counted_runs(const Judged& of) {
  if (of.before.size() == of.after.size())
    return fmt::format("{} a side{}", counted(of.before.size(), "run", "runs"), of.pairs ? " in pairs" : "");
  return fmt::format("{} against {}", counted(of.before.size(), "run", "runs"),
                     counted(of.after.size(), "run", "runs"));
}

// What the figure is, as the subject of a sentence.
std::string subject_of(const RunFigures& run) {
  if (run.unitKind == "step") return "the median step";
  if (run.unitKind == "repeat") return fmt::format("the {}", one_line(run.unit));
  return fmt::format("the {}", shortened(one_line(run.unit), 100));
}

std::string change_of(const Judged& of, const nsys::Comparison& comparison) {
  return fmt::format("{} takes {} instead of {}, {}", subject_of(of.before.front()),
                     readable_ns(comparison.after.medianNs), readable_ns(comparison.before.medianNs),
                     percent_of(of.difference));
}

std::string share_text(double log_ratio) { return readable_share(std::expm1(log_ratio)); }

std::string interval_words(const Judged& of, const nsys::Comparison& comparison) {
  const std::string bounds =
      fmt::format("95 % interval {} to {}", percent_of(of.decides.low), percent_of(of.decides.high));
  if (of.runs() < 2)
    return fmt::format("({} over {} and {} of them)", bounds, readable_count(comparison.before.units),
                       readable_count(comparison.after.units));
  return fmt::format("({}, {}, noise floor {})", bounds, counted_runs(of),
                     of.floor_known ? share_text(of.floor) : "not known");
}

// Whether both sides are parts of one capture.
bool is_one_capture(const Judged& of) {
  return of.before.size() == 1 && of.after.size() == 1 && of.before[0].extent == of.after[0].extent &&
         of.before[0].file == of.after[0].file;
}

std::string caveat_of(const Judged& of) {
  if (of.of_program) return "";
  if (is_one_capture(of)) return " Both are parts of one capture, which shows one run of the program.";
  if (of.runs() == 1 && of.before.size() == of.after.size())
    return " One capture a side cannot tell the program from its circumstances.";
  return " So few runs cannot tell the program from its circumstances.";
}

std::string runs_for(double difference, double spread) {
  const auto runs = runs_needed(difference, spread);
  return runs ? readable_count(*runs) : "more than 1,000";
}

double spread_of_runs(const Judged& of) {
  return of.by_runs->error /
         std::sqrt(1.0 / static_cast<double>(of.before.size()) + 1.0 / static_cast<double>(of.after.size()));
}

// What would make it surer.
std::string more_of(const Judged& of) {
  if (of.runs() < 2 && !runs_needed(of.difference, 0.01))
    return "No number of runs up to 1,000 a side would show so small a change.";
  if (of.runs() < 2)
    return fmt::format(
        "To say it of the program takes {} runs a side if runs differ by 1 % (standard deviation), {} if they differ by 5 %.",
        runs_for(of.difference, 0.01), runs_for(of.difference, 0.05));
  const auto runs = runs_needed(of.difference, spread_of_runs(of));
  if (!runs) return "No number of runs up to 1,000 a side would show so small a change.";
  return fmt::format(
      "{} runs a side find a change of {} in 80 % of cases{}.", readable_count(*runs),
      percent_of(of.difference),
      of.of_program ? ""
                    : "; it takes three a side, or a noise floor that is known, to say it of the program");
}

// The change that the interval would have shown to lie beyond the floor in 80 % of cases.
double detectable_of(const Judged& of) {
  const double reach = of.decides.width() / 2;
  const double degrees = of.by_runs ? of.by_runs->degrees : 1000;
  return of.floor + reach * (1 + student_quantile(0.8, degrees) / student_quantile(0.975, degrees));
}

nsys::RatioBounds ratio_bounds(LogBounds of) { return {std::exp(of.low), std::exp(of.high)}; }

void add_figures(const Judged& of, nsys::Comparison& comparison) {
  comparison.ratio = std::exp(of.difference);
  comparison.interval = ratio_bounds(of.decides);
  if (of.by_runs) comparison.runInterval = ratio_bounds(of.by_runs->interval());
  comparison.drawnInterval = ratio_bounds(of.drawn);
  comparison.pairs = of.pairs;
  comparison.floor = std::expm1(of.floor);
  comparison.detectable = std::expm1(detectable_of(of));
  if (!of.by_runs) return;
  comparison.runsNeeded = runs_needed(of.difference, spread_of_runs(of));
}

// Fewer units of a single capture show no spread.
bool has_too_few_units(const Judged& of) {
  const auto few = [](const RunFigures& run) { return run.units < kFewestUnits; };
  return of.runs() < 2 && (std::any_of(of.before.begin(), of.before.end(), few) ||
                           std::any_of(of.after.begin(), of.after.end(), few));
}

void say(const Judged& of, std::string_view verdict, std::string_view words, nsys::Comparison& comparison) {
  comparison.verdict = verdict;
  comparison.text = fmt::format("{}: {} {}.{}", words, change_of(of, comparison),
                                interval_words(of, comparison), caveat_of(of));
}

// Why an interval decides nothing.
std::string why_open(const Judged& of) {
  if (of.is_within()) return "these captures do not differ, which is no verdict on the program";
  const std::string found = fmt::format("a change of {} would have been found", share_text(detectable_of(of)));
  if (!of.floor_known) return "the interval includes no change; " + found;
  return fmt::format("the interval does not leave the noise floor of {}; {}", share_text(of.floor), found);
}

void say_inconclusive(const Judged& of, nsys::Comparison& comparison) {
  comparison.reason = why_open(of);
  comparison.verdict = "inconclusive";
  comparison.text = fmt::format("Inconclusive: {} {}, and {}.{}", change_of(of, comparison),
                                interval_words(of, comparison), *comparison.reason, caveat_of(of));
}

void decide(const Judged& of, nsys::Comparison& comparison) {
  const std::string_view where = is_one_capture(of) ? "this capture" : "these captures";
  if (of.is_slower() && of.of_program) return say(of, "regression", "Regression", comparison);
  if (of.is_faster() && of.of_program) return say(of, "improvement", "Improvement", comparison);
  if (of.is_within() && of.of_program) return say(of, "noChange", "No change", comparison);
  if (of.is_slower()) return say(of, "slower", fmt::format("Slower in {}", where), comparison);
  if (of.is_faster()) return say(of, "faster", fmt::format("Faster in {}", where), comparison);
  say_inconclusive(of, comparison);
}

}  // namespace

std::string percent_of(double log_ratio) {
  const double percent = 100 * std::expm1(log_ratio);
  return std::fabs(percent) < 1 ? fmt::format("{:+.2f} %", percent) : fmt::format("{:+.1f} %", percent);
}

nsys::ComparedSide compared_side(const std::vector<RunFigures>& runs) {
  nsys::ComparedSide side;
  std::vector<double> medians, busy, idle;
  for (const RunFigures& run : runs) {
    side.files.push_back(run.file);
    side.units += run.units;
    side.runMediansNs.push_back(std::llround(run.medianNs));
    medians.push_back(run.medianNs);
    busy.push_back(run.busyNs);
    idle.push_back(run.idleNs);
  }
  const auto add_once = [](const std::string& word, std::vector<std::string>& to) {
    if (!word.empty() && std::find(to.begin(), to.end(), word) == to.end()) to.push_back(word);
  };
  for (const RunFigures& run : runs) {
    add_once(run.profiler, side.profilers);
    add_once(run.driver.value_or(""), side.drivers);
  }
  if (!runs.empty()) side.gpus = runs.front().gpus;
  side.medianNs = std::llround(median_of_values(std::move(medians)));
  side.busyNs = std::llround(median_of_values(std::move(busy)));
  side.idleNs = std::llround(median_of_values(std::move(idle)));
  return side;
}

void add_refusal(std::string why, nsys::Comparison& comparison) {
  comparison.verdict = "inconclusive";
  comparison.of = "captures";
  comparison.text = fmt::format("Inconclusive: these cannot be compared, since {}.", why);
  comparison.reason = std::move(why);
}

void add_verdict(const std::vector<RunFigures>& before, const std::vector<RunFigures>& after,
                 const CompareOptions& options, nsys::Comparison& comparison) {
  const Judged of = judged(before, after, options, comparison);
  comparison.of = of.of_program ? "program" : "captures";
  if (are_the_same(before, after)) {
    comparison.verdict = "noChange";
    comparison.ratio = 1;
    comparison.text =
        fmt::format("No change: both sides are the same {}.", before.size() == 1 ? "capture" : "captures");
    return;
  }
  if (has_too_few_units(of)) {
    comparison.verdict = "inconclusive";
    comparison.reason = fmt::format("{} and {} units of work say nothing of their spread; it takes {}",
                                    comparison.before.units, comparison.after.units, kFewestUnits);
    comparison.text = fmt::format("Inconclusive: {}, but {}.", change_of(of, comparison), *comparison.reason);
    return;
  }
  add_figures(of, comparison);
  decide(of, comparison);
  const bool is_decided = of.of_program && comparison.verdict != "inconclusive";
  if (!is_decided) comparison.more = more_of(of);
}

}  // namespace nsys_ai
