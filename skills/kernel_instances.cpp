// Which runs of a kernel are the longest, the shortest, the first, or the last?
#include "analysis/kernels/kernel_instances.h"

#include <fmt/format.h>

#include "profile/order.h"
#include "skill/choice.h"
#include "skills/list.h"

namespace nsys_ai::kernel_instances_skill {
namespace {

constexpr std::array kOrders{Choice<InstanceOrder>{"longest", InstanceOrder::longest},
                             Choice<InstanceOrder>{"shortest", InstanceOrder::shortest},
                             Choice<InstanceOrder>{"first", InstanceOrder::first},
                             Choice<InstanceOrder>{"last", InstanceOrder::last}};

struct Params {
  std::string name;
  std::string order = "longest";
  int64_t nth = 0;
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("name", p.name, "Part of the kernels' full name, as it is written there; empty means every kernel.");
  f("order", p.order, "Which runs go first: longest, shortest, first or last.");
  f("nth", p.nth, "Only the run of this place in the order, the first being 1; 0 means all.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  EventRef ref;
  std::string name;
  std::optional<Id> pid;
  Id device;
  Id stream;
  ClockNs start_ns;
  Ns duration_ns;
  std::string grid;
  std::string block;
  std::optional<std::string> nvtx;
};
template <class F>
void fields(Row& r, F& f) {
  f("ref", r.ref, "The kernel as a reference to pass on.");
  f("name", r.name, "The kernel, demangled, as the compiler named it.");
  f("pid", r.pid, "The process that launched it; none where the capture names no process.");
  f("device", r.device, "The GPU, as that process numbers it.");
  f("stream", r.stream, "The stream, as that process numbers it.");
  f("start_ns", r.start_ns, "When it began, or the window does if that is later.");
  f("duration_ns", r.duration_ns, "Its time inside the window.");
  f("grid", r.grid, "Blocks of the launch, as XxYxZ.");
  f("block", r.block, "Threads of a block, as XxYxZ.");
  f("nvtx", r.nvtx, "The innermost NVTX range around its launch; none where there is no such range.");
}

std::string extents(const int32_t (&of)[3]) { return fmt::format("{}x{}x{}", of[0], of[1], of[2]); }

Row row_of(const SkillContext& context, const Attribution& attribution, uint32_t kernel) {
  const Profile& profile = context.profile;
  const Kernels& kernels = profile.kernels();
  const Device& device = profile.device_of(kernels.stream[kernel]);
  const Interval inside = *context.scope.clip(kernels.interval(kernel));
  const uint32_t range = attribution.of_kernel[kernel];
  Row row;
  row.ref = {fmt::format("kernel:{}", kernels.row[kernel])};
  row.name = profile.text(kernels.name(kernel));
  row.pid = profile.pid_of(device.process);
  row.device = device.ordinal;
  row.stream = profile.streams()[kernels.stream[kernel]].stream;
  row.start_ns = {inside.start};
  row.duration_ns = {inside.duration()};
  row.grid = extents(kernels.shapes[kernel].grid);
  row.block = extents(kernels.shapes[kernel].block);
  if (range != NvtxForest::kNoRange) row.nvtx = profile.nvtx_text(range);
  return row;
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const auto order = chosen("order", params.order, kOrders);
  if (!order) return tl::unexpected(order.error());
  const int64_t most = params.nth > 0 ? params.nth : params.limit;
  const KernelInstances found =
      kernel_instances(context.profile, context.scope, params.name, *order, static_cast<size_t>(most));
  if (found.total == 0)
    return Empty{params.name.empty() ? "No kernel ran in this scope."
                                     : "No kernel of such a name ran in this scope."};
  if (params.nth > found.total)
    return Empty{fmt::format("There are only {} such runs in this scope.", found.total)};
  const Attribution& attribution = context.profile.derived(build_attribution);
  Rows<Row> rows;
  if (params.nth > 0) {
    rows.rows.push_back(row_of(context, attribution, found.kernels.back()));
    return rows;
  }
  for (const uint32_t kernel : found.kernels) rows.rows.push_back(row_of(context, attribution, kernel));
  rows.total = found.total;
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "kernel_instances",
       .title = "Which single runs of a kernel are the longest, shortest, first or last?",
       .doc =
           "One row a run of the kernels whose full name contains the given text, over all devices in scope; the longest first unless another order is asked for. "
           "Runs are clipped to the window; the shortest are so as a whole, since what the window cuts is not short for that. "
           "Runs of equal length stand by their start, then by their row in the file.",
       .reading =
           "The longest runs of one kernel on the same grid should take about the same time; one that takes far longer waited, or shared the GPU. "
           "The reference leads to the event, and the NVTX range says what the program was doing.",
       .source = "The kernel table of the capture; grid and block are those of the launch.",
       .limits =
           "The range is that around the launch call on its thread, not what ran at the same time on the GPU. "
           "Kernels inside CUDA graphs that were recorded as a whole have no rows.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::kernel_instances_skill
