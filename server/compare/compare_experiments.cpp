// Matches ranks by label, collectives by participants and kernels by name. A difference counts where it is 2
// % at least and an interval of 95 % over steps, or instances, excludes less.
#include "compare/compare_experiments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/context.h"
#include "base/text_table.h"
#include "compare/experiment_changes.h"
#include "compare/units.h"
#include "compare/verdict.h"

namespace nsys_ai {
namespace {

constexpr double kSameLog = 0.01;  // an interval within it shows that nothing changed
constexpr size_t kKernelWidth = 60;

template <class Get>
std::vector<int64_t> each_of(const std::vector<RankUnit>& units, Get get) {
  std::vector<int64_t> values;
  for (const RankUnit& unit : units) values.push_back(get(unit));
  return values;
}

nsys::RankTimes times_of(const std::vector<RankUnit>& units) {
  const auto median = [&](auto get) { return middle_of(one_by_one(each_of(units, get))); };
  return {median([](const RankUnit& of) { return of.ns; }),
          median([](const RankUnit& of) { return of.own(); }),
          median([](const RankUnit& of) { return of.wait; }),
          median([](const RankUnit& of) { return of.transfer; }),
          median([](const RankUnit& of) { return of.busy; }),
          median([](const RankUnit& of) { return of.communication; })};
}

std::string change_words(int64_t before, int64_t after) {
  return fmt::format(
      "{} instead of {}, {}", readable_ns(after), readable_ns(before),
      percent_of(std::log(static_cast<double>(after)) - std::log(static_cast<double>(before))));
}

std::string more_or_less(int64_t ns) { return (ns < 0 ? "-" : "+") + readable_ns(std::abs(ns)); }

std::string listed_words(const std::vector<std::string>& words) {
  constexpr size_t kMost = 8;
  if (words.size() <= kMost) return one_line(fmt::format("{}", fmt::join(words, ", ")));
  return one_line(fmt::format("{} and {} more", fmt::join(words.begin(), words.begin() + kMost, ", "),
                              words.size() - kMost));
}

class Comparer {
 public:
  Comparer(const MatchedExperiment& before, const MatchedExperiment& after)
      : before_(before), after_(after), reports_{rank_report(before), rank_report(after)} {
    const bool by_steps = has_steps(before) && has_steps(after);
    const std::vector<std::string> labels = labels_of(before);
    std::vector<std::string> others = labels_of(after);
    by_order_ =
        labels.size() == others.size() && std::none_of(others.begin(), others.end(), [&](const auto& of) {
          return std::find(labels.begin(), labels.end(), of) != labels.end();
        });
    if (by_order_) {
      for (nsys::RankFinding& finding : reports_[1].findings)
        for (std::string& rank : finding.ranks)
          rank = labels[static_cast<size_t>(std::find(others.begin(), others.end(), rank) - others.begin())];
      others = labels;
    }
    figures_[0] = experiment_figures(before, labels, by_steps);
    figures_[1] = experiment_figures(after, others, by_steps);
    of_.unit = by_steps ? "step" : "capture";
  }

  nsys::RanksComparison compared() {
    of_.before = side_of(before_, figures_[0]);
    of_.after = side_of(after_, figures_[1]);
    for (const nsys::RankReport& report : reports_)
      of_.unread.insert(of_.unread.end(), report.unread.begin(), report.unread.end());
    add_ranks();
    of_.collectives = collective_changes(figures_[0], figures_[1]);
    of_.kernels = kernel_changes(figures_[0], figures_[1]);
    add_findings();
    add_verdict();
    if (of_.verdict == "slower" || of_.verdict == "faster" || any_rank_changed()) add_causes();
    add_notes();
    return std::move(of_);
  }

 private:
  static std::vector<std::string> labels_of(const MatchedExperiment& matched) {
    std::vector<std::string> labels;
    for (const ExperimentRank& rank : matched.experiment.ranks) labels.push_back(rank.label);
    return labels;
  }

  static nsys::ExperimentSide side_of(const MatchedExperiment& matched, const ExperimentFigures& figures) {
    nsys::ExperimentSide side;
    for (const ExperimentCapture& capture : matched.experiment.captures)
      side.files.push_back(capture.path.string());
    side.ranks = std::ssize(matched.experiment.ranks);
    for (const auto& [label, units] : figures.units) side.steps = std::max(side.steps, std::ssize(units));
    side.medianNs = middle_of(unit_durations(figures));
    return side;
  }

  // In the order of the base.
  void add_ranks() {
    for (const ExperimentRank& rank : before_.experiment.ranks) {
      const auto one = figures_[0].units.find(rank.label);
      const auto other = figures_[1].units.find(rank.label);
      if (one == figures_[0].units.end() || other == figures_[1].units.end()) continue;
      const auto own = [](const RankUnit& of) { return of.own(); };
      const SideChange change = side_change(one_by_one(each_of(one->second, own)),
                                            one_by_one(each_of(other->second, own)), kFewDraws);
      nsys::RankChangeRow row;
      row.rank = rank.label;
      row.change = change.word;
      row.before = times_of(one->second);
      row.after = times_of(other->second);
      if (change.log_ratio) row.ratio = std::exp(*change.log_ratio);
      row.interval = bounds_of(change.interval);
      of_.ranks.push_back(std::move(row));
    }
  }

  // Whether both speak of the same thing: of the same ranks, or of a run as a whole.
  static bool is_same(const nsys::RankFinding& a, const nsys::RankFinding& b) {
    static const std::set<std::string> kOfRun = {"clock-skew", "host-jitter", "rotating", "several-runs"};
    return a.key == b.key && (kOfRun.contains(a.key) || a.ranks == b.ranks);
  }

  void add_findings() {
    const auto& before = reports_[0].findings;
    const auto& after = reports_[1].findings;
    const auto find = [](const std::vector<nsys::RankFinding>& in, const nsys::RankFinding& of) {
      return std::find_if(in.begin(), in.end(), [&](const auto& each) { return is_same(each, of); });
    };
    for (const nsys::RankFinding& of : after) {
      const auto same = find(before, of);
      const bool stayed = same != before.end();
      of_.findings.push_back(
          {of.key, stayed ? "stayed" : "came", stayed ? same->lostNs : 0, of.lostNs, of.title});
    }
    for (const nsys::RankFinding& of : before)
      if (find(after, of) == after.end()) of_.findings.push_back({of.key, "went", of.lostNs, 0, of.title});
  }

  // Whether both sides are the same captures, in any order.
  bool is_one_run() const {
    const auto records = [](const MatchedExperiment& of) {
      std::multiset<std::vector<uint8_t>> all;
      for (const ExperimentCapture& capture : of.experiment.captures) all.insert(bytes_of(capture.record));
      return all;
    };
    return records(before_) == records(after_);
  }

  // Why these cannot be compared; empty where they can.
  std::string obstacle() const {
    for (const nsys::RankReport& report : reports_)
      for (const nsys::RankFinding& of : report.findings)
        if (of.key == "several-runs") return "the captures of one side are of several runs";
    if (of_.ranks.empty()) return "no rank is on both sides";
    if (of_.unit == "capture")
      return "they have no steps that ranges mark on both sides, and captures as a whole may be of different length";
    return "";
  }

  void add_verdict() {
    const RunDurations a = unit_durations(figures_[0]);
    const RunDurations b = unit_durations(figures_[1]);
    if (is_one_run()) return say("noChange", "No difference: both sides are the same captures.");
    if (std::string why = obstacle(); !why.empty()) {
      of_.reason = why;
      return say("inconclusive", fmt::format("Inconclusive: {}.", why));
    }
    const SideChange change = side_change(a, b, {});
    const std::string figure =
        fmt::format("the median step takes {}", change_words(of_.before.medianNs, of_.after.medianNs));
    if (change.log_ratio) of_.ratio = std::exp(*change.log_ratio);
    of_.interval = bounds_of(change.interval);
    if (!change.interval) {
      of_.reason = fmt::format("{} and {} steps say nothing of their spread; it takes {}", a.size(), b.size(),
                               kFewestUnits);
      return say("inconclusive", fmt::format("Inconclusive: {}, but {}.", figure, *of_.reason));
    }
    const std::string measured = fmt::format(
        "{} (95 % interval {} to {} over {} and {} steps of {})", figure, percent_of(change.interval->low),
        percent_of(change.interval->high), a.size(), b.size(), counted(of_.ranks.size(), "rank", "ranks"));
    const std::string caveat = " One run a side cannot tell the program from its circumstances.";
    if (change.interval->low > -kSameLog && change.interval->high < kSameLog)
      return say("noChange", fmt::format("No difference of 1 % in these captures: {}.{}", measured, caveat));
    if (change.interval->low > 0)
      return say("slower", fmt::format("Slower in these captures: {}.{}", measured, caveat));
    if (change.interval->high < 0)
      return say("faster", fmt::format("Faster in these captures: {}.{}", measured, caveat));
    of_.reason = "the interval includes no change";
    say("inconclusive", fmt::format("Inconclusive: {}, and {}.{}", measured, *of_.reason, caveat));
  }

  void say(std::string verdict, std::string text) {
    of_.verdict = std::move(verdict);
    of_.text = std::move(text);
  }

  bool any_rank_changed() const {
    return std::any_of(of_.ranks.begin(), of_.ranks.end(), [](const nsys::RankChangeRow& row) {
      return row.change == "slower" || row.change == "faster";
    });
  }

  void add_causes() {
    add_rank_cause("slower");
    add_rank_cause("faster");
    for (const nsys::CollectiveChangeRow& row : of_.collectives) {
      if (row.change != "slower" && row.change != "faster") continue;
      of_.causes.push_back(fmt::format(
          "The transfer of {} on ranks {} takes {}: the shortest participant, so without waiting.",
          row.operation, listed_words(row.ranks), change_words(row.beforeTransferNs, row.afterTransferNs)));
      break;
    }
    if (of_.kernels.empty()) return;
    const nsys::KernelChangeRow& kernel = of_.kernels.front();
    if (!kernel.before || !kernel.after || kernel.before->ns == 0 || kernel.after->ns == 0 ||
        100 * std::abs(kernel.after->ns - kernel.before->ns) < of_.before.medianNs)
      return;
    of_.causes.push_back(fmt::format("Of kernels {} changed most: a step has {}, mean over ranks.",
                                     shortened(one_line(kernel.name), kKernelWidth),
                                     change_words(kernel.before->ns, kernel.after->ns)));
  }

  // One rank alone, or how many.
  void add_rank_cause(std::string_view word) {
    std::vector<std::string> ranks;
    const nsys::RankChangeRow* most = nullptr;
    const auto change = [](const nsys::RankChangeRow& row) { return row.after.ownNs - row.before.ownNs; };
    for (const nsys::RankChangeRow& row : of_.ranks) {
      if (row.change != word) continue;
      ranks.push_back(row.rank);
      if (most == nullptr || std::abs(change(row)) > std::abs(change(*most))) most = &row;
    }
    if (most == nullptr) return;
    const int64_t transfer = most->after.transferNs - most->before.transferNs;
    std::string of_transfer;
    if (transfer != 0 && std::abs(transfer) * 10 >= std::abs(change(*most)))
      of_transfer = fmt::format("; the transfers in it {}", more_or_less(transfer));
    const std::string what = change_words(most->before.ownNs, most->after.ownNs);
    if (ranks.size() == 1)
      of_.causes.push_back(fmt::format(
          "Rank {} is {}: a step without waiting takes {}{}; of {} none else is.", one_line(most->rank), word,
          what, of_transfer, counted(of_.ranks.size(), "rank", "ranks")));
    else
      of_.causes.push_back(fmt::format("{} of {} are {} ({}): rank {} takes, a step without waiting, {}{}.",
                                       ranks.size(), counted(of_.ranks.size(), "rank", "ranks"), word,
                                       listed_words(ranks), one_line(most->rank), what, of_transfer));
  }

  void add_notes() {
    const auto missing = [&](const MatchedExperiment& in, const ExperimentFigures& other, const char* side) {
      std::vector<std::string> labels;
      for (const ExperimentRank& rank : in.experiment.ranks)
        if (!other.units.contains(rank.label)) labels.push_back(rank.label);
      if (!labels.empty())
        of_.notes.push_back(fmt::format("Only in {}: {} {}", side, labels.size() == 1 ? "rank" : "ranks",
                                        listed_words(labels)));
    };
    if (by_order_)
      of_.notes.push_back(
          "No label of a rank is on both sides: ranks are compared by their order and called as in the base, and a "
          "rank may be compared with another one");
    missing(before_, figures_[1], "the base");
    if (!by_order_) missing(after_, figures_[0], "the other side");
    const auto& before = reports_[0].notes;
    const auto& after = reports_[1].notes;
    const auto has = [](const std::vector<std::string>& notes, const std::string& note) {
      return std::find(notes.begin(), notes.end(), note) != notes.end();
    };
    for (const std::string& note : before) of_.notes.push_back((has(after, note) ? "" : "Base: ") + note);
    for (const std::string& note : after)
      if (!has(before, note)) of_.notes.push_back("Other side: " + note);
  }

  const MatchedExperiment& before_;
  const MatchedExperiment& after_;
  nsys::RankReport reports_[2];
  ExperimentFigures figures_[2];
  nsys::RanksComparison of_;
  bool by_order_ = false;  // ranks have no labels in common
};

}  // namespace

nsys::RanksComparison compare_experiments(const MatchedExperiment& before, const MatchedExperiment& after) {
  return Comparer(before, after).compared();
}

Result<nsys::RanksComparison> compare_experiments_at(const std::vector<std::string>& before,
                                                     const std::vector<std::string>& after,
                                                     const ExperimentOptions& options, const Work& work) {
  const auto one = experiment_at(before, options, work);
  if (!one) return tl::unexpected(one.error());
  const auto other = experiment_at(after, options, work);
  if (!other) return tl::unexpected(other.error());
  return cancellable(work, [&]() -> Result<nsys::RanksComparison> {
    return compare_experiments(matched_experiment(*one), matched_experiment(*other));
  });
}

}  // namespace nsys_ai
