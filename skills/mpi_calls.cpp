// What do ranks do in MPI? One row per rank and function.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/collectives/mpi_matches.h"
#include "analysis/host/host_scope.h"
#include "base/interval_set.h"
#include "skills/list.h"

namespace nsys_ai::mpi_calls_skill {
namespace {

struct Params {
  int64_t limit = 50;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> rank;
  std::optional<Id> pid;
  std::string name;
  int64_t calls = 0;
  Ns total_ns;
  std::optional<Share> share;
  Ns longest_ns;
  ClockNs longest_at_ns;
  Bytes bytes;
  Ns waited_ns;
  int64_t without_partner = 0;
  int64_t unfinished = 0;
};
template <class F>
void fields(Row& r, F& f) {
  f("rank", r.rank, "The rank; none where the capture does not say.");
  f("pid", r.pid, "Its process.");
  f("name", r.name, "The function.");
  f("calls", r.calls, "How often.");
  f("total_ns", r.total_ns, "Time inside, the union over the calls of the rank.");
  f("share", r.share, "total_ns / the scope.");
  f("longest_ns", r.longest_ns, "The longest.");
  f("longest_at_ns", r.longest_at_ns, "When it began.");
  f("bytes", r.bytes, "What the calls sent, or received where they do not send, as far as the capture says.");
  f("waited_ns", r.waited_ns,
    "Of the calls, before the rank that they need had made its call: the sender, the receiver, or the last rank that enters a collective; summed.");
  f("without_partner", r.without_partner, "Calls whose partner is in this capture and never made its call.");
  f("unfinished", r.unfinished, "Calls that had not returned when the recording ended.");
}

struct Group {
  int64_t pid = 0;
  std::vector<Interval> times;
  Row row;
};

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const auto matches = mpi_matches(profile, context.work);
  if (!matches) return tl::unexpected(matches.error());
  const MpiCalls& calls = *(*matches)->calls;
  if (calls.size() == 0)
    return CannotAnswer{
        "The capture recorded no MPI calls.",
        {"Capture with `nsys profile --trace=cuda,nvtx,mpi`, each rank or `mpirun` as a whole."}};
  const HostScope host(profile, context.scope);
  std::map<std::tuple<int64_t, int64_t, std::string_view>, Group> groups;  // by rank, process and name
  for (const MpiCall& call : (*matches)->all) {
    const EventThread& thread = calls.threads[calls.thread[call.row]];
    const EventProcess& process = calls.processes[thread.process];
    const auto inside = host.has(process.process) ? context.scope.clip(call.time) : std::nullopt;
    if (!inside) continue;
    const std::string_view name = calls.text(calls.name[call.row]);
    Group& group = groups[{call.rank.value_or(-1), process.key, name}];
    Row& row = group.row;
    if (call.rank) row.rank = Id{*call.rank};
    if (process.pid != 0) row.pid = Id{process.pid};
    row.name = name;
    ++row.calls;
    group.times.push_back(*inside);
    if (row.calls == 1 || inside->duration() > row.longest_ns.count) {
      row.longest_ns = Ns{inside->duration()};
      row.longest_at_ns = ClockNs{inside->start};
    }
    const int64_t sent = calls.bytes[call.row];
    row.bytes.count += sent > 0 ? sent : int64_t{calls.received_bytes[call.row]};
    row.waited_ns.count +=
        std::max<int64_t>(0, intersect(*inside, {call.time.start, call.time.start + call.waited}).duration());
    row.without_partner += call.partner == MpiPartner::missing ? 1 : 0;
    row.unfinished += call.is_unfinished ? 1 : 0;
  }
  if (groups.empty()) return Empty{"No MPI call lies in this scope."};
  Rows<Row> rows;
  for (auto& [key, group] : groups) {
    group.row.total_ns = Ns{IntervalSet::union_of(std::move(group.times)).total()};
    const int64_t whole = context.scope.window().duration();
    if (whole > 0)
      group.row.share = Share{static_cast<double>(group.row.total_ns.count) / static_cast<double>(whole)};
    rows.rows.push_back(std::move(group.row));
  }
  std::stable_sort(rows.rows.begin(), rows.rows.end(),
                   [](const Row& a, const Row& b) { return a.total_ns.count > b.total_ns.count; });
  rows.total = static_cast<int64_t>(rows.rows.size());
  if (params.limit > 0 && rows.rows.size() > static_cast<size_t>(params.limit))
    rows.rows.resize(static_cast<size_t>(params.limit));
  if (calls.ranks.empty())
    rows.notes.push_back(
        "the capture does not say which process is which rank: calls of ranks are not matched");
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "mpi_calls",
       .title = "What do ranks do in MPI, and for whom do they wait?",
       .doc =
           "One row a rank and function, most time first. "
           "A wait for several requests is one call. Sends and receives are matched between the ranks of this capture by communicator, ranks, tag and order; the nth collective of a communicator is the same call on all of its ranks. "
           "A call that had not returned when the recording ended lasts until then.",
       .reading =
           "A large waited_ns is imbalance: the rank that others wait for does not wait itself, and what it does before is the cause. "
           "What remains of total_ns is transfer. mpi_waits lists the single waits; a call that is unfinished and without partner is a hang.",
       .source = "MPI calls as Nsight Systems traces them.",
       .limits =
           "Ranks that are in other files are not seen. Messages that were sent before the capture began, or are received after its end, have no partner. "
           "A communicator whose making was not recorded is taken for the same on all ranks by the order in which they first use it.",
       .needs = {},
       .families = {Family::mpi_calls}},
      run);
}

}  // namespace nsys_ai::mpi_calls_skill
