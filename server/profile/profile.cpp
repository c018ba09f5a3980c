// Derives the extent and the notes of a capture, and its caches.
#include "profile/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "base/text_table.h"
#include "profile/families/family_reader.h"
#include "profile/open_file.h"

namespace nsys_ai {
namespace {

// The hull of `interval_of(i)` for each i below `count`.
template <class IntervalOf>
Interval hull_of(size_t count, IntervalOf interval_of) {
  constexpr size_t kPiece = 1 << 18;
  std::vector<Interval> pieces((count + kPiece - 1) / kPiece);
  parallel_for(usable_cores(), pieces.size(), [&](size_t piece) {
    Interval all;
    for (size_t i = piece * kPiece; i < std::min(count, (piece + 1) * kPiece); ++i)
      all = hull(all, interval_of(i));
    pieces[piece] = all;
  });
  return std::accumulate(pieces.begin(), pieces.end(), Interval(), hull);
}

Interval extent_of(const ProfileData& data) {
  Interval extent;
  for (const Spans* spans : std::initializer_list<const Spans*>{&data.kernels, &data.copies, &data.memsets,
                                                                &data.graph_runs, &data.calls})
    extent =
        hull(extent, hull_of(spans->size(), [&](size_t i) { return occupied_time(spans->interval(i)); }));
  extent = hull(extent, hull_of(data.nvtx.size(), [&](size_t i) {
                  if (!data.nvtx.is_range(i) && !data.nvtx.is_mark(i)) return Interval();
                  const Interval range = data.nvtx.interval(i);
                  return occupied_time(range.end == Nvtx::kOpen ? Interval{range.start, range.start} : range);
                }));
  return extent;
}

}  // namespace

Profile::Profile(ProfileData data, std::shared_ptr<const OpenFile> file)
    : data_(std::move(data)), file_(std::move(file)) {
  if (!data_.first_ns || !data_.last_ns) {
    const Interval extent = extent_of(data_);
    data_.first_ns = extent.start;
    data_.last_ns = extent.end;
  }
  for (const LoadNote& note : data_.notes) {
    short_ |= note.about;
    for (size_t part = 0; part < kDataParts; ++part)
      if ((note.about >> part & 1) != 0) losses_[part].notes.push_back(note.text);
  }
  outdated_.notes.push_back(fmt::format(
      "{} changed on disk since it was read, and what had not been read of it is no more to be had.",
      one_line(data_.info.path.filename().string())));
  unreadable_.notes.push_back(
      fmt::format("Not all of {} can be read: its disk or its network fails.",
                  one_line(data_.info.path.filename().string())));
  if (data_.info.calls_skipped) losses_[static_cast<size_t>(DataPart::calls)].skipped = "CUDA calls";
  if (data_.info.nvtx_skipped) losses_[static_cast<size_t>(DataPart::nvtx)].skipped = "NVTX ranges";
}

std::vector<std::string> Profile::notes() const {
  std::vector<std::string> texts;
  for (const LoadNote& note : data_.notes) texts.push_back(note.text);
  return texts;
}

void Profile::report_of_all_parts() const {
  for (const DataLoss& of : losses_) report_loss(of);
}

std::optional<int64_t> Profile::pid_of(ProcessIx process) const {
  const Process& found = data_.processes[process];
  if (!found.known) return std::nullopt;
  return found.pid;
}

bool Profile::has_table(std::string_view name) const {
  return std::any_of(data_.tables.begin(), data_.tables.end(),
                     [&](const FileTable& table) { return table.name == name; });
}

BuildSlots::Cost Profile::cost() const {
  // Values derived from this many events take a few milliseconds.
  constexpr size_t kFewEvents = 50'000;
  const size_t events = data_.kernels.size() + data_.copies.size() + data_.memsets.size() +
                        data_.graph_runs.size() + data_.calls.size() + data_.nvtx.size();
  return events > kFewEvents ? BuildSlots::Cost::large : BuildSlots::Cost::small;
}

Result<const void*> Profile::read_events(std::type_index family, ReadEvents read, const Work& work) const {
  const auto outdated = [&] {
    report_loss(outdated_);
    return fail(ErrorCode::outdated, outdated_.notes.front(), "Ask again: it is being reloaded.");
  };
  return built_.get({family, nullptr}, cost(), work, [&](const Work& shared) -> Result<BuildSlots::Made> {
    if (!file_) return read(FamilyReader(*this, nullptr, shared));
    const size_t failures = file_->image->read_failures();
    const bool changed_before = file_->was_changed();
    Result<BuildSlots::Made> events = BuildSlots::Made();
    if (!changed_before) events = read(FamilyReader(*this, file_.get(), shared));
    if (!changed_before && shared.cancel.cancelled()) return events;
    const bool changed = changed_before || file_->was_changed();
    if (file_->image->read_failures() > failures) {
      report_loss(unreadable_);
      return not_readable(data_.info.path);
    }
    if (changed) return outdated();
    return events;
  });
}

}  // namespace nsys_ai
