// The common base of event families that are read on first use.
//
// A profile never changes once it is open, so a family owns the data that it refers to: its own texts, the
// threads and processes that only it names, and notes about its tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/loss_notes.h"
#include "profile/columns.h"

namespace nsys_ai {

using EventProcessIx = Index<struct EventProcessTag>;
using EventThreadIx = Index<struct EventThreadTag>;
using EventPlaceIx = Index<struct EventPlaceTag>;

// A process that a family names.
struct EventProcess {
  ProcessIx process = ProcessIx::none();  // of the profile; none() when nothing read at open names it
  int64_t key = 0;                        // as in `Process`
  int64_t pid = 0;                        // 0 when the file names none
  NameId name;                            // of the family; empty when the file does not say
};

// A thread that a family names.
struct EventThread {
  ThreadIx thread = ThreadIx::none();  // of the profile; none() when nothing read at open names it
  EventProcessIx process;
  int64_t tid = 0;
  NameId name;  // of the family; empty when the file does not say
};

// The GPU location of an event, as far as the file states it.
struct EventPlace {
  static constexpr int64_t kNone = -1;

  EventProcessIx process;
  DeviceIx gpu = DeviceIx::none();    // of the profile; none() when no operation ran there
  StreamIx queue = StreamIx::none();  // of the profile; none() when no operation ran there
  int64_t device = kNone;             // the process's number for it
  int64_t context = kNone;
  int64_t stream = kNone;
};

struct LazyFamily {
  std::vector<std::string> notes;  // remarks about its tables, one sentence each
  // The notes about data that is missing, repaired or skipped although it should not be.
  DataLoss losses;
  Names names;                     // the texts for every NameId of the family
  std::vector<EventProcess> processes;
  std::vector<EventThread> threads;
  std::vector<EventPlace> places;

  void note_loss(std::string note) {
    losses.notes.push_back(note);
    notes.push_back(std::move(note));
  }
  std::string_view text(NameId id) const { return names.text(id); }
  // Memory in bytes, besides the columns.
  size_t base_bytes() const {
    return names.bytes() + processes.capacity() * sizeof(EventProcess) +
           threads.capacity() * sizeof(EventThread) + places.capacity() * sizeof(EventPlace);
  }
};

// Events with a duration.
struct LazySpans : LazyFamily, Spans {};

// Events without a duration.
struct LazyInstants : LazyFamily {
  RowIds row;  // the rowid in the file
  Plain<int64_t> time;

  size_t size() const { return time.size(); }
};

// Marks a missing id, which a file may also store as the largest 32-bit number.
constexpr uint32_t kNoId = UINT32_MAX;

}  // namespace nsys_ai
