// Groups the channels of all ranks by name, and pairs each rank with the first one of its group.
#include "ranks/matching.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "base/context.h"
#include "ranks/sequence_pairs.h"

namespace nsys_ai {
namespace {

// The collectives of one rank in one channel.
struct ChannelSequence {
  uint32_t rank = 0;
  std::vector<uint32_t> rows;  // in `RankRecord::taken`
  std::vector<SequenceItem> items;
  int64_t stated_ranks = 0;
  bool host = false;
};

struct PairedGroup {
  std::vector<const ChannelSequence*> of;
  std::vector<int64_t> shifts;  // of each, relative to the first
  bool ends_agree = true;
};

std::map<std::pair<bool, std::string>, std::vector<ChannelSequence>> sequences_of(
    const Experiment& experiment) {
  std::map<std::pair<bool, std::string>, std::vector<ChannelSequence>> all;
  for (uint32_t rank = 0; rank < experiment.ranks.size(); ++rank) {
    const RankRecord& record = experiment.record(rank);
    const int64_t base = experiment.captures[experiment.ranks[rank].capture].record.utc_start.value_or(0);
    std::vector<ChannelSequence> own(record.channels.size());
    for (const bool host : {false, true})
      for (uint32_t row = 0; row < record.taken(host).size(); ++row) {
        const RankCollective& of = record.taken(host)[row];
        ChannelSequence& sequence = own[static_cast<size_t>(of.channel)];
        sequence.rows.push_back(row);
        sequence.items.push_back({record.operations[static_cast<size_t>(of.operation)], of.bytes,
                                  base + of.time.end, of.time.duration()});
      }
    for (size_t channel = 0; channel < own.size(); ++channel) {
      own[channel].rank = rank;
      own[channel].stated_ranks = record.channels[channel].ranks;
      own[channel].host = record.channels[channel].host;
      all[{record.channels[channel].by_order, record.channels[channel].name}].push_back(
          std::move(own[channel]));
    }
  }
  return all;
}

Clocks clocks_of(const Experiment& experiment, uint32_t a, uint32_t b) {
  const uint32_t one = experiment.ranks[a].capture;
  const uint32_t other = experiment.ranks[b].capture;
  if (one == other) return Clocks::one;
  return experiment.captures[one].record.utc_start && experiment.captures[other].record.utc_start
             ? Clocks::close
             : Clocks::unrelated;
}

// Ranks of one communicator. Those whose communicator is not known belong together where their ends agree.
std::vector<PairedGroup> groups_of(const Experiment& experiment, bool by_order,
                                   const std::vector<ChannelSequence>& sequences) {
  constexpr size_t kFewestPairs = 3;
  std::vector<PairedGroup> groups;
  for (const ChannelSequence& sequence : sequences) {
    check_cancelled();
    bool found = false;
    for (PairedGroup& group : groups) {
      const ChannelSequence& first = *group.of.front();
      const auto pairs =
          pair_sequences(first.items, sequence.items, clocks_of(experiment, first.rank, sequence.rank));
      if (!pairs || (by_order && (!pairs->ends_agree || pairs->pairs < kFewestPairs))) continue;
      group.of.push_back(&sequence);
      group.shifts.push_back(pairs->shift);
      group.ends_agree = group.ends_agree && pairs->ends_agree;
      found = true;
      break;
    }
    if (!found) groups.push_back({{&sequence}, {0}, true});
  }
  return groups;
}

MatchedCommunicator matched_group(const PairedGroup& group, bool by_order, const std::string& name) {
  MatchedCommunicator communicator{name, by_order, group.of.front()->host, 0, {}, {}, 0, group.ends_agree};
  int64_t from = 0;
  int64_t to = std::numeric_limits<int64_t>::max();
  for (size_t i = 0; i < group.of.size(); ++i) {
    communicator.ranks.push_back(group.of[i]->rank);
    communicator.stated_ranks = std::max(communicator.stated_ranks, group.of[i]->stated_ranks);
    communicator.unmatched += std::ssize(group.of[i]->rows);
    from = std::max(from, -group.shifts[i]);
    to = std::min(to, std::ssize(group.of[i]->rows) - group.shifts[i]);
  }
  for (int64_t at = from; at < to; ++at) {
    MatchedCollective collective;
    const SequenceItem& first = group.of.front()->items[static_cast<size_t>(at)];
    collective.operation = first.operation;
    bool is_same = true;
    for (size_t i = 0; i < group.of.size(); ++i) {
      const auto row = static_cast<size_t>(at + group.shifts[i]);
      const SequenceItem& item = group.of[i]->items[row];
      is_same = is_same && item.operation == first.operation &&
                (item.bytes < 0 || collective.bytes < 0 || item.bytes == collective.bytes);
      collective.bytes = std::max(collective.bytes, item.bytes);
      collective.of_rank.push_back(group.of[i]->rows[row]);
    }
    if (!is_same) continue;
    communicator.matched.push_back(std::move(collective));
    communicator.unmatched -= std::ssize(group.of);
  }
  return communicator;
}

}  // namespace

std::vector<MatchedCommunicator> match_collectives(const Experiment& experiment) {
  std::vector<MatchedCommunicator> all;
  for (const auto& [key, sequences] : sequences_of(experiment)) {
    if (sequences.size() < 2) continue;
    const std::vector<PairedGroup> groups = groups_of(experiment, key.first, sequences);
    size_t number = 0;
    for (const PairedGroup& group : groups) {
      if (group.of.size() < 2) continue;
      ++number;
      const std::string name =
          groups.size() > 1 && key.first ? key.second + ", group " + std::to_string(number) : key.second;
      all.push_back(matched_group(group, key.first, name));
    }
  }
  std::erase_if(all, [](const MatchedCommunicator& of) { return of.matched.empty(); });
  return all;
}

bool waits_for_all(const MatchedCommunicator& communicator, const MatchedCollective& collective) {
  static constexpr std::array<std::string_view, 9> kSynchronising = {
      "AllReduce",     "AllGather",    "ReduceScatter", "AllToAll",          "MPI_Allreduce",
      "MPI_Allgather", "MPI_Alltoall", "MPI_Barrier",   "MPI_Reduce_scatter"};
  return communicator.ends_agree || std::find(kSynchronising.begin(), kSynchronising.end(),
                                              collective.operation) != kSynchronising.end();
}

}  // namespace nsys_ai
