// Selects the streams of each device, then sweeps over its operations with a matrix of sums.
#include "analysis/kernels/stream_pairs.h"

#include <algorithm>
#include <tuple>

#include "analysis/kernels/device_sweep.h"
#include "base/sum.h"

namespace nsys_ai {
namespace {

// Indexed by device: the streams with operations in the scope, by time in descending order.
std::vector<std::vector<StreamIx>> streams_that_ran(const Profile& profile, const Scope& scope) {
  std::vector<Sum> time(profile.streams().size());
  std::vector<bool> ran(profile.streams().size(), false);
  const OperationNumbers numbers(profile);
  ThrottledCheck check;
  for (const auto kind : {OperationNumbers::kernel, OperationNumbers::copy, OperationNumbers::memset,
                          OperationNumbers::graph_run}) {
    const Operations& family = numbers.family(kind);
    for (size_t i = 0; i < family.size(); ++i) {
      check();
      const auto inside = scope.clip(family.interval(i));
      if (!inside) continue;
      ran[family.stream[i]] = true;
      time[family.stream[i]] += inside->duration();
    }
  }
  std::vector<std::vector<StreamIx>> of_device(profile.devices().size());
  for (size_t i = 0; i < ran.size(); ++i)
    if (ran[i] && scope.has(StreamIx(i))) of_device[profile.streams()[i].device].emplace_back(i);
  const auto place = [&](StreamIx of) {
    const Stream& stream = profile.streams()[of];
    return std::tuple(-int64_t{time[of]}, stream.context, stream.stream);
  };
  for (auto& streams : of_device)
    std::sort(streams.begin(), streams.end(), [&](StreamIx a, StreamIx b) { return place(a) < place(b); });
  return of_device;
}

// The pairs of selected streams of one device, in the order of the streams.
std::vector<StreamPair> pairs_of(const Profile& profile, const Scope& scope, DeviceIx device,
                                 const std::vector<StreamIx>& streams) {
  const size_t count = streams.size();
  std::unordered_map<uint32_t, size_t> lane_of;
  for (size_t i = 0; i < count; ++i) lane_of[streams[i].value] = i;
  const OperationNumbers numbers(profile);
  std::vector<int64_t> both(count * count, 0);  // the smaller lane first; the diagonal holds single streams
  ActiveLanes active;
  // Streams that are not compared share the last lane.
  const auto lane = [&](OperationNumbers::Kind kind, uint32_t at) {
    const auto known = lane_of.find(StreamIx(numbers.family(kind).stream[at]).value);
    return known == lane_of.end() ? count : known->second;
  };
  int64_t now = 0;
  const auto change = [&](size_t of, int by) {
    if (of == count) return;
    active.change(of, by, now, [&](size_t ended, int64_t since) {
      both[ended * count + ended] += now - since;
      for (const size_t other : active.active())
        both[std::min(ended, other) * count + std::max(ended, other)] +=
            now - std::max(since, active.since(other));
    });
  };
  sweep_device(profile, scope, device, lane, change, [&](int64_t ns) { now += ns; });
  std::vector<StreamPair> pairs;
  for (size_t a = 0; a < count; ++a)
    for (size_t b = a + 1; b < count; ++b)
      if (both[a * count + b] > 0)
        pairs.push_back(
            {streams[a], streams[b], both[a * count + b], both[a * count + a], both[b * count + b]});
  return pairs;
}

}  // namespace

StreamPairs stream_pairs(const Profile& profile, const Scope& scope) {
  StreamPairs all;
  const auto place = [&](StreamIx of) {
    return std::pair(profile.streams()[of].context, profile.streams()[of].stream);
  };
  auto of_device = streams_that_ran(profile, scope);
  for (const DeviceIx device : scope.devices()) {
    auto& streams = of_device[device];
    if (streams.size() > StreamPairs::kMostStreams) {
      all.skipped.push_back({device, static_cast<int64_t>(streams.size())});
      streams.resize(StreamPairs::kMostStreams);
    }
    if (streams.size() < 2) continue;
    std::sort(streams.begin(), streams.end(), [&](StreamIx a, StreamIx b) { return place(a) < place(b); });
    std::vector<StreamPair> pairs = pairs_of(profile, scope, device, streams);
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const StreamPair& x, const StreamPair& y) { return x.both > y.both; });
    all.pairs.insert(all.pairs.end(), pairs.begin(), pairs.end());
  }
  return all;
}

}  // namespace nsys_ai
