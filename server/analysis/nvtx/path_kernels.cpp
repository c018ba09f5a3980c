// A parallel counting sort of the kernels by path: each core handles a part of the paths.
#include "analysis/nvtx/path_kernels.h"

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analysis/nvtx/nvtx_paths.h"
#include "base/parallel.h"
#include "profile/dictionary.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

// Keeps the added elements with the largest totals; of equal ones texts decide, which are formatted only
// then.
class LargestPathKernels {
 public:
  LargestPathKernels(const Profile& profile, size_t most)
      : profile_(profile), paths_(profile.derived(build_nvtx_paths)), most_(most) {}

  void add(const PathKernel& of) {
    ++found_.total;
    if (most_ == 0 || (full_ && of.total < least_)) return;
    found_.first.push_back(of);
    if (found_.first.size() / 2 > most_ && found_.first.size() >= kMinCut) cut();
  }
  PathKernels take() {
    cut();
    return std::move(found_);
  }

 private:
  static constexpr size_t kMinCut = 1 << 10;

  void cut() {
    auto& first = found_.first;
    const auto end = first.begin() + static_cast<std::ptrdiff_t>(std::min(most_, first.size()));
    std::partial_sort(first.begin(), end, first.end(),
                      [&](const PathKernel& a, const PathKernel& b) { return goes_first(a, b); });
    first.erase(end, first.end());
    full_ = first.size() == most_;
    if (!first.empty()) least_ = first.back().total;
  }

  bool goes_first(const PathKernel& a, const PathKernel& b) {
    if (a.total != b.total) return a.total > b.total;
    const int paths = a.path == b.path ? 0 : text(a.path).compare(text(b.path));
    if (paths != 0) return paths < 0;
    return std::tuple(profile_.text(a.kernel), a.path) < std::tuple(profile_.text(b.kernel), b.path);
  }

  const std::string& text(uint32_t path) {
    std::string& text = texts_[path];
    if (text.empty()) text = paths_.text(profile_, path);
    return text;
  }

  const Profile& profile_;
  const NvtxPaths& paths_;
  const size_t most_;
  PathKernels found_;
  bool full_ = false;
  int64_t least_ = 0;  // the smallest kept total, once there are enough
  std::unordered_map<uint32_t, std::string> texts_;
};

// Numbers the distinct full names of kernels, by code of `Kernels::names`: two codes may share one.
std::vector<uint32_t> numbers_of_names(const Kernels& kernels) {
  Dictionary<uint64_t> distinct;
  std::vector<uint32_t> numbers;
  for (const KernelName& name : kernels.names.values) numbers.push_back(distinct.code(name.full.value));
  return numbers;
}

// Indexed by kernel: the innermost path around its launch; kNone where it has none, or is out of scope.
std::vector<uint32_t> paths_of_kernels(const Profile& profile, const Scope& scope) {
  constexpr size_t kPiece = 1 << 18;
  const Kernels& kernels = profile.kernels();
  const Attribution& attribution = profile.derived(build_attribution);
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  std::vector<uint32_t> of_kernel(kernels.size(), kNone);
  parallel_for(usable_cores(), kernels.size() / kPiece + 1, [&](size_t piece) {
    const size_t end = std::min(kernels.size(), (piece + 1) * kPiece);
    for (size_t i = piece * kPiece; i < end; ++i) {
      const uint32_t range = attribution.of_kernel[i];
      if (range != NvtxForest::kNoRange && scope.has(kernels.stream[i]) && scope.clip(kernels.interval(i)))
        of_kernel[i] = paths.of_range[range];
    }
  });
  return of_kernel;
}

struct Run {
  uint32_t name;  // number of the name
  int64_t duration;
};

// The runs of kernels by path, and their names.
struct RunsByPath {
  std::vector<uint32_t> end;  // indexed by path: index after its last run
  // Not zeroed, so that each core touches first the pages of its own part.
  std::unique_ptr<Run[]> runs;
  std::vector<NameId> names;  // indexed by number
};

// Splits the paths into parts with about equally many runs.
std::vector<uint32_t> parts_of_paths(const std::vector<uint32_t>& begin, size_t runs, size_t parts) {
  std::vector<uint32_t> bounds;
  for (size_t part = 0; part < parts; ++part)
    bounds.push_back(static_cast<uint32_t>(std::lower_bound(begin.begin(), begin.end(), runs * part / parts) -
                                           begin.begin()));
  bounds.push_back(static_cast<uint32_t>(begin.size()));
  return bounds;
}

void place_runs(const Profile& profile, const Scope& scope, const std::vector<uint32_t>& path_of,
                const std::vector<uint32_t>& number_of, uint32_t from, uint32_t to, RunsByPath& by_path) {
  const Kernels& kernels = profile.kernels();
  for (size_t i = 0; i < path_of.size(); ++i)
    if (path_of[i] >= from && path_of[i] < to)
      by_path.runs[by_path.end[path_of[i]]++] = {number_of[kernels.names.code[i]],
                                                 scope.clip(kernels.interval(i))->duration()};
}

PathKernels kernels_of_paths(const Profile& profile, const RunsByPath& by_path, uint32_t from, uint32_t to,
                             size_t most) {
  std::vector<uint32_t> place_of(by_path.names.size(), kNone);  // indexed by number: index in `of_path`
  std::vector<PathKernel> of_path;
  LargestPathKernels largest(profile, most);
  uint32_t at = from > 0 ? by_path.end[from - 1] : 0;
  for (uint32_t path = from; path < to; ++path) {
    of_path.clear();
    for (; at < by_path.end[path]; ++at) {
      const Run& run = by_path.runs[at];
      uint32_t& known = place_of[run.name];
      if (known >= of_path.size() || of_path[known].kernel != by_path.names[run.name]) {
        known = static_cast<uint32_t>(of_path.size());
        of_path.push_back({path, by_path.names[run.name]});
      }
      ++of_path[known].calls;
      of_path[known].total += run.duration;
    }
    for (const PathKernel& of : of_path) largest.add(of);
  }
  return largest.take();
}

}  // namespace

PathKernels kernels_by_path(const Profile& profile, const Scope& scope, size_t most) {
  const Kernels& kernels = profile.kernels();
  const std::vector<uint32_t> path_of = paths_of_kernels(profile, scope);
  const std::vector<uint32_t> number_of = numbers_of_names(kernels);
  RunsByPath by_path;
  by_path.names.resize(kernels.names.values.size());
  for (size_t code = 0; code < number_of.size(); ++code)
    by_path.names[number_of[code]] = kernels.names.values[code].full;
  by_path.end.assign(profile.derived(build_nvtx_paths).parent.size(), 0);
  for (const uint32_t path : path_of)
    if (path != kNone) ++by_path.end[path];
  uint32_t place = 0;
  for (uint32_t& of : by_path.end) place += std::exchange(of, place);
  by_path.runs = std::make_unique_for_overwrite<Run[]>(place);

  std::vector<PathKernels> parts(usable_cores());
  const std::vector<uint32_t> bounds = parts_of_paths(by_path.end, place, parts.size());
  parallel_for(usable_cores(), parts.size(), [&](size_t part) {
    place_runs(profile, scope, path_of, number_of, bounds[part], bounds[part + 1], by_path);
  });
  parallel_for(usable_cores(), parts.size(), [&](size_t part) {
    parts[part] = kernels_of_paths(profile, by_path, bounds[part], bounds[part + 1], most);
  });
  LargestPathKernels largest(profile, most);
  PathKernels all;
  for (const PathKernels& part : parts) {
    all.total += part.total;
    for (const PathKernel& of : part.first) largest.add(of);
  }
  all.first = largest.take().first;
  return all;
}

}  // namespace nsys_ai
