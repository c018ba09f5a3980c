// Sorts each block once, and merges the few kinds by comparing their next events.
#include "trace/events.h"

#include <algorithm>

#include "trace/event_blocks.h"
#include "trace/event_order.h"

namespace nsys_ai::perfetto {
namespace {

// The heap has the smallest element at its front.
struct GoesBehind {
  EventOrder precedes;

  template <class Block>
  bool operator()(const Block& a, const Block& b) const {
    return precedes(b.head, a.head);
  }
};

}  // namespace

Feed::Feed(const Shown& shown, Kind family)
    : shown_(shown), profile_(shown.recorded.profile), family_(family) {
  if (family == Kind::sync) kinds_ = &profile_.derived(build_call_kinds);
  list_blocks();
  activate();
}

const std::vector<Interval>& Feed::blocks() const {
  if (has_own_blocks()) return own_blocks_;
  const EventBlocks& kept = profile_.derived(build_event_blocks);
  switch (family_) {
    case Kind::kernel:
      return kept.kernels;
    case Kind::copy:
      return kept.copies;
    case Kind::memset:
      return kept.memsets;
    case Kind::graph_run:
      return kept.graph_runs;
    case Kind::nvtx:
      return kept.nvtx;
    default:
      return kept.calls;
  }
}

// Only times are read before the first event is emitted. Events of a block in the window always overlap the
// block's time span.
void Feed::list_blocks() {
  if (has_own_blocks()) own_blocks_ = blocks_of(spans());
  const Interval window = shown_.scope.window();
  const std::vector<Interval>& all = blocks();
  for (size_t block = 0; block < all.size(); ++block)
    if (!shown_.scope.has_window() || (all[block].start <= window.end && all[block].end >= window.start))
      waiting_.push_back({all[block].start, static_cast<uint32_t>(block * kBlockRows)});
  std::sort(waiting_.begin(), waiting_.end(), [](const Waiting& a, const Waiting& b) {
    return a.earliest != b.earliest ? a.earliest > b.earliest : a.first > b.first;
  });
}

void Feed::activate() {
  while (!waiting_.empty() && (!head() || waiting_.back().earliest <= head()->time.start)) {
    const uint32_t first = waiting_.back().first;
    waiting_.pop_back();
    activate(first);
  }
}

void Feed::activate(uint32_t first) {
  std::vector<Event> events;
  events.reserve(kBlockRows);
  const size_t end = std::min(size(), first + kBlockRows);
  for (size_t at = first; at < end; ++at)
    if (const auto one = event(static_cast<uint32_t>(at))) events.push_back(*one);
  if (events.empty()) return;
  const EventOrder precedes(profile_);
  if (!std::is_sorted(events.begin(), events.end(), precedes))
    std::sort(events.begin(), events.end(), precedes);
  Active block{first, {}, 0, {}};
  block.order.reserve(events.size());
  for (const Event& one : events) block.order.push_back(static_cast<uint16_t>(one.at - first));
  load_head(block);
  active_.push_back(std::move(block));
  std::push_heap(active_.begin(), active_.end(), GoesBehind{precedes});
}

bool Feed::load_head(Active& block) const {
  if (block.next == block.order.size()) return false;
  block.head = *event(block.first + block.order[block.next++]);
  return true;
}

void Feed::pop() {
  const EventOrder precedes(profile_);
  // Mostly there is one active block, or the next event is in the same block.
  Active& front = active_.front();
  if (!load_head(front)) {
    std::pop_heap(active_.begin(), active_.end(), GoesBehind{precedes});
    active_.pop_back();
  } else if (active_.size() > 1) {
    std::pop_heap(active_.begin(), active_.end(), GoesBehind{precedes});
    std::push_heap(active_.begin(), active_.end(), GoesBehind{precedes});
  }
  activate();
}

const Spans& Feed::spans() const {
  switch (family_) {
    case Kind::kernel:
      return profile_.kernels();
    case Kind::copy:
      return profile_.copies();
    case Kind::memset:
      return profile_.memsets();
    case Kind::graph_run:
      return profile_.graph_runs();
    case Kind::nvtx:
      return profile_.nvtx();
    case Kind::os_call:
      return *shown_.recorded.os_calls;
    case Kind::other:
      return *shown_.recorded.others;
    default:
      return profile_.calls();
  }
}

size_t Feed::size() const { return spans().size(); }

std::optional<Event> Feed::event(uint32_t at) const {
  const auto kind = kind_of(at);
  if (!kind) return std::nullopt;
  const Interval time = time_of(shown_.recorded, *kind, at);
  if (!shown_.scope.clip(time)) return std::nullopt;
  return Event{.kind = *kind, .at = at, .time = time};
}

// Empty where its kind is not shown at any time.
std::optional<EventKind> Feed::kind_of(uint32_t at) const {
  const auto where = [](bool shown, EventKind kind) { return shown ? std::optional(kind) : std::nullopt; };
  const Calls& calls = profile_.calls();
  switch (family_) {
    case Kind::kernel:
      return where(shown_.streams[profile_.kernels().stream[at]], EventKind::kernel);
    case Kind::copy:
      return where(shown_.streams[profile_.copies().stream[at]], EventKind::copy);
    case Kind::memset:
      return where(shown_.streams[profile_.memsets().stream[at]], EventKind::memset);
    case Kind::graph_run:
      return where(shown_.streams[profile_.graph_runs().stream[at]], EventKind::graph_run);
    case Kind::nvtx: {
      const Nvtx& nvtx = profile_.nvtx();
      if (!shown_.host.has(nvtx.thread[at])) return std::nullopt;
      if (nvtx.is_push_pop(at)) return EventKind::range;
      if (nvtx.is_start_end(at)) return EventKind::start_end;
      return where(nvtx.is_mark(at), EventKind::mark);
    }
    case Kind::sync:
      if (kinds_->of(calls, at).role != CallRole::synchronise) return std::nullopt;
      [[fallthrough]];
    case Kind::call:
      // The backtrace duplicate of a call has the same name and times as the call itself.
      return where(calls.event_class[at] != Calls::kBacktraceTwin && shown_.host.has(calls.thread[at]),
                   EventKind::call);
    case Kind::other: {
      const OtherEvents& others = *shown_.recorded.others;
      const OtherRow& row = others.row_of(at);
      const ProcessIx process =
          row.process.exists() ? others.processes[row.process].process : ProcessIx::none();
      return where(!row.is_counter && shown_.host.has(process), EventKind::other);
    }
    case Kind::os_call:
      break;
  }
  const OsCalls& os_calls = *shown_.recorded.os_calls;
  const EventThread& thread = os_calls.threads[os_calls.thread[at]];
  return where(shown_.host.has(os_calls.processes[thread.process].process), EventKind::os_call);
}

Events::Events(const Recorded& recorded, const Scope& scope, const TraceOptions& options)
    : shown_{recorded, scope, HostScope(recorded.profile, scope), {}} {
  const auto& streams = recorded.profile.streams();
  for (uint32_t at = 0; at < streams.size(); ++at)
    shown_.streams.push_back(scope.has(StreamIx(at)) &&
                             (options.streams.empty() ||
                              std::find(options.streams.begin(), options.streams.end(), streams[at].stream) !=
                                  options.streams.end()));
  const auto add = [&](Feed::Kind family) {
    feeds_.emplace_back(shown_, family);
    size_ += feeds_.back().size();
  };
  if (options.kernels) add(Feed::Kind::kernel);
  if (options.kernels && recorded.profile.graph_runs().size() > 0) add(Feed::Kind::graph_run);
  if (options.copies) add(Feed::Kind::copy);
  if (options.memsets) add(Feed::Kind::memset);
  if (options.nvtx) add(Feed::Kind::nvtx);
  if (options.calls)
    add(Feed::Kind::call);
  else if (options.syncs)
    add(Feed::Kind::sync);
  if (recorded.os_calls) add(Feed::Kind::os_call);
  if (recorded.others) add(Feed::Kind::other);
}

std::optional<Event> Events::next() {
  const auto goes_first = [](const Event& a, const Event& b) {
    return a.time.start < b.time.start ||
           (a.time.start == b.time.start && is_operation(a.kind) && a.time.end < b.time.end);
  };
  Feed* first = nullptr;
  for (Feed& feed : feeds_)
    if (feed.head() && (!first || goes_first(*feed.head(), *first->head()))) first = &feed;
  if (!first) return std::nullopt;
  Event event = *first->head();
  event.time = shown_.scope.clip(event.time).value_or(event.time);
  first->pop();
  return event;
}

}  // namespace nsys_ai::perfetto
