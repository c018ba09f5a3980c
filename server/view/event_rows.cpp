// One function for each event type.
#include "view/event_rows.h"

#include "analysis/host/api_calls.h"
#include "analysis/memory/transfers.h"

namespace nsys_ai {

std::string_view name_of(EventType family) {
  switch (family) {
    case EventType::kernels:
      return "kernels";
    case EventType::copies:
      return "copies";
    case EventType::memsets:
      return "memsets";
    case EventType::graphs:
      return "graphs";
    case EventType::nvtx:
      return "nvtx";
    case EventType::calls:
      return "calls";
  }
  return "";
}

EventRows::EventRows(const Profile& profile, const Scope& scope)
    : profile_(profile),
      scope_(scope),
      launches_(profile.derived(build_launches)),
      attribution_(profile.derived(build_attribution)),
      forest_(profile.derived(build_nvtx_forest)),
      paths_(profile.derived(build_nvtx_paths)),
      labels_(profile.derived(build_nvtx_labels)),
      domains_(profile.derived(build_nvtx_domains)),
      families_(profile.derived(build_kernel_families)),
      texts_(profile) {}

size_t EventRows::size(EventType family) const {
  switch (family) {
    case EventType::kernels:
      return profile_.kernels().size();
    case EventType::copies:
      return profile_.copies().size();
    case EventType::memsets:
      return profile_.memsets().size();
    case EventType::graphs:
      return profile_.graph_runs().size();
    case EventType::nvtx:
      return profile_.nvtx().size();
    case EventType::calls:
      return profile_.calls().size();
  }
  return 0;
}

bool EventRows::read_operation(const Operations& operations, size_t at, OperationPart& ran) const {
  if (!scope_.has(operations.stream[at])) return false;
  const auto inside = scope_.clip(operations.interval(at));
  if (!inside) return false;
  const Stream& stream = profile_.streams()[operations.stream[at]];
  const Device& device = profile_.devices()[stream.device];
  const auto pid = profile_.pid_of(device.process);
  ran = {
      {inside->start},  {inside->end},    {inside->duration()}, pid ? std::optional(Id{*pid}) : std::nullopt,
      {device.ordinal}, {stream.context}, {stream.stream}};
  return true;
}

void EventRows::read_launch(const Operations& operations, size_t at, uint32_t call, uint32_t range,
                            LaunchPart& row) {
  row = {};
  if (operations.correlation[at] != 0) row.correlation = Id{operations.correlation[at]};
  if (operations.graph_node.size() > at && operations.graph_node[at] != 0)
    row.graph_node = Id{operations.graph_node[at]};
  if (call != Launches::kNoCall) {
    const Calls& calls = profile_.calls();
    row.launch = RowRef{"runtime_call", calls.row[call]};
    row.launch_name = profile_.text(calls.name[call]);
    row.launch_tid = Id{profile_.threads()[calls.thread[call]].tid};
    row.launch_start_ns = ClockNs{calls.start[call]};
    row.launch_end_ns = ClockNs{calls.end(call)};
  }
  if (range == NvtxForest::kNoRange) return;
  row.nvtx = RowRef{"nvtx", profile_.nvtx().row[range]};
  row.nvtx_path = texts_.of(paths_.of_range[range]);
}

bool EventRows::read(size_t at, KernelEvent& row) {
  const Kernels& kernels = profile_.kernels();
  if (!read_operation(kernels, at, row.ran)) return false;
  row.id = {"kernel", kernels.row[at]};
  row.name = profile_.text(kernels.name(at));
  row.short_name = profile_.text(kernels.short_name(at));
  row.family = name_of(families_.of(kernels.name(at)));
  const LaunchShape& shape = kernels.shapes[at];
  row.grid_x = {shape.grid[0]};
  row.grid_y = {shape.grid[1]};
  row.grid_z = {shape.grid[2]};
  row.block_x = {shape.block[0]};
  row.block_y = {shape.block[1]};
  row.block_z = {shape.block[2]};
  row.registers_per_thread = {shape.registers_per_thread};
  row.static_shared_bytes = {shape.static_shared_bytes};
  row.dynamic_shared_bytes = {shape.dynamic_shared_bytes};
  read_launch(kernels, at, launches_.of_kernel[at], attribution_.of_kernel[at], row.launched);
  return true;
}

bool EventRows::read(size_t at, CopyEvent& row) {
  const Copies& copies = profile_.copies();
  if (!read_operation(copies, at, row.ran)) return false;
  row.id = {"memcpy", copies.row[at]};
  row.name = copy_kind_name(copies.copy_kind[at]);
  row.bytes = {
      clipped_bytes(copies.bytes[at], copies.interval(at), {row.ran.start_ns.count, row.ran.end_ns.count})};
  row.copy_kind = {copies.copy_kind[at]};
  row.src = memory_kind_name(copies.src_kind[at]);
  row.dst = memory_kind_name(copies.dst_kind[at]);
  read_launch(copies, at, launches_.of_copy[at], attribution_.of_copy[at], row.launched);
  return true;
}

bool EventRows::read(size_t at, MemsetEvent& row) {
  const Memsets& memsets = profile_.memsets();
  if (!read_operation(memsets, at, row.ran)) return false;
  row.id = {"memset", memsets.row[at]};
  row.bytes = {
      clipped_bytes(memsets.bytes[at], memsets.interval(at), {row.ran.start_ns.count, row.ran.end_ns.count})};
  row.memory = memory_kind_name(memsets.memory_kind[at]);
  read_launch(memsets, at, launches_.of_memset[at], attribution_.of_memset[at], row.launched);
  return true;
}

bool EventRows::read(size_t at, GraphEvent& row) {
  const GraphRuns& runs = profile_.graph_runs();
  if (!read_operation(runs, at, row.ran)) return false;
  row.id = {"graph", runs.row[at]};
  row.graph = {runs.graph[at]};
  read_launch(runs, at, launches_.of_graph_run[at], attribution_.of_graph_run[at], row.launched);
  return true;
}

std::optional<Id> EventRows::pid_of(ThreadIx thread) const {
  const auto pid = profile_.pid_of(profile_.threads()[thread].process);
  return pid ? std::optional(Id{*pid}) : std::nullopt;
}

bool EventRows::read(size_t at, NvtxEvent& row) {
  const Nvtx& nvtx = profile_.nvtx();
  const bool mark = nvtx.is_mark(at);
  if (!mark && !nvtx.is_range(at)) return false;
  const ThreadIx thread = nvtx.thread[at];
  const ProcessIx process = profile_.threads()[thread].process;
  if (!scope_.has(process)) return false;
  const auto inside = scope_.clip(mark ? Interval{nvtx.start[at], nvtx.start[at]} : nvtx.interval(at));
  if (!inside) return false;
  row.id = {"nvtx", nvtx.row[at]};
  text_ = profile_.nvtx_text(at);
  row.name = text_;
  row.start_ns = {inside->start};
  const bool timed = !mark && nvtx.end(at) != Nvtx::kOpen;
  row.end_ns = timed ? std::optional(ClockNs{inside->end}) : std::nullopt;
  row.duration_ns = timed ? std::optional(Ns{inside->duration()}) : std::nullopt;
  row.pid = pid_of(thread);
  row.tid = {profile_.threads()[thread].tid};
  row.style = mark ? "mark" : nvtx.is_push_pop(at) ? "push/pop" : "start/end";
  const uint32_t label = labels_.of_template[nvtx.text[at]];
  row.label = label == NvtxLabels::kNoLabel ? row.name : std::string_view(labels_.labels[label].label);
  row.domain = domains_.name(process, nvtx.domain[at]);
  const uint32_t parent = forest_.parent[at];
  row.parent =
      parent != NvtxForest::kNoRange ? std::optional(RowRef{"nvtx", nvtx.row[parent]}) : std::nullopt;
  const uint32_t path = paths_.of_range[at];
  row.nvtx_path = path != NvtxPaths::kNoPath ? std::optional(texts_.of(path)) : std::nullopt;
  return true;
}

bool EventRows::read(size_t at, CallEvent& row) {
  const Calls& calls = profile_.calls();
  if (!is_own_call(calls, at)) return false;
  const ThreadIx thread = calls.thread[at];
  if (!scope_.has(profile_.threads()[thread].process)) return false;
  const auto inside = scope_.clip(calls.interval(at));
  if (!inside) return false;
  row.id = {"runtime_call", calls.row[at]};
  row.name = profile_.text(calls.name[at]);
  row.start_ns = {inside->start};
  row.end_ns = {inside->end};
  row.duration_ns = {inside->duration()};
  row.pid = pid_of(thread);
  row.tid = {profile_.threads()[thread].tid};
  row.api = calls.event_class[at] == 0 ? "runtime" : calls.event_class[at] == 1 ? "driver" : "other";
  row.correlation = calls.correlation[at] != 0 ? std::optional(Id{calls.correlation[at]}) : std::nullopt;
  row.return_value = {calls.return_value[at]};
  return true;
}

}  // namespace nsys_ai
