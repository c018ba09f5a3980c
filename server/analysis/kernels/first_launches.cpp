// One pass over the first kernel of each launch; memory use grows with the names that a process launched.
#include "analysis/kernels/first_launches.h"

#include <algorithm>
#include <tuple>

#include "analysis/kernels/first_kernels.h"
#include "base/context.h"
#include "profile/dictionary.h"
#include "profile/order.h"

namespace nsys_ai {

FirstLaunches build_first_launches(const Profile& profile) {
  const Kernels& kernels = profile.kernels();
  const Calls& calls = profile.calls();
  const Launches& launches = profile.derived(build_launches);
  FirstLaunches first;
  Dictionary<uint64_t> known;
  ThrottledCheck check;
  for (const uint32_t kernel : profile.derived(build_first_kernels).kernels) {
    check();
    const FirstLaunch launch{profile.threads()[calls.thread[launches.of_kernel[kernel]]].process,
                             kernels.names.code[kernel], launches.of_kernel[kernel]};
    const uint32_t place = known.code(uint64_t{launch.process.value} << 32 | launch.name);
    if (place == first.all.size())
      first.all.push_back(launch);
    else if (calls.start[launch.call] < calls.start[first.all[place].call])
      first.all[place] = launch;
  }
  std::sort(first.all.begin(), first.all.end(), [](const FirstLaunch& a, const FirstLaunch& b) {
    return std::tuple(a.process, a.name) < std::tuple(b.process, b.name);
  });
  return first;
}

}  // namespace nsys_ai
