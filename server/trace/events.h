// Reads the recorded events of a scope in time order by merging mostly sorted columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "analysis/host/api_calls.h"
#include "analysis/host/host_scope.h"
#include "analysis/scope.h"
#include "profile/profile.h"
#include "trace/event.h"
#include "trace/trace.h"

namespace nsys_ai::perfetto {

// The events of one family by start, each once. Files store events in order of their starts or ends, so a
// block of rows contains events that are close in time, except for a few long ones. Blocks are therefore
// sorted when their first event is due, and merged with other unfinished blocks. This takes two bytes per
// event of these blocks: few events, or all of a file without order. For one thread.
class Feed {
 public:
  enum class Kind : uint8_t { kernel, copy, memset, graph_run, nvtx, call, sync, os_call, other };

  // The parts of a capture that a scope shows.
  struct Shown {
    const Recorded& recorded;
    const Scope& scope;
    HostScope host;
    std::vector<bool> streams;
  };

  Feed(const Shown& shown, Kind family);

  // The next event, unclipped; null where there are no more. Valid until `pop`.
  const Event* head() const { return active_.empty() ? nullptr : &active_.front().head; }
  void pop();
  size_t size() const;  // number of events in the family, shown or not

 private:
  struct Waiting {
    int64_t earliest;
    uint32_t first;  // row
  };
  struct Active {
    uint32_t first = 0;
    std::vector<uint16_t> order;  // of the shown events: rows relative to the first
    size_t next = 0;
    Event head;
  };

  // Whether its blocks are not stored with the profile.
  bool has_own_blocks() const { return family_ == Kind::os_call || family_ == Kind::other; }
  const Spans& spans() const;
  // Empty where it is not shown.
  std::optional<Event> event(uint32_t at) const;
  std::optional<EventKind> kind_of(uint32_t at) const;
  const std::vector<Interval>& blocks() const;
  void list_blocks();
  // Activates blocks until no waiting block can contain an event before the head.
  void activate();
  void activate(uint32_t first);
  bool load_head(Active& block) const;

  const Shown& shown_;
  const Profile& profile_;
  Kind family_;
  const CallKinds* kinds_ = nullptr;  // set where only some calls are shown
  std::vector<Interval> own_blocks_;  // of a family whose blocks are not stored with the profile
  std::vector<Waiting> waiting_;      // sorted in descending order, so the last one is due first
  std::vector<Active> active_;        // a heap by next event
};

// For one thread.
class Events {
 public:
  Events(const Recorded& recorded, const Scope& scope, const TraceOptions& options);
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  std::optional<Event> next();
  size_t size() const { return size_; }  // number of all events, including those not shown

 private:
  Feed::Shown shown_;
  std::vector<Feed> feeds_;
  size_t size_ = 0;
};

}  // namespace nsys_ai::perfetto
