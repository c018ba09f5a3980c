// Reads /proc and the files of control groups, versions 1 and 2.
#include "base/memory.h"

#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

#include "base/quantity.h"

namespace nsys_ai {
namespace {

constexpr int64_t kUnknown = std::numeric_limits<int64_t>::max();

std::atomic<int64_t> allowed{0};

// The first number in a file; kUnknown when there is none, as in "max".
int64_t number_in(const std::string& path) {
  std::ifstream file(path);
  int64_t number = 0;
  return file >> number ? number : kUnknown;
}

int64_t machine_available() {
  std::ifstream file("/proc/meminfo");
  std::string key;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("MemAvailable:")) return std::strtoll(line.c_str() + 13, nullptr, 10) * 1024;
  return kUnknown;
}

// What the group may still allocate; reclaimable file pages count as used.
int64_t group_left(const std::string& limit_file, const std::string& used_file) {
  const int64_t limit = number_in(limit_file);
  const int64_t used = number_in(used_file);
  return limit == kUnknown || used == kUnknown ? kUnknown : std::max<int64_t>(0, limit - used);
}

// The folder of this process's group in the unified hierarchy.
std::string group_folder() {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("0::")) return "/sys/fs/cgroup" + line.substr(3);
  return "/sys/fs/cgroup";
}

}  // namespace

int64_t memory_resident() {
  std::ifstream file("/proc/self/statm");
  int64_t all = 0;
  int64_t pages = 0;
  return file >> all >> pages ? pages * sysconf(_SC_PAGESIZE) : 0;
}

void set_memory_limit(int64_t bytes) { allowed = bytes; }

std::optional<int64_t> memory_limit() {
  if (const int64_t set = allowed; set > 0) return set;
  const char* const text = std::getenv("NSYS_AI_MEMORY_LIMIT");
  return text == nullptr ? std::nullopt : parse_bytes(text);
}

int64_t memory_left() {
  if (const auto limit = memory_limit()) return std::max<int64_t>(0, *limit - memory_resident());
  const std::string group = group_folder();
  const int64_t left =
      std::min({machine_available(), group_left(group + "/memory.max", group + "/memory.current"),
                group_left("/sys/fs/cgroup/memory/memory.limit_in_bytes",
                           "/sys/fs/cgroup/memory/memory.usage_in_bytes")});
  return left == kUnknown ? kUnknown : left / 5 * 4;
}

void release_large_blocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

}  // namespace nsys_ai
