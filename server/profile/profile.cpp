// What a loaded capture knows of itself.
#include "profile/profile.h"

#include <algorithm>

namespace nsys_ai {
namespace {

Interval extent_of(const ProfileData& data) {
  Interval extent{INT64_MAX, INT64_MIN};
  const auto cover = [&](const std::vector<int64_t>& start, const std::vector<int64_t>& end) {
    for (size_t i = 0; i < start.size(); ++i) {
      extent.start = std::min(extent.start, start[i]);
      extent.end = std::max(extent.end, end[i]);
    }
  };
  cover(data.kernels.start, data.kernels.end);
  cover(data.copies.start, data.copies.end);
  cover(data.memsets.start, data.memsets.end);
  cover(data.calls.start, data.calls.end);
  for (size_t i = 0; i < data.nvtx.size(); ++i) {
    if (!data.nvtx.is_range(i) && !data.nvtx.is_mark(i)) continue;
    extent.start = std::min(extent.start, data.nvtx.start[i]);
    const bool open = data.nvtx.end[i] == Nvtx::kOpen;
    extent.end = std::max(extent.end, open ? data.nvtx.start[i] : data.nvtx.end[i]);
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
