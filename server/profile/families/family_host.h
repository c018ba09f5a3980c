// Host events besides CUDA calls and NVTX ranges, and the diagnostics and overhead of the profiler.
#pragma once

#include <vector>

#include "profile/families/family_fields.h"

namespace nsys_ai {

class FamilyReader;

// Calls of the operating system's libraries. Rows of other classes mark where tracing began and ended.
struct OsCalls : LazySpans {
  static constexpr uint8_t kCall = 27;

  Packed<uint16_t, EventThreadIx> thread;
  Packed<uint16_t, NameId> name;
  Packed<uint8_t> return_value;
  Packed<uint8_t> nesting;      // 0 is outermost
  Packed<uint16_t> call_chain;  // in `OsCallChains`; 0 for none

  template <class F>
  static void fields(F& f) {
    using T = OsCalls;
    f(as::only(kCall), {"eventClass"});
    f(as::span, {"start", "end"}, &T::start, &T::duration);
    f(as::thread, {"globalTid"}, &T::thread);
    f(as::text, {"nameId"}, &T::name);
    f(as::number, {"returnValue"}, &T::return_value);
    f(as::number, {"nestingLevel?"}, &T::nesting);
    f(as::number, {"callchainId?"}, &T::call_chain);
  }
  static Result<OsCalls> read(const FamilyReader& reader);
};

// Scheduling of threads in and out of cores. States and blocks use the export's enumerators (Enums); 255
// where the file does not say.
struct SchedEvents : LazyInstants {
  Packed<uint16_t, EventThreadIx> thread;
  Packed<uint8_t> cpu;
  Plain<uint8_t> is_in;  // 1: scheduled in
  Plain<uint8_t> state;
  Plain<uint8_t> block;

  template <class F>
  static void fields(F& f) {
    using T = SchedEvents;
    f(as::instant, {"start"}, &T::time);
    f(as::thread, {"globalTid"}, &T::thread);
    f(as::number, {"cpu"}, &T::cpu);
    f(as::kind, {"isSchedIn"}, &T::is_in);
    f(as::kind, {"threadState?"}, &T::state);
    f(as::kind, {"threadBlock?"}, &T::block);
  }
  static Result<SchedEvents> read(const FamilyReader& reader);
};

// Overhead of tracing. `type` uses the export's enumerators (Enums); 255 where only the name states it.
struct ProfilerOverhead : LazySpans {
  enum Source : uint8_t { profiler, cuda };

  Plain<uint8_t> source;
  Packed<uint16_t, EventThreadIx> thread;
  Packed<uint8_t, NameId> name;
  Plain<uint8_t> type;
  Plain<uint32_t> correlation;  // 0 for none

  template <class F>
  static void fields(F& f) {
    using T = ProfilerOverhead;
    f(as::span, {"start", "end"}, &T::start, &T::duration);
    f(as::source, {}, &T::source);
    f(as::thread, {"globalTid"}, &T::thread);
    f(as::text, {"nameId"}, &T::name);
    f(as::kind, {"overheadType?"}, &T::type);
    f(as::number, {"correlationId?"}, &T::correlation);
  }
  static Result<ProfilerOverhead> read(const FamilyReader& reader);

  // CUPTI also reports work of the driver: compiling and loading of code, and launches that wait for room in
  // a full queue. That time belongs to the program.
  bool is_of_profiler(size_t at) const {
    constexpr uint8_t kCompiler = 2, kModuleLoading = 6, kLazyLoading = 7, kQueueFull = 8;
    const uint8_t of = type[at];
    return of != kCompiler && of != kModuleLoading && of != kLazyLoading && of != kQueueFull;
  }
};

// The MPI rank of a thread.
struct MpiRank {
  int64_t process_key = 0;
  int64_t tid = 0;
  int64_t rank = 0;
};

// A communicator, as created by one rank.
struct MpiCommunicator {
  int64_t rank = -1;
  int64_t handle = 0;
  int64_t parent = 0;
  int64_t local_rank = -1;
  int64_t size = 0;
  NameId members;
};

// MPI calls, with one row per request: a wait for ten requests is ten rows of one thread with the same times.
struct MpiCalls : LazySpans {
  enum Source : uint8_t { p2p, collective, start_wait, other };
  static constexpr int64_t kNoRank = -1;

  Plain<uint8_t> source;
  Packed<uint16_t, EventThreadIx> thread;
  Packed<uint8_t, NameId> name;
  Packed<uint8_t> communicator;  // handle of the communicator
  Packed<uint8_t> tag;
  Plain<int32_t> peer;     // the other rank, or the root; kNoRank for none
  Packed<uint32_t> bytes;  // bytes sent, where the call sends and receives
  Packed<uint32_t> received_bytes;
  Plain<int64_t> request;  // handle of the request; 0 for none

  std::vector<MpiRank> ranks;
  std::vector<MpiCommunicator> communicators;

  template <class F>
  static void fields(F& f) {
    using T = MpiCalls;
    f(as::open_span, {"start", "end"}, &T::start, &T::duration);
    f(as::source, {}, &T::source);
    f(as::thread, {"globalTid"}, &T::thread);
    f(as::text, {"textId"}, &T::name);
    f(as::number, {"commHandle?"}, &T::communicator);
    f(as::number, {"tag?"}, &T::tag);
    f(as::rank, {"remoteRank?", "rootRank?"}, &T::peer);
    f(as::number, {"size?"}, &T::bytes);
    f(as::number, {"recvSize?"}, &T::received_bytes);
    f(as::number, {"requestHandle?"}, &T::request);
  }
  static Result<MpiCalls> read(const FamilyReader& reader);
};

// Functions of the program that CUDA called on one of its threads, in the order of a stream.
struct HostCallbacks : LazySpans {
  Packed<uint16_t, EventThreadIx> thread;
  Packed<uint8_t, NameId> name;
  Plain<uint32_t> correlation;

  template <class F>
  static void fields(F& f) {
    using T = HostCallbacks;
    f(as::span, {"start", "end"}, &T::start, &T::duration);
    f(as::thread, {"globalTid"}, &T::thread);
    f(as::text, {"nameId"}, &T::name);
    f(as::number, {"correlationId"}, &T::correlation);
  }
  static Result<HostCallbacks> read(const FamilyReader& reader);
};

// Calls of cuDNN and cuBLAS.
struct LibraryCalls : LazySpans {
  enum Source : uint8_t { cudnn, cublas };

  Plain<uint8_t> source;
  Packed<uint16_t, EventThreadIx> thread;
  Packed<uint8_t, NameId> name;

  template <class F>
  static void fields(F& f) {
    using T = LibraryCalls;
    f(as::span, {"start", "end"}, &T::start, &T::duration);
    f(as::source, {}, &T::source);
    f(as::thread, {"globalTid"}, &T::thread);
    f(as::text, {"nameId"}, &T::name);
  }
  static Result<LibraryCalls> read(const FamilyReader& reader);
};

// Messages of the profiler during recording. `severity` is 1 information, 2 warning, 3 error, 4 verbose;
// `origin` 1 injection, 2 daemon, 3 analysis.
struct Diagnostics : LazyInstants {
  Packed<uint8_t, EventProcessIx> process;
  Plain<uint8_t> severity;
  Plain<uint8_t> origin;
  Plain<uint8_t> clock;  // 1: the time is the target's, 2: the host's
  Packed<uint16_t, NameId> message;

  template <class F>
  static void fields(F& f) {
    using T = Diagnostics;
    f(as::instant, {"timestamp"}, &T::time);
    f(as::process, {"globalPid"}, &T::process);
    f(as::kind, {"severity"}, &T::severity);
    f(as::kind, {"source"}, &T::origin);
    f(as::kind, {"timestampType"}, &T::clock);
    f(as::words, {"text"}, &T::message);
  }
  static Result<Diagnostics> read(const FamilyReader& reader);
};

}  // namespace nsys_ai
