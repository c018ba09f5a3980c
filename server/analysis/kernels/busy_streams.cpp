// One sweep over the operations of each device in order of start, which is also the order on each stream.
#include "analysis/kernels/busy_streams.h"

#include <algorithm>
#include <map>

#include "base/context.h"
#include "profile/operations_around.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

struct SweptStreams {
  BusyStream time;
  Sum busy;
  int64_t covered_to = INT64_MIN;
};

}  // namespace

std::vector<BusyStream> busy_streams(const Profile& profile, const Scope& scope) {
  const OperationNumbers numbers(profile);
  std::vector<BusyStream> times;
  ThrottledCheck check;
  for (const DeviceIx device : scope.devices()) {
    std::map<StreamIx, SweptStreams> swept;
    for (const uint32_t number : operations_around(profile, device, scope.bounds())) {
      check();
      const auto [kind, at] = numbers[number];
      const StreamIx stream = numbers.family(kind).stream[at];
      const auto inside = scope.has(stream) ? scope.clip(numbers.family(kind).interval(at)) : std::nullopt;
      if (!inside) continue;
      SweptStreams& of = swept[stream];
      ++of.time.operations;
      if (kind == OperationNumbers::kernel) {
        ++of.time.kernels;
        of.time.kernel_time += inside->duration();
      }
      if (kind == OperationNumbers::copy) of.time.copy_time += inside->duration();
      if (inside->end > of.covered_to) of.busy += inside->end - std::max(inside->start, of.covered_to);
      of.covered_to = std::max(of.covered_to, inside->end);
    }
    for (auto& [stream, of] : swept) {
      of.time.stream = stream;
      of.time.busy = of.busy;
      times.push_back(of.time);
    }
  }
  return times;
}

}  // namespace nsys_ai
