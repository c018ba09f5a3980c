// Joins waits with event records first, then looks up what ran before each on the waiting streams.
#include "analysis/host/event_waits.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "analysis/host/host_scope.h"
#include "base/context.h"
#include "profile/families/family_gpu.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

using Syncs = Synchronizations;

template <class Family>
EventStream stream_at(const Family& family, size_t at) {
  const EventPlace& place = family.places[family.place[at]];
  return {place.device, place.context, place.stream};
}
template <class Family>
int64_t process_key_at(const Family& family, size_t at) {
  return family.processes[family.places[family.place[at]].process].key;
}

bool names_recording(uint32_t event_sync) { return event_sync != 0 && event_sync != kNoId; }

// Event records by process and `eventSyncId`.
class Recordings {
 public:
  explicit Recordings(const CudaEvents& events) {
    ThrottledCheck check;
    for (uint32_t i = 0; i < events.size(); check(), ++i) {
      if (!names_recording(events.event_sync[i])) continue;
      const auto [known, is_new] =
          of_process_[process_key_at(events, i)].try_emplace(events.event_sync[i], i);
      if (!is_new) known->second = kSeveral;
    }
  }
  // Empty where there is none, or where there are several.
  std::optional<uint32_t> find(int64_t process_key, uint32_t event_sync) const {
    const auto process = of_process_.find(process_key);
    if (process == of_process_.end()) return std::nullopt;
    const auto found = process->second.find(event_sync);
    if (found == process->second.end() || found->second == kSeveral) return std::nullopt;
    return found->second;
  }

 private:
  static constexpr uint32_t kSeveral = UINT32_MAX;
  std::unordered_map<int64_t, std::unordered_map<uint32_t, uint32_t>> of_process_;
};

// For a stream and a time, the latest end of the stream's operations that began before it.
class LastEnds {
 public:
  explicit LastEnds(const Profile& profile) : profile_(profile) {}

  // INT64_MIN where nothing began earlier.
  int64_t of(StreamIx stream, int64_t before) {
    const std::vector<Step>& steps = of_device(profile_.streams()[stream].device)[stream.value];
    const auto after = std::partition_point(steps.begin(), steps.end(),
                                            [&](const Step& step) { return step.start < before; });
    return after == steps.begin() ? INT64_MIN : (after - 1)->ended;
  }

 private:
  struct Step {
    int64_t start;
    int64_t ended;  // latest end of the operations that began until then
  };
  using OfDevice = std::unordered_map<uint32_t, std::vector<Step>>;  // keyed by StreamIx

  OfDevice& of_device(DeviceIx device) {
    const auto [known, is_new] = devices_.try_emplace(device.value);
    if (!is_new) return known->second;
    const OperationNumbers numbers(profile_);
    ThrottledCheck check;
    for (const uint32_t number : profile_.derived(build_operation_order).of_device[device]) {
      check();
      const auto [kind, at] = numbers[number];
      const Interval time = numbers.family(kind).interval(at);
      auto& steps = known->second[StreamIx(numbers.family(kind).stream[at]).value];
      steps.push_back({time.start, steps.empty() ? time.end : std::max(steps.back().ended, time.end)});
    }
    return known->second;
  }

  const Profile& profile_;
  std::unordered_map<uint32_t, OfDevice> devices_;
};

class Joiner {
 public:
  Joiner(const Profile& profile, const Scope& scope, const Syncs& waits, const CudaEvents& events)
      : profile_(profile),
        scope_(scope),
        host_(profile, scope),
        waits_(waits),
        events_(events),
        recordings_(events),
        last_ends_(profile) {
    found_.recorded = waits.size() > 0;
    found_.any_records = events.size() > 0;
  }

  void add(size_t at) {
    const auto kind = waits_.kind[at];
    if ((kind != Syncs::event_wait && kind != Syncs::stream_wait_event) || !in_scope(at)) return;
    const std::optional<uint32_t> record = recording_of(at);
    const std::optional<Interval> blocked =
        kind == Syncs::event_wait ? std::optional(waits_.interval(at)) : blocked_stream(at, record);
    const auto call = scope_.clip(waits_.interval(at));
    const auto inside = blocked && !blocked->empty() ? scope_.clip(*blocked) : std::nullopt;
    if (!call && !inside) return;
    count(at, record, blocked.has_value());
    EventWaits& group = group_of(at, record);
    ++group.waits;
    if (call) group.calls += call->duration();
    if (!blocked) return;
    std::vector<Interval>& times = blocked_[{group.process_key, group.waiter, group.recorder}];
    if (!inside) return times.push_back({call->start, call->start});
    times.push_back(*inside);
    if (inside->duration() <= group.longest) return;
    group.longest = inside->duration();
    group.longest_at = inside->start;
  }

  AllEventWaits finish() {
    for (auto& [key, group] : groups_) {
      if (const auto known = blocked_.find(key); known != blocked_.end())
        group.blocked = IntervalSet::union_of(std::move(known->second)).total();
      found_.groups.push_back(group);
    }
    const auto rank = [](const EventWaits& of) {
      return std::tuple(-of.blocked.value_or(-1), -of.waits, of.process_key, of.waiter, of.recorder);
    };
    std::sort(found_.groups.begin(), found_.groups.end(),
              [&](const EventWaits& a, const EventWaits& b) { return rank(a) < rank(b); });
    return std::move(found_);
  }

 private:
  using Key = std::tuple<int64_t, EventStream, std::optional<EventStream>>;

  bool in_scope(size_t at) const {
    const EventPlace& place = waits_.places[waits_.place[at]];
    if (place.gpu.exists()) return scope_.has(place.gpu);
    return host_.has(waits_.processes[place.process].process) && scope_.has_all_devices(profile_);
  }
  std::optional<uint32_t> recording_of(size_t at) const {
    if (!names_recording(waits_.event_sync[at])) return std::nullopt;
    return recordings_.find(process_key_at(waits_, at), waits_.event_sync[at]);
  }
  // Empty where it is unknown; an empty interval where the stream need not wait.
  std::optional<Interval> blocked_stream(size_t at, std::optional<uint32_t> record) {
    if (!record || events_.time[*record] == CudaEvents::kUnknownTime) return std::nullopt;
    const int64_t until = events_.time[*record];
    const StreamIx stream = waits_.places[waits_.place[at]].queue;
    const int64_t ran = stream.exists() ? last_ends_.of(stream, until) : INT64_MIN;
    const int64_t from = std::min(until, std::max(waits_.start[at], ran));
    return Interval{from, until};
  }
  void count(size_t at, std::optional<uint32_t> record, bool is_timed) {
    ++found_.waits;
    if (!names_recording(waits_.event_sync[at]))
      ++found_.without_id;
    else if (!record)
      ++found_.without_record;
    else if (!is_timed)
      ++found_.untimed;
  }
  EventWaits& group_of(size_t at, std::optional<uint32_t> record) {
    EventStream waiter = stream_at(waits_, at);
    if (waits_.kind[at] == Syncs::event_wait) waiter.stream = EventStream::kNone;
    const std::optional<EventStream> recorder =
        record ? std::optional(stream_at(events_, *record)) : std::nullopt;
    const int64_t process_key = process_key_at(waits_, at);
    EventWaits& group = groups_[{process_key, waiter, recorder}];
    if (group.waits > 0) return group;
    group.process_key = process_key;
    const EventProcess& process = waits_.processes[waits_.places[waits_.place[at]].process];
    if (process.pid != 0) group.pid = process.pid;
    group.waiter = waiter;
    group.recorder = recorder;
    return group;
  }

  const Profile& profile_;
  const Scope& scope_;
  const HostScope host_;
  const Syncs& waits_;
  const CudaEvents& events_;
  const Recordings recordings_;
  LastEnds last_ends_;
  std::map<Key, EventWaits> groups_;
  std::map<Key, std::vector<Interval>> blocked_;
  AllEventWaits found_;
};

}  // namespace

Result<AllEventWaits> event_waits(const Profile& profile, const Scope& scope, const Work& work) {
  const auto waits = profile.events<Synchronizations>(work);
  if (!waits) return tl::unexpected(waits.error());
  const auto events = profile.events<CudaEvents>(work);
  if (!events) return tl::unexpected(events.error());
  Joiner joiner(profile, scope, **waits, **events);
  ThrottledCheck check;
  for (size_t at = 0; at < (*waits)->size(); check(), ++at) joiner.add(at);
  return joiner.finish();
}

}  // namespace nsys_ai
