// Reads host events, and the profiler's messages and overhead.
#include "profile/families/family_host.h"

#include "profile/families/family_reader.h"
#include "profile/identity.h"

namespace nsys_ai {

Result<OsCalls> OsCalls::read(const FamilyReader& reader) {
  return read_fields<OsCalls>(reader, {{TableKind::os_call}});
}
Result<SchedEvents> SchedEvents::read(const FamilyReader& reader) {
  return read_fields<SchedEvents>(reader, {{TableKind::sched_event}});
}
Result<ProfilerOverhead> ProfilerOverhead::read(const FamilyReader& reader) {
  return read_fields<ProfilerOverhead>(
      reader, {{TableKind::profiler_overhead, profiler}, {TableKind::cuda_overhead, cuda}});
}
Result<LibraryCalls> LibraryCalls::read(const FamilyReader& reader) {
  return read_fields<LibraryCalls>(reader,
                                   {{TableKind::cudnn_call, cudnn}, {TableKind::cublas_call, cublas}});
}
Result<HostCallbacks> HostCallbacks::read(const FamilyReader& reader) {
  return read_fields<HostCallbacks>(reader, {{TableKind::host_callback}});
}
Result<Diagnostics> Diagnostics::read(const FamilyReader& reader) {
  return read_fields<Diagnostics>(reader, {{TableKind::diagnostic}});
}

Result<MpiCalls> MpiCalls::read(const FamilyReader& reader) {
  auto calls = read_fields<MpiCalls>(reader, {{TableKind::mpi_p2p, p2p},
                                              {TableKind::mpi_collective, collective},
                                              {TableKind::mpi_start_wait, start_wait},
                                              {TableKind::mpi_other, other}});
  if (!calls) return calls;
  const auto ranks = reader.each_row(TableKind::mpi_rank, {"globalTid", "rank"}, *calls, [&](TableRow& row) {
    const auto thread = row.integer(0);
    const auto rank = row.integer(1);
    if (thread && rank) calls->ranks.push_back({process_key(*thread), tid_of(*thread), *rank});
  });
  if (!ranks) return tl::unexpected(ranks.error());
  const auto communicators = reader.each_row(
      TableKind::mpi_communicator, {"rank", "commHandle", "parentHandle", "localRank", "size", "members"},
      *calls, [&](TableRow& row) {
        calls->communicators.push_back({row.integer_or(0, -1), row.integer_or(1, 0), row.integer_or(2, 0),
                                        row.integer_or(3, -1), row.integer_or(4, 0),
                                        calls->names.intern(row.text(5).value_or(""))});
      });
  if (!communicators) return tl::unexpected(communicators.error());
  return calls;
}

}  // namespace nsys_ai
