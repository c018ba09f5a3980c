// How much device memory is in use over time? One row per GPU and part of the window.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/memory/device_memory.h"
#include "skills/list.h"

namespace nsys_ai::memory_timeline_skill {
namespace {

struct Params {
  int64_t parts = 20;
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("parts", p.parts, "In how many equal parts the window is cut, 1 to 10000.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct MemoryRow {
  std::optional<Id> pid;
  Id device;
  ClockNs start_ns;
  Bytes used_bytes;
  Bytes peak;
};
template <class F>
void fields(MemoryRow& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("device", r.device, "The GPU, as that process numbers it.");
  f("start_ns", r.start_ns, "When the part begins.");
  f("used_bytes", r.used_bytes, "In use as it begins.");
  f("peak", r.peak, "The most in use at any moment of the part.");
}

SkillOutcome<MemoryRow> run(const SkillContext& context, const Params& params) {
  if (params.parts < 1 || params.parts > 10'000)
    return fail(ErrorCode::bad_request, fmt::format("params.parts: {} is not 1 to 10000.", params.parts));
  const auto events = context.profile.events<MemoryUsage>(context.work);
  if (!events) return tl::unexpected(events.error());
  if ((*events)->size() == 0)
    return CannotAnswer{"The capture recorded no allocations of device memory.",
                        {"Capture with `nsys profile --cuda-memory-usage=true`."}};
  const DeviceMemory memory = device_memory(context.profile, context.scope, **events, params.parts);
  if (memory.parts.empty()) return Empty{"No device memory was allocated in this scope."};
  Rows<MemoryRow> rows;
  for (const MemoryPart& of : memory.parts) {
    const DeviceMemory::Device& device = memory.devices[of.device];
    const int64_t pid = (*events)->processes[device.process].pid;
    rows.rows.push_back({pid != 0 ? std::optional(pid) : std::nullopt, device.ordinal, ClockNs{of.start},
                         Bytes{of.used}, Bytes{of.peak}});
  }
  if (memory.unknown_releases > 0)
    rows.notes.push_back(
        fmt::format("releases not counted because the memory was allocated before the capture began: {}",
                    memory.unknown_releases));
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, MemoryRow>(
      {.name = "memory_timeline",
       .title = "How much device memory is in use over time?",
       .doc =
           "The window in equal parts for each GPU as a process sees it; a row has what was in use as the part began and the most at any moment of it. "
           "In use is what was allocated less what was released since the capture began, of device memory, arrays and static device memory.",
       .reading = "A peak near the GPU's memory warns of running out. "
                  "A floor that rises from step to step is a leak or a growing cache. "
                  "Sharp teeth are allocations in the loop: see allocation_cost.",
       .source = "Allocation and release events of the capture, matched by address.",
       .limits = "What was allocated before the capture began is not counted, nor managed memory. "
                 "A framework's pool counts as used as soon as it is allocated, whatever it allocates to the program.",
       .needs = {},
       .families = {Family::memory_usage}},
      run);
}

}  // namespace nsys_ai::memory_timeline_skill
