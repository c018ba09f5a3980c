// CPU samples, and the call chains of samples and calls.
#pragma once

#include "profile/families/family_fields.h"

namespace nsys_ai {

class FamilyReader;

// Chains of frames. The frames of one chain are contiguous, the leaf first.
struct CallChains : LazyFamily {
  RowIds row;
  Plain<uint32_t> chain;  // the id in events; ascending
  Packed<uint8_t> depth;  // 0 is the leaf
  Packed<uint16_t, NameId> symbol;
  Packed<uint16_t, NameId> module;
  Plain<int64_t> address;      // instruction address
  Plain<uint8_t> kernel_mode;  // 1: operating system code
  Plain<uint8_t> unresolved;   // 1: `symbol` is a formatted address
  // Indexed by chain: index of its first frame, followed by the total number of frames.
  Plain<uint32_t> first;
  Plain<uint32_t> ids;

  struct Frames {
    size_t begin = 0;
    size_t end = 0;
    size_t size() const { return end - begin; }
  };
  // The frames of a chain; none when the file lacks it.
  Frames of(int64_t id) const;
  size_t size() const { return chain.size(); }
  size_t bytes() const;

  template <class F>
  static void fields(F& f) {
    using T = CallChains;
    f(as::id, {"id"}, &T::chain);
    f(as::number, {"stackDepth"}, &T::depth);
    f(as::text, {"symbol"}, &T::symbol);
    f(as::text, {"module"}, &T::module);
    f(as::number, {"originalIP"}, &T::address);
    f(as::kind, {"kernelMode?"}, &T::kernel_mode);
    f(as::kind, {"unresolved"}, &T::unresolved);
  }
};

// One type per table, since a profile stores one value per type.
struct SampleChains : CallChains {
  static Result<SampleChains> read(const FamilyReader& reader);
};
struct OsCallChains : CallChains {
  static Result<OsCallChains> read(const FamilyReader& reader);
};
struct CudaCallChains : CallChains {
  static Result<CudaCallChains> read(const FamilyReader& reader);
};

// Samples of running threads. The frames of a sample are the chain with its id in `SampleChains`.
struct CpuSamples : LazyInstants {
  Plain<uint32_t> id;
  Packed<uint16_t, EventThreadIx> thread;
  Packed<uint8_t> cpu;
  Plain<uint8_t> state;     // of the thread, an enumerator of the export (Enums)
  Packed<uint32_t> cycles;  // weight of the sample

  template <class F>
  static void fields(F& f) {
    using T = CpuSamples;
    f(as::instant, {"start"}, &T::time);
    f(as::id, {"id"}, &T::id);
    f(as::thread, {"globalTid"}, &T::thread);
    f(as::number, {"cpu"}, &T::cpu);
    f(as::kind, {"threadState"}, &T::state);
    f(as::number, {"cpuCycles"}, &T::cycles);
  }
  static Result<CpuSamples> read(const FamilyReader& reader);
};

// CUDA calls with a backtrace. Of two rows for one call, that of class 67 has the chain.
struct CudaBacktraces : LazySpans {
  Packed<uint16_t, EventThreadIx> thread;
  Plain<uint32_t> correlation;
  Plain<uint8_t> event_class;
  Plain<uint32_t> call_chain;  // in `CudaCallChains`

  template <class F>
  static void fields(F& f) {
    using T = CudaBacktraces;
    f(as::present, {"callchainId?"});
    f(as::span, {"start", "end"}, &T::start, &T::duration);
    f(as::matched, {}, &T::call_chain);
    f(as::thread, {"globalTid"}, &T::thread);
    f(as::number, {"correlationId"}, &T::correlation);
    f(as::kind, {"eventClass"}, &T::event_class);
  }
  static Result<CudaBacktraces> read(const FamilyReader& reader);
};

}  // namespace nsys_ai
