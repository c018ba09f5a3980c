// The steady clock, and the loader of the program.
#include "tests/bench/clock.h"

#include <chrono>
#include <ctime>
#include <stdexcept>
#include <utility>

#include "profile/load/load.h"

namespace nsys_ai::bench {

double ms_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

const Profile& opened(const std::string& path, const ColumnCache* kept) {
  auto profile = load_profile(path, Work{}, {.window = {}, .column_cache = kept});
  if (!profile) throw std::runtime_error(profile.error().message);
  return **new ProfilePtr(std::move(*profile));
}

}  // namespace nsys_ai::bench
