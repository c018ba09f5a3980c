// Looks lines up by the labels on the path to them.
#include "view/outline_per_call.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace nsys_ai {
namespace {

// The labels below the thread, each on a line of its own. A kernel may have the name of a range.
std::vector<std::string> paths_of(const Outline& outline) {
  std::vector<std::string> paths;
  std::vector<std::string> around;
  for (const OutlineLine& line : outline.lines) {
    around.resize(line.depth);
    std::string path = line.depth == 0 || around.empty() ? "" : around.back();
    if (line.kind != OutlineLine::thread)
      path += (line.kind == OutlineLine::kernel ? "\nkernel " : "\n") + line.label;
    paths.push_back(path);
    around.push_back(std::move(path));
  }
  return paths;
}

bool is_called(const OutlineLine& line) {
  return line.kind == OutlineLine::range || line.kind == OutlineLine::kernel;
}
int64_t calls_of(const OutlineLine& line) {
  return line.kind == OutlineLine::kernel ? line.kernels : line.instances;
}
int64_t time_of_calls(const OutlineLine& line, bool by_gpu) {
  return by_gpu || line.kind == OutlineLine::kernel ? line.kernel_time : line.host;
}
double mean_of(int64_t time, int64_t calls) {
  return calls == 0 ? 0 : static_cast<double>(time) / static_cast<double>(calls);
}

}  // namespace

std::optional<double> PerCall::change() const {
  if (!before || *before <= 0) return std::nullopt;
  return now / *before - 1;
}

std::vector<std::optional<PerCall>> outline_per_call(const Outline& now, const Outline& before) {
  std::vector<std::optional<PerCall>> all(now.lines.size());
  if (now.by_gpu != before.by_gpu) return all;
  struct Sum {
    int64_t time = 0, calls = 0;
  };
  std::map<std::string, Sum> sums;
  const std::vector<std::string> paths_before = paths_of(before);
  for (size_t i = 0; i < before.lines.size(); ++i) {
    const OutlineLine& line = before.lines[i];
    if (!is_called(line)) continue;
    Sum& sum = sums[paths_before[i]];
    sum.time += time_of_calls(line, before.by_gpu);
    sum.calls += calls_of(line);
  }
  const std::vector<std::string> paths = paths_of(now);
  for (size_t i = 0; i < now.lines.size(); ++i) {
    const OutlineLine& line = now.lines[i];
    if (!is_called(line)) continue;
    all[i] = PerCall{mean_of(time_of_calls(line, now.by_gpu), calls_of(line)), std::nullopt};
    if (const auto found = sums.find(paths[i]); found != sums.end())
      all[i]->before = mean_of(found->second.time, found->second.calls);
  }
  return all;
}

int64_t ranges_missing(const Outline& now, const Outline& before) {
  const auto ranges_of = [](const Outline& outline) {
    std::set<std::string> ranges;
    const std::vector<std::string> paths = paths_of(outline);
    for (size_t i = 0; i < paths.size(); ++i)
      if (outline.lines[i].kind == OutlineLine::range) ranges.insert(paths[i]);
    return ranges;
  };
  const std::set<std::string> here = ranges_of(now);
  int64_t missing = 0;
  for (const std::string& path : ranges_of(before)) missing += here.contains(path) ? 0 : 1;
  return missing;
}

}  // namespace nsys_ai
