// Which CUDA calls failed, with which error, and since when? One row per process, call and error.
#include <fmt/format.h>

#include "analysis/host/failed_calls.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::cuda_errors_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  EventRef ref;
  std::optional<Id> pid;
  std::string api;
  Id code;
  std::string error;
  std::string meaning;
  int64_t failed = 0;
  int64_t calls = 0;
  ClockNs first_ns;
  ClockNs last_ns;
  int64_t is_work = 0;
  int64_t ends_work = 0;
};
template <class F>
void fields(Row& r, F& f) {
  f("ref", r.ref, "The first of these calls.");
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("api", r.api, "The call, without the suffix of its version.");
  f("code", r.code, "What it returned.");
  f("error", r.error, "CUDA's name of the code; empty where this program does not know it.");
  f("meaning", r.meaning, "What the code means; empty where this program does not know it.");
  f("failed", r.failed, "How many calls of this name returned this code in the scope.");
  f("calls", r.calls, "How many calls of this name the process made in the scope, failed ones included.");
  f("first_ns", r.first_ns, "When the first of them began.");
  f("last_ns", r.last_ns, "When the last of them began.");
  f("is_work", r.is_work, "1 for launches, copies, memsets and waits, whose failure means that work is missing; else 0.");
  f("ends_work", r.ends_work,
    "1 where the first of them is the failure behind which no launch, copy, memset or wait of the process succeeds; else 0.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const BrokenSince& broken = profile.derived(build_broken_since);
  Rows<Row> rows;
  for (const FailedCalls& of : failed_calls(profile, context.scope)) {
    const int64_t first = profile.calls().start[of.first];
    rows.rows.push_back({EventRef{fmt::format("runtime_call:{}", profile.calls().row[of.first])},
                         profile.pid_of(of.process), std::string(of.name), Id{of.code}, std::string(error_name(of.code)),
                         std::string(error_meaning(of.code)), of.failed, of.calls, ClockNs{first},
                         ClockNs{of.last_start}, of.is_work ? 1 : 0,
                         of.is_work && first == broken.of_process[of.process.value] ? 1 : 0});
  }
  if (rows.rows.empty()) return Empty{"No CUDA call of this scope returned an error."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "cuda_errors",
       .title = "Which CUDA calls failed, with which error, and since when?",
       .doc =
           "One row a process, call and error, in order of the first failure. "
           "A query that answers \"not ready\" (600) is no failure, and calls that ask for the last error are left out, since they return that of another call.",
       .reading =
           "Begin with the first row whose is_work is 1: later errors often follow from it. Where ends_work is 1 the context is lost, and nothing behind it can be judged. "
           "An allocation that fails and is tried again behind a release (2, out of memory) costs time and nothing else.",
       .source = "The return values that CUPTI records with each call; names of codes as in driver_types.h of CUDA 12.",
       .limits = "Exports before CUDA 10.1 use other numbers for some errors. Errors that a kernel reports itself are in no row.",
       .needs = {Need::call}},
      run);
}

}  // namespace nsys_ai::cuda_errors_skill
