// Examines only the few events of each thread around an interval.
#include "analysis/host/thread_activity.h"

#include <algorithm>
#include <map>

#include "analysis/host/api_calls.h"
#include "analysis/host/host_functions.h"
#include "analysis/host/thread_spans.h"
#include "profile/families/family_host.h"
#include "profile/families/family_other.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

struct SystemThreads {
  const OsCalls* calls = nullptr;
  ThreadSpans by_thread;
  std::vector<std::vector<uint32_t>> of_process;  // indexed by ProcessIx
};
Result<SystemThreads> make_system_threads(const Profile& profile, const Work& work) {
  const auto read = profile.events<OsCalls>(work);
  if (!read) return tl::unexpected(read.error());
  const OsCalls& calls = **read;
  SystemThreads all{&calls,
                    ThreadSpans(
                        calls, calls.threads.size(), [&](uint32_t i) { return calls.thread[i].value; },
                        [](uint32_t) { return true; }),
                    {}};
  all.of_process.resize(profile.processes().size());
  for (uint32_t i = 0; i < calls.threads.size(); ++i) {
    const ProcessIx process = calls.processes[calls.threads[i].process].process;
    if (process.exists()) all.of_process[process].push_back(i);
  }
  return all;
}

struct ProgramThreads {
  const ProgramEvents* events = nullptr;
  ThreadSpans by_row;
};
Result<ProgramThreads> make_program_threads(const Profile& profile, const Work& work) {
  const auto read = profile.events<ProgramEvents>(work);
  if (!read) return tl::unexpected(read.error());
  const ProgramEvents& events = **read;
  return ProgramThreads{&events,
                        ThreadSpans(
                            events, events.rows.size(), [&](uint32_t i) { return events.on[i].value; },
                            [&](uint32_t i) { return events.row_of(i).thread.exists(); })};
}

// Groups parts by name.
class Gathered {
 public:
  void add(std::string_view name, Interval part) { of_name_[name].push_back(part); }
  ThreadActivity::Calls take() {
    ThreadActivity::Calls calls;
    std::vector<Interval> all;
    for (auto& [name, parts] : of_name_) {
      all.insert(all.end(), parts.begin(), parts.end());
      const int64_t time = IntervalSet::union_of(std::move(parts)).total();
      if (time > calls.of_name) {
        calls.of_name = time;
        calls.name = name;
      }
    }
    calls.time = IntervalSet::union_of(std::move(all)).total();
    return calls;
  }

 private:
  std::map<std::string_view, std::vector<Interval>> of_name_;
};

}  // namespace

namespace {

// Calls visit(tid, name of the thread, name of the event, its part of the interval).
template <class Visit>
void each_program_event(const ProgramThreads& program, ProcessIx process, Interval time, Visit visit) {
  const ProgramEvents& events = *program.events;
  for (uint32_t row = 0; row < events.rows.size(); ++row) {
    if (!events.rows[row].thread.exists()) continue;
    const EventThread& thread = events.threads[events.rows[row].thread];
    if (events.processes[thread.process].process != process) continue;
    program.by_row.each_in(row, time, [&](uint32_t at, Interval part) {
      visit(thread.tid, events.text(thread.name), events.text(events.name[at]), part);
    });
  }
}
template <class Visit>
void each_host_function(const HostFunctions& functions, ProcessIx process, Interval time, Visit visit) {
  for (const HostFunctionRun& run : functions.runs) {
    if (run.callback == HostFunctionRun::kNone) continue;
    const HostCallbacks& callbacks = *functions.callbacks;
    const EventThread& thread = callbacks.threads[callbacks.thread[run.callback]];
    const Interval part = intersect(callbacks.interval(run.callback), time);
    if (callbacks.processes[thread.process].process == process && !part.empty())
      visit(thread.tid, callbacks.text(thread.name), run.name, part);
  }
}

}  // namespace

CallThreads build_call_threads(const Profile& profile) {
  const Calls& calls = profile.calls();
  CallThreads all{ThreadSpans(
                      calls, profile.threads().size(), [&](uint32_t i) { return calls.thread[i].value; },
                      [&](uint32_t i) { return is_own_call(calls, i); }),
                  {}};
  all.of_process.resize(profile.processes().size());
  for (uint32_t i = 0; i < profile.threads().size(); ++i)
    all.of_process[profile.threads()[i].process].push_back(i);
  return all;
}

Result<std::vector<ThreadActivity>> thread_activities(const Profile& profile, ProcessIx process,
                                                      Interval time, const Work& work) {
  const CallThreads& cuda = profile.derived(build_call_threads);
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  const auto system = profile.made(make_system_threads, work);
  if (!system) return tl::unexpected(system.error());
  const auto program = profile.made(make_program_threads, work);
  if (!program) return tl::unexpected(program.error());
  const auto functions = host_functions(profile, work);
  if (!functions) return tl::unexpected(functions.error());
  std::map<int64_t, ThreadActivity> of_tid;
  const auto activity = [&](int64_t tid, const std::string& name) -> ThreadActivity& {
    ThreadActivity& of =
        of_tid.try_emplace(tid, ThreadActivity{tid, {}, false, {}, {}, {}, NvtxForest::kNoRange})
            .first->second;
    if (of.name.empty()) of.name = name;
    return of;
  };
  for (const uint32_t at : cuda.of_process[process]) {
    const Thread& thread = profile.threads()[at];
    ThreadActivity& of = activity(thread.tid, thread.name);
    of.launches = cuda.calls.has(at);
    Gathered calls;
    cuda.calls.each_in(at, time, [&](uint32_t call, Interval part) {
      calls.add(base_call_name(profile.text(profile.calls().name[call])), part);
    });
    of.cuda = calls.take();
    of.range = forest.innermost(profile.nvtx(), ThreadIx(size_t{at}), time);
  }
  const OsCalls& os_calls = *(*system)->calls;
  for (const uint32_t at : (*system)->of_process[process]) {
    const auto& thread = os_calls.threads[at];
    ThreadActivity& of = activity(thread.tid, std::string(os_calls.text(thread.name)));
    Gathered calls;
    (*system)->by_thread.each_in(
        at, time, [&](uint32_t call, Interval part) { calls.add(os_calls.text(os_calls.name[call]), part); });
    of.system = calls.take();
  }
  std::map<int64_t, Gathered> of_program;
  const auto gather = [&](int64_t tid, std::string_view thread, std::string_view name, Interval part) {
    activity(tid, std::string(thread));
    of_program[tid].add(name, part);
  };
  each_program_event(**program, process, time, gather);
  each_host_function(**functions, process, time, gather);
  for (auto& [tid, calls] : of_program) of_tid.at(tid).program = calls.take();
  std::vector<ThreadActivity> all;
  for (auto& [tid, of] : of_tid)
    if (of.cuda.time > 0 || of.program.time > 0 || of.system.time > 0 || of.range != NvtxForest::kNoRange)
      all.push_back(std::move(of));
  std::ranges::stable_sort(all, [](const ThreadActivity& a, const ThreadActivity& b) {
    const auto most = [](const ThreadActivity& of) {
      return std::max({of.cuda.time, of.program.time, of.system.time});
    };
    return most(a) > most(b);
  });
  return all;
}

}  // namespace nsys_ai
