// Names of groups and of what they hold.
#include "trace/row_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace nsys_ai::inline trace {
namespace {

// The viewer sorts the groups at the top by name, whatever their ranks: the ordinals get one width.
std::vector<std::string> names_of_devices(const Profile& profile) {
  int64_t largest = 0;
  for (const Device& device : profile.devices()) largest = std::max(largest, device.ordinal);
  const size_t width = std::to_string(largest).size();
  std::vector<std::string> names;
  for (const Device& device : profile.devices()) {
    std::string name = fmt::format("GPU {:0{}}", device.ordinal, width);
    if (device.gpu.exists() && !profile.gpus()[device.gpu].name.empty())
      name += " · " + profile.gpus()[device.gpu].name;
    if (const auto pid = profile.pid_of(device.process)) name += fmt::format(" · pid {}", *pid);
    names.push_back(std::move(name));
  }
  return names;
}

// The context is named where two of a device have streams of one number.
std::vector<std::string> names_of_streams(const Profile& profile) {
  std::map<std::pair<size_t, int64_t>, int> alike;
  for (const Stream& stream : profile.streams()) ++alike[{stream.device, stream.stream}];
  std::vector<std::string> names;
  for (const Stream& stream : profile.streams()) {
    std::string name = fmt::format("Stream {}", stream.stream);
    if (alike[{stream.device, stream.stream}] > 1) name += fmt::format(" · context {}", stream.context);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

RowNames row_names(const Profile& profile) { return {names_of_devices(profile), names_of_streams(profile)}; }

}  // namespace nsys_ai::inline trace
