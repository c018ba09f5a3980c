// Scans all calls once, then the long ones, then the first launches.
#include "analysis/host/first_time.h"

#include <algorithm>
#include <string>

#include "analysis/host/api_calls.h"
#include "analysis/host/call_stats.h"
#include "analysis/host/garbage_collection.h"
#include "analysis/kernels/first_launches.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "profile/dictionary.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// A launch takes some microseconds. A launch into a full queue takes longer, but the GPU is busy then.
constexpr int64_t kLongLaunchNs = 100'000;
// Calls that neither wait for the GPU nor start anything are shorter, except for large allocations.
constexpr int64_t kLongCallNs = 1'000'000;
constexpr int64_t kVeryLongCallNs = 50'000'000;
// Between `cuInit` and the call that creates the context, a runtime only queries entry points.
constexpr int64_t kSoonNs = 50'000'000;

// Whether the call may create a context as a side effect.
bool may_start_library(const CallKind& kind) {
  return kind.role == CallRole::allocate || kind.role == CallRole::release || kind.role == CallRole::memset ||
         kind.role == CallRole::other;
}

// Pinning takes time per page, in every call.
bool pins_memory(std::string_view name) {
  return name.find("Host") != std::string_view::npos || name.find("Managed") != std::string_view::npos;
}

// Properties of call names, by code.
struct Roles {
  std::vector<bool> initialises;
  std::vector<bool> may_start;
  std::vector<bool> moves_memory;  // allocates or releases, without pinning
};

Roles roles_of(const Profile& profile) {
  Roles roles;
  for (const NameId id : profile.calls().name.values) {
    const std::string_view name = base_call_name(profile.text(id));
    const CallKind kind = call_kind(name);
    roles.initialises.push_back(name == "cuInit");
    roles.may_start.push_back(may_start_library(kind));
    roles.moves_memory.push_back((kind.role == CallRole::allocate || kind.role == CallRole::release) &&
                                 !pins_memory(name));
  }
  return roles;
}

// The time of each process's first GPU operation.
std::vector<int64_t> first_operations(const Profile& profile) {
  std::vector<int64_t> first(profile.processes().size(), INT64_MAX);
  const OperationNumbers numbers(profile);
  const auto& order = profile.derived(build_operation_order).of_device;
  for (size_t device = 0; device < order.size(); ++device) {
    if (order[device].empty()) continue;
    const auto [kind, at] = numbers[order[device].front()];
    int64_t& of = first[profile.devices()[device].process.value];
    of = std::min(of, numbers.family(kind).start[at]);
  }
  return first;
}

// When each process has run a quarter of its GPU operations, and each kernel more than four times on average:
// a later long call is no library start unless other evidence shows it.
std::vector<int64_t> beginnings_of_work(const Profile& profile) {
  std::vector<int64_t> begun(profile.processes().size(), INT64_MAX);
  const OperationNumbers numbers(profile);
  const auto& order = profile.derived(build_operation_order).of_device;
  for (size_t device = 0; device < order.size(); ++device) {
    std::vector<bool> seen(profile.kernels().names.values.size(), false);
    size_t kernels = 0, names = 0;
    for (size_t done = 0; done < order[device].size(); ++done) {
      const auto [kind, at] = numbers[order[device][done]];
      if (4 * done >= order[device].size() && kernels > 4 * names + 4) {
        int64_t& of = begun[profile.devices()[device].process.value];
        of = std::min(of, numbers.family(kind).start[at]);
        break;
      }
      if (kind != OperationNumbers::kernel) continue;
      ++kernels;
      const uint32_t name = profile.kernels().names.code[at];
      names += seen[name] ? 0 : 1;
      seen[name] = true;
    }
  }
  return begun;
}

void find_library_starts(const Profile& profile, FirstTimeCalls& found) {
  const Calls& calls = profile.calls();
  const Roles roles = roles_of(profile);
  std::vector<uint32_t> wanted;
  for (uint32_t i = 0; i < calls.size(); ++i) {
    const uint32_t code = calls.name.code[i];
    if (!is_own_call(calls, i)) continue;
    if (roles.initialises[code] || (roles.may_start[code] && calls.interval(i).duration() >= kLongCallNs))
      wanted.push_back(i);
  }
  std::sort(wanted.begin(), wanted.end(), [&](uint32_t a, uint32_t b) {
    return calls.start[a] != calls.start[b] ? calls.start[a] < calls.start[b] : a < b;
  });
  const std::vector<int64_t> first_operation = first_operations(profile);
  const CallNames& names = profile.derived(build_call_names);
  struct Seen {
    bool any = false;
    int64_t initialised = INT64_MIN;
  };
  std::vector<Seen> of_process(profile.processes().size());
  Dictionary<uint64_t> called;  // keyed by process and name
  std::vector<int64_t> begun;
  for (const uint32_t call : wanted) {
    const ProcessIx process = profile.threads()[calls.thread[call]].process;
    Seen& seen = of_process[process.value];
    const uint32_t code = calls.name.code[call];
    const int64_t start = calls.start[call];
    if (roles.initialises[code]) {
      seen.initialised = start;
      found.starts_here[process.value] = found.starts_cuda_here[process.value] = true;
      continue;
    }
    const size_t known = called.keys().size();
    const bool is_new = called.code(uint64_t{process.value} << 32 | names.of_code[code]) == known;
    const bool first = !seen.any && start < first_operation[process.value];
    const bool after_init = seen.initialised != INT64_MIN && start - seen.initialised <= kSoonNs;
    bool odd = roles.moves_memory[code] && is_new && calls.interval(call).duration() >= kVeryLongCallNs;
    if (odd && begun.empty()) begun = beginnings_of_work(profile);
    odd = odd && start < begun[process.value];
    seen.any = true;
    if (!first && !after_init && !odd) continue;
    seen.initialised = INT64_MIN;
    found.library_starts.push_back(call);
    found.starts_here[process.value] = found.starts_cuda_here[process.value] = true;
  }
  std::sort(found.library_starts.begin(), found.library_starts.end());
}

void find_loading_launches(const Profile& profile, FirstTimeCalls& found) {
  for (const FirstLaunch& first : profile.derived(build_first_launches).all)
    if (profile.calls().interval(first.call).duration() >= kLongLaunchNs)
      found.loading_launches.push_back(first.call);
  std::sort(found.loading_launches.begin(), found.loading_launches.end());
}

// Whether code is loaded before the first operation: a process that was already running has loaded it
// earlier.
void look_for_early_loading(const Profile& profile, FirstTimeCalls& found) {
  const Calls& calls = profile.calls();
  const CallKinds& kinds = profile.derived(build_call_kinds);
  const std::vector<int64_t> first = first_operations(profile);
  for (uint32_t i = 0; i < calls.size(); ++i) {
    const ProcessIx process = profile.threads()[calls.thread[i]].process;
    if (calls.start[i] >= first[process.value]) continue;
    const bool loads = kinds.of(calls, i).role == CallRole::load_code ||
                       std::binary_search(found.loading_launches.begin(), found.loading_launches.end(), i);
    if (loads) found.starts_here[process.value] = true;
  }
}

// The lowercase words of a label: `Nvrtc::CompileProgram` has `nvrtc`, `compile` and `program`.
template <class Visit>
void each_word(std::string_view label, Visit visit) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  std::string word;
  for (size_t at = 0; at <= label.size(); ++at) {
    const char c = at < label.size() ? label[at] : ' ';
    const bool begins = is_upper(c) && at > 0 && is_lower(label[at - 1]);
    if ((begins || (!is_upper(c) && !is_lower(c))) && !word.empty()) {
      visit(std::string_view(word));
      word.clear();
    }
    if (is_upper(c) || is_lower(c)) word += static_cast<char>(c | 0x20);
  }
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

bool has(const std::vector<uint32_t>& sorted, uint32_t call) {
  return std::binary_search(sorted.begin(), sorted.end(), call);
}

}  // namespace

bool FirstTimeCalls::starts_library(uint32_t call) const { return has(library_starts, call); }
bool FirstTimeCalls::loads_at_launch(uint32_t call) const { return has(loading_launches, call); }

FirstTimeCalls build_first_time_calls(const Profile& profile) {
  FirstTimeCalls found;
  found.starts_here.assign(profile.processes().size(), false);
  found.starts_cuda_here.assign(profile.processes().size(), false);
  find_library_starts(profile, found);
  find_loading_launches(profile, found);
  look_for_early_loading(profile, found);
  return found;
}

RangeMeaning range_meaning(std::string_view label) {
  std::string letters;
  for (const char c : label)
    if (c != '_') letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  if (contains_any(letters, {"ncclcomminit", "ncclcommsplit", "mpiinit", "initprocessgroup", "nvshmeminit"}))
    return RangeMeaning::connects;
  if (contains_any(letters, {"ncclcommdestroy", "ncclcommabort", "ncclcommfinalize", "mpifinalize",
                             "destroyprocessgroup", "nvshmemfinalize"}))
    return RangeMeaning::disconnects;
  bool compiles = false;
  each_word(label, [&](std::string_view word) {
    compiles = compiles || word == "compile" || word == "compilation" || word == "compiling" ||
               word == "nvrtc" || word.starts_with("autotun");
  });
  if (compiles) return RangeMeaning::compiles;
  return collection_evidence(label) != CollectionEvidence::no ? RangeMeaning::collects
                                                              : RangeMeaning::nothing;
}

RangeMeanings build_range_meanings(const Profile& profile) {
  const TemplateLabels& labels = profile.derived(build_template_labels);
  std::vector<RangeMeaning> of_label;
  for (const std::string& label : labels.labels) of_label.push_back(range_meaning(label));
  RangeMeanings said;
  for (const uint32_t label : labels.of_template) {
    said.of_template.push_back(of_label[label]);
    said.any = said.any || of_label[label] != RangeMeaning::nothing;
  }
  return said;
}

}  // namespace nsys_ai
