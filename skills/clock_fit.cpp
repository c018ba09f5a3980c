// Do the times of GPUs fit those of the host? One row per GPU of a process.
#include "analysis/time/clock_fit.h"

#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::clock_fit_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  Id device;
  int64_t fits = 0;
  std::optional<Ns> offset_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("fits", r.fits, "1 where times of the host and of the GPU can be compared, or nothing shows that they cannot; else 0.");
  f("offset_ns", r.offset_ns, "The median time from a launch to its kernel, where they cannot be compared; else none.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const ClockFit& fit = profile.derived(build_clock_fit);
  Rows<Row> rows;
  for (const DeviceIx device : context.scope.devices()) {
    const auto& offset = fit.offset[device.value];
    rows.rows.push_back({pid_cell(profile, device), device_cell(profile, device), offset ? 0 : 1,
                         offset ? std::optional(Ns{*offset}) : std::nullopt});
  }
  if (rows.rows.empty()) return Empty{"No GPU did anything in this scope."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "clock_fit",
       .title = "Do the times of GPUs fit those of the host?",
       .doc =
           "One row a GPU of a process, from some thousand of its kernels in the whole capture. "
           "The clocks differ where nine of ten kernels begin before their launch, or behind a wait for the whole device that followed their launch, or where all of them begin by one and the same time (to 1 %, and a second at least) after their launch and behind the next wait of its thread.",
       .reading =
           "Where fits is 0, durations on the GPU hold, and whatever compares the GPU with the host does not: latency, queue, idle time and its causes. Capture again.",
       .source = "Definitions of this program.",
       .limits = "A difference that is smaller than the time from launches to kernels is not seen.",
       .needs = {Need::kernel, Need::call}},
      run);
}

}  // namespace nsys_ai::clock_fit_skill
