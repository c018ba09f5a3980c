// Every event as a flat row with its names, devices and links, for export.
//
// A column has the meaning of the column of that name in the relational model (docs/SCHEMA.md). Texts are
// views that are valid until the next row is read.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_domains.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_path_texts.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/scope.h"
#include "base/units.h"
#include "base/value.h"
#include "profile/order.h"
#include "profile/profile.h"

namespace nsys_ai {

enum class EventType { kernels, copies, memsets, graphs, nvtx, calls };
inline constexpr std::array kEventTypes = {EventType::kernels, EventType::copies, EventType::memsets,
                                           EventType::graphs,  EventType::nvtx,   EventType::calls};
std::string_view name_of(EventType family);

// A reference like `kernel:1234`, not yet formatted.
struct RowRef {
  std::string_view family;
  int64_t row = 0;
};

}  // namespace nsys_ai

template <>
struct nsys_ai::ValueTraits<nsys_ai::RowRef> {
  static constexpr ValueType type = ValueType::text;
  static constexpr Unit unit = Unit::ref;
};

namespace nsys_ai {

// Fields of an operation on a GPU: the part inside the window, its device and stream, and its launch.
struct OperationPart {
  ClockNs start_ns;
  ClockNs end_ns;
  Ns duration_ns;
  std::optional<Id> pid;
  Id device;
  Id context;
  Id stream;
};
struct LaunchPart {
  std::optional<Id> correlation;
  std::optional<Id> graph_node;
  std::optional<RowRef> launch;
  std::optional<std::string_view> launch_name;
  std::optional<Id> launch_tid;
  std::optional<ClockNs> launch_start_ns;
  std::optional<ClockNs> launch_end_ns;
  std::optional<RowRef> nvtx;
  std::optional<std::string_view> nvtx_path;
};
template <class F>
void fields(OperationPart& r, F& f) {
  f("start_ns", r.start_ns, "When it began, or the window does if that is later.");
  f("end_ns", r.end_ns, "When it ended, or the window does if that is earlier.");
  f("duration_ns", r.duration_ns, "end_ns - start_ns: the time inside the window.");
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("device", r.device, "The GPU, as that process numbers it.");
  f("context", r.context, "The context, as that process numbers it.");
  f("stream", r.stream, "The stream, as that process numbers it.");
}
template <class F>
void fields(LaunchPart& r, F& f) {
  f("correlation", r.correlation, "Correlation id, unique in its process only.");
  f("graph_node", r.graph_node, "The node of a CUDA graph that it ran for.");
  f("launch", r.launch, "The call that launched it; none where none was recorded.");
  f("launch_name", r.launch_name, "That call, as the capture spells it.");
  f("launch_tid", r.launch_tid, "The thread of that call.");
  f("launch_start_ns", r.launch_start_ns, "When that call began, in the window or not.");
  f("launch_end_ns", r.launch_end_ns, "When it returned.");
  f("nvtx", r.nvtx, "The innermost closed range around that call, on its thread.");
  f("nvtx_path", r.nvtx_path, "Its path of normalised labels, the outermost first, as in nvtx_kernel_map.");
}

struct KernelEvent {
  std::string_view kind = "kernel";
  RowRef id;
  std::string_view name;
  OperationPart ran;
  std::string_view short_name;
  std::string_view family;
  Id grid_x, grid_y, grid_z, block_x, block_y, block_z;
  Id registers_per_thread;
  Bytes static_shared_bytes;
  Bytes dynamic_shared_bytes;
  LaunchPart launched;
};
template <class F>
void fields(KernelEvent& r, F& f) {
  f("kind", r.kind, "kernel.");
  f("id", r.id, "The event as a reference to pass on.");
  f("name", r.name, "The kernel, demangled, as the compiler named it.");
  fields(r.ran, f);
  f("short_name", r.short_name, "The name without template arguments and parameters.");
  f("family", r.family, "What kind of work the name says it does.");
  f("grid_x", r.grid_x, "Blocks of the grid along x.");
  f("grid_y", r.grid_y, "Blocks of the grid along y.");
  f("grid_z", r.grid_z, "Blocks of the grid along z.");
  f("block_x", r.block_x, "Threads of a block along x.");
  f("block_y", r.block_y, "Threads of a block along y.");
  f("block_z", r.block_z, "Threads of a block along z.");
  f("registers_per_thread", r.registers_per_thread, "Registers that each thread takes.");
  f("static_shared_bytes", r.static_shared_bytes, "Shared memory of a block, as compiled.");
  f("dynamic_shared_bytes", r.dynamic_shared_bytes, "Shared memory of a block, as asked for at launch.");
  fields(r.launched, f);
}

struct CopyEvent {
  std::string_view kind = "copy";
  RowRef id;
  std::string_view name;
  OperationPart ran;
  Bytes bytes;
  Id copy_kind;
  std::string_view src;
  std::string_view dst;
  LaunchPart launched;
};
template <class F>
void fields(CopyEvent& r, F& f) {
  f("kind", r.kind, "copy.");
  f("id", r.id, "The event as a reference to pass on.");
  f("name", r.name, "Direction, such as Host-to-Device.");
  fields(r.ran, f);
  f("bytes", r.bytes,
    "Bytes moved; of what straddles the window, the part in proportion to the time inside.");
  f("copy_kind", r.copy_kind, "CUPTI's number of the direction: 1 host to device, 2 device to host.");
  f("src", r.src, "Memory copied from, such as Pageable, Pinned or Device.");
  f("dst", r.dst, "Memory copied to.");
  fields(r.launched, f);
}

struct MemsetEvent {
  std::string_view kind = "memset";
  RowRef id;
  std::string_view name = "Memset";
  OperationPart ran;
  Bytes bytes;
  std::string_view memory;
  LaunchPart launched;
};
template <class F>
void fields(MemsetEvent& r, F& f) {
  f("kind", r.kind, "memset.");
  f("id", r.id, "The event as a reference to pass on.");
  f("name", r.name, "Memset.");
  fields(r.ran, f);
  f("bytes", r.bytes,
    "Bytes filled; of what straddles the window, the part in proportion to the time inside.");
  f("memory", r.memory, "Memory filled, such as Device or Pinned.");
  fields(r.launched, f);
}

struct GraphEvent {
  std::string_view kind = "graph";
  RowRef id;
  std::string_view name = "CUDA graph";
  OperationPart ran;
  Id graph;
  LaunchPart launched;
};
template <class F>
void fields(GraphEvent& r, F& f) {
  f("kind", r.kind, "graph: a CUDA graph that was recorded as a whole, without its kernels.");
  f("id", r.id, "The event as a reference to pass on.");
  f("name", r.name, "CUDA graph.");
  fields(r.ran, f);
  f("graph", r.graph, "The id of the graph.");
  fields(r.launched, f);
}

struct NvtxEvent {
  std::string_view kind = "nvtx";
  RowRef id;
  std::string_view name;
  ClockNs start_ns;
  std::optional<ClockNs> end_ns;
  std::optional<Ns> duration_ns;
  std::optional<Id> pid;
  Id tid;
  std::string_view style;
  std::string_view label;
  std::string_view domain;
  std::optional<RowRef> parent;
  std::optional<std::string_view> nvtx_path;
};
template <class F>
void fields(NvtxEvent& r, F& f) {
  f("kind", r.kind, "nvtx: a range or a mark.");
  f("id", r.id, "The event as a reference to pass on.");
  f("name", r.name, "The text.");
  f("start_ns", r.start_ns, "When it was opened, or the window began if that is later.");
  f("end_ns", r.end_ns, "When it was closed, or the window ended; none for marks and what was never closed.");
  f("duration_ns", r.duration_ns, "end_ns - start_ns: the time on the host inside the window.");
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("tid", r.tid, "The thread, unique in its process; of a start/end range, the one that opened it.");
  f("style", r.style, "push/pop, start/end or mark.");
  f("label", r.label, "The text without what distinguishes instances, as in nvtx_summary.");
  f("domain", r.domain, "The NVTX domain; empty for the default one.");
  f("parent", r.parent, "The push/pop range around a push/pop range, on its thread.");
  f("nvtx_path", r.nvtx_path,
    "The labels around it and its own; none for marks and for ranges that were never closed or end on another thread.");
}

struct CallEvent {
  std::string_view kind = "call";
  RowRef id;
  std::string_view name;
  ClockNs start_ns;
  ClockNs end_ns;
  Ns duration_ns;
  std::optional<Id> pid;
  Id tid;
  std::string_view api;
  std::optional<Id> correlation;
  Id return_value;
};
template <class F>
void fields(CallEvent& r, F& f) {
  f("kind", r.kind,
    "call: one of CUDA's runtime or driver. Backtrace twins and creations of graph nodes are none.");
  f("id", r.id, "The event as a reference to pass on.");
  f("name", r.name, "The function, as the capture spells it.");
  f("start_ns", r.start_ns, "When the call began, or the window does if that is later.");
  f("end_ns", r.end_ns, "When it returned, or the window ends if that is earlier.");
  f("duration_ns", r.duration_ns, "end_ns - start_ns: the time inside the window.");
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("tid", r.tid, "The thread, unique in its process.");
  f("api", r.api, "runtime, driver or other.");
  f("correlation", r.correlation, "Correlation id, unique in its process only.");
  f("return_value", r.return_value, "What the call returned; 0 is success.");
}

// Reads rows one by one, in the order of the file. Used by one thread.
class EventRows {
 public:
  EventRows(const Profile& profile, const Scope& scope);

  // The number of events, in scope or not.
  size_t size(EventType family) const;

  // Fills the row; returns false if the event is not in scope.
  bool read(size_t at, KernelEvent& row);
  bool read(size_t at, CopyEvent& row);
  bool read(size_t at, MemsetEvent& row);
  bool read(size_t at, GraphEvent& row);
  bool read(size_t at, NvtxEvent& row);
  bool read(size_t at, CallEvent& row);

 private:
  bool read_operation(const Operations& operations, size_t at, OperationPart& ran) const;
  void read_launch(const Operations& operations, size_t at, uint32_t call, uint32_t range, LaunchPart& row);
  std::optional<Id> pid_of(ThreadIx thread) const;

  const Profile& profile_;
  const Scope& scope_;
  const Launches& launches_;
  const Attribution& attribution_;
  const NvtxForest& forest_;
  const NvtxPaths& paths_;
  const NvtxLabels& labels_;
  const NvtxDomains& domains_;
  const KernelFamilies& families_;
  NvtxPathTexts texts_;
  std::string text_;  // of the most recently read row
};

}  // namespace nsys_ai
