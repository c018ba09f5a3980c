// Classifies CUDA calls by name. No other code of the program does.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

enum class CallRole {
  kernel_launch,
  graph_launch,
  copy,
  memset,
  synchronise,  // the host waits: Device, Stream, Event or Ctx Synchronize
  wait_event,   // a stream waits, the host does not
  query,        // queries a state and returns at once
  allocate,
  release,
  load_code,  // loads or links modules and libraries of device code
  other
};
std::string_view name_of(CallRole role);

// The name without the suffixes of interface versions: `cudaMemcpyAsync_ptsz_v7000` is `cudaMemcpyAsync`,
// `cuMemcpyHtoD_v2` is `cuMemcpyHtoD`.
std::string_view base_call_name(std::string_view name);

struct CallKind {
  CallRole role = CallRole::other;
  bool async = false;  // of copies, memsets, allocations and releases: the name contains Async

  bool launches() const { return role == CallRole::kernel_launch || role == CallRole::graph_launch; }
  // Whether the call returns only after the GPU has done something: waits, and copies without Async in their
  // name. A memset returns before it runs, and an allocation blocks only sometimes.
  bool blocks() const { return role == CallRole::synchronise || (role == CallRole::copy && !async); }
};
CallKind call_kind(std::string_view name);

// The kind of each call, indexed by the code of `Calls::name`. Build with
// `profile.derived(build_call_kinds)`.
struct CallKinds {
  std::vector<CallKind> of_code;
  const CallKind& of(const Calls& calls, size_t call) const { return of_code[calls.name.code[call]]; }
};
CallKinds build_call_kinds(const Profile& profile);

// Whether a row is a call that the program made: neither the backtrace duplicate of another row nor the
// creation of a graph node.
inline bool is_own_call(const Calls& calls, size_t call) {
  return calls.event_class[call] != Calls::kBacktraceTwin &&
         calls.event_class[call] != Calls::kGraphNodeCreation;
}

}  // namespace nsys_ai
