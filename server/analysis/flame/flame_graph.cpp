// Walks the samples, or the kernels with their launches, once, and gives each its stack.
#include "analysis/flame/flame_graph.h"

#include <algorithm>

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
    builder.add(stack, {1, 0, samples.cycles[i], i, samples.time[i], -samples.time[i]});
    has_cycles = has_cycles || samples.cycles[i] > 1;
  }
  FlameGraph graph = builder.take();
  graph.has_cycles = has_cycles;
  graph.rows = &samples.row;
  return graph;
}

constexpr uint32_t kNoThread = UINT32_MAX;

// Kernels of one name that were launched alike: in one path of ranges, or by one call chain.
struct AlikeKernels {
  uint32_t thread = kNoThread;
  uint32_t place = 0;
  FrameKind missing = FrameKind::all;  // what the place lacks, or none
  uint32_t name = 0;                   // code of the kernel's name
  FlameWeight weight;
};

struct LaunchPlace {
  uint32_t thread = kNoThread;
  uint32_t place = 0;
  FrameKind missing = FrameKind::all;
};

class AlikeLaunches {
 public:
  AlikeLaunches(const Profile& profile, const Scope& scope, const FlameQuestion& question)
      : profile_(profile), scope_(scope), question_(question) {}

  // `place_of(kernel)` says where its launch stands.
  template <class PlaceOf>
  std::vector<AlikeKernels> all(PlaceOf place_of) const {
    const Kernels& kernels = profile_.kernels();
    Dictionary<uint64_t> places;
    Dictionary<uint64_t> alike;
    std::vector<AlikeKernels> found;
    ThrottledCheck check;
    for (uint32_t i = 0; i < kernels.size(); ++i) {
      check();
      if (!scope_.has(kernels.stream[i])) continue;
      const auto inside = scope_.clip(kernels.interval(i));
      if (!inside) continue;
      const LaunchPlace at = place_of(i);
      if (question_.tid &&
          (at.thread == kNoThread || profile_.threads()[ThreadIx(at.thread)].tid != *question_.tid))
        continue;
      const uint64_t kind = static_cast<uint64_t>(at.missing);
      const uint32_t place = places.code(uint64_t{at.thread} << 36 | kind << 32 | at.place);
      const uint32_t code = alike.code(uint64_t{place} << 32 | kernels.names.code[i]);
      if (code == found.size()) found.push_back({at.thread, at.place, at.missing, kernels.names.code[i], {}});
      FlameWeight& of = found[code].weight;
      if (of.kernels == 0 || inside->duration() > of.rank) {
        of.example = i;
        of.example_ns = inside->start;
        of.rank = inside->duration();
      }
      of.total += inside->duration();
      ++of.kernels;
    }
    return found;
  }

 private:
  const Profile& profile_;
  const Scope& scope_;
  const FlameQuestion& question_;
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

FlameGraph graph_of_ranges(const Profile& profile, const Scope& scope, const FlameQuestion& question) {
  const Nvtx& nvtx = profile.nvtx();
  const Calls& calls = profile.calls();
  const Launches& launches = profile.derived(build_launches);
  const Attribution& attribution = profile.derived(build_attribution);
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const auto place_of = [&](uint32_t kernel) -> LaunchPlace {
    if (const uint32_t range = attribution.of_kernel[kernel]; range != NvtxForest::kNoRange)
      return {nvtx.thread[range].value, paths.of_range[range], FrameKind::all};
    const uint32_t call = launches.of_kernel[kernel];
    if (call == Launches::kNoCall) return {kNoThread, 0, FrameKind::no_launch};
    return {calls.thread[call].value, 0, FrameKind::no_range};
  };
  FlameBuilder builder(question);
  std::vector<uint32_t> stack;
  ThrottledCheck check;
  for (const AlikeKernels& of : AlikeLaunches(profile, scope, question).all(place_of)) {
    stack.assign(1, kernel_frame(builder, profile, of.name));
    if (of.missing != FrameKind::all) {
      stack.push_back(builder.frame(of.missing));
    } else {
      for (uint32_t path = of.place; path != NvtxPaths::kNoPath && stack.size() <= FlameGraph::kMostDepth;
           path = paths.parent[path]) {
        const uint32_t label = paths.label[path];
        stack.push_back(builder.frame(FrameKind::range, label, [&] {
          FlameFrame made{{}, labels.labels[label].label};
          made.number = label;
          return made;
        }));
      }
    }
    check(stack.size());
    push_thread(builder, profile, of.thread, stack);
    builder.add(stack, of.weight);
  }
  FlameGraph graph = builder.take();
  graph.rows = &profile.kernels().row;
  return graph;
}

Result<FlameGraph> graph_of_backtraces(const Profile& profile, const Scope& scope,
                                       const FlameQuestion& question, const Work& work) {
  const auto chains = LaunchChains::read(profile, work);
  if (!chains) return tl::unexpected(chains.error());
  const auto frames_of_calls = profile.events<CudaCallChains>(work);
  if (!frames_of_calls) return tl::unexpected(frames_of_calls.error());
  const Calls& calls = profile.calls();
  const Launches& launches = profile.derived(build_launches);
  const auto place_of = [&](uint32_t kernel) -> LaunchPlace {
    const uint32_t call = launches.of_kernel[kernel];
    if (call == Launches::kNoCall) return {kNoThread, 0, FrameKind::no_launch};
    const auto chain = chains->backtrace(call);
    return {calls.thread[call].value, chain ? chain->id : 0, chain ? FrameKind::all : FrameKind::no_chain};
  };
  FlameBuilder builder(question);
  ChainFrames frames(builder, **frames_of_calls);
  std::vector<uint32_t> stack;
  ThrottledCheck check;
  for (const AlikeKernels& of : AlikeLaunches(profile, scope, question).all(place_of)) {
    stack.assign(1, kernel_frame(builder, profile, of.name));
    if (of.missing == FrameKind::all)
      frames.append((*frames_of_calls)->of(of.place), stack);
    else
      stack.push_back(builder.frame(of.missing));
    check(stack.size());
    push_thread(builder, profile, of.thread, stack);
    builder.add(stack, of.weight);
  }
  FlameGraph graph = builder.take();
  graph.rows = &profile.kernels().row;
  return graph;
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
