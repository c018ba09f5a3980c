// What was the time of each GPU used for, from the beginning of the capture to its end? One row per GPU and
// use.
#include "analysis/time/time_account.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::time_account_skill {
namespace {

struct Params {
  int64_t limit = 0;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  Id device;
  std::string_view phase;
  std::string_view use;
  Ns total_ns;
  std::optional<Share> share;
  int64_t stretches = 0;
  Ns longest_ns;
  std::string refs;
  std::string_view call;
  std::optional<Ns> call_ns;
  std::string range;
  std::optional<Ns> range_ns;
  Ns waited_ns;
  std::optional<Ns> core_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("phase", r.phase, "work, start, wait (between two operations), end, or none of them.");
  f("use", r.use, "What the time went into; see the documentation.");
  f("total_ns", r.total_ns, "How long, of the scope; the rows of a GPU sum up to it.");
  f("share", r.share, "total_ns / the scope.");
  f("stretches", r.stretches, "In how many pieces; those of one gap count once.");
  f("longest_ns", r.longest_ns, "The longest of them.");
  f("refs", r.refs,
    "The gaps that the three longest lie in, separated by blanks; empty where they lie in none.");
  f("call", r.call,
    "The call, or the range that says what it does, that took most of total_ns; empty where none is known.");
  f("call_ns", r.call_ns, "What it took of total_ns; none where none is known.");
  f("range", r.range,
    "The NVTX range that the host was in for at least half of total_ns, without what distinguishes its instances; empty when none.");
  f("range_ns", r.range_ns, "For how long; none where there is no such range.");
  f("waited_ns", r.waited_ns,
    "Of total_ns, in gaps that began while the launching thread waited for the GPU, in a synchronisation or a copy that blocks.");
  f("core_ns", r.core_ns,
    "Of total_ns, while the thread that launches next, or at the start and the end the main thread, ran on a core; of late_host, before_first, not_begun and after_last, and none where no scheduling of them was recorded.");
}

std::string_view phase_of(TimeUse use) {
  if (is_busy(use)) return "work";
  if (use == TimeUse::not_recorded) return "none";
  if (use <= TimeUse::not_begun) return "start";
  if (use <= TimeUse::profiler) return "wait";
  return use <= TimeUse::after_error ? "end" : "none";
}

std::optional<Ns> if_named(std::string_view name, int64_t ns) {
  return name.empty() ? std::nullopt : std::optional(Ns{ns});
}

std::string refs_of(const DeviceAccount& of, const UsedTime& used) {
  if (is_busy(used.use) || used.use == TimeUse::profiler) return "";
  std::string refs;
  std::vector<int64_t> named;
  for (const UsedStretch& stretch : used.longest) {
    if (!stretch.gap || std::find(named.begin(), named.end(), *stretch.gap) != named.end()) continue;
    named.push_back(*stretch.gap);
    refs += fmt::format("{}gap:{}:{}", refs.empty() ? "" : " ", of.device.value, *stretch.gap);
  }
  return refs;
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const auto accounts = time_account(profile, context.scope, context.work);
  if (!accounts) return tl::unexpected(accounts.error());
  if (accounts->empty()) return Empty{"No GPU did anything in this scope."};
  Rows<Row> rows;
  rows.window = accounts->front().window;
  size_t count = 0;
  for (const DeviceAccount& of : *accounts) count += of.used.size();
  rows.rows.reserve(count);
  for (const DeviceAccount& of : *accounts)
    for (const UsedTime& used : of.used) {
      Row row;
      row.pid = pid_cell(profile, of.device);
      row.device = device_cell(profile, of.device);
      row.phase = phase_of(used.use);
      row.use = name_of(used.use);
      row.total_ns = Ns{used.total};
      row.share = share_cell(used.total, of.window.duration());
      row.stretches = used.stretches;
      row.longest_ns = Ns{used.longest.front().time.duration()};
      row.refs = refs_of(of, used);
      row.call = used.call;
      row.call_ns = if_named(used.call, used.call_ns);
      row.range = used.range;
      row.range_ns = if_named(used.range, used.range_ns);
      row.waited_ns = Ns{used.waited};
      if (used.core_ns) row.core_ns = Ns{*used.core_ns};
      rows.rows.push_back(std::move(row));
    }
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "time_account",
       .title = "Where did the time of each GPU go, from the beginning of the capture to its end?",
       .doc =
           "One row a GPU of a process and use of its time, in the order below; each nanosecond has one use, so that the rows of a GPU sum up to the scope. "
           "Work, where the first that runs has the time: compute; faulting (compute while pages of unified memory move that no call asked for: to a GPU that faults, or out of its memory to make room); plain_matrix (only kernels that multiply matrices without tensor cores, by name); small_kernel (only kernels shorter than 5 us behind a small_gap); communication; shared_collective (on a stream whose main work is compute); late_collective (what takes more than three times the median of its like, beyond the median); copy; pageable_copy; migration (of unified memory); graph (recorded as a whole); other_work (memsets). "
           "None: not_recorded (idle as far as records show, but work was launched that has no record, and may have run then). "
           "Start, while the process starts: connecting (ranges that set up communication), loading_code (calls that load or link code, first launches of 100 us and more, ranges in which code is compiled), pooling (allocation), starting (calls in which the runtime or a library starts, and what its driver asks of the system, `ioctl`), before_first (what remains before the first operation), not_begun (the same of a process that was running when the capture began). "
           "Wait, between two operations, where a gap of 20 us or more counts as what the launching thread did for at least half of it (at the start, loading, allocation and starts of libraries fill it together too, and share it): collection (of garbage), late_code (loading of code behind the start), allocation, blocking_copy, synchronisation, in_mpi (calls of MPI), host_function (a stream waits for a function of the host, on whichever thread), late_host (none of these, and the launch came late), long_launch (the launch was under way when the gap began), device_wait (it had been made), no_launch (none was recorded), host_pages (none, and the next operation moves pages of unified memory to the host, which touches them); short_gap (shorter), small_gap (shorter than 10 us between two kernels shorter than 5 us), node_gap (shorter than 20 us between two nodes of one launch of a CUDA graph), profiler (its own work). "
           "End: tear_down (calls that release, unload or destroy), after_last (what remains behind the last operation), after_error (the time since a CUDA error behind which no launch, copy or wait succeeds). "
           "None: shared (another process works on this GPU), elsewhere (before the first or behind the last operation, while another GPU is between its own), cut_off (the window, or the capture, begins or ends between two operations: before the first or behind the last, for hardly longer than three gaps of the GPU at least, where the process neither starts nor takes down what it set up).",
       .reading =
           "Begin with the largest share. What of the run is no work of a GPU is lost to start, wait or end, and each asks for something else; gpu_idle_gaps lists the gaps one by one.",
       .source =
           "Definitions of this program. Gaps and their causes are those of gpu_idle_gaps; in phase start they lie early: code counts as loaded at the start until the GPU has run a quarter of its operations, and memory as allocated then while hardly any kernel has run more than four times.",
       .limits =
           "Without a window the scope is what was recorded of GPUs, CUDA calls and ranges, and of the calls of the operating system by threads that make CUDA calls. "
           "A process that was running when the capture began has no start in it, and its first gaps are ordinary ones. "
           "A host that is in no CUDA call before the first operation may load data, compile, or wait for something to do: without ranges or samples nothing says which.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::time_account_skill
