// Scans calls, ranges and operating system calls once each; edges are few.
#include "analysis/time/edge_time.h"

#include <algorithm>
#include <optional>

#include "analysis/host/api_calls.h"
#include "analysis/host/call_stats.h"
#include "analysis/host/first_time.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/context.h"
#include "profile/families/family_host.h"
#include "profile/families/family_other.h"

namespace nsys_ai {
namespace {

using Side = UnusedTime::Side;

// Whether a call unloads, destroys or unregisters; calls that free memory have a role of their own.
bool ends_something(std::string_view base) {
  const auto has = [&](std::string_view part) { return base.find(part) != std::string_view::npos; };
  return has("Unload") || has("Destroy") || has("Unregister") || has("Reset") || has("Release");
}

// The use of each call name before and after the operations; by code.
struct CallUses {
  std::vector<std::optional<TimeUse>> before;
  std::vector<std::optional<TimeUse>> after;
};

CallUses uses_of_calls(const Profile& profile) {
  CallUses uses;
  for (const NameId id : profile.calls().name.values) {
    const std::string_view name = base_call_name(profile.text(id));
    const CallRole role = call_kind(name).role;
    const bool allocates = role == CallRole::allocate || role == CallRole::release;
    uses.before.push_back(role == CallRole::load_code ? std::optional(TimeUse::loading_code)
                          : allocates                 ? std::optional(TimeUse::pooling)
                                                      : std::nullopt);
    uses.after.push_back(role == CallRole::release || ends_something(name) ? std::optional(TimeUse::tear_down)
                                                                           : std::nullopt);
  }
  return uses;
}

// Finds the edges that an interval overlaps. Most overlap none: they lie between the edges of all devices, or
// outside the window.
class EdgesOf {
 public:
  // Per process. More than any machine has; it limits the cost, since each event can overlap all edges.
  static constexpr size_t kMostDevices = 64;

  EdgesOf(const Profile& profile, const std::vector<UnusedTime>& edges)
      : profile_(profile), edges_(edges), of_process_(profile.processes().size()) {
    for (size_t i = 0; i < edges.size(); ++i) {
      const UnusedTime& of = edges[i];
      if (of.time.empty()) continue;
      of_process_[profile.devices()[of.device].process.value].push_back(i);
      outer_ = {std::min(outer_.start, of.time.start), std::max(outer_.end, of.time.end)};
      if (of.side == Side::before_first)
        inner_.start = std::max(inner_.start, of.time.end);
      else
        inner_.end = std::min(inner_.end, of.time.start);
    }
    for (auto& of : of_process_)
      if (of.size() > 2 * kMostDevices) of.clear();
  }
  template <class Visit>
  void visit(ThreadIx thread, Interval time, Visit visit) const {
    if (time.start >= outer_.end || time.end <= outer_.start) return;
    if (time.start >= inner_.start && time.end <= inner_.end) return;
    for (const size_t i : of_process_[profile_.threads()[thread].process.value]) {
      const Interval inside = intersect(time, edges_[i].time);
      if (!inside.empty()) visit(i, inside);
    }
  }

 private:
  const Profile& profile_;
  const std::vector<UnusedTime>& edges_;
  std::vector<std::vector<size_t>> of_process_;
  Interval inner_{INT64_MIN, INT64_MAX};
  Interval outer_{INT64_MAX, INT64_MIN};  // hull of all edges
};

void add_calls(const Profile& profile, const std::vector<UnusedTime>& edges,
               std::vector<UnusedTimeParts>& all) {
  const Calls& calls = profile.calls();
  const CallUses uses = uses_of_calls(profile);
  const CallNames& names = profile.derived(build_call_names);
  const FirstTimeCalls& first = profile.derived(build_first_time_calls);
  const EdgesOf of(profile, edges);
  ThrottledCheck check;
  for (uint32_t call = 0; call < calls.size(); check(), ++call) {
    if (!is_own_call(calls, call)) continue;
    const uint32_t code = calls.name.code[call];
    of.visit(calls.thread[call], calls.interval(call), [&](size_t edge, Interval inside) {
      const bool is_before = edges[edge].side == Side::before_first;
      std::optional<TimeUse> use = is_before ? uses.before[code] : uses.after[code];
      if (is_before && first.starts_library(call)) use = TimeUse::starting;
      if (is_before && first.loads_at_launch(call)) use = TimeUse::loading_code;
      if (!use) return;
      all[edge].parts.push_back({inside, *use});
      all[edge].calls[{*use, names.names[names.of_code[code]]}] += inside.duration();
    });
  }
}

std::optional<TimeUse> use_of(RangeMeaning says, Side side) {
  if (side == Side::after_last)
    return says == RangeMeaning::disconnects ? std::optional(TimeUse::tear_down) : std::nullopt;
  if (says == RangeMeaning::connects) return TimeUse::connecting;
  if (says == RangeMeaning::compiles) return TimeUse::loading_code;
  return std::nullopt;
}

void add_ranges(const Profile& profile, const std::vector<UnusedTime>& edges,
                std::vector<UnusedTimeParts>& all) {
  const Nvtx& nvtx = profile.nvtx();
  const RangeMeanings& said = profile.derived(build_range_meanings);
  const TemplateLabels& labels = profile.derived(build_template_labels);
  const EdgesOf of(profile, edges);
  ThrottledCheck check;
  for (size_t i = 0; i < nvtx.size(); check(), ++i) {
    if (!nvtx.is_range(i) || nvtx.end(i) == Spans::kOpen) continue;
    const TemplateId text = nvtx.text[i];
    of.visit(nvtx.thread[i], nvtx.interval(i), [&](size_t edge, Interval inside) {
      if (const auto use = use_of(said.of_template[text.value], edges[edge].side)) {
        all[edge].parts.push_back({inside, *use});
        all[edge].calls[{*use, labels.of(text)}] += inside.duration();
      } else if (ThreadIx(nvtx.thread[i]) == edges[edge].thread) {
        all[edge].ranges.push_back({inside, labels.of(text)});
      }
    });
  }
}

// A driver calls `ioctl` to control its GPU; before the first operation this is initialisation.
Result<void> add_os_calls(const Profile& profile, const std::vector<UnusedTime>& edges,
                          std::vector<UnusedTimeParts>& all, const Work& work) {
  const auto read = profile.events<OsCalls>(work);
  if (!read) return tl::unexpected(read.error());
  const OsCalls& calls = **read;
  const EdgesOf of(profile, edges);
  ThrottledCheck check;
  for (size_t i = 0; i < calls.size(); check(), ++i) {
    const ThreadIx thread = calls.threads[calls.thread[i].value].thread;
    if (thread == ThreadIx::none() || calls.nesting[i] != 0) continue;
    of.visit(thread, calls.interval(i), [&](size_t edge, Interval inside) {
      if (thread != edges[edge].thread) return;
      const std::string_view name = calls.text(calls.name[i]);
      if (edges[edge].side == Side::before_first && name == "ioctl") {
        all[edge].parts.push_back({inside, TimeUse::starting});
        all[edge].calls[{TimeUse::starting, name}] += inside.duration();
      } else {
        all[edge].os_calls.push_back({inside, name});
      }
    });
  }
  return {};
}

std::optional<TimeUse> use_of_mpi(std::string_view name, Side side) {
  if (side == Side::before_first && name.starts_with("MPI_Init")) return TimeUse::connecting;
  if (side == Side::after_last && name == "MPI_Finalize") return TimeUse::tear_down;
  return std::nullopt;
}

// What MPI, OpenACC and the like say that the thread did.
Result<void> add_program_events(const Profile& profile, const std::vector<UnusedTime>& edges,
                                std::vector<UnusedTimeParts>& all, const Work& work) {
  const auto read = profile.events<ProgramEvents>(work);
  if (!read) return tl::unexpected(read.error());
  const ProgramEvents& events = **read;
  const EdgesOf of(profile, edges);
  ThrottledCheck check;
  for (size_t i = 0; i < events.size(); check(), ++i) {
    const OtherRow& row = events.row_of(i);
    const ThreadIx thread = row.thread.exists() ? events.threads[row.thread].thread : ThreadIx::none();
    if (!thread.exists() || events.end(i) == Spans::kOpen) continue;
    const std::string_view name = events.text(events.name[i]);
    of.visit(thread, events.interval(i), [&](size_t edge, Interval inside) {
      if (const auto use = use_of_mpi(name, edges[edge].side)) {
        all[edge].parts.push_back({inside, *use});
        all[edge].calls[{*use, name}] += inside.duration();
      } else if (thread == edges[edge].thread) {
        all[edge].os_calls.push_back({inside, name});
      }
    });
  }
  return {};
}

}  // namespace

std::map<std::string_view, int64_t> named_parts(const std::vector<UnusedTimeParts::Named>& all,
                                                const std::vector<Interval>& remaining) {
  std::map<std::string_view, int64_t> found;
  for (const UnusedTimeParts::Named& of : all) {
    auto at = std::partition_point(remaining.begin(), remaining.end(),
                                   [&](const Interval& part) { return part.end <= of.time.start; });
    for (; at != remaining.end() && at->start < of.time.end; ++at)
      found[of.name] += intersect(*at, of.time).duration();
  }
  return found;
}

Result<std::vector<UnusedTimeParts>> edge_parts(const Profile& profile, const std::vector<UnusedTime>& edges,
                                          const Work& work) {
  std::vector<UnusedTimeParts> all(edges.size());
  if (std::all_of(edges.begin(), edges.end(), [](const UnusedTime& of) { return of.time.empty(); }))
    return all;
  add_calls(profile, edges, all);
  add_ranges(profile, edges, all);
  if (auto added = add_os_calls(profile, edges, all, work); !added) return tl::unexpected(added.error());
  if (auto added = add_program_events(profile, edges, all, work); !added)
    return tl::unexpected(added.error());
  for (UnusedTimeParts& of : all)
    std::stable_sort(
        of.parts.begin(), of.parts.end(),
        [](const UnusedTimeParts::Part& a, const UnusedTimeParts::Part& b) { return a.time < b.time; });
  return all;
}

}  // namespace nsys_ai
