// The events of a scope in order of time: a merge of the sorted columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/scope.h"
#include "profile/profile.h"
#include "trace/stretches.h"
#include "trace/trace.h"

namespace nsys_ai::perfetto {

enum class EventKind : uint8_t { kernel, copy, memset, range, start_end, mark, call, stretch };

struct Event {
  EventKind kind = EventKind::kernel;
  uint32_t at = 0;  // index into the columns of its kind; of a stretch, into Stretches::all
  Interval time;    // cut at the scope's window
  // Of several that were merged (trace/merge.h), of which this is the first and `time` holds all:
  uint32_t count = 1;
  bool mixed = false;   // not all are of one kind
  int64_t covered = 0;  // ns: their union
};

bool is_operation(EventKind kind);
const Operations& operations_of(const Profile& profile, EventKind operation);

// Hands out each event once, by start. Of those of one thread with the same start the longer comes first, so
// that the outer range is met before the inner one. Keeps nothing of a kind that the file holds in order, and
// four bytes for an event of the others. One thread only.
class Events {
 public:
  // Once cancelled it holds only a part of them.
  // What the capture recorded; `stretches` are handed out among them, and live longer.
  Events(const Profile& profile, const Scope& scope, const TraceOptions& options, const Stretches& stretches,
         const CancelToken& cancel);

  std::optional<Event> next();
  size_t size() const { return size_; }  // of all, handed out or not, and of those that are not shown

 private:
  // The events of one kind.
  struct Feed {
    EventKind kind;
    size_t count = 0;
    std::vector<uint32_t> order;  // of those that are shown; empty where the columns are in order
    size_t next = 0;              // behind the head
    uint32_t at = 0;              // the head, and its time
    Interval head;
  };
  struct Key {
    Interval time;
    uint32_t at;
  };

  void add(EventKind kind, size_t count);
  static bool goes_before(EventKind kind, const Key& a, const Key& b);
  // Nothing where it is not shown.
  std::optional<Interval> shown_time(EventKind kind, uint32_t at) const;
  bool in_order(const Feed& feed) const;
  void sort(Feed& feed) const;
  bool shown(EventKind kind, uint32_t at) const;
  Interval whole(EventKind kind, uint32_t at) const;
  // False when there are no more.
  bool load_head(Feed& feed) const;

  const Profile& profile_;
  const Scope& scope_;
  const Stretches& stretches_;
  const CancelToken& cancel_;
  std::vector<bool> host_shown_;  // by process
  std::vector<Feed> feeds_;
  size_t size_ = 0;
};

}  // namespace nsys_ai::perfetto
