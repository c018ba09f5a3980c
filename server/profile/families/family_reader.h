// Reads one family of events on first use.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "profile/families/family_fields.h"
#include "profile/load/row_moves.h"
#include "profile/open_file.h"
#include "profile/schema.h"

namespace nsys_ai {

// A table of a family, and the number that identifies it among the family's tables.
struct FamilyTable {
  TableKind family;
  uint8_t source = 0;
};

// Finds the device and stream of a profile for a place.
void find_place(const Profile& profile, ProcessIx process, EventPlace& place);

// For one thread, while a profile reads one of its families.
class FamilyReader {
 public:
  // `file` is null for a profile without a file, which has no tables.
  FamilyReader(const Profile& profile, const OpenFile* file, const Work& work)
      : profile_(profile), file_(file), work_(work) {}

  const Profile& profile() const { return profile_; }
  const Work& work() const { return work_; }
  size_t threads() const { return usable_cores(); }
  // Null when the file has none.
  const FileTable* table(TableKind family) const {
    return file_ == nullptr ? nullptr : find_table(profile_.tables(), family);
  }

  // Fails when cancelled, or when there are too many rows to number.
  Result<std::vector<ScannedTable>> scan(const std::vector<TableScan>& scans) const;
  // Reads a table of a few rows in this thread; malformed rows are reported in `notes`.
  Result<void> each_row(TableKind family, as::Columns columns, LazyFamily& into,
                        const std::function<void(TableRow&)>& visit) const;
  // The same for a table that is in no family.
  Result<void> each_row_of(const FileTable& table, const std::vector<std::string_view>& columns,
                           LazyFamily& into, const std::function<void(TableRow&)>& visit) const;
  Result<void> each_row(const FileTable& of, as::Columns columns, LazyFamily& into,
                        const std::function<void(TableRow&)>& visit) const;
  // Maps the codes of all parts to indices in `family`, which receives their texts, threads and places.
  Result<void> resolve(LazyFamily& family, const std::vector<PartKeys*>& parts) const;
  // Data loss that affects the entire file, in sentences.
  const std::vector<std::string>& file_losses() const;
  // Reads the texts that the parts need.
  Result<void> read_texts(LazyFamily& family, Strings& strings) const;
  void note(LazyFamily& family, const TableScan& scan, const ScannedTable& scanned,
            const std::vector<std::string_view>& came_later, const RejectedRows& rejected,
            int64_t skipped) const;

 private:
  const Profile& profile_;
  const OpenFile* file_;
  const Work& work_;
};

// Moves the events of a family.
template <class T>
struct MoveFields {
  T& family;
  RowMover& mover;

  template <class As, class... C, class... M>
  void operator()(const As&, as::Columns, M C::*... members) {
    (mover.column("", family.*members), ...);
  }
};

// Puts events in order of time, of equal times by all fields, so that the order of the file's rows does not
// matter. Returns how many were left out because they equal another one in every field.
template <class T>
size_t put_in_time_order(T& family) {
  const auto time = [&](uint32_t row) {
    if constexpr (requires { family.start; })
      return family.start[row];
    else
      return family.time[row];
  };
  const auto rows = static_cast<uint32_t>(family.size());
  std::vector<uint32_t> late;
  for (uint32_t row = 1; row < rows; ++row)
    if (time(row) <= time(row - 1)) late.push_back(row);
  const auto compared = [&](uint32_t a, uint32_t b) {
    CompareFields<T> fields{family, a, b};
    T::fields(fields);
    return fields.order;
  };
  std::vector<Stretch> stretches = stretches_of(rows, time, late);
  const size_t dropped = sort_stretches(stretches, rows, time, compared, [&](uint32_t row) {
    // Two events without a length may be equal, if the clock is coarse.
    if constexpr (requires { family.duration; })
      return family.duration[row] > 0;
    else
      return static_cast<void>(row), false;
  });
  forget_sorted(stretches);
  if (stretches.empty()) return 0;
  RowMover mover(stretches, dropped);
  MoveFields<T> fields{family, mover};
  T::fields(fields);
  mover.column("", family.row);
  return dropped;
}

// Reads all tables of a family by its field list, one after the other.
template <class T>
Result<T> read_fields(const FamilyReader& reader, std::initializer_list<FamilyTable> tables) {
  T family;
  const ColumnList columns = requested_columns<T>();
  std::vector<TableScan> scans;
  for (const FamilyTable& of : tables)
    if (const FileTable* table = reader.table(of.family))
      scans.push_back(
          {table, columns.wanted, [source = of.source, recording = reader.profile().info().duration_ns] {
             auto part = std::make_unique<FieldsPart<T>>(source);
             // A call may wait for longer than the recording, which did not see it return.
             if constexpr (requires { part->events.place; })
               part->part_keys.rejected.expect_recording(recording);
             return part;
           }});
  auto scanned = reader.scan(scans);
  if (!scanned) return tl::unexpected(scanned.error());
  std::vector<FieldsPart<T>*> parts;
  std::vector<PartKeys*> part_keys;
  for (size_t i = 0; i < scans.size(); ++i) {
    RejectedRows rejected;
    int64_t skipped = 0;
    for (FieldsPart<T>* part : parts_of<FieldsPart<T>>((*scanned)[i])) {
      parts.push_back(part);
      part_keys.push_back(&part->part_keys);
      rejected.add(part->part_keys.rejected);
      skipped += part->part_keys.skipped;
    }
    reader.note(family, scans[i], (*scanned)[i], columns.came_later, rejected, skipped);
  }
  if (auto resolved = reader.resolve(family, part_keys); !resolved) return tl::unexpected(resolved.error());
  Jobs jobs;
  ConcatFields<T> concatenate{family, parts, jobs};
  T::fields(concatenate);
  jobs.push_back([&] { ConcatFields<T>::put(family, parts, as::Verbatim(), &T::row); });
  parallel_for(reader.threads(), jobs.size(), [&](size_t job) {
    if (!reader.work().cancel.cancelled()) jobs[job]();
  });
  if (reader.work().cancel.cancelled()) return cancelled();
  if constexpr (
      requires { family.start; } || requires { family.time; })
    if (const size_t repeated = put_in_time_order(family); repeated > 0)
      family.note_loss(fmt::format("{}: {} rows are equal to another one in every column and count once.",
                                   scans.front().table->name, repeated));
  return family;
}

}  // namespace nsys_ai
