// Says who the others wait for, whether it is always the same, and whether its GPU or its host is late.
#include "ranks/rank_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>

#include "base/text_table.h"
#include "ranks/rank_delays.h"

namespace nsys_ai {
namespace {

// Less is what any run has.
constexpr double kLeastShare = 0.02;
constexpr double kHighShare = 0.1;
constexpr size_t kFewestTransfers = 3;

class Judge {
 public:
  explicit Judge(const MatchedExperiment& matched)
      : matched_(matched), experiment_(matched.experiment), delays_(delays_of(matched, false)) {
    std::vector<int64_t> spans;
    for (size_t rank = 0; rank < experiment_.ranks.size(); ++rank)
      spans.push_back(experiment_.record(rank).span.duration());
    run_ = std::max<int64_t>(1, median_of_values(std::move(spans)));
    // Where kernels wait for nobody, hosts may.
    if (share(delays_.all.lost) >= kLeastShare) return;
    AllDelays of_mpi = delays_of(matched, true);
    in_mpi_ = share(of_mpi.all.lost) >= kLeastShare;
    if (in_mpi_) delays_ = std::move(of_mpi);
  }

  std::vector<nsys::RankFinding> findings() {
    slow_gpus();
    late_ranks();
    slow_links();
    skewed_clocks();
    std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) {
      const bool less = a.severity == "information";
      const bool more = b.severity == "information";
      return less != more ? more : a.lostNs > b.lostNs;
    });
    return std::move(found_);
  }

 private:
  double share(int64_t ns) const { return static_cast<double>(ns) / static_cast<double>(run_); }
  std::string of_run(int64_t ns) const {
    return fmt::format("{} ({:.1f} % of the run)", readable_ns(ns), 100 * share(ns));
  }
  const std::string& label(size_t rank) const { return experiment_.ranks[rank].label; }

  void add(std::string key, int64_t lost, std::vector<std::string> ranks, std::string title,
           std::string detail, std::string advice) {
    found_.push_back({std::move(key), share(lost) >= kHighShare ? "high" : "medium", std::move(title),
                      std::move(detail), std::move(advice), std::move(ranks), lost});
  }

  // Ranks whose kernels, whatever they are, take longer than those of the others.
  void slow_gpus() {
    constexpr double kSlower = 1.03;
    constexpr double kNearlyAll = 1.02;
    constexpr size_t kFewestNames = 3;  // of one kernel, the data may be larger
    for (size_t rank = 0; rank < experiment_.ranks.size(); ++rank) {
      const RankWork& work = matched_.work[rank];
      if (work.ratio < kSlower || work.low_ratio < kNearlyAll ||
          experiment_.record(rank).top.size() < kFewestNames)
        continue;
      const auto more = static_cast<int64_t>(static_cast<double>(work.compute) * (1 - 1 / work.ratio));
      const int64_t lost = std::max(more, delays_.of_rank[rank].lost);
      if (share(lost) < kLeastShare) continue;
      explained_.push_back(rank);
      add("slow-gpu", lost, {label(rank)},
          fmt::format("The GPU of rank {} is slower than the others: its kernels take {:.2f} times as long",
                      label(rank), work.ratio),
          fmt::format(
              "Kernels of the same names, each compared with the median of the ranks that do the same work; three quarters of the time exceed {:.2f}. It ran {} of kernels more, and the others waited {} for it.",
              work.low_ratio, readable_ns(more), readable_ns(delays_.of_rank[rank].lost)),
          "Look at its clocks, temperature and power (`nvidia-smi -q -d CLOCK,PERFORMANCE`), and for another process on it.");
    }
  }

  // The rank that costs the others most, if one costs most of it.
  std::optional<size_t> steady() const {
    const auto most =
        std::max_element(delays_.of_rank.begin(), delays_.of_rank.end(),
                         [](const RankDelay& a, const RankDelay& b) { return a.lost < b.lost; });
    const double needed = experiment_.ranks.size() < 3 ? 0.75 : 0.5;
    if (static_cast<double>(most->lost) < needed * static_cast<double>(delays_.all.lost) ||
        static_cast<double>(most->last) < needed * static_cast<double>(delays_.all.last))
      return std::nullopt;
    return static_cast<size_t>(most - delays_.of_rank.begin());
  }

  void late_ranks() {
    if (delays_.of_rank.empty() || share(delays_.all.lost) < kLeastShare) return;
    if (by_design()) return;
    if (const auto rank = steady())
      straggler(*rank);
    else
      rotating();
  }

  // Ranks that do other work than those that wait for them.
  bool by_design() {
    if (matched_.groups.count < 2) return false;
    std::vector<int64_t> lost(matched_.groups.count);
    for (size_t rank = 0; rank < delays_.of_rank.size(); ++rank)
      lost[matched_.groups.of_rank[rank]] += delays_.of_rank[rank].lost;
    const auto group = static_cast<uint32_t>(std::max_element(lost.begin(), lost.end()) - lost.begin());
    if (static_cast<double>(lost[group]) < 0.7 * static_cast<double>(delays_.all.lost)) return false;
    int64_t for_others = 0;  // lost in collectives in which another group waits
    for (const CollectiveTurn& turn : matched_.turns) {
      if (!turn.last || turn.host != in_mpi_ || matched_.groups.of_rank[turn.turns[*turn.last].rank] != group)
        continue;
      if (std::any_of(turn.turns.begin(), turn.turns.end(),
                      [&](const RankTurn& of) { return matched_.groups.of_rank[of.rank] != group; }))
        for_others += turn.mean_wait_of_others();
    }
    if (static_cast<double>(for_others) < 0.7 * static_cast<double>(lost[group])) return false;
    std::vector<std::string> ranks;
    for (size_t rank = 0; rank < delays_.of_rank.size(); ++rank)
      if (matched_.groups.of_rank[rank] == group) ranks.push_back(label(rank));
    add("imbalance-by-design", for_others, ranks,
        fmt::format("Ranks of other groups wait {} for {}, which do other work than they", of_run(for_others),
                    listed(ranks)),
        fmt::format(
            "The ranks run {} different sets of kernels, such as stages of a pipeline; the last to come is of group {}.",
            matched_.groups.count, group),
        "Move layers or experts from these ranks to the others. They are no stragglers: compare each with ranks of its own group.");
    return true;
  }

  void straggler(size_t rank) {
    if (std::find(explained_.begin(), explained_.end(), rank) != explained_.end()) return;
    const RankDelay& delay = delays_.of_rank[rank];
    const RankWork& work = matched_.work[rank];
    const std::string how_often =
        fmt::format("It came last in {} of the {} collectives in which somebody clearly did.", delay.last,
                    delays_.all.last);
    if (delays_.host > delays_.work) {
      add("late-host", delay.lost, {label(rank)},
          fmt::format("The host of rank {} {} late: the others wait {} for it", label(rank),
                      in_mpi_ ? "comes" : "launches", of_run(delay.lost)),
          fmt::format(
              "{} Before that its GPU had nothing to do for {} longer than those of the others, and worked {} longer.{}",
              how_often, readable_ns(delays_.host), readable_ns(std::max<int64_t>(0, delays_.work)),
              of_mpi()),
          "Open its capture and ask for the reasons of its idle time (`nsys-ai overview`): data loading, garbage collection, a busy core.");
      return;
    }
    const std::string kernels =
        work.ratio >= 1.01
            ? fmt::format(
                  " Its kernels take {:.2f} times as long as those of the same names elsewhere: lower clocks, or larger shapes.",
                  work.ratio)
            : std::string();
    add("straggler", delay.lost, {label(rank)},
        fmt::format("Rank {} has more to do: the others wait {} for it", label(rank), of_run(delay.lost)),
        fmt::format("{} Before that its GPU worked {} longer than those of the others.{}{}", how_often,
                    readable_ns(delays_.work), kernels, of_mpi()),
        "Compare its kernels with those of another rank (`nsys-ai diff`): more data, other shapes, or a slower GPU.");
  }

  void rotating() {
    std::vector<std::string> ranks;
    std::vector<size_t> order(delays_.of_rank.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return delays_.of_rank[a].lost > delays_.of_rank[b].lost; });
    for (const size_t rank : order)
      if (delays_.of_rank[rank].last > 0) ranks.push_back(label(rank));
    const int64_t lost = delays_.all.lost;
    const std::string who = fmt::format(
        "{} ranks take turns; the most costly one has {:.0f} % of it, in {} collectives.", ranks.size(),
        100.0 * static_cast<double>(delays_.of_rank[order.front()].lost) / static_cast<double>(lost),
        delays_.all.last);
    const auto host = late_host();
    const std::string why = fmt::format(
        " Of the time, {} is work and {} a GPU with nothing to do.{}{}",
        readable_ns(std::max<int64_t>(0, delays_.work)), readable_ns(std::max<int64_t>(0, delays_.host)),
        host ? fmt::format(" Nearly all of it is of host {}.", one_line(*host)) : "", of_mpi());
    if (host && delays_.host > delays_.work)
      return add(
          "late-host", lost, std::move(ranks),
          fmt::format("The ranks of host {} come late by turns: the others wait {} for them", one_line(*host),
                      of_run(lost)),
          who + why,
          "Look for what runs on that host beside them: other processes, interrupts, a slow file system, and which cores each rank is bound to.");
    if (delays_.host > delays_.work)
      add("host-jitter", lost, std::move(ranks),
          fmt::format("Hosts launch late by turns: ranks wait {} for whoever is last", of_run(lost)),
          who + why,
          "Look for what interrupts hosts: data loading, garbage collection at different steps, other processes on the cores.");
    else
      add("rotating", lost, std::move(ranks),
          fmt::format("The slowest rank changes: ranks wait {} for whoever has most to do", of_run(lost)),
          who + why,
          "Balance the data of each step, such as sequence lengths or tokens per expert. No machine is at fault.");
  }

  // The host whose ranks cost nearly all of it, where there are others.
  std::optional<std::string> late_host() const {
    struct OfHost {
      int64_t lost = 0;
      size_t ranks = 0;
    };
    std::map<std::string, OfHost> hosts;
    for (size_t rank = 0; rank < delays_.of_rank.size(); ++rank) {
      OfHost& of = hosts[experiment_.captures[experiment_.ranks[rank].capture].record.host];
      of.lost += delays_.of_rank[rank].lost;
      ++of.ranks;
    }
    constexpr double kNearlyAll = 0.9;
    for (const auto& [name, of] : hosts)
      if (!name.empty() && hosts.size() > 1 && 2 * of.ranks <= delays_.of_rank.size() &&
          static_cast<double>(of.lost) >= kNearlyAll * static_cast<double>(delays_.all.lost))
        return name;
    return std::nullopt;
  }

  std::string of_mpi() const { return in_mpi_ ? " These are waits in calls of MPI, on the host." : ""; }

  // Communicators of one size and message whose transfer takes longer than that of the others.
  void slow_links() {
    struct Transfers {
      std::vector<int64_t> of;
      int64_t middle = 0;
    };
    std::map<std::tuple<std::string, int64_t, size_t>, std::map<uint32_t, Transfers>> alike;
    for (const CollectiveTurn& turn : matched_.turns)
      if (turn.waits && !turn.host)
        alike[{turn.collective->operation, turn.collective->bytes, turn.turns.size()}][turn.communicator]
            .of.push_back(turn.transfer);
    for (auto& [key, communicators] : alike) {
      constexpr double kSlower = 1.3;
      std::erase_if(communicators, [](const auto& of) { return of.second.of.size() < kFewestTransfers; });
      for (auto& [number, of] : communicators) of.middle = median_of_values(of.of);
      for (const auto& [number, of] : communicators) {
        std::vector<int64_t> others;
        for (const auto& [other, its] : communicators)
          if (other != number) others.push_back(its.middle);
        if (others.empty()) continue;
        const int64_t usual = median_of_values(std::move(others));
        const int64_t lost = (of.middle - usual) * std::ssize(of.of);
        if (static_cast<double>(of.middle) < kSlower * static_cast<double>(usual) ||
            share(lost) < kLeastShare)
          continue;
        std::vector<std::string> ranks;
        for (const uint32_t rank : matched_.communicators[number].ranks) ranks.push_back(label(rank));
        const auto& [operation, bytes, size] = key;
        add("slow-link", lost, ranks,
            fmt::format("The link of ranks {} is slow: {} takes {:.2f} times as long as elsewhere",
                        listed(ranks), operation,
                        static_cast<double>(of.middle) / static_cast<double>(std::max<int64_t>(1, usual))),
            fmt::format(
                "The shortest participant, so without waiting: {} in the median, {} on the {} other communicators of {} ranks{}. In all that is {}.",
                readable_ns(of.middle), readable_ns(usual), communicators.size() - 1, size,
                bytes >= 0 ? "" : "; sizes are not recorded, and may differ", of_run(lost)),
            "Check the links between these GPUs (`nvidia-smi topo -m`, `nvidia-smi nvlink -e`, the network's counters) and NCCL's choice (NCCL_DEBUG=INFO).");
      }
    }
  }

  void skewed_clocks() {
    constexpr int64_t kUsual = 1'000'000;  // between hosts that keep the time by network
    const CaptureClock* worst = nullptr;
    std::string worst_name;
    std::vector<std::string> ranks;
    size_t captures = 0;
    for (uint32_t at = 0; at < experiment_.captures.size(); ++at) {
      const CaptureClock& clock = matched_.clocks[at];
      const ExperimentCapture& capture = experiment_.captures[at];
      if (clock.source != ClockSource::collectives || !capture.record.utc_start ||
          std::abs(clock.ahead) < std::max(kUsual, 20 * clock.residual))
        continue;
      ++captures;
      for (const ExperimentRank& rank : experiment_.ranks)
        if (rank.capture == at) ranks.push_back(rank.label);
      if (worst != nullptr && std::abs(clock.ahead) <= std::abs(worst->ahead)) continue;
      worst = &clock;
      worst_name = capture.path.filename().string();
    }
    if (worst == nullptr) return;
    nsys::RankFinding finding;
    finding.key = "clock-skew";
    finding.severity = "information";
    finding.title =
        fmt::format("The clock of {} is {} {} the others'", worst_name, readable_ns(std::abs(worst->ahead)),
                    worst->ahead > 0 ? "ahead of" : "behind");
    if (captures > 1)
      finding.title += fmt::format(", and {} more are off by a millisecond or more", captures - 1);
    finding.detail = fmt::format(
        "By the ends of {} matched collectives, which agree within {}. All times are corrected by it.",
        worst->pairs, readable_ns(worst->residual));
    finding.advice =
        "Do not compare its wall clock with other logs without that correction; synchronise the host's clock (PTP, NTP).";
    finding.ranks = std::move(ranks);
    found_.push_back(std::move(finding));
  }

  static std::string listed(const std::vector<std::string>& ranks) {
    constexpr size_t kMost = 8;
    if (ranks.size() <= kMost) return fmt::format("{}", fmt::join(ranks, ", "));
    return fmt::format("{} and {} more", fmt::join(ranks.begin(), ranks.begin() + kMost, ", "),
                       ranks.size() - kMost);
  }

  const MatchedExperiment& matched_;
  const Experiment& experiment_;
  AllDelays delays_;
  bool in_mpi_ = false;
  int64_t run_ = 1;
  std::vector<size_t> explained_;
  std::vector<nsys::RankFinding> found_;
};

}  // namespace

std::vector<nsys::RankFinding> rank_findings(const MatchedExperiment& matched) {
  return Judge(matched).findings();
}

}  // namespace nsys_ai
