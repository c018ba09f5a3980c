// What a loaded capture knows of itself.
#include "profile/profile.h"

#include <algorithm>

namespace nsys_ai {
namespace {

Interval extent_of(const ProfileData& data) {
  Interval extent{INT64_MAX, INT64_MIN};
  const auto cover = [&](const Spans& spans) {
    for (size_t i = 0; i < spans.size(); ++i) {
      extent.start = std::min(extent.start, spans.start[i]);
      extent.end = std::max(extent.end, spans.end(i));
    }
  };
  cover(data.kernels);
  cover(data.copies);
  cover(data.memsets);
  cover(data.graph_runs);
  cover(data.calls);
  for (size_t i = 0; i < data.nvtx.size(); ++i) {
    if (!data.nvtx.is_range(i) && !data.nvtx.is_mark(i)) continue;
    extent.start = std::min(extent.start, data.nvtx.start[i]);
    const int64_t end = data.nvtx.end(i);
    extent.end = std::max(extent.end, end == Nvtx::kOpen ? data.nvtx.start[i] : end);
  }
  if (extent.start > extent.end) return {};
  return extent;
}

}  // namespace

Profile::Profile(ProfileData data) : data_(std::move(data)), extent_(extent_of(data_)) {}

std::optional<int64_t> Profile::pid_of(ProcessIx process) const {
  const Process& found = data_.processes[process];
  if (!found.known) return std::nullopt;
  return found.pid;
}

bool Profile::has_table(std::string_view name) const {
  return std::any_of(data_.tables.begin(), data_.tables.end(),
                     [&](const FileTable& table) { return table.name == name; });
}

Profile::Slot& Profile::slot_of(void* key) const {
  const std::lock_guard lock(slots_lock_);
  std::unique_ptr<Slot>& slot = slots_[key];
  if (!slot) slot = std::make_unique<Slot>();
  return *slot;
}

}  // namespace nsys_ai
