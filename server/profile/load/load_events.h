// The event types that are read when a capture is opened. Used only by load.cpp.
#pragma once

#include "profile/load/event_part.h"
#include "profile/load/time_order.h"

namespace nsys_ai {

// The loader of one event type: its columns, the sink for its rows, and the conversion of parts to columns of
// the profile.
struct EventLoader {
  TableKind family;
  std::vector<std::string_view> columns;
  std::function<std::unique_ptr<RowSink>(std::optional<Interval> window, ProfileData&)> new_part;
  void (*want_texts)(ScannedTable&, Strings&);
  // Called after the strings were read. Numbers identities directly, and leaves moving the columns to the
  // jobs.
  void (*gather)(LoadContext&, ScannedTable&, Jobs&);
  RejectedRows (*rejected)(ScannedTable&);
  // Called after the jobs. Returns how many rows were left out because they stand twice.
  size_t (*put_in_order)(ProfileData&, ScannedTable&);
};

// Fills the columns of the profile in place, where the place of each part is known. A window loads only few
// of the rows, so the gaps between its parts would be too large.
template <class Part>
struct PlacedPart : Part {
  explicit PlacedPart(ProfileData& into) : data(into) {
    this->rejected.expect_recording(into.info.duration_ns);
    if constexpr (requires { Part::kOfOperations; }) this->rejected.zero_is_unknown = true;
  }
  void expect(const PartPlace& place) override {
    if (this->rejected.window) return;
    BorrowVisitor<Part> visit(*this, place);
    Part::columns(Part::family(data), visit);
  }
  ProfileData& data;
};

// The late rows of all parts; the first row of each is among them.
template <class Part, class Base>
std::vector<uint32_t> all_late(const std::vector<Part*>& parts, Latecomers Base::*late) {
  std::vector<uint32_t> all;
  uint32_t first = 0;
  for (const Part* part : parts) {
    all.push_back(first);
    (part->*late).each([&](uint32_t row) { all.push_back(first + row); });
    first += (part->*late).size();
  }
  return all;
}
template <class Part, class Base>
size_t count_late(const std::vector<Part*>& parts, Latecomers Base::*late) {
  size_t count = 0;
  for (const Part* part : parts) count += (part->*late).count();
  return count;
}

template <class Part>
EventLoader loader_of(TableKind family) {
  return {family,
          Part::wanted(),
          [](std::optional<Interval> window, ProfileData& data) {
            auto part = std::make_unique<PlacedPart<Part>>(data);
            part->rejected.window = window;
            return part;
          },
          [](ScannedTable& scanned, Strings& strings) {
            for (Part* part : parts_of<Part>(scanned)) part->want(strings);
          },
          [](LoadContext& loading, ScannedTable& scanned, Jobs& jobs) {
            Part::gather(loading, parts_of<Part>(scanned), jobs);
          },
          [](ScannedTable& scanned) {
            RejectedRows all;
            for (const Part* part : parts_of<Part>(scanned)) all.add(part->rejected);
            return all;
          },
          [](ProfileData& data, ScannedTable& scanned) {
            const auto parts = parts_of<Part>(scanned);
            if constexpr (requires { &Part::late_by_end; })
              if (count_late(parts, &Part::late_by_end) < count_late(parts, &Part::late) / 4)
                return put_in_time_order(Part::family(data), TimeOrder::by_end,
                                         all_late(parts, &Part::late_by_end), data.names);
            return put_in_time_order(Part::family(data), TimeOrder::by_start, all_late(parts, &Part::late),
                                     data.names);
          }};
}

EventLoader calls_loader();
EventLoader copies_loader();
EventLoader graph_runs_loader();
EventLoader kernels_loader();
EventLoader memsets_loader();
EventLoader nvtx_loader();

}  // namespace nsys_ai
