// Sorting each kind once, and merging the few kinds there are by a linear look at their heads.
#include "trace/events.h"

#include <algorithm>
#include <utility>

namespace nsys_ai::perfetto {
namespace {

// The processes whose host events belong to the scope.
std::vector<bool> host_processes(const Profile& profile, const Scope& scope) {
  const bool all = scope.devices().size() == profile.devices().size();
  std::vector<bool> shown(profile.processes().size(), all);
  for (const DeviceIx device : scope.devices()) shown[profile.devices()[device].process] = true;
  return shown;
}

// The backtrace twin of a call has the same name and times as the call itself.
constexpr uint8_t kBacktraceTwin = 67;

constexpr size_t kBetweenLooks = size_t{1} << 16;

}  // namespace

bool is_operation(EventKind kind) {
  return kind == EventKind::kernel || kind == EventKind::copy || kind == EventKind::memset;
}

const Operations& operations_of(const Profile& profile, EventKind kind) {
  if (kind == EventKind::kernel) return profile.kernels();
  if (kind == EventKind::copy) return profile.copies();
  return profile.memsets();
}

Events::Events(const Profile& profile, const Scope& scope, const TraceOptions& options,
               const Stretches& stretches, const CancelToken& cancel)
    : profile_(profile),
      scope_(scope),
      stretches_(stretches),
      cancel_(cancel),
      host_shown_(host_processes(profile, scope)) {
  add(EventKind::stretch, stretches.all().size());
  if (options.kernels) add(EventKind::kernel, profile.kernels().size());
  if (options.copies) add(EventKind::copy, profile.copies().size());
  if (options.memsets) add(EventKind::memset, profile.memsets().size());
  if (options.nvtx) {
    add(EventKind::range, profile.nvtx().size());
    add(EventKind::start_end, profile.nvtx().size());
    add(EventKind::mark, profile.nvtx().size());
  }
  if (options.calls) add(EventKind::call, profile.calls().size());
}

std::optional<Event> Events::next() {
  Feed* first = nullptr;
  for (Feed& feed : feeds_) {
    // Of operations with the same start the shorter goes first: one without length leaves its track free.
    if (!first || feed.head.start < first->head.start ||
        (feed.head.start == first->head.start && is_operation(feed.kind) && feed.head.end < first->head.end))
      first = &feed;
  }
  if (!first) return std::nullopt;
  const Event event{first->kind, first->at, first->head, 1, false, 0};
  if (!load_head(*first)) feeds_.erase(feeds_.begin() + (first - feeds_.data()));
  return event;
}

void Events::add(EventKind kind, size_t count) {
  if (cancel_.cancelled()) return;
  Feed feed{kind, count, {}, 0, 0, {}};
  if (!in_order(feed)) sort(feed);
  size_ += count;
  if (load_head(feed)) feeds_.push_back(std::move(feed));
}

bool Events::goes_before(EventKind kind, const Key& a, const Key& b) {
  if (a.time.start != b.time.start) return a.time.start < b.time.start;
  if (a.time.end != b.time.end) return (a.time.end < b.time.end) == is_operation(kind);
  return a.at < b.at;
}

std::optional<Interval> Events::shown_time(EventKind kind, uint32_t at) const {
  if (!shown(kind, at)) return std::nullopt;
  const Interval time = whole(kind, at);
  return scope_.clip(time) ? std::optional(time) : std::nullopt;
}

// Most files are, as far as a kind is concerned.
bool Events::in_order(const Feed& feed) const {
  std::optional<Key> before;
  for (uint32_t at = 0; at < feed.count; ++at) {
    if (at % kBetweenLooks == 0 && cancel_.cancelled()) return true;
    const auto time = shown_time(feed.kind, at);
    if (!time) continue;
    const Key key{*time, at};
    if (before && goes_before(feed.kind, key, *before)) return false;
    before = key;
  }
  return true;
}

// Sorted blocks are merged, with looks at the cancel flag.
void Events::sort(Feed& feed) const {
  const auto before = [&](const Key& a, const Key& b) { return goes_before(feed.kind, a, b); };
  std::vector<Key> keys;
  for (uint32_t at = 0; at < feed.count; ++at)
    if (const auto time = shown_time(feed.kind, at)) keys.push_back({*time, at});
  const auto place = [&](size_t at) {
    return keys.begin() + static_cast<ptrdiff_t>(std::min(at, keys.size()));
  };
  for (size_t at = 0; at < keys.size(); at += kBetweenLooks) {
    if (cancel_.cancelled()) return;
    std::sort(place(at), place(at + kBetweenLooks), before);
  }
  for (size_t width = kBetweenLooks; width < keys.size(); width *= 2)
    for (size_t at = 0; at + width < keys.size(); at += 2 * width) {
      if (cancel_.cancelled()) return;
      std::inplace_merge(place(at), place(at + width), place(at + 2 * width), before);
    }
  feed.order.reserve(keys.size());
  for (const Key& key : keys) feed.order.push_back(key.at);
}

bool Events::shown(EventKind kind, uint32_t at) const {
  if (kind == EventKind::stretch) return true;
  if (is_operation(kind)) return scope_.has(operations_of(profile_, kind).stream[at]);
  const auto of_host = [&](ThreadIx thread) { return host_shown_[profile_.threads()[thread].process]; };
  const Nvtx& nvtx = profile_.nvtx();
  switch (kind) {
    case EventKind::range:
      return nvtx.is_push_pop(at) && of_host(nvtx.thread[at]);
    case EventKind::start_end:
      return nvtx.is_start_end(at) && of_host(nvtx.thread[at]);
    case EventKind::mark:
      return nvtx.is_mark(at) && of_host(nvtx.thread[at]);
    default:
      return profile_.calls().event_class[at] != kBacktraceTwin && of_host(profile_.calls().thread[at]);
  }
}

Interval Events::whole(EventKind kind, uint32_t at) const {
  if (kind == EventKind::stretch) return stretches_.all()[at].time;
  if (is_operation(kind)) {
    const Interval time = operations_of(profile_, kind).interval(at);
    return {time.start, std::max(time.start, time.end)};
  }
  if (kind == EventKind::call) {
    const Calls& calls = profile_.calls();
    return {calls.start[at], std::max(calls.start[at], calls.end(at))};
  }
  const Nvtx& nvtx = profile_.nvtx();
  if (kind == EventKind::mark) return {nvtx.start[at], nvtx.start[at]};
  const int64_t end = nvtx.end(at) == Nvtx::kOpen ? profile_.extent().end : nvtx.end(at);
  return {nvtx.start[at], std::max(nvtx.start[at], end)};
}

bool Events::load_head(Feed& feed) const {
  const size_t end = feed.order.empty() ? feed.count : feed.order.size();
  while (feed.next < end) {
    feed.at = feed.order.empty() ? static_cast<uint32_t>(feed.next) : feed.order[feed.next];
    ++feed.next;
    const auto time = shown_time(feed.kind, feed.at);
    if (!time) continue;
    feed.head = scope_.clip(*time).value_or(*time);
    return true;
  }
  return false;
}

}  // namespace nsys_ai::perfetto
