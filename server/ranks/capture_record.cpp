// Collects the record of a capture from the analyses of its profile.
#include "ranks/capture_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "analysis/collectives/collectives.h"
#include "analysis/collectives/mpi_matches.h"
#include "analysis/collectives/nccl_calls.h"
#include "analysis/kernels/kernels.h"
#include "analysis/time/busy.h"
#include "analysis/time/iteration_work.h"
#include "base/context.h"
#include "base/loss_notes.h"
#include "profile/families/family_host.h"
#include "profile/families/family_launch.h"
#include "profile/families/family_machine.h"

namespace nsys_ai {
namespace {

// What the payload of a call says of its kernel.
struct StatedCall {
  std::optional<uint64_t> communicator;
  NcclOperation operation = NcclOperation::all_reduce;
  int64_t bytes = -1;
};

struct Sources {
  const Profile& profile;
  const Collectives& collectives;
  std::unordered_map<uint32_t, StatedCall> stated;  // by row of `Profile::kernels()`
  std::map<uint64_t, int64_t> ranks_of;             // of communicators
  // Operations by time, of each device.
  std::vector<std::vector<Interval>> work;  // all but communication kernels
  std::vector<std::vector<uint32_t>> communication;
};

Sources sources_of(const Profile& profile, const NcclCalls& calls) {
  Sources from{profile, profile.derived(build_collectives), {}, calls.ranks, {}, {}};
  for (const NcclBatch& batch : calls.batches)
    for (const uint32_t kernel : batch.kernels)
      from.stated[kernel] = {batch.communicator, batch.operation,
                             batch.kernels.size() == 1 ? int64_t{batch.bytes} : -1};
  from.work.resize(profile.devices().size());
  from.communication.resize(profile.devices().size());
  const Kernels& kernels = profile.kernels();
  ThrottledCheck check;
  for (uint32_t i = 0; i < kernels.size(); check(), ++i) {
    const DeviceIx device = profile.streams()[kernels.stream[i]].device;
    if (from.collectives.of_code[kernels.names.code[i]].communicates)
      from.communication[device].push_back(i);
    else
      from.work[device].push_back(kernels.interval(i));
  }
  const auto add = [&](const Operations& operations) {
    for (size_t i = 0; i < operations.size(); check(), ++i)
      from.work[profile.streams()[operations.stream[i]].device].push_back(operations.interval(i));
  };
  add(profile.copies());
  add(profile.memsets());
  add(profile.graph_runs());
  return from;
}

template <class T>
int64_t number_in(std::vector<T>& list, const T& value) {
  const auto found = std::find(list.begin(), list.end(), value);
  if (found != list.end()) return found - list.begin();
  list.push_back(value);
  return std::ssize(list) - 1;
}

// Adds the communication kernels of a device, with the channel that each belongs to.
void add_collectives(const Sources& from, DeviceIx device, RankRecord& rank) {
  const Kernels& kernels = from.profile.kernels();
  std::vector<uint32_t> all = from.communication[device];
  std::sort(all.begin(), all.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(kernels.start[a], a) < std::pair(kernels.start[b], b);
  });
  const IntervalSet work = IntervalSet::union_of(from.work[device]);
  std::vector<StreamIx> roles;  // by their first kernel: numbers of streams differ between ranks
  std::map<std::string, int64_t> channel_of;
  int64_t before = rank.span.start;
  for (const uint32_t kernel : all) {
    check_cancelled();
    const auto stated = from.stated.find(kernel);
    const bool is_known = stated != from.stated.end() && stated->second.communicator;
    RankChannel channel;
    RankCollective of;
    std::string operation;
    if (is_known) {
      channel.name = fmt::format("{:#x}", *stated->second.communicator);
      const auto ranks = from.ranks_of.find(*stated->second.communicator);
      if (ranks != from.ranks_of.end()) channel.ranks = ranks->second;
      operation = name_of(stated->second.operation);
      of.bytes = stated->second.bytes;
    } else {
      channel.name = fmt::format("stream {}", number_in(roles, StreamIx(kernels.stream[kernel])) + 1);
      channel.by_order = true;
      operation = name_of(from.collectives.of_code[kernels.names.code[kernel]].name.collective);
      if (stated != from.stated.end()) of.bytes = stated->second.bytes;
    }
    const auto [found, added] = channel_of.try_emplace(channel.name, std::ssize(rank.channels));
    if (added) rank.channels.push_back(channel);
    of.channel = found->second;
    of.operation = number_in(rank.operations, operation);
    of.time = kernels.interval(kernel);
    for (const Interval& busy : work.overlapping_intervals({before, of.time.start}))
      of.busy_before += intersect(busy, {before, of.time.start}).duration();
    before = std::max(before, of.time.end);
    rank.collectives.push_back(of);
  }
}

// Adds the blocking collectives of MPI to the first GPU of each process.
Result<void> add_mpi_calls(const Sources& from, const std::vector<DeviceIx>& devices, const Work& work,
                           std::vector<RankRecord>& ranks) {
  const auto found = mpi_matches(from.profile, work);
  if (!found) return tl::unexpected(found.error());
  const MpiCalls& calls = *(*found)->calls;
  std::map<int64_t, size_t> rank_of;  // by key of the process
  for (size_t rank = 0; rank < ranks.size(); ++rank) rank_of.try_emplace(ranks[rank].process_key, rank);
  std::map<size_t, IntervalSet> work_of;
  ThrottledCheck check;
  for (const MpiCall& call : (*found)->all) {
    check();
    if (call.role != MpiRole::collective || !call.is_blocking || call.is_unfinished) continue;
    const auto at = rank_of.find(calls.processes[calls.threads[calls.thread[call.row]].process].key);
    if (at == rank_of.end()) continue;
    RankRecord& rank = ranks[at->second];
    const MpiCommunicatorName& communicator = (*found)->communicators[call.communicator];
    const RankChannel channel{"MPI, " + communicator.text, communicator.by_order, true, 0};
    const auto known = std::find_if(rank.channels.begin(), rank.channels.end(),
                                    [&](const RankChannel& of) { return of.name == channel.name; });
    RankCollective of;
    of.channel = known - rank.channels.begin();
    if (known == rank.channels.end()) rank.channels.push_back(channel);
    of.operation = number_in(rank.operations, std::string(calls.text(calls.name[call.row])));
    of.time = call.time;
    of.bytes = calls.bytes[call.row] > 0 ? int64_t{calls.bytes[call.row]} : -1;
    const int64_t before = rank.host_calls.empty() ? rank.span.start : rank.host_calls.back().time.end;
    auto [busy, added] = work_of.try_emplace(at->second);
    if (added) busy->second = IntervalSet::union_of(from.work[devices[at->second]]);
    for (const Interval& each : busy->second.overlapping_intervals({before, of.time.start}))
      of.busy_before += intersect(each, {before, of.time.start}).duration();
    rank.host_calls.push_back(of);
  }
  return {};
}

void add_kernels(const Profile& profile, DeviceIx device, RankRecord& rank) {
  const Kernels& kernels = profile.kernels();
  const Collectives& collectives = profile.derived(build_collectives);
  std::vector<RankKernel> of_code(kernels.names.values.size());
  ThrottledCheck check;
  for (uint32_t i = 0; i < kernels.size(); check(), ++i) {
    const uint32_t code = kernels.names.code[i];
    if (profile.streams()[kernels.stream[i]].device != device || collectives.of_code[code].communicates)
      continue;
    ++of_code[code].calls;
    of_code[code].ns += kernels.interval(i).duration();
  }
  std::map<std::string, RankKernel> of_name;
  for (size_t code = 0; code < of_code.size(); ++code) {
    if (of_code[code].calls == 0) continue;
    rank.all_calls += of_code[code].calls;
    rank.compute_sum += of_code[code].ns;
    RankKernel& of = of_name[std::string(profile.text(kernels.names.values[code].full))];
    of.calls += of_code[code].calls;
    of.ns += of_code[code].ns;
  }
  for (auto& [name, of] : of_name) rank.top.push_back({name, of.calls, of.ns});
  std::stable_sort(rank.top.begin(), rank.top.end(),
                   [](const RankKernel& a, const RankKernel& b) { return a.ns > b.ns; });
  if (rank.top.size() > kTopKernels) rank.top.resize(kTopKernels);
}

void add_steps(const Profile& profile, std::vector<RankRecord>& ranks, const std::vector<DeviceIx>& devices) {
  const Iterations& iterations = profile.derived(build_iterations);
  if (iterations.empty()) return;
  for (const IterationWork& of : iteration_work(profile, iterations, Scope::whole(profile))) {
    const Iteration& iteration = iterations.all[of.iteration];
    const ProcessSteps& steps = iterations.of(iteration);
    if (steps.source == StepSource::repeat) continue;
    const auto at = std::find(devices.begin(), devices.end(), of.device);
    if (at == devices.end()) continue;
    RankRecord& rank = ranks[static_cast<size_t>(at - devices.begin())];
    rank.step_label = fmt::format("{} {}", words_before_label(steps.source), steps.label);
    rank.steps.push_back({iteration.number, of.time, of.busy, of.communication});
  }
}

struct NumberedRank {
  int64_t rank = 0;
  std::string from;
  int64_t of = 0;
};

// The rank that the launcher gave the program that Nsight Systems started.
std::optional<NumberedRank> launched_rank(const LaunchVariables& variables) {
  for (const char* const name : {"RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"})
    if (const auto rank = variables.value(name)) return NumberedRank{*rank, name};
  return std::nullopt;
}

Result<void> add_ranks(const Profile& profile, const NcclCalls& calls, const Work& work,
                       std::vector<RankRecord>& ranks) {
  std::map<int64_t, NumberedRank> of_process;  // by key
  if (profile.has_table("MPI_RANKS")) {
    const auto mpi = profile.events<MpiCalls>(work);
    if (!mpi) return tl::unexpected(mpi.error());
    for (const MpiRank& of : (*mpi)->ranks)
      of_process.try_emplace(of.process_key, NumberedRank{of.rank, "MPI_RANKS"});
  }
  // Of the largest communicator, which is that of all ranks.
  int64_t most = 0;
  for (const NcclRank& of : calls.own_ranks) most = std::max(most, of.ranks);
  for (const NcclRank& of : calls.own_ranks)
    if (of.ranks == most)
      of_process.try_emplace(profile.processes()[of.process].key,
                             NumberedRank{of.rank, "NCCL's payloads", of.ranks});
  std::vector<int64_t> processes;
  for (const RankRecord& of : ranks) number_in(processes, of.process_key);
  const auto variables = profile.events<LaunchVariables>(work);
  if (!variables) return tl::unexpected(variables.error());
  // Of several processes the variables are those of none in particular.
  if (const auto launched = launched_rank(**variables); launched && processes.size() == 1)
    of_process.try_emplace(processes.front(), *launched);
  for (RankRecord& rank : ranks) {
    const auto found = of_process.find(rank.process_key);
    if (found == of_process.end()) continue;
    rank.rank = found->second.rank;
    rank.rank_from = found->second.from;
    rank.rank_of = found->second.of;
  }
  return {};
}

Result<CaptureRecord> make_record(const Profile& profile, const Work& work) {
  CaptureRecord record;
  record.utc_start = profile.info().utc_start_ns;
  const auto machine = profile.events<MachineFacts>(work);
  if (!machine) return tl::unexpected(machine.error());
  record.host = (*machine)->value("Hostname").value_or("");
  const auto calls = nccl_calls(profile, Scope::whole(profile), work);
  if (!calls) return tl::unexpected(calls.error());
  const Sources from = sources_of(profile, *calls);
  std::vector<DeviceIx> devices;
  for (const DeviceTime& time : profile.derived(build_device_times)) {
    const Device& device = profile.devices()[time.device];
    const Process& process = profile.processes()[device.process];
    RankRecord rank;
    rank.process_key = process.key;
    rank.pid = profile.pid_of(device.process);
    rank.process = process.name;
    rank.device = device.ordinal;
    if (device.gpu.exists()) {
      const Gpu& gpu = profile.gpus()[device.gpu];
      rank.gpu = gpu.name;
      rank.uuid = !device.slice.empty() ? device.slice : !gpu.uuid.empty() ? gpu.uuid : gpu.bus;
    }
    rank.span = time.span;
    rank.kernels = time.kernels;
    rank.busy = time.busy;
    rank.compute = time.compute;
    rank.communication = time.communication;
    rank.overlap = time.overlap();
    add_collectives(from, time.device, rank);
    add_kernels(profile, time.device, rank);
    record.ranks.push_back(std::move(rank));
    devices.push_back(time.device);
  }
  add_steps(profile, record.ranks, devices);
  if (auto added = add_mpi_calls(from, devices, work, record.ranks); !added)
    return tl::unexpected(added.error());
  if (auto added = add_ranks(profile, *calls, work, record.ranks); !added)
    return tl::unexpected(added.error());
  return record;
}

}  // namespace

Result<CaptureRecord> capture_record(const Profile& profile, const Work& work) {
  return cancellable(work, [&]() -> Result<CaptureRecord> {
    const LossNotes losses;
    auto record = make_record(profile, work);
    if (record) record->notes = losses.notes();
    return record;
  });
}

}  // namespace nsys_ai
