// CUDA events besides operations and calls: synchronisation, CUDA events, memory, page faults and graphs.
#pragma once

#include "profile/families/family_fields.h"

namespace nsys_ai {

class FamilyReader;

// Synchronisations, as the driver reported them. The file may give 0 as the device of any row; here it is the
// device of the context.
//
// The meaning of `type` changed between releases, and the file's own list of names does not follow: a wait
// for a stream is 2 in one and 3 in another. `kind` is derived from the objects that a row names instead: an
// event alone, a stream and an event, a stream alone, or neither.
struct Synchronizations : LazySpans {
  enum Kind : uint8_t { unknown, event_wait, stream_wait_event, stream_wait, context_wait };

  Packed<uint16_t, EventPlaceIx> place;
  Plain<uint8_t> kind;
  Plain<uint8_t> type;         // as the file has it; 255 for none
  Plain<uint32_t> event;       // kNoId for none
  Plain<uint32_t> event_sync;  // identifies the event record; kNoId for none
  Plain<uint32_t> correlation;

  template <class F>
  static void fields(F& f) {
    using T = Synchronizations;
    f(as::span, {"start", "end"}, &T::start, &T::duration);
    f(as::stream, {"globalPid", "deviceId", "contextId", "streamId"}, &T::place);
    f(as::kind_or, {"syncType", "deprecatedSyncType?"}, &T::type);
    f(as::id, {"eventId"}, &T::event);
    f(as::id, {"eventSyncId?"}, &T::event_sync);
    f(as::number, {"correlationId"}, &T::correlation);
  }
  static Result<Synchronizations> read(const FamilyReader& reader);
};

// Records of CUDA events. Files before 3.25 do not say when.
struct CudaEvents : LazyFamily {
  static constexpr int64_t kUnknownTime = INT64_MIN;

  RowIds row;
  Plain<int64_t> time;  // kUnknownTime where the file does not say
  Packed<uint16_t, EventPlaceIx> place;
  Plain<uint32_t> event;
  Plain<uint32_t> event_sync;
  Plain<uint32_t> correlation;

  size_t size() const { return time.size(); }
  template <class F>
  static void fields(F& f) {
    using T = CudaEvents;
    f(as::maybe_instant, {"timestamp?"}, &T::time);
    f(as::stream, {"globalPid", "deviceId", "contextId", "streamId"}, &T::place);
    f(as::id, {"eventId"}, &T::event);
    f(as::id, {"eventSyncId?"}, &T::event_sync);
    f(as::number, {"correlationId"}, &T::correlation);
  }
  static Result<CudaEvents> read(const FamilyReader& reader);
};

// Allocations and releases of device memory. `operation` is 0 for an allocation, 1 for a release; a release
// states its number of bytes.
struct MemoryUsage : LazyInstants {
  static constexpr uint8_t kAllocation = 0;
  static constexpr uint8_t kRelease = 1;

  Packed<uint16_t, EventPlaceIx> place;
  Plain<int64_t> address;
  Packed<uint32_t> bytes;
  Plain<uint8_t> memory_kind;  // as in `Copies`
  Plain<uint8_t> operation;
  Packed<uint16_t, NameId> name;  // of the variable, where known
  Plain<uint32_t> correlation;
  Plain<int64_t> pool;          // address of the local memory pool; 0 for none
  Packed<uint32_t> pool_bytes;  // its size
  Packed<uint32_t> pool_used;   // bytes in use

  template <class F>
  static void fields(F& f) {
    using T = MemoryUsage;
    f(as::size, {"bytes"}, &T::bytes);
    f(as::instant, {"start"}, &T::time);
    f(as::stream, {"globalPid", "deviceId", "contextId", "streamId?"}, &T::place);
    f(as::number, {"address"}, &T::address);
    f(as::kind, {"memKind"}, &T::memory_kind);
    f(as::kind, {"memoryOperationType"}, &T::operation);
    f(as::words, {"name?"}, &T::name);
    f(as::number, {"correlationId"}, &T::correlation);
    f(as::number, {"localMemoryPoolAddress?"}, &T::pool);
    f(as::number, {"localMemoryPoolSize?"}, &T::pool_bytes);
    f(as::number, {"localMemoryPoolUtilizedSize?"}, &T::pool_used);
  }
  static Result<MemoryUsage> read(const FamilyReader& reader);
};

// Events of memory pools. `operation` is 1 created, 2 destroyed, 3 trimmed.
struct MemoryPools : LazyInstants {
  Packed<uint16_t, EventPlaceIx> place;
  Plain<int64_t> address;
  Plain<uint8_t> operation;
  Plain<uint8_t> pool_kind;  // 1 local, 2 imported
  Plain<uint32_t> correlation;
  Packed<uint32_t> min_bytes;  // bytes that a trim had to keep
  Packed<uint32_t> bytes;
  Packed<uint32_t> used;

  template <class F>
  static void fields(F& f) {
    using T = MemoryPools;
    f(as::instant, {"start"}, &T::time);
    f(as::device, {"globalPid", "deviceId"}, &T::place);
    f(as::number, {"address"}, &T::address);
    f(as::kind, {"operationType"}, &T::operation);
    f(as::kind, {"poolType"}, &T::pool_kind);
    f(as::number, {"correlationId"}, &T::correlation);
    f(as::number, {"minBytesToKeep"}, &T::min_bytes);
    f(as::number, {"localMemoryPoolSize?"}, &T::bytes);
    f(as::number, {"localMemoryPoolUtilizedSize?"}, &T::used);
  }
  static Result<MemoryPools> read(const FamilyReader& reader);
};

// Page faults of CPUs on unified memory.
struct CpuPageFaults : LazyInstants {
  Packed<uint16_t, EventProcessIx> process;
  Plain<int64_t> address;
  Packed<uint16_t, NameId> function;
  Packed<uint16_t, NameId> module;
  Packed<uint16_t, NameId> source_file;
  Packed<uint16_t> source_line;  // 0 where the file does not say

  template <class F>
  static void fields(F& f) {
    using T = CpuPageFaults;
    f(as::instant, {"start"}, &T::time);
    f(as::process, {"globalPid"}, &T::process);
    f(as::number, {"address"}, &T::address);
    f(as::text, {"CpuInstruction"}, &T::function);
    f(as::text, {"module"}, &T::module);
    f(as::text, {"sourceFile?"}, &T::source_file);
    f(as::number, {"sourceLine?"}, &T::source_line);
  }
  static Result<CpuPageFaults> read(const FamilyReader& reader);
};

// Groups of page faults of GPUs on unified memory. `access` is 1 read, 2 write, 3 atomic, 4 prefetch.
struct GpuPageFaults : LazySpans {
  Packed<uint8_t, EventPlaceIx> place;
  Plain<int64_t> address;
  Packed<uint16_t> count;
  Plain<uint8_t> access;

  template <class F>
  static void fields(F& f) {
    using T = GpuPageFaults;
    f(as::span, {"start", "end"}, &T::start, &T::duration);
    f(as::device, {"globalPid", "deviceId"}, &T::place);
    f(as::number, {"address"}, &T::address);
    f(as::number, {"numberOfPageFaults"}, &T::count);
    f(as::kind, {"faultAccessType"}, &T::access);
  }
  static Result<GpuPageFaults> read(const FamilyReader& reader);
};

// Migrations of unified memory: copies of kind 11 (to a device), 12 (to the host) and 13 (between devices).
// They are also rows of `Copies` with the same row number. `cause` is 1 user prefetch, 2 page fault, 3
// speculative prefetch, 4 eviction, 5 access counters.
constexpr uint8_t kPageFault = 2;
constexpr uint8_t kEviction = 4;
constexpr uint8_t kUnknownCause = 255;
struct Migrations : LazySpans {
  Packed<uint16_t, EventPlaceIx> place;
  Plain<uint8_t> copy_kind;
  Plain<uint8_t> cause;
  Plain<int64_t> address;  // 0 where the file does not say
  Packed<uint32_t> bytes;
  Plain<uint8_t> from_device;  // 255 where the file does not say
  Plain<uint8_t> to_device;

  template <class F>
  static void fields(F& f) {
    using T = Migrations;
    f(as::between(11, 13), {"copyKind"});
    f(as::move, {"start", "end", "bytes"}, &T::start, &T::duration, &T::bytes);
    f(as::matched, {}, &T::copy_kind);
    f(as::stream, {"globalPid", "deviceId", "contextId", "streamId"}, &T::place);
    f(as::kind, {"migrationCause?"}, &T::cause);
    f(as::number, {"virtualAddress?"}, &T::address);
    f(as::kind, {"srcDeviceId?"}, &T::from_device);
    f(as::kind, {"dstDeviceId?"}, &T::to_device);
  }
  static Result<Migrations> read(const FamilyReader& reader);
};

// Times in which a stream waits for a function of the host: a host node of a graph, or cudaLaunchHostFunc.
struct StreamHostWaits : LazySpans {
  Packed<uint16_t, EventPlaceIx> place;
  Plain<uint32_t> correlation;
  Plain<uint32_t> graph;  // kNoId for a plain launch

  template <class F>
  static void fields(F& f) {
    using T = StreamHostWaits;
    f(as::span, {"start", "end"}, &T::start, &T::duration);
    f(as::stream, {"globalPid", "deviceId", "contextId", "streamId"}, &T::place);
    f(as::number, {"correlationId"}, &T::correlation);
    f(as::id, {"graphId?"}, &T::graph);
  }
  static Result<StreamHostWaits> read(const FamilyReader& reader);
};

// Creations of CUDA graph nodes: by a call, or by copying a node of another graph.
struct GraphNodes : LazySpans {
  Packed<uint16_t, EventThreadIx> thread;
  Packed<uint8_t, NameId> name;
  Plain<uint8_t> event_class;
  Plain<int64_t> node;
  Plain<int64_t> original;  // the node that it is a copy of; 0 for none

  template <class F>
  static void fields(F& f) {
    using T = GraphNodes;
    f(as::span, {"start", "end"}, &T::start, &T::duration);
    f(as::thread, {"globalTid"}, &T::thread);
    f(as::text, {"nameId"}, &T::name);
    f(as::kind, {"eventClass"}, &T::event_class);
    f(as::number, {"graphNodeId"}, &T::node);
    f(as::number, {"originalGraphNodeId"}, &T::original);
  }
  static Result<GraphNodes> read(const FamilyReader& reader);
};

// Creations of CUDA graphs and executable graphs.
struct Graphs : LazySpans {
  Packed<uint16_t, EventThreadIx> thread;
  Packed<uint8_t, NameId> name;
  Plain<uint8_t> event_class;
  Plain<uint32_t> graph;     // kNoId for none
  Plain<uint32_t> original;  // the graph that it is a clone of; kNoId for none
  Plain<uint32_t> executable;

  template <class F>
  static void fields(F& f) {
    using T = Graphs;
    f(as::span, {"start", "end"}, &T::start, &T::duration);
    f(as::thread, {"globalTid"}, &T::thread);
    f(as::text, {"nameId"}, &T::name);
    f(as::kind, {"eventClass"}, &T::event_class);
    f(as::id, {"graphId"}, &T::graph);
    f(as::id, {"originalGraphId?"}, &T::original);
    f(as::id, {"graphExecId?"}, &T::executable);
  }
  static Result<Graphs> read(const FamilyReader& reader);
};

}  // namespace nsys_ai
