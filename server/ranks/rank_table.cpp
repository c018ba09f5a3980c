// Goes over the communication kernels of each rank.
#include "ranks/rank_table.h"

#include <algorithm>
#include <map>

#include "base/context.h"
#include "base/units.h"

namespace nsys_ai {
namespace {

struct ParticipantRow {
  std::string rank;
  std::optional<Id> number;
  std::string host;
  std::string file;
  std::optional<Id> step;
  std::string communicator;
  std::string where;
  std::string operation;
  std::optional<Id> instance;
  std::optional<Bytes> bytes;
  ClockNs start_ns;
  std::optional<Id> wall_ns;
  Ns duration_ns;
  std::optional<Ns> transfer_ns;
  std::optional<Ns> wait_ns;
  std::optional<std::string> last;
};
template <class F>
void fields(ParticipantRow& r, F& f) {
  f("rank", r.rank, "The label of the rank.");
  f("number", r.number, "Its number, where it is known.");
  f("host", r.host, "The machine, where the capture names it.");
  f("file", r.file, "The capture.");
  f("step", r.step, "The step in which it began, as `steps` number them.");
  f("communicator", r.communicator, "As NCCL's payloads number it; else the stream.");
  f("where", r.where, "GPU, or host for calls of MPI, whose times are those of the host.");
  f("operation", r.operation, "What it does.");
  f("instance", r.instance,
    "Equal on all participants of one collective of the communicator; none without partners.");
  f("bytes", r.bytes, "The size of the message, where it is known.");
  f("start_ns", r.start_ns, "When it began, on the capture's clock.");
  f("wall_ns", r.wall_ns, "The same since 1970, on the clock that all captures have in common.");
  f("duration_ns", r.duration_ns, "How long it took.");
  f("transfer_ns", r.transfer_ns, "The duration of the shortest participant.");
  f("wait_ns", r.wait_ns, "The rest.");
  f("last", r.last, "yes where it came last, no where another did; none where nobody clearly did.");
}

struct Place {
  int64_t instance = 0;
  const CollectiveTurn* turn = nullptr;
  const RankTurn* own = nullptr;
  bool is_last = false;
};

void add_participant_rows(const MatchedExperiment& matched, uint32_t rank, bool host,
                          const std::vector<Place>& places, Table& table) {
  const Experiment& experiment = matched.experiment;
  const RankRecord& record = experiment.record(rank);
  const ExperimentCapture& capture = experiment.captures[experiment.ranks[rank].capture];
  const CaptureClock& clock = matched.clocks[experiment.ranks[rank].capture];
  size_t step = 0;
  for (size_t at = 0; at < places.size(); ++at) {
    check_cancelled();
    const RankCollective& of = record.taken(host)[at];
    const Place& place = places[at];
    ParticipantRow row;
    row.rank = experiment.ranks[rank].label;
    if (record.rank) row.number = Id{*record.rank};
    row.host = capture.record.host;
    row.file = capture.path.string();
    while (step < record.steps.size() && record.steps[step].time.end <= of.time.start) ++step;
    if (step < record.steps.size() && record.steps[step].time.start <= of.time.start)
      row.step = Id{record.steps[step].number + matched.step_offsets[rank]};
    row.communicator = place.turn != nullptr ? matched.communicators[place.turn->communicator].name
                                             : record.channels[static_cast<size_t>(of.channel)].name;
    row.where = host ? "host" : "GPU";
    row.operation = record.operations[static_cast<size_t>(of.operation)];
    if (of.bytes >= 0) row.bytes = Bytes{of.bytes};
    row.start_ns = ClockNs{of.time.start};
    if (clock.source != ClockSource::none) row.wall_ns = Id{clock.aligned(of.time.start)};
    row.duration_ns = Ns{of.time.duration()};
    if (place.turn != nullptr) {
      row.instance = Id{place.instance};
      if (place.turn->waits) {
        row.transfer_ns = Ns{place.turn->transfer};
        row.wait_ns = Ns{place.own->wait};
      }
      if (place.turn->last) row.last = place.is_last ? "yes" : "no";
    }
    table.rows.push_back(values_of(row));
  }
}

}  // namespace

Table rank_table(const MatchedExperiment& matched) {
  const Experiment& experiment = matched.experiment;
  Table table;
  table.columns = columns_of<ParticipantRow>();
  for (const bool host : {false, true}) {
    std::vector<std::vector<Place>> places(experiment.ranks.size());
    for (size_t rank = 0; rank < places.size(); ++rank)
      places[rank].resize(experiment.record(rank).taken(host).size());
    std::map<uint32_t, int64_t> count;
    for (const CollectiveTurn& turn : matched.turns) {
      if (turn.host != host) continue;
      const int64_t instance = count[turn.communicator]++;
      for (uint32_t i = 0; i < turn.turns.size(); ++i) {
        const RankTurn& of = turn.turns[i];
        places[of.rank][static_cast<size_t>(of.kernel - experiment.record(of.rank).taken(host).data())] = {
            instance, &turn, &of, turn.last && *turn.last == i};
      }
    }
    for (uint32_t rank = 0; rank < places.size(); ++rank)
      add_participant_rows(matched, rank, host, places[rank], table);
  }
  return table;
}

}  // namespace nsys_ai
