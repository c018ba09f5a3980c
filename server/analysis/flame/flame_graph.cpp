// Walks the samples, or the kernels with their launches, once, and gives each its stack.
#include "analysis/flame/flame_graph.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "analysis/flame/flame_builder.h"
#include "analysis/host/host_scope.h"
#include "analysis/kernels/launch_chains.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// Frames of call chains. A function without a name has its address as its symbol, another one in each call;
// by their module such functions are one.
class ChainFrames {
 public:
  ChainFrames(FlameBuilder& builder, const CallChains& chains) : builder_(builder), chains_(chains) {}

  void append(CallChains::Frames frames, std::vector<uint32_t>& stack) {
    if (frames.size() == 0) stack.push_back(builder_.frame(FrameKind::no_chain));
    const size_t end = std::min(frames.end, frames.begin + FlameGraph::kMostDepth + 1);
    for (size_t at = frames.begin; at < end; ++at) stack.push_back(frame(at));
  }

 private:
  uint32_t frame(size_t at) {
    const NameId symbol = chains_.symbol[at];
    const NameId module = chains_.module[at];
    const uint32_t code = codes_.code(uint64_t{symbol.value} << 32 | module.value);
    if (code == frames_.size()) frames_.push_back(made(symbol, module));
    return frames_[code];
  }

  uint32_t made(NameId symbol, NameId module) {
    const std::string_view text = chains_.text(symbol);
    if (text.empty() || text.starts_with("0x"))
      return builder_.frame(FrameKind::module, module.value, [&] {
        return FlameFrame{{}, "", std::string(chains_.text(module))};
      });
    return builder_.frame(FrameKind::function, uint64_t{symbol.value} << 32 | module.value, [&] {
      return FlameFrame{{}, std::string(text), std::string(chains_.text(module))};
    });
  }

  FlameBuilder& builder_;
  const CallChains& chains_;
  Dictionary<uint64_t> codes_;
  std::vector<uint32_t> frames_;  // indexed by code
};

Result<FlameGraph> graph_of_samples(const Profile& profile, const Scope& scope, const FlameQuestion& question,
                                    const Work& work) {
  const auto read = profile.events<CpuSamples>(work);
  if (!read) return tl::unexpected(read.error());
  const auto chains = profile.events<SampleChains>(work);
  if (!chains) return tl::unexpected(chains.error());
  const CpuSamples& samples = **read;
  const HostScope host(profile, scope);
  FlameBuilder builder(question);
  ChainFrames frames(builder, **chains);
  bool has_cycles = false;
  std::vector<uint32_t> stack;
  ThrottledCheck check;
  for (uint32_t i = 0; i < samples.size(); ++i) {
    const EventThread& thread = samples.threads[samples.thread[i]];
    const EventProcess& process = samples.processes[thread.process];
    if (!host.has(process.process) || (question.tid && thread.tid != *question.tid) ||
        !scope.clip({samples.time[i], samples.time[i]}))
      continue;
    stack.clear();
    frames.append((*chains)->of(samples.id[i]), stack);
    check(stack.size());
    stack.push_back(builder.frame(FrameKind::thread, samples.thread[i].value, [&] {
      FlameFrame made{{}, std::string(samples.text(thread.name)), std::string(samples.text(process.name))};
      if (process.pid != 0) made.pid = process.pid;
      made.tid = thread.tid;
      return made;
    }));
    builder.add(stack, {1, samples.cycles[i], i, samples.time[i], -samples.time[i]});
    has_cycles = has_cycles || samples.cycles[i] > 1;
  }
  FlameGraph graph = builder.take();
  graph.has_cycles = has_cycles;
  graph.rows = &samples.row;
  return graph;
}

constexpr uint32_t kNoThread = UINT32_MAX;

// Where a launch stands: on a thread, in a path of ranges or with a call chain, or without what it lacks.
struct LaunchPlace {
  uint32_t thread = kNoThread;
  uint32_t place = 0;
  FrameKind missing = FrameKind::all;
};
// Kernels of one name that were launched at one place.
struct AlikeKernels {
  uint32_t name = 0;  // code of the kernel's name
  FlameWeight weight;
};
// The kernels of a scope by place.
struct LaunchedKernels {
  std::vector<LaunchPlace> places;
  std::vector<uint32_t> order;  // kernels
  std::vector<uint32_t> end;    // indexed by place: behind its last kernel in `order`
  bool places_differ = false;   // whether no two places have the same frames
};

// A counting sort by place, since most kernels have few places and each place has few names.
class LaunchSort {
 public:
  LaunchSort(const Profile& profile, const Scope& scope, const FlameQuestion& question)
      : profile_(profile), scope_(scope), question_(question), kernels_(profile.kernels()) {}

  // `place_of(kernel)` says where its launch stands.
  template <class PlaceOf>
  LaunchedKernels sorted(PlaceOf place_of) {
    Dictionary<uint64_t> codes;
    std::vector<uint32_t> place_of_kernel(kernels_.size(), kNoPlace);
    std::vector<uint32_t>& end = found_.end;  // of the place in front, until the kernels are placed
    ThrottledCheck check;
    for (uint32_t i = 0; i < kernels_.size(); ++i) {
      check();
      if (!scope_.has(kernels_.stream[i]) || !scope_.clip(kernels_.interval(i))) continue;
      const LaunchPlace at = place_of(i);
      if (!is_wanted(at)) continue;
      const uint64_t missing = static_cast<uint64_t>(at.missing);
      const uint32_t code = codes.code(uint64_t{at.thread} << 36 | missing << 32 | at.place);
      if (code == end.size()) {
        end.push_back(0);
        found_.places.push_back(at);
      }
      ++end[code];
      place_of_kernel[i] = code;
    }
    uint32_t all = 0;
    for (uint32_t& of : end) all += std::exchange(of, all);
    found_.order.resize(all);
    for (uint32_t i = 0; i < kernels_.size(); ++i)
      if (place_of_kernel[i] != kNoPlace) found_.order[end[place_of_kernel[i]]++] = i;
    return std::move(found_);
  }

 private:
  static constexpr uint32_t kNoPlace = UINT32_MAX;

  bool is_wanted(const LaunchPlace& at) const {
    return !question_.tid ||
           (at.thread != kNoThread && profile_.threads()[ThreadIx(at.thread)].tid == *question_.tid);
  }

  const Profile& profile_;
  const Scope& scope_;
  const FlameQuestion& question_;
  const Kernels& kernels_;
  LaunchedKernels found_;
};

// Sums the kernels of one place at a time by name.
class AlikeSums {
 public:
  AlikeSums(const Profile& profile, const Scope& scope) : scope_(scope), kernels_(profile.kernels()) {
    // Two codes may have one full name.
    std::unordered_map<uint32_t, uint32_t> first;
    for (uint32_t code = 0; code < kernels_.names.values.size(); ++code)
      name_of_code_.push_back(first.try_emplace(kernels_.names.values[code].full.value, code).first->second);
    alike_of_.assign(name_of_code_.size(), 0);
  }

  // Valid until the next call.
  const std::vector<AlikeKernels>& of(std::span<const uint32_t> kernels) {
    alike_.clear();
    for (const uint32_t kernel : kernels) {
      const uint32_t name = name_of_code_[kernels_.names.code[kernel]];
      uint32_t& known = alike_of_[name];
      if (known >= alike_.size() || alike_[known].name != name) {
        known = static_cast<uint32_t>(alike_.size());
        alike_.push_back({name, {}});
      }
      add(kernel, alike_[known].weight);
    }
    return alike_;
  }

 private:
  void add(uint32_t kernel, FlameWeight& weight) const {
    const Interval inside = *scope_.clip(kernels_.interval(kernel));
    if (weight.count == 0 || inside.duration() > weight.rank) {
      weight.example = kernel;
      weight.example_ns = inside.start;
      weight.rank = inside.duration();
    }
    weight.total += inside.duration();
    ++weight.count;
  }

  const Scope& scope_;
  const Kernels& kernels_;
  std::vector<uint32_t> name_of_code_;  // the first code of that full name
  std::vector<uint32_t> alike_of_;      // indexed by name: its place in `alike_`, where it is there
  std::vector<AlikeKernels> alike_;
};

uint32_t kernel_frame(FlameBuilder& builder, const Profile& profile, uint32_t code) {
  const NameId name = profile.kernels().names.values[code].full;
  return builder.frame(FrameKind::kernel, name.value, [&] {
    FlameFrame made{{}, std::string(profile.text(name))};
    made.number = name.value;
    return made;
  });
}

void push_thread(FlameBuilder& builder, const Profile& profile, uint32_t at, std::vector<uint32_t>& stack) {
  if (at == kNoThread) return;
  stack.push_back(builder.frame(FrameKind::thread, at, [&] {
    const Thread& thread = profile.threads()[ThreadIx(at)];
    FlameFrame made{{}, thread.name, profile.processes()[thread.process].name};
    made.pid = profile.pid_of(thread.process);
    made.tid = thread.tid;
    return made;
  }));
}

// `append(place, stack)` appends the frames of a place, the innermost first.
template <class Append>
FlameGraph graph_of_launches(FlameBuilder& builder, const Profile& profile, const Scope& scope,
                             const LaunchedKernels& launched, Append append) {
  AlikeSums sums(profile, scope);
  std::vector<uint32_t> stack;
  ThrottledCheck check;
  for (uint32_t at = 0, begin = 0; at < launched.places.size(); begin = launched.end[at++]) {
    const LaunchPlace& place = launched.places[at];
    stack.assign(1, 0);  // for the kernel
    if (place.missing != FrameKind::all)
      stack.push_back(builder.frame(place.missing));
    else
      append(place.place, stack);
    push_thread(builder, profile, place.thread, stack);
    const std::span<const uint32_t> around = std::span(stack).subspan(1);
    const uint32_t node = builder.is_inverted() ? 0 : builder.node_of(around);
    const auto kernels = std::span(launched.order).subspan(begin, launched.end[at] - begin);
    check(kernels.size());
    for (const AlikeKernels& of : sums.of(kernels)) {
      stack.front() = kernel_frame(builder, profile, of.name);
      check(builder.is_inverted() ? stack.size() : 1);
      if (builder.is_inverted())
        builder.add(stack, of.weight);
      else if (launched.places_differ)
        builder.add_new_below(node, stack.front(), of.weight);
      else
        builder.add_below(node, stack.front(), of.weight);
    }
  }
  FlameGraph graph = builder.take();
  graph.rows = &profile.kernels().row;
  return graph;
}

FlameGraph graph_of_ranges(const Profile& profile, const Scope& scope, const FlameQuestion& question) {
  const Nvtx& nvtx = profile.nvtx();
  const Calls& calls = profile.calls();
  const Launches& launches = profile.derived(build_launches);
  const Attribution& attribution = profile.derived(build_attribution);
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  LaunchedKernels launched = LaunchSort(profile, scope, question).sorted([&](uint32_t kernel) -> LaunchPlace {
    if (const uint32_t range = attribution.of_kernel[kernel]; range != NvtxForest::kNoRange)
      return {nvtx.thread[range].value, paths.of_range[range], FrameKind::all};
    const uint32_t call = launches.of_kernel[kernel];
    if (call == Launches::kNoCall) return {kNoThread, 0, FrameKind::no_launch};
    return {calls.thread[call].value, 0, FrameKind::no_range};
  });
  launched.places_differ = true;
  FlameBuilder builder(question);
  return graph_of_launches(builder, profile, scope, launched, [&](uint32_t path, auto& stack) {
    for (; path != NvtxPaths::kNoPath && stack.size() <= FlameGraph::kMostDepth; path = paths.parent[path])
      stack.push_back(builder.frame(FrameKind::range, paths.label[path], [&] {
        FlameFrame made{{}, labels.labels[paths.label[path]].label};
        made.number = paths.label[path];
        return made;
      }));
  });
}

Result<FlameGraph> graph_of_backtraces(const Profile& profile, const Scope& scope,
                                       const FlameQuestion& question, const Work& work) {
  const auto chains = LaunchChains::read(profile, work);
  if (!chains) return tl::unexpected(chains.error());
  const auto frames_of_calls = profile.events<CudaCallChains>(work);
  if (!frames_of_calls) return tl::unexpected(frames_of_calls.error());
  const Calls& calls = profile.calls();
  const Launches& launches = profile.derived(build_launches);
  const LaunchedKernels launched =
      LaunchSort(profile, scope, question).sorted([&](uint32_t kernel) -> LaunchPlace {
        const uint32_t call = launches.of_kernel[kernel];
        if (call == Launches::kNoCall) return {kNoThread, 0, FrameKind::no_launch};
        const auto chain = chains->backtrace(call);
        return {calls.thread[call].value, chain ? chain->id : 0,
                chain ? FrameKind::all : FrameKind::no_chain};
      });
  FlameBuilder builder(question);
  ChainFrames frames(builder, **frames_of_calls);
  return graph_of_launches(builder, profile, scope, launched, [&](uint32_t chain, auto& stack) {
    frames.append((*frames_of_calls)->of(chain), stack);
  });
}

}  // namespace

std::string_view name_of(FlameOf of) {
  switch (of) {
    case FlameOf::samples:
      return "samples";
    case FlameOf::nvtx:
      return "nvtx";
    case FlameOf::backtraces:
      return "backtraces";
  }
  return "";
}

std::string_view name_of(FrameKind kind) {
  constexpr std::string_view kNames[] = {"all",    "thread",   "function", "module",   "range",
                                         "kernel", "no_range", "no_chain", "no_launch"};
  return kNames[static_cast<size_t>(kind)];
}

Result<FlameGraph> flame_graph(const Profile& profile, const Scope& scope, const FlameQuestion& question,
                               const Work& work) {
  return cancellable(work, [&]() -> Result<FlameGraph> {
    switch (question.of) {
      case FlameOf::samples:
        return graph_of_samples(profile, scope, question, work);
      case FlameOf::nvtx:
        return graph_of_ranges(profile, scope, question);
      case FlameOf::backtraces:
        return graph_of_backtraces(profile, scope, question, work);
    }
    return FlameGraph();
  });
}

Result<bool> has_stacks(const Profile& profile, FlameOf of, const Work& work) {
  if (of == FlameOf::nvtx) {
    const Nvtx& nvtx = profile.nvtx();
    if (profile.kernels().size() == 0) return false;
    for (size_t i = 0; i < nvtx.size(); ++i)
      if (nvtx.is_range(i)) return true;
    return false;
  }
  if (of == FlameOf::samples) {
    const auto samples = profile.events<CpuSamples>(work);
    if (!samples) return tl::unexpected(samples.error());
    return (*samples)->size() > 0;
  }
  if (profile.kernels().size() == 0) return false;
  const auto traces = profile.events<CudaBacktraces>(work);
  if (!traces) return tl::unexpected(traces.error());
  return (*traces)->size() > 0;
}

}  // namespace nsys_ai
