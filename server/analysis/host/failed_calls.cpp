// One pass over the return values, which are almost always 0.
#include "analysis/host/failed_calls.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/host/api_calls.h"
#include "analysis/host/host_scope.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

struct ErrorWords {
  int64_t code;
  std::string_view name;
  std::string_view meaning;
};

constexpr ErrorWords kErrors[] = {
    {1, "cudaErrorInvalidValue", "an argument is out of range"},
    {2, "cudaErrorMemoryAllocation", "out of memory"},
    {3, "cudaErrorInitializationError", "the driver cannot be initialised"},
    {4, "cudaErrorCudartUnloading", "the driver shuts down"},
    {9, "cudaErrorInvalidConfiguration", "the grid or block is larger than the GPU allows"},
    {35, "cudaErrorInsufficientDriver", "the driver is older than the runtime"},
    {46, "cudaErrorDevicesUnavailable", "the GPU is busy or not available"},
    {98, "cudaErrorInvalidDeviceFunction", "the kernel does not exist for this GPU"},
    {100, "cudaErrorNoDevice", "there is no GPU"},
    {101, "cudaErrorInvalidDevice", "there is no GPU of that number"},
    {200, "cudaErrorInvalidKernelImage", "the device code is invalid"},
    {201, "cudaErrorDeviceUninitialized", "there is no context"},
    {209, "cudaErrorNoKernelImageForDevice", "the program has no code for this GPU"},
    {214, "cudaErrorECCUncorrectable", "an uncorrectable memory error of the GPU"},
    {218, "cudaErrorInvalidPtx", "the PTX code could not be compiled"},
    {400, "cudaErrorInvalidResourceHandle", "a stream, event or other handle is invalid"},
    {500, "cudaErrorSymbolNotFound", "a symbol was not found"},
    {700, "cudaErrorIllegalAddress", "an illegal memory address"},
    {701, "cudaErrorLaunchOutOfResources", "a launch asks for too many registers, threads or shared memory"},
    {702, "cudaErrorLaunchTimeout", "a kernel took longer than the display allows"},
    {704, "cudaErrorPeerAccessAlreadyEnabled", "peer access was enabled before"},
    {709, "cudaErrorContextIsDestroyed", "the context was destroyed"},
    {710, "cudaErrorAssert", "an assertion in a kernel failed"},
    {712, "cudaErrorHostMemoryAlreadyRegistered", "the memory was registered before"},
    {714, "cudaErrorHardwareStackError", "an error of the call stack in a kernel"},
    {715, "cudaErrorIllegalInstruction", "an illegal instruction in a kernel"},
    {716, "cudaErrorMisalignedAddress", "a misaligned memory address in a kernel"},
    {717, "cudaErrorInvalidAddressSpace", "an address of the wrong memory space in a kernel"},
    {718, "cudaErrorInvalidPc", "a kernel jumped to an invalid address"},
    {719, "cudaErrorLaunchFailure", "a kernel failed for an unknown reason"},
    {720, "cudaErrorCooperativeLaunchTooLarge", "a cooperative launch has more blocks than fit on the GPU"},
    {800, "cudaErrorNotPermitted", "the operation is not permitted"},
    {801, "cudaErrorNotSupported", "the operation is not supported"},
    {900, "cudaErrorStreamCaptureUnsupported", "a call that the capture of a graph does not allow"},
    {901, "cudaErrorStreamCaptureInvalidated", "the capture of a graph was made invalid"},
    {999, "cudaErrorUnknown", "an unknown error"},
};

constexpr const ErrorWords* words_of_error(int64_t code) {
  for (const ErrorWords& of : kErrors)
    if (of.code == code) return &of;
  return nullptr;
}

struct NameFacts {
  bool answers_for_others = false;  // returns the error of an earlier call
  bool asks = false;                // may answer "not ready"
  bool is_work = false;
};

std::vector<NameFacts> facts_of_names(const Profile& profile) {
  std::vector<NameFacts> facts;
  for (const NameId id : profile.calls().name.values) {
    const std::string_view name = base_call_name(profile.text(id));
    const CallKind kind = call_kind(name);
    facts.push_back({name.ends_with("LastError"), kind.role == CallRole::query,
                     kind.launches() || kind.role == CallRole::copy || kind.role == CallRole::memset ||
                         kind.role == CallRole::synchronise});
  }
  return facts;
}

bool is_failure(int64_t code, const NameFacts& of) {
  constexpr int64_t kNotReady = 600;
  return code != 0 && !of.answers_for_others && !(of.asks && code == kNotReady);
}

}  // namespace

std::string_view error_name(int64_t code) {
  const ErrorWords* of = words_of_error(code);
  return of == nullptr ? "" : of->name;
}

std::string_view error_meaning(int64_t code) {
  const ErrorWords* of = words_of_error(code);
  return of == nullptr ? "" : of->meaning;
}

std::vector<FailedCalls> failed_calls(const Profile& profile, const Scope& scope) {
  const Calls& calls = profile.calls();
  const std::vector<NameFacts> facts = facts_of_names(profile);
  const HostScope host(profile, scope);
  std::map<std::tuple<ProcessIx, std::string_view, int64_t>, FailedCalls> found;
  ThrottledCheck check;
  for (uint32_t i = 0; i < calls.size(); check(), ++i) {
    const int64_t code = calls.return_value[i];
    if (code == 0 || !is_own_call(calls, i) || !host.has(calls.thread[i]) || !host.clip(calls.interval(i))) continue;
    const NameFacts& of_name = facts[calls.name.code[i]];
    if (!is_failure(code, of_name)) continue;
    const ProcessIx process = profile.threads()[calls.thread[i]].process;
    const std::string_view name = base_call_name(profile.text(calls.name[i]));
    const auto [at, is_new] = found.try_emplace({process, name, code},
                                                FailedCalls{process, name, code, 0, 0, i, calls.start[i], of_name.is_work});
    FailedCalls& of = at->second;
    ++of.failed;
    if (calls.start[i] < calls.start[of.first]) of.first = i;
    of.last_start = std::max(of.last_start, calls.start[i]);
  }
  std::vector<FailedCalls> all;
  if (found.empty()) return all;
  std::map<std::pair<ProcessIx, std::string_view>, int64_t> of_name;
  for (uint32_t i = 0; i < calls.size(); check(), ++i)
    if (is_own_call(calls, i) && host.has(calls.thread[i]) && host.clip(calls.interval(i)))
      ++of_name[{profile.threads()[calls.thread[i]].process, base_call_name(profile.text(calls.name[i]))}];
  for (auto& [key, of] : found) {
    of.calls = of_name[{of.process, of.name}];
    all.push_back(of);
  }
  std::stable_sort(all.begin(), all.end(), [&](const FailedCalls& a, const FailedCalls& b) {
    return calls.start[a.first] < calls.start[b.first];
  });
  return all;
}

BrokenSince build_broken_since(const Profile& profile) {
  const Calls& calls = profile.calls();
  BrokenSince broken{std::vector<int64_t>(profile.processes().size(), INT64_MAX)};
  if (calls.return_value.all_are(0)) return broken;
  const std::vector<NameFacts> facts = facts_of_names(profile);
  const auto each_work = [&](auto visit) {
    ThrottledCheck check;
    for (uint32_t i = 0; i < calls.size(); check(), ++i)
      if (facts[calls.name.code[i]].is_work && is_own_call(calls, i))
        visit(i, profile.threads()[calls.thread[i]].process.value);
  };
  std::vector<int64_t> last_success(profile.processes().size(), INT64_MIN);
  each_work([&](uint32_t call, size_t process) {
    if (calls.return_value[call] == 0)
      last_success[process] = std::max(last_success[process], calls.start[call]);
  });
  each_work([&](uint32_t call, size_t process) {
    if (is_failure(calls.return_value[call], facts[calls.name.code[call]]) && calls.start[call] > last_success[process])
      broken.of_process[process] = std::min(broken.of_process[process], calls.start[call]);
  });
  return broken;
}

}  // namespace nsys_ai
