// The recorded events of a scope in order of time: a merge of columns that are more or less sorted.
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

// One family of events by start, each once. Files hold events in order of their starts, or of their ends:
// then a block of rows holds what is near in time, but for a few long ones. So blocks are sorted when their
// first event is due, and merged with those that are not at their end. Two bytes are kept for an event of
// such a block: of few events, or in a file without any order of all. One thread only.
class Feed {
 public:
  enum class Kind : uint8_t { kernel, copy, memset, nvtx, call, sync, os_call };

  // What a scope shows of a capture.
  struct Shown {
    const Recorded& recorded;
    const Scope& scope;
    HostScope host;
    std::vector<bool> streams;
  };

  Feed(const Shown& shown, Kind family);

  // With its whole time; null where there are no more. Valid until `pop`.
  const Event* head() const { return active_.empty() ? nullptr : &active_.front().head; }
  void pop();
  size_t size() const;  // of the family, whatever is shown of it

 private:
  struct Waiting {
    int64_t earliest;
    uint32_t first;  // row
  };
  struct Active {
    uint32_t first = 0;
    std::vector<uint16_t> order;  // of what is shown: rows relative to the first
    size_t next = 0;
    Event head;
  };

  const Spans& spans() const;
  // Nothing where it is not shown.
  std::optional<Event> event(uint32_t at) const;
  std::optional<EventKind> kind_of(uint32_t at) const;
  const std::vector<Interval>& blocks() const;
  void list_blocks();
  // Until no block that waits can hold what goes before the head.
  void activate();
  void activate(uint32_t first);
  bool load_head(Active& block) const;

  const Shown& shown_;
  const Profile& profile_;
  Kind family_;
  const CallKinds* kinds_ = nullptr;  // where only some calls are shown
  std::vector<Interval> own_blocks_;  // of a family that the profile does not keep them for
  std::vector<Waiting> waiting_;      // the last one is due first
  std::vector<Active> active_;        // a heap by head
};

// One thread only.
class Events {
 public:
  Events(const Recorded& recorded, const Scope& scope, const TraceOptions& options);
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  std::optional<Event> next();
  size_t size() const { return size_; }  // of all, returned or not, and of those that are not shown

 private:
  Feed::Shown shown_;
  std::vector<Feed> feeds_;
  size_t size_ = 0;
};

}  // namespace nsys_ai::perfetto
