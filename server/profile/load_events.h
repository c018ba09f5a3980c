// The families of events that are read when a capture is opened. Used by load.cpp alone.
#pragma once

#include "profile/event_part.h"

namespace nsys_ai {

// How one family is read: its columns, what takes its rows, and how the parts become columns of the profile.
struct EventFamily {
  Family family;
  std::vector<std::string_view> columns;
  std::function<std::unique_ptr<RowTaker>(std::optional<Interval> window, ProfileData&)> new_part;
  void (*want_texts)(ScannedTable&, Strings&);
  // After the strings were read. Identities are numbered at once; moving columns is left to the jobs.
  void (*gather)(Loading&, ScannedTable&, Jobs&);
  Oddities (*oddities)(ScannedTable&);
};

// Fills the columns of the profile in their place, where that is known. A window takes few of the rows: what
// those would leave free between them is too much.
template <class Part>
struct PlacedPart : Part {
  explicit PlacedPart(ProfileData& into) : data(into) {}
  void expect(const PartPlace& place) override {
    if (this->odd.window) return;
    Lodging<Part> visit(*this, place);
    Part::columns(Part::family(data), visit);
  }
  ProfileData& data;
};

template <class Part>
EventFamily family_of(Family family) {
  return {family,
          Part::wanted(),
          [](std::optional<Interval> window, ProfileData& data) {
            auto part = std::make_unique<PlacedPart<Part>>(data);
            part->odd.window = window;
            return part;
          },
          [](ScannedTable& scanned, Strings& strings) {
            for (Part* part : parts_of<Part>(scanned)) part->want(strings);
          },
          [](Loading& loading, ScannedTable& scanned, Jobs& jobs) {
            Part::gather(loading, parts_of<Part>(scanned), jobs);
          },
          [](ScannedTable& scanned) {
            Oddities all;
            for (const Part* part : parts_of<Part>(scanned)) all.add(part->odd);
            return all;
          }};
}

EventFamily calls_family();
EventFamily copies_family();
EventFamily graph_runs_family();
EventFamily kernels_family();
EventFamily memsets_family();
EventFamily nvtx_family();

}  // namespace nsys_ai
