// The events that every analysis needs, as columns: one struct per event type, one element per event, in file
// order.
//
// Times are integer nanoseconds on the capture's clock. An interval without an end in the file gets one from
// the loader, which adds a note. Names are indices into `Names`; NVTX texts, which differ in their numbers,
// have a column type of their own. Columns are as compact as nearly all of their values allow, since a
// profile of gigabytes has tens of millions of events.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/index.h"
#include "base/interval_set.h"
#include "profile/column.h"
#include "profile/names.h"
#include "profile/text_column.h"

namespace nsys_ai {

using ProcessIx = Index<struct ProcessTag>;
using ThreadIx = Index<struct ThreadTag>;
using GpuIx = Index<struct GpuTag>;
using DeviceIx = Index<struct DeviceTag>;
using StreamIx = Index<struct StreamTag>;

// A process of the capture. `key` is the global id without the thread: hardware, VM and pid.
struct Process {
  int64_t key = 0;
  bool known = true;  // false for the single process of a capture that names none
  int64_t pid = 0;    // meaningful only when known
  std::string name;   // empty when the file does not say
};

struct Thread {
  ProcessIx process;
  int64_t tid = 0;
  std::string name;  // empty when the file does not say
};

// A physical GPU, as the file describes it. Unknown members are zero or empty.
struct Gpu {
  int64_t id = 0;            // Nsight's own number
  int64_t cuda_ordinal = 0;  // its number in a process without a visibility mask
  std::string name;
  std::string uuid;
  std::string bus;
  int64_t sm_count = 0;
  int64_t memory_bytes = 0;
  int64_t bandwidth_bytes_per_s = 0;
  int64_t compute_major = 0;
  int64_t compute_minor = 0;
  int64_t host = 0;  // the VM that it is in, as in the ids of processes; 0 where the file does not say
};

// A GPU as one process numbers it. Number 0 of two processes can be different GPUs.
struct Device {
  ProcessIx process;
  int64_t ordinal = 0;
  GpuIx gpu = GpuIx::none();
  // Whether the file identifies the GPU; otherwise the process is assumed to use the machine's order.
  bool is_known = false;
  // The number of the physical GPU, and that of the GPU or MIG slice: devices of one number are the same.
  uint32_t physical = 0;
  uint32_t part = 0;
  std::string slice = {};  // the uuid of a MIG slice; empty for a GPU that is not sliced
  // The multiprocessors that the process has of the GPU; 0 where the file does not say.
  int64_t sm_count = 0;
};

// A stream of one context of one process.
struct Stream {
  DeviceIx device;
  int64_t context = 0;
  int64_t stream = 0;
};

// Events with a start and a duration.
struct Spans {
  // The end of events that were never closed, which only NVTX ranges can be.
  static constexpr int64_t kOpen = INT64_MAX;
  // 73 years and 104 days. Events that are further away or longer are never loaded, since differences and
  // sums of times would overflow 64 bits.
  static constexpr int64_t kFarthestNs = int64_t{1} << 61;
  static constexpr int64_t kLongestNs = int64_t{1} << 53;

  RowIds row;  // the rowid in the file: the number of an event reference
  Plain<int64_t> start;
  Packed<uint32_t> duration;

  size_t size() const { return start.size(); }
  int64_t end(size_t at) const {
    const int64_t of = duration[at];
    return of == kOpen ? kOpen : start[at] + of;
  }
  Interval interval(size_t at) const { return {start[at], end(at)}; }
  void add_span(int64_t row_id, int64_t from, int64_t to) {
    row.push_back(row_id);
    start.push_back(from);
    duration.push_back(to == kOpen ? kOpen : to - from);
  }
};

// Grid, block and resources of a launch; most kernels share a few shapes.
struct LaunchShape {
  int32_t grid[3] = {0, 0, 0};
  int32_t block[3] = {0, 0, 0};
  int32_t registers_per_thread = 0;
  int32_t static_shared_bytes = 0;
  int32_t dynamic_shared_bytes = 0;
  friend auto operator<=>(const LaunchShape&, const LaunchShape&) = default;
};

struct KernelName {
  NameId full;   // the demangled name, otherwise the short name, otherwise the mangled one
  NameId brief;  // the name without template arguments and parameters
  friend bool operator==(const KernelName&, const KernelName&) = default;
};

// The common columns of GPU operations. `correlation` is unique only in its process; 0 means none.
struct Operations : Spans {
  Packed<uint16_t, StreamIx> stream;
  Plain<uint32_t> correlation;
  Coded<int64_t> graph_node;  // the CUDA graph node that ran it; 0 for none
};

struct Kernels : Operations {
  Coded<KernelName> names;
  Coded<LaunchShape> shapes;

  NameId name(size_t at) const { return names[at].full; }
  NameId short_name(size_t at) const { return names[at].brief; }
};

// `copy_kind` is CUPTI's: 1 host to device, 2 device to host, 8 device to device, 10 peer to peer, ... Memory
// kinds are the export's: 0 pageable, 1 pinned, 2 device, 3 array, 4 managed, 5 device static, 6 managed
// static, 7 unknown.
struct Copies : Operations {
  Packed<uint32_t> bytes;
  Plain<uint8_t> copy_kind;
  Plain<uint8_t> src_kind;
  Plain<uint8_t> dst_kind;
  Packed<uint8_t> count;  // number of copies that the driver made for the row; 1 where the file does not say
};

struct Memsets : Operations {
  Packed<uint32_t> bytes;
  Plain<uint8_t> memory_kind;
};

// CUDA graphs that were recorded as one operation: the GPU ran the graph, and its kernels have no rows of
// their own.
struct GraphRuns : Operations {
  Packed<uint16_t> graph;       // the id of the graph
  Packed<uint16_t> executable;  // the id of what was launched of it; 0 where the file does not say
};

// CUDA runtime and driver calls. `event_class` is the export's: 0 runtime, 1 driver, 67 the backtrace
// duplicate of another row, 77 the creation of a graph node.
struct Calls : Spans {
  static constexpr uint8_t kRuntime = 0;
  static constexpr uint8_t kDriver = 1;
  static constexpr uint8_t kBacktraceTwin = 67;
  static constexpr uint8_t kGraphNodeCreation = 77;

  Packed<uint16_t, ThreadIx> thread;
  Plain<uint32_t> correlation;
  Coded<NameId> name;
  Plain<uint8_t> event_class;
  Packed<uint8_t> return_value;
};

// Every row of the NVTX table: ranges, marks, and the rows that name domains, categories and threads.
struct Nvtx : Spans {
  static constexpr uint8_t kCategory = 33;
  static constexpr uint8_t kMark = 34;
  static constexpr uint8_t kThreadNameText = 39;
  static constexpr uint8_t kPushPop = 59;
  static constexpr uint8_t kStartEnd = 60;
  static constexpr uint8_t kPushPopText = 70;
  static constexpr uint8_t kStartEndText = 71;
  static constexpr uint8_t kDomain = 75;
  static constexpr uint8_t kThreadName = 76;

  Packed<uint16_t, ThreadIx> thread;
  Packed<uint16_t, ThreadIx> end_thread;  // for a start/end range; otherwise equal to `thread`
  TextColumn text;
  Packed<uint8_t, uint32_t> domain;
  Packed<uint8_t> category;
  Plain<uint8_t> type;

  bool is_push_pop(size_t at) const { return type[at] == kPushPop || type[at] == kPushPopText; }
  bool is_start_end(size_t at) const { return type[at] == kStartEnd || type[at] == kStartEndText; }
  bool is_range(size_t at) const { return is_push_pop(at) || is_start_end(at); }
  bool is_mark(size_t at) const { return type[at] == kMark; }
  // Whether a range can contain calls and other ranges: it was closed on the thread that it began on.
  bool is_on_one_thread(size_t at) const {
    return is_range(at) && end(at) != kOpen && thread[at] == end_thread[at];
  }
};

}  // namespace nsys_ai
