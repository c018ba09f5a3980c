// The names of the CUDA runtime and driver interfaces; unknown names become `other`.
#include "analysis/host/api_calls.h"

#include <algorithm>
#include <array>

namespace nsys_ai {
namespace {

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The name without `cuda` or `cu`; empty where it has neither.
std::string_view stem_of(std::string_view base) {
  for (const std::string_view prefix : {"cuda", "cu"})
    if (base.starts_with(prefix)) return base.substr(prefix.size());
  return {};
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return text.starts_with(beginning); });
}

CallRole role_of(std::string_view stem) {
  constexpr std::array waits{"DeviceSynchronize", "StreamSynchronize", "EventSynchronize", "CtxSynchronize",
                             "ThreadSynchronize"};
  if (std::find(waits.begin(), waits.end(), stem) != waits.end()) return CallRole::synchronise;
  if (stem == "GraphLaunch") return CallRole::graph_launch;
  // `LaunchHostFunc` runs code on the host, and launches nothing on the GPU.
  if (starts_with_any(stem, {"LaunchKernel", "LaunchCooperative", "LaunchGrid"}) || stem == "Launch")
    return CallRole::kernel_launch;
  if (stem == "StreamWaitEvent") return CallRole::wait_event;
  if (starts_with_any(stem, {"EventQuery", "StreamQuery"})) return CallRole::query;
  if (starts_with_any(stem, {"Memset"})) return CallRole::memset;
  if (starts_with_any(stem, {"Memcpy"})) return CallRole::copy;
  if (starts_with_any(stem, {"Malloc", "HostAlloc", "HostRegister", "MemAlloc", "MemHostAlloc",
                             "MemHostRegister", "MemCreate", "MemMap", "MemAddressReserve", "MemSetAccess",
                             "ArrayCreate", "Array3DCreate"}))
    return CallRole::allocate;
  if (starts_with_any(stem, {"Free", "HostUnregister", "MemFree", "MemHostUnregister", "MemRelease", "MemUnmap",
                             "MemAddressFree", "MemPoolTrimTo", "ArrayDestroy"}))
    return CallRole::release;
  if (starts_with_any(stem, {"ModuleLoad", "LibraryLoad", "LinkCreate", "LinkAdd", "LinkComplete"}))
    return CallRole::load_code;
  return CallRole::other;
}

}  // namespace

std::string_view name_of(CallRole role) {
  switch (role) {
    case CallRole::kernel_launch:
      return "kernel launch";
    case CallRole::graph_launch:
      return "graph launch";
    case CallRole::copy:
      return "copy";
    case CallRole::memset:
      return "memset";
    case CallRole::synchronise:
      return "synchronise";
    case CallRole::wait_event:
      return "wait for event";
    case CallRole::query:
      return "query";
    case CallRole::allocate:
      return "allocate";
    case CallRole::release:
      return "release";
    case CallRole::load_code:
      return "load code";
    case CallRole::other:
      return "other";
  }
  return "";
}

std::string_view base_call_name(std::string_view name) {
  for (;;) {
    const size_t cut = name.rfind('_');
    if (cut == std::string_view::npos || cut == 0) return name;
    const std::string_view last = name.substr(cut + 1);
    const bool is_version = last.size() > 1 && last[0] == 'v' && is_digits(last.substr(1));
    if (!is_version && last != "ptsz" && last != "ptds") return name;
    name = name.substr(0, cut);
  }
}

CallKind call_kind(std::string_view name) {
  const std::string_view stem = stem_of(base_call_name(name));
  return {role_of(stem), stem.find("Async") != std::string_view::npos};
}

CallKinds build_call_kinds(const Profile& profile) {
  CallKinds kinds;
  for (const NameId name : profile.calls().name.values)
    kinds.of_code.push_back(call_kind(profile.text(name)));
  return kinds;
}

}  // namespace nsys_ai
