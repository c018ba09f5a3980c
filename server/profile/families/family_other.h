// Events of all tables that `other_tables` describes, and states and samples of threads, on the rows in which
// they are drawn.
#pragma once

#include <vector>

#include "profile/families/lazy_family.h"

namespace nsys_ai {

class FamilyReader;

using OtherRowIx = Index<struct OtherRowTag>;

// Events of one kind that are at one place: a thread, a process, a GPU of a process, or the machine.
struct OtherRow {
  NameId kind;
  NameId unit;  // the kind, with the engine, card or port where the file has one
  NameId name;  // the same, with the counter where it is of one
  bool is_counter = false;
  // Each is none() where the file does not say.
  EventThreadIx thread = EventThreadIx::none();
  EventProcessIx process = EventProcessIx::none();
  EventPlaceIx place = EventPlaceIx::none();
};

// Events that mark a moment have no duration. Several requests that one MPI call waits for are one event.
struct OtherEvents : LazySpans {
  Packed<uint8_t> table;  // in `tables`
  Packed<uint16_t, OtherRowIx> on;
  Packed<uint16_t, NameId> name;
  Packed<uint16_t, NameId> detail;  // a kernel, a variable, an instruction; may be empty
  Packed<uint16_t, NameId> file;    // of the source, or the module; may be empty
  Packed<uint16_t> line;            // 0 for none
  Plain<double> value;              // bytes, or what the table counts; 0 for none

  std::vector<NameId> tables;
  std::vector<OtherRow> rows;

  const OtherRow& row_of(size_t at) const { return rows[on[at]]; }
  size_t bytes() const;
  static Result<OtherEvents> read(const FamilyReader& reader);
};

// Add what the system recorded of threads, where it did.
Result<void> add_thread_states(const FamilyReader& reader, OtherEvents& family);
Result<void> add_samples(const FamilyReader& reader, OtherEvents& family);

// The same, only of tables that say what threads of the program did: they are read to explain idle time.
struct ProgramEvents : OtherEvents {
  static Result<ProgramEvents> read(const FamilyReader& reader);
};

}  // namespace nsys_ai
