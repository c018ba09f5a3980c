// bench-reopen: how long a large profile takes to open from its own file, and from columns that were kept.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/memory.h"
#include "profile/column_cache.h"
#include "profile/load.h"

namespace nsys_ai::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

void drop(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw std::runtime_error("cannot open " + path.string());
  ::fsync(file);
  ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  ::close(file);
}

ProfilePtr load(const std::string& path, const ColumnCache* kept) {
  auto profile = load_profile(path, {}, {.window = {}, .kept = kept});
  if (!profile) throw std::runtime_error(profile.error().message);
  return *profile;
}

// What it takes to free a profile is not counted.
double seconds_to_open(const std::string& path, const ColumnCache* kept, ProfilePtr& profile) {
  profile.reset();
  const auto start = Clock::now();
  profile = load(path, kept);
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double seconds(const std::function<void()>& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Times {
  std::vector<double> cold, warm, kept_cold, kept_warm, writing;
};

void print(const char* what, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  fmt::print("{:36} best {:.3f} s, median {:.3f} s\n", what, times.front(), times[times.size() / 2]);
}

int run(const std::string& path, const fs::path& folder, int runs) {
  const ColumnCache cache({folder, INT64_MAX / 2}, free_bytes_in, {.least_bytes = 0, .settled_ns = 0});
  Times times;
  fs::path file;
  ProfilePtr profile;
  // In turns, so that what else the machine does disturbs all of them.
  for (int i = 0; i < runs; ++i) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    drop(path);
    times.cold.push_back(seconds_to_open(path, nullptr, profile));
    times.warm.push_back(seconds_to_open(path, nullptr, profile));
    times.writing.push_back(seconds([&] {
      if (!cache.keep(*profile, {})) throw std::runtime_error("nothing was kept");
    }));
    for (const auto& entry : fs::directory_iterator(folder)) file = entry.path();
    drop(path);
    drop(file);
    times.kept_cold.push_back(seconds_to_open(path, &cache, profile));
    times.kept_warm.push_back(seconds_to_open(path, &cache, profile));
    if (!fs::exists(file)) throw std::runtime_error("what was kept was of no use");
  }
  fmt::print("profile {:.0f} MB, columns {:.0f} MB, {} runs\n",
             static_cast<double>(fs::file_size(path)) / 1e6, static_cast<double>(fs::file_size(file)) / 1e6,
             runs);
  print("open, cold", times.cold);
  print("open, warm", times.warm);
  print("write the columns", times.writing);
  print("open from kept columns, both cold", times.kept_cold);
  print("open from kept columns, warm", times.kept_warm);
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return 0;
}

}  // namespace
}  // namespace nsys_ai::bench

int main(int count, char** arguments) {
  nsys_ai::give_back_large_blocks();  // as the program does
  if (count < 3) {
    std::fputs("usage: bench-reopen PROFILE EMPTY-FOLDER [RUNS]\n", stderr);
    return 2;
  }
  try {
    return nsys_ai::bench::run(arguments[1], arguments[2], count > 3 ? std::stoi(arguments[3]) : 5);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-reopen: {}\n", error.what());
    return 2;
  }
}
