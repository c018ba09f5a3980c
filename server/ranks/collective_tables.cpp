// Goes over the matched collectives.
#include "ranks/collective_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/context.h"
#include "base/units.h"

namespace nsys_ai {
namespace {

struct CollectiveTableRow {
  std::string communicator;
  std::string operation;
  std::optional<Bytes> bytes;
  std::string ranks;
  std::optional<int64_t> of_ranks;
  int64_t matched = 0;
  Ns transfer_ns;
  Ns median_transfer_ns;
  Ns wait_ns;
  Ns longest_wait_ns;
  std::optional<GbPerS> bus_gbps;
};
template <class F>
void fields(CollectiveTableRow& r, F& f) {
  f("communicator", r.communicator, "As NCCL's payloads number it; else the stream.");
  f("operation", r.operation, "What it does.");
  f("bytes", r.bytes, "The size of the message, where it is known.");
  f("ranks", r.ranks, "The participants in these captures.");
  f("of_ranks", r.of_ranks, "How many ranks the communicator has, where a payload states it.");
  f("matched", r.matched, "Instances that were matched on all of them.");
  f("transfer_ns", r.transfer_ns, "Of each instance the shortest participant, summed.");
  f("median_transfer_ns", r.median_transfer_ns, "The median transfer.");
  f("wait_ns", r.wait_ns, "The rest of all participants, summed.");
  f("longest_wait_ns", r.longest_wait_ns, "The longest that a rank waited in one.");
  f("bus_gbps", r.bus_gbps, "Bus bandwidth as nccl-tests define it, by the median transfer.");
}

struct LastRow {
  std::string communicator;
  std::string operation;
  std::string rank;
  int64_t last = 0;
  int64_t of = 0;
  Ns others_waited_ns;
};
template <class F>
void fields(LastRow& r, F& f) {
  f("communicator", r.communicator, "As NCCL's payloads number it; else the stream.");
  f("operation", r.operation, "What it does.");
  f("rank", r.rank, "A participant.");
  f("last", r.last, "In how many it came last.");
  f("of", r.of, "Of how many in which somebody clearly did.");
  f("others_waited_ns", r.others_waited_ns, "The mean of the others' waits in these, summed.");
}

struct SkewRow {
  std::string communicator;
  int64_t instance = 0;
  std::string operation;
  std::optional<Bytes> bytes;
  std::optional<Id> wall_ns;
  Ns transfer_ns;
  Ns longest_wait_ns;
  std::optional<std::string> last;
};
template <class F>
void fields(SkewRow& r, F& f) {
  f("communicator", r.communicator, "As NCCL's payloads number it; else the stream.");
  f("instance", r.instance, "Which collective of it, in order; the first one connects the ranks.");
  f("operation", r.operation, "What it does.");
  f("bytes", r.bytes, "The size of the message, where it is known.");
  f("wall_ns", r.wall_ns,
    "When its first participant began, since 1970, on the clock that all captures have in common.");
  f("transfer_ns", r.transfer_ns, "The shortest participant.");
  f("longest_wait_ns", r.longest_wait_ns, "How much longer the longest one took: how far apart they came.");
  f("last", r.last, "The rank that came last; none where nobody clearly did.");
}

}  // namespace

Table collectives_table(const MatchedExperiment&, const nsys::RankReport& report) {
  Table table;
  table.columns = columns_of<CollectiveTableRow>();
  for (const nsys::CollectiveRow& of : report.collectives) {
    CollectiveTableRow row{of.communicator,
                           of.operation,
                           {},
                           fmt::format("{}", fmt::join(of.ranks, ",")),
                           of.statedRanks,
                           of.instances,
                           Ns{of.transferNs},
                           Ns{of.medianTransferNs},
                           Ns{of.waitNs},
                           Ns{of.longestWaitNs},
                           {}};
    if (of.bytes) row.bytes = Bytes{*of.bytes};
    if (of.busGBps) row.bus_gbps = GbPerS{*of.busGBps};
    table.rows.push_back(values_of(row));
  }
  return table;
}

Table last_table(const MatchedExperiment& matched, const nsys::RankReport&) {
  struct Arrivals {
    std::map<uint32_t, LastRow> of_rank;
    int64_t in_all = 0;
  };
  std::map<std::pair<uint32_t, std::string>, Arrivals> all;
  for (const CollectiveTurn& turn : matched.turns) {
    if (!turn.waits) continue;
    Arrivals& of = all[{turn.communicator, turn.collective->operation}];
    for (const RankTurn& each : turn.turns) of.of_rank.try_emplace(each.rank);
    if (!turn.last) continue;
    ++of.in_all;
    LastRow& row = of.of_rank[turn.turns[*turn.last].rank];
    ++row.last;
    row.others_waited_ns.count += turn.mean_wait_of_others();
  }
  Table table;
  table.columns = columns_of<LastRow>();
  for (auto& [key, of] : all)
    for (auto& [rank, row] : of.of_rank) {
      row.communicator = matched.communicators[key.first].name;
      row.operation = key.second;
      row.rank = matched.experiment.ranks[rank].label;
      row.of = of.in_all;
      table.rows.push_back(values_of(row));
    }
  return table;
}

Table skew_table(const MatchedExperiment& matched, const nsys::RankReport&) {
  Table table;
  table.columns = columns_of<SkewRow>();
  std::map<uint32_t, int64_t> count;
  for (const CollectiveTurn& turn : matched.turns) {
    check_cancelled();
    const int64_t instance = count[turn.communicator]++;
    if (!turn.waits) continue;
    SkewRow row{matched.communicators[turn.communicator].name,
                instance,
                turn.collective->operation,
                {},
                {},
                Ns{turn.transfer},
                Ns{turn.longest_wait},
                {}};
    if (turn.collective->bytes >= 0) row.bytes = Bytes{turn.collective->bytes};
    bool is_known = true;
    int64_t first = INT64_MAX;
    for (const RankTurn& of : turn.turns) {
      const CaptureClock& clock = matched.clocks[matched.experiment.ranks[of.rank].capture];
      is_known = is_known && clock.source != ClockSource::none;
      first = std::min(first, clock.aligned(of.kernel->time.start));
    }
    if (is_known) row.wall_ns = Id{first};
    if (turn.last) row.last = matched.experiment.ranks[turn.turns[*turn.last].rank].label;
    table.rows.push_back(values_of(row));
  }
  return table;
}

}  // namespace nsys_ai
