// One pass over the operations of each device that keeps only the longest stretch of each stream.
#include "analysis/kernels/compute_stretches.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "analysis/kernels/kernels.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

bool breaks(StretchEnd by, BreakingOperations breaking) {
  return breaking == BreakingOperations::any ||
         (breaking == BreakingOperations::communication && by == StretchEnd::communication);
}

std::vector<StreamCompute> longest_first(const Profile& profile, std::vector<StreamCompute> streams) {
  const auto place = [&](const StreamCompute& of) {
    const Stream& stream = profile.streams()[of.longest.stream];
    const Device& device = profile.devices()[stream.device];
    return std::tuple(-of.longest.time.duration(), device.ordinal, profile.processes()[device.process].key,
                      stream.context, stream.stream);
  };
  std::sort(streams.begin(), streams.end(),
            [&](const StreamCompute& a, const StreamCompute& b) { return place(a) < place(b); });
  return streams;
}

}  // namespace

std::string_view name_of(StretchEnd end) {
  constexpr std::array<std::string_view, 6> names = {"pause", "communication", "compute",
                                                     "copy",  "memset",        "nothing more"};
  return names[static_cast<size_t>(end)];
}

ComputeStretches compute_stretches(const Profile& profile, const Scope& scope, int64_t longest_pause,
                                   BreakingOperations breaking) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  const OperationOrder& order = profile.derived(build_operation_order);
  const OperationNumbers numbers(profile);
  std::vector<StreamCompute> of_stream(profile.streams().size());
  ComputeStretches found;
  StreamStretches stretches(longest_pause, [&](const StreamStretch& stretch) {
    StreamCompute& of = of_stream[stretch.stream];
    if (of.stretches++ == 0 || stretch.time.duration() > of.longest.time.duration()) of.longest = stretch;
  });
  ThrottledCheck check;
  for (const DeviceIx device : scope.devices()) {
    for (const uint32_t number : order.of_device[device]) {
      check();
      const auto [kind, at] = numbers[number];
      const Operations& family = numbers.family(kind);
      const auto inside = scope.clip(family.interval(at));
      if (!inside) continue;
      const StreamIx stream(family.stream[at]);
      const bool communicates = kind == OperationNumbers::kernel &&
                                families.of(profile.kernels().name(at)) == KernelFamily::communication;
      const StretchEnd by = communicates                     ? StretchEnd::communication
                            : kind == OperationNumbers::copy ? StretchEnd::copy
                                                             : StretchEnd::memset;
      if (kind == OperationNumbers::graph_run) ++found.graphs;
      if (!communicates && (kind == OperationNumbers::kernel || kind == OperationNumbers::graph_run))
        stretches.add(stream, number, *inside);
      else if (breaks(by, breaking))
        stretches.interrupt(stream, by);
    }
    stretches.finish();
  }
  std::erase_if(of_stream, [](const StreamCompute& of) { return of.stretches == 0; });
  found.streams = longest_first(profile, std::move(of_stream));
  return found;
}

}  // namespace nsys_ai
