// Goes over the calls once in the order of their starts, with a queue of sends for each address.
#include "analysis/collectives/mpi_matches.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/context.h"

namespace nsys_ai {
namespace {

bool has_part(std::string_view name, std::string_view part) {
  return name.find(part) != std::string_view::npos;
}

struct CallKindOfMpi {
  MpiRole role = MpiRole::other;
  bool is_blocking = true;
};

// By the names of the standard: an I behind the prefix means that the call does not block.
CallKindOfMpi mpi_kind_of(std::string_view name, uint8_t source) {
  if (name.starts_with("MPI_") || name.starts_with("PMPI_")) name.remove_prefix(name.find('_') + 1);
  const bool is_blocking = name.size() < 2 || name[0] != 'I' || name.starts_with("Init") ||
                           name.starts_with("Intercomm") || name.starts_with("Info");
  if (source == MpiCalls::collective) return {MpiRole::collective, is_blocking};
  if (source == MpiCalls::start_wait)
    return {name.starts_with("Wait") ? MpiRole::wait : MpiRole::other, name.starts_with("Wait")};
  if (source != MpiCalls::p2p) return {MpiRole::other, false};
  // MPI_Send_init and its like are started later, and say nothing yet.
  if (has_part(name, "_init")) return {MpiRole::other, false};
  if (has_part(name, "endrecv")) return {MpiRole::send_receive, is_blocking};
  if (has_part(name, "probe") || has_part(name, "Probe")) return {MpiRole::other, is_blocking};
  return {has_part(name, "recv") || has_part(name, "Recv") ? MpiRole::receive : MpiRole::send, is_blocking};
}

// A communicator as all of its ranks see it, and the number of this rank in it.
struct Member {
  uint32_t communicator = 0;
  int64_t rank = 0;
};

// Handles are a process's own. A communicator is known by its members, and the how manieth with these it is;
// one that was not recorded by the order in which a rank first uses it.
class Communicators {
 public:
  explicit Communicators(const MpiCalls& calls) {
    std::map<std::pair<int64_t, std::string_view>, int> count;
    for (const MpiCommunicator& of : calls.communicators) {
      const std::string_view members = calls.text(of.members);
      if (members.empty()) continue;
      const int number = count[{of.rank, members}]++;
      const std::string nth = number > 0 ? " #" + std::to_string(number + 1) : "";
      const auto id = number_of({"ranks " + std::string(members) + nth, false});
      members_[{of.rank, of.handle}] = {id, of.local_rank >= 0 ? of.local_rank : of.rank};
    }
  }
  Member of(int64_t rank, int64_t handle) {
    const auto [found, added] = members_.try_emplace({rank, handle});
    if (added) found->second = {number_of({"no. " + std::to_string(++unrecorded_[rank]), true}), rank};
    return found->second;
  }
  std::vector<MpiCommunicatorName> names() { return std::move(names_); }

 private:
  uint32_t number_of(const MpiCommunicatorName& name) {
    const auto [found, added] = ids_.try_emplace(name.text, static_cast<uint32_t>(ids_.size()));
    if (added) names_.push_back(name);
    return found->second;
  }
  std::vector<MpiCommunicatorName> names_;
  std::map<std::string, uint32_t> ids_;
  std::map<std::pair<int64_t, int64_t>, Member> members_;
  std::map<int64_t, int> unrecorded_;
};

// The rank of each thread: its own, else that of its process.
std::vector<std::optional<int64_t>> ranks_of_threads(const MpiCalls& calls) {
  std::map<std::pair<int64_t, int64_t>, int64_t> of_thread;
  std::map<int64_t, int64_t> of_process;
  for (const MpiRank& rank : calls.ranks) {
    of_thread[{rank.process_key, rank.tid}] = rank.rank;
    of_process.try_emplace(rank.process_key, rank.rank);
  }
  std::vector<std::optional<int64_t>> ranks;
  for (const EventThread& thread : calls.threads) {
    const int64_t process = calls.processes[thread.process].key;
    const auto own = of_thread.find({process, thread.tid});
    const auto shared = of_process.find(process);
    ranks.push_back(own != of_thread.end()       ? std::optional(own->second)
                    : shared != of_process.end() ? std::optional(shared->second)
                                                 : std::nullopt);
  }
  return ranks;
}

// When the recording ended, as far as the file says.
int64_t end_of_recording(const Profile& profile, const MpiCalls& calls) {
  int64_t end = profile.extent().empty() ? INT64_MIN : profile.extent().end;
  for (size_t i = 0; i < calls.size(); ++i)
    end = std::max(end, calls.end(i) == Spans::kOpen ? calls.start[i] : calls.end(i));
  return std::max(end, profile.info().duration_ns.value_or(INT64_MIN));
}

class Matcher {
 public:
  Matcher(const Profile& profile, const MpiCalls& calls) : calls_(calls), communicators_(calls) {
    found_.calls = &calls;
    list(end_of_recording(profile, calls), profile.info().duration_ns);
  }

  MpiMatches run() {
    ThrottledCheck check;
    for (uint32_t at = 0; at < found_.all.size(); check(), ++at) {
      const MpiCall& call = found_.all[at];
      if (!call.rank) continue;
      if (call.role == MpiRole::collective) enter(at);
      if (call.role == MpiRole::send || call.role == MpiRole::send_receive) send(at);
    }
    // Receives of a known source first: what comes from anywhere takes what is left.
    for (const bool from_anywhere : {false, true})
      for (uint32_t at = 0; at < found_.all.size(); check(), ++at) {
        const MpiCall& call = found_.all[at];
        const bool receives = call.role == MpiRole::receive || call.role == MpiRole::send_receive;
        if (call.rank && receives && (calls_.peer[call.row] < 0) == from_anywhere) receive(at);
      }
    for (auto& [address, sends] : sends_)
      for (const uint32_t at : sends) lack(at, std::get<2>(address));
    finish_collectives();
    found_.communicators = communicators_.names();
    return std::move(found_);
  }

 private:
  // Communicator, the numbers of sender and receiver in it, and the tag.
  using Address = std::tuple<uint32_t, int64_t, int64_t, int64_t>;

  void list(int64_t end, std::optional<int64_t> stated_end) {
    const std::vector<std::optional<int64_t>> ranks = ranks_of_threads(calls_);
    const bool stops = stated_end.value_or(INT64_MIN) >= end || several_end_at(end);
    // Calls that lie in the last thousandth of the recording's end have not returned.
    const int64_t first = calls_.size() > 0 ? calls_.start[0] : 0;
    const int64_t close = std::max<int64_t>(1000, (end - first) / 1000);
    std::set<std::tuple<uint32_t, int64_t, uint32_t>> waits;
    for (uint32_t row = 0; row < calls_.size(); ++row) {
      const std::string_view name = calls_.text(calls_.name[row]);
      const CallKindOfMpi kind = mpi_kind_of(name, calls_.source[row]);
      // A wait has a row for each request.
      if (calls_.source[row] == MpiCalls::start_wait &&
          !waits.emplace(calls_.thread[row].value, calls_.start[row], NameId(calls_.name[row]).value).second)
        continue;
      MpiCall call;
      call.row = row;
      call.rank = ranks[calls_.thread[row]];
      call.role = kind.role;
      call.is_blocking = kind.is_blocking;
      const int64_t until = calls_.end(row);
      call.time = {calls_.start[row], until == Spans::kOpen ? std::max(end, calls_.start[row]) : until};
      call.is_unfinished = kind.is_blocking && kind.role != MpiRole::other &&
                           (until == Spans::kOpen || (stops && until >= end - close)) &&
                           call.time.duration() > close;
      if (call.rank) present_.insert(*call.rank);
      found_.all.push_back(call);
    }
    std::stable_sort(found_.all.begin(), found_.all.end(), [](const MpiCall& a, const MpiCall& b) {
      return std::tuple(a.time.start, a.rank.value_or(-1)) < std::tuple(b.time.start, b.rank.value_or(-1));
    });
    found_.ranks = static_cast<int64_t>(present_.size());
  }

  // Where the file does not say when the recording ended, its last call may simply be the last; calls of
  // several threads were cut off.
  bool several_end_at(int64_t end) const {
    std::set<uint32_t> threads;
    for (size_t i = 0; i < calls_.size(); ++i)
      if (calls_.end(i) >= end) threads.insert(calls_.thread[i].value);
    return threads.size() > 1;
  }

  Member member(uint32_t at) {
    const MpiCall& call = found_.all[at];
    const Member of = communicators_.of(*call.rank, calls_.communicator[call.row]);
    ranks_in_.try_emplace({of.communicator, of.rank}, *call.rank);
    return of;
  }
  // The rank of the run that has a number in a communicator.
  std::optional<int64_t> rank_in(uint32_t communicator, int64_t number) const {
    const auto found = ranks_in_.find({communicator, number});
    if (found != ranks_in_.end()) return found->second;
    return number;
  }

  void send(uint32_t at) {
    const MpiCall& call = found_.all[at];
    const int64_t to = calls_.peer[call.row];
    if (to < 0) return;  // to nobody
    const Member from = member(at);
    sends_[{from.communicator, from.rank, to, calls_.tag[call.row]}].push_back(at);
    to_[{from.communicator, to}].insert(at);
  }

  void receive(uint32_t at) {
    const MpiCall& call = found_.all[at];
    const Member to = member(at);
    const int64_t from = calls_.peer[call.row];
    const int64_t tag = calls_.tag[call.row];
    const auto sender =
        from >= 0 && tag >= 0 ? take({to.communicator, from, to.rank, tag}) : take_any(to, from, tag);
    if (sender)
      join(*sender, at);
    else if (from >= 0)
      lack(at, from);
  }
  std::optional<uint32_t> take(const Address& address) {
    const auto found = sends_.find(address);
    if (found == sends_.end() || found->second.empty()) return std::nullopt;
    const uint32_t sender = found->second.front();
    found->second.pop_front();
    to_[{std::get<0>(address), std::get<2>(address)}].erase(sender);
    return sender;
  }
  // The earliest send that fits, of those that have waited longest.
  std::optional<uint32_t> take_any(const Member& to, int64_t from, int64_t tag) {
    constexpr int kMostLookedAt = 64;
    int looked = 0;
    for (const uint32_t at : to_[{to.communicator, to.rank}]) {
      const Member sender = member(at);
      const int64_t its = calls_.tag[found_.all[at].row];
      if ((from < 0 || sender.rank == from) && (tag < 0 || its == tag))
        return take({to.communicator, sender.rank, to.rank, its});
      if (++looked == kMostLookedAt) break;
    }
    return std::nullopt;
  }
  void join(uint32_t a, uint32_t b) {
    for (const auto& [of, other] : {std::pair(a, b), std::pair(b, a)}) {
      MpiCall& call = found_.all[of];
      if (call.partner == MpiPartner::found) continue;
      const MpiCall& partner = found_.all[other];
      call.partner = MpiPartner::found;
      call.partner_rank = partner.rank;
      if (call.is_blocking)
        call.waited = intersect(call.time, {call.time.start, partner.time.start}).duration();
      call.waited = std::max<int64_t>(0, call.waited);
    }
  }
  void lack(uint32_t at, int64_t number) {
    MpiCall& call = found_.all[at];
    if (call.partner != MpiPartner::none) return;
    call.partner_rank = rank_in(member(at).communicator, number);
    call.partner = present_.contains(*call.partner_rank) ? MpiPartner::missing : MpiPartner::unknown;
  }

  void enter(uint32_t at) {
    const Member of = member(at);
    found_.all[at].communicator = of.communicator;
    collectives_[of.communicator][*found_.all[at].rank].push_back(at);
  }
  void finish_collectives() {
    for (auto& [communicator, of_rank] : collectives_) {
      size_t most = 0;
      for (const auto& [rank, calls] : of_rank) most = std::max(most, calls.size());
      for (size_t nth = 0; nth < most; ++nth) finish_collective(communicator, of_rank, nth);
    }
  }
  // The ranks of a communicator: those that used it; all of the capture where nothing else is known.
  void finish_collective(uint32_t communicator, const std::map<int64_t, std::vector<uint32_t>>& of_rank,
                         size_t nth) {
    std::set<int64_t> ranks;
    for (const auto& [key, rank] : ranks_in_)
      if (key.first == communicator) ranks.insert(rank);
    if (ranks.size() < 2 && ranks.size() < present_.size()) ranks = present_;
    std::vector<uint32_t> calls;
    std::optional<int64_t> missing;
    for (const int64_t rank : ranks) {
      const auto of = of_rank.find(rank);
      if (of != of_rank.end() && nth < of->second.size())
        calls.push_back(of->second[nth]);
      else if (!missing)
        missing = rank;
    }
    uint32_t last = calls.front();
    for (const uint32_t at : calls)
      if (found_.all[at].time.start > found_.all[last].time.start) last = at;
    for (const uint32_t at : calls) {
      MpiCall& call = found_.all[at];
      if (missing) {
        call.partner = MpiPartner::missing;
        call.partner_rank = missing;
      } else if (calls.size() > 1) {
        call.partner = MpiPartner::found;
        call.partner_rank = found_.all[last].rank;
        const int64_t until = std::min(call.time.end, found_.all[last].time.start);
        if (call.is_blocking) call.waited = std::max<int64_t>(0, until - call.time.start);
      } else {
        call.partner = MpiPartner::unknown;
      }
    }
  }

  const MpiCalls& calls_;
  Communicators communicators_;
  MpiMatches found_;
  std::set<int64_t> present_;
  std::map<std::pair<uint32_t, int64_t>, int64_t> ranks_in_;
  std::map<Address, std::deque<uint32_t>> sends_;                  // without a receive so far
  std::map<std::pair<uint32_t, int64_t>, std::set<uint32_t>> to_;  // the same by receiver, in order
  std::map<uint32_t, std::map<int64_t, std::vector<uint32_t>>> collectives_;
};

Result<MpiMatches> make_mpi_matches(const Profile& profile, const Work& work) {
  const auto calls = profile.events<MpiCalls>(work);
  if (!calls) return tl::unexpected(calls.error());
  return cancellable(work, [&]() -> Result<MpiMatches> { return Matcher(profile, **calls).run(); });
}

}  // namespace

Result<const MpiMatches*> mpi_matches(const Profile& profile, const Work& work) {
  return profile.made(make_mpi_matches, work);
}

}  // namespace nsys_ai
