// Which single MPI calls wait longest, and for which rank? One row per call.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "analysis/collectives/mpi_matches.h"
#include "analysis/host/host_scope.h"
#include "skills/list.h"

namespace nsys_ai::mpi_waits_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> rank;
  std::optional<Id> pid;
  std::optional<Id> tid;
  std::string name;
  std::string_view role;
  std::optional<Id> peer;
  std::optional<Id> tag;
  Bytes bytes;
  ClockNs start_ns;
  Ns duration_ns;
  Ns waited_ns;
  std::string_view partner;
  std::optional<Id> partner_rank;
  int64_t unfinished = 0;
};
template <class F>
void fields(Row& r, F& f) {
  f("rank", r.rank, "The rank; none where the capture does not say.");
  f("pid", r.pid, "Its process.");
  f("tid", r.tid, "Its thread.");
  f("name", r.name, "The function.");
  f("role", r.role, "send, receive, send and receive, collective, wait (for requests) or other.");
  f("peer", r.peer, "The rank that it names, in its communicator; none where it names none.");
  f("tag", r.tag, "The tag of a message; none for other calls.");
  f("bytes", r.bytes, "What it sent, or received where it does not send.");
  f("start_ns", r.start_ns, "When it began.");
  f("duration_ns", r.duration_ns,
    "How long it took, inside the window; until the recording ended where it never returned.");
  f("waited_ns", r.waited_ns,
    "Of that, before the rank that it needs had made its call; all of it where that never did, and it never returned.");
  f("partner", r.partner,
    "Whether that rank made its call: found, missing (it is in this capture and did not), unknown (it is not in this capture), or none (it needs none).");
  f("partner_rank", r.partner_rank,
    "That rank: the sender, the receiver, the last that enters a collective, or the first that never does.");
  f("unfinished", r.unfinished, "1 where it had not returned when the recording ended.");
}

std::string_view name_of(MpiRole role) {
  switch (role) {
    case MpiRole::send:
      return "send";
    case MpiRole::receive:
      return "receive";
    case MpiRole::send_receive:
      return "send and receive";
    case MpiRole::collective:
      return "collective";
    case MpiRole::wait:
      return "wait";
    default:
      return "other";
  }
}

std::string_view name_of(MpiPartner partner) {
  switch (partner) {
    case MpiPartner::found:
      return "found";
    case MpiPartner::missing:
      return "missing";
    case MpiPartner::unknown:
      return "unknown";
    default:
      return "none";
  }
}

Row row_of(const MpiCalls& calls, const MpiCall& call, Interval inside) {
  const EventThread& thread = calls.threads[calls.thread[call.row]];
  const bool is_message =
      call.role == MpiRole::send || call.role == MpiRole::receive || call.role == MpiRole::send_receive;
  Row row;
  if (call.rank) row.rank = Id{*call.rank};
  if (const int64_t pid = calls.processes[thread.process].pid; pid != 0) row.pid = Id{pid};
  row.tid = Id{thread.tid};
  row.name = calls.text(calls.name[call.row]);
  row.role = name_of(call.role);
  if (const int64_t peer = calls.peer[call.row]; peer >= 0) row.peer = Id{peer};
  if (is_message) row.tag = Id{calls.tag[call.row]};
  const int64_t sent = calls.bytes[call.row];
  row.bytes = Bytes{sent > 0 ? sent : int64_t{calls.received_bytes[call.row]}};
  row.start_ns = ClockNs{call.time.start};
  row.duration_ns = Ns{inside.duration()};
  const bool is_hang = call.is_unfinished && call.partner == MpiPartner::missing;
  const Interval waited{call.time.start, is_hang ? call.time.end : call.time.start + call.waited};
  row.waited_ns = Ns{std::max<int64_t>(0, intersect(inside, waited).duration())};
  row.partner = name_of(call.partner);
  if (call.partner_rank) row.partner_rank = Id{*call.partner_rank};
  row.unfinished = call.is_unfinished ? 1 : 0;
  return row;
}

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
  Rows<Row> rows;
  for (const MpiCall& call : (*matches)->all) {
    const EventThread& thread = calls.threads[calls.thread[call.row]];
    const bool is_shown = host.has(calls.processes[thread.process].process);
    const auto inside = is_shown ? context.scope.clip(call.time) : std::nullopt;
    if (!inside || (call.waited == 0 && !call.is_unfinished)) continue;
    rows.rows.push_back(row_of(calls, call, *inside));
  }
  if (rows.rows.empty()) return Empty{"No MPI call waits for another rank in this scope."};
  std::stable_sort(rows.rows.begin(), rows.rows.end(), [](const Row& a, const Row& b) {
    const auto time = [](const Row& of) {
      return std::max(of.waited_ns.count, of.unfinished * of.duration_ns.count);
    };
    return time(a) > time(b);
  });
  rows.total = static_cast<int64_t>(rows.rows.size());
  if (params.limit > 0 && rows.rows.size() > static_cast<size_t>(params.limit))
    rows.rows.resize(static_cast<size_t>(params.limit));
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "mpi_waits",
       .title = "Which MPI calls wait longest, and for which rank?",
       .doc =
           "One row a call that waits for another rank, or that never returned, longest first, matched as in mpi_calls. "
           "A receive waits for its sender, a blocking send for its receiver, a collective for the last rank that enters it.",
       .reading =
           "The rank that many rows name is late: look at what it does before. "
           "Where partner is missing and the call unfinished, the run hangs: that rank never made the call that this one needs.",
       .source = "MPI calls as Nsight Systems traces them.",
       .limits = "As of mpi_calls. Small messages are sent without waiting for their receiver.",
       .needs = {},
       .families = {Family::mpi_calls}},
      run);
}

}  // namespace nsys_ai::mpi_waits_skill
