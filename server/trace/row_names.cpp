// Names of groups and their rows.
#include "trace/row_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace nsys_ai {

RowNames::RowNames(const Profile& profile) : profile_(profile) {
  int64_t largest = 0;
  for (const Device& device : profile.devices()) largest = std::max(largest, device.ordinal);
  ordinal_width_ = std::to_string(largest).size();
  std::vector<Numbered> all;
  all.reserve(profile.streams().size());
  for (const Stream& stream : profile.streams()) all.emplace_back(stream.device, stream.stream);
  std::sort(all.begin(), all.end());
  for (auto at = all.begin(); (at = std::adjacent_find(at, all.end())) != all.end(); ++at)
    in_contexts_.push_back(*at);
}

// The viewer sorts top-level groups by name, whatever their ranks, so ordinals are padded to one width. The
// model comes last, where a narrow name column cuts it off: all GPUs of one machine usually share it.
std::string RowNames::device(DeviceIx at) const {
  const Device& device = profile_.devices()[at];
  std::string name = fmt::format("GPU {:0{}}", device.ordinal, ordinal_width_);
  if (const auto pid = profile_.pid_of(device.process)) name += fmt::format(" · pid {}", *pid);
  if (device.gpu.exists() && !profile_.gpus()[device.gpu].name.empty())
    name += (device.slice.empty() ? " · " : " · slice of ") + profile_.gpus()[device.gpu].name;
  return name;
}

// Names the context where two streams of a device have the same number.
std::string RowNames::stream(StreamIx at) const {
  const Stream& stream = profile_.streams()[at];
  std::string name = fmt::format("Stream {}", stream.stream);
  if (std::binary_search(in_contexts_.begin(), in_contexts_.end(), Numbered(stream.device, stream.stream)))
    name += fmt::format(" · context {}", stream.context);
  return name;
}

}  // namespace nsys_ai
