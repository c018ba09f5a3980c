// Keeps and finds columns through the same class as the program does.
#include "tests/bench/reopen.h"

#include <cstdint>
#include <stdexcept>

#include "profile/cache/column_cache.h"
#include "profile/load/load.h"
#include "tests/bench/clock.h"

namespace nsys_ai::bench {
namespace {

namespace fs = std::filesystem;

ColumnCache cache_in(const fs::path& folder) {
  return ColumnCache({folder, INT64_MAX / 2}, free_bytes_in, {.min_bytes = 0, .stable_ns = 0});
}

}  // namespace

fs::path kept_file(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file() && entry.file_size() > 0) return entry.path();
  throw std::runtime_error("nothing was kept in " + folder.string());
}

Kept measure_keeping(const std::string& path, const fs::path& folder) {
  const ColumnCache cache = cache_in(folder);
  const Profile& profile = opened(path);
  Kept kept;
  kept.ms = ms_of([&] { cache.keep(profile, {}); });
  kept.bytes = static_cast<int64_t>(fs::file_size(kept_file(folder)));
  return kept;
}

double measure_reopening(const std::string& path, const fs::path& folder) {
  const ColumnCache cache = cache_in(folder);
  const double ms = ms_of([&] { opened(path, &cache); });
  kept_file(folder);  // What is of no use is removed.
  return ms;
}

}  // namespace nsys_ai::bench
