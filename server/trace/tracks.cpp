// Names, ranks and lanes of rows.
#include "trace/tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "base/text_table.h"

namespace nsys_ai::perfetto {
namespace {

// The lanes of one row are adjacent.
int32_t rank_of(size_t row, size_t lane) {
  return static_cast<int32_t>(std::min<size_t>(row * kMaxLanes + lane, INT32_MAX));
}

// The order on a device: busy share, steps, NVTX ranges, streams, idle gaps, then the other counters.
constexpr size_t kFirstAnalysis = 1;
constexpr size_t kFirstStream = kFirstAnalysis + kAnalysisRows;
constexpr size_t kBehindStreams = 100'000;

// The order at the top, after bookmarks: findings, logged requests, GPUs, their metrics, then processes.
constexpr size_t kFirstDevice = 1;
constexpr size_t kFirstProcess = 100'000;

// On a process, after its threads.
constexpr size_t kStartEndRow = 1'000'000;
constexpr size_t kFirstMarkCounter = kStartEndRow + 1;

// Other events stand behind the rows of calls, of counters, and of start/end ranges.
constexpr size_t kFirstOther = 100;

bool fits_perfetto(int64_t id) { return id > 0 && id <= INT32_MAX; }

// The position of each element in the order of `key`.
template <class Key>
std::vector<size_t> ranks_by(size_t count, Key key) {
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return std::make_tuple(key(a), a) < std::make_tuple(key(b), b); });
  std::vector<size_t> ranks(count);
  for (size_t rank = 0; rank < count; ++rank) ranks[order[rank]] = rank;
  return ranks;
}

// Perfetto identifies a process only by its pid; captures of several machines can have one pid twice.
std::vector<bool> processes_with_own_pid(const Profile& profile) {
  std::map<int64_t, int> alike;
  for (const Process& process : profile.processes())
    if (process.known) ++alike[process.pid];
  std::vector<bool> own;
  for (const Process& process : profile.processes())
    own.push_back(process.known && fits_perfetto(process.pid) && alike[process.pid] == 1);
  return own;
}

struct ThreadsWithNvtx {
  std::vector<bool> by_thread;
};
ThreadsWithNvtx build_threads_with_nvtx(const Profile& profile) {
  ThreadsWithNvtx has{std::vector<bool>(profile.threads().size(), false)};
  for (size_t i = 0; i < profile.nvtx().size(); ++i) has.by_thread[profile.nvtx().thread[i]] = true;
  return has;
}

std::string name_of_projections(int64_t pixel) {
  const std::string name = "NVTX on the GPU";
  return pixel <= 0 ? name : fmt::format("{} · ≥ {}", name, readable_ns(pixel));
}

std::string with_name(const std::string& label, const std::string& name) {
  return name.empty() ? label : label + " · " + name;
}

}  // namespace

Tracks::Tracks(const Recorded& recorded, const TraceOptions& options, Writer& writer)
    : recorded_(recorded),
      profile_(recorded.profile),
      writer_(writer),
      analysis_names_({"Iterations", name_of_projections(options.pixel), "Idle"}),
      call_row_(options.calls ? "CUDA calls" : "CUDA synchronisation"),
      names_(profile_),
      has_unique_pid_(processes_with_own_pid(profile_)),
      devices_(profile_.devices().size(), 0),
      processes_(profile_.processes().size(), 0),
      threads_(profile_.threads().size(), 0),
      streams_(profile_.streams().size(), Row{Lanes(Overlap::flat), {}}),
      analyses_(profile_.devices().size() * kAnalysisRows, Row{Lanes(Overlap::nested), {}}),
      ranges_(profile_.threads().size(), Row{Lanes(Overlap::nested), {}}),
      calls_(profile_.threads().size(), Row{Lanes(Overlap::nested), {}}),
      start_end_(profile_.processes().size(), Row{Lanes(Overlap::flat), {}}) {
  if (recorded.os_calls) os_calls_.assign(recorded.os_calls->threads.size(), Row{Lanes(Overlap::nested), {}});
  if (recorded.others)
    for (const OtherRow& row : recorded.others->rows)
      others_.push_back({Lanes(row.thread.exists() ? Overlap::nested : Overlap::flat), {}});
  rank();
}

void Tracks::rank() {
  const auto& processes = profile_.processes();
  const auto of_devices = [&](size_t at) {
    const Device& device = profile_.devices()[at];
    return std::make_tuple(device.ordinal, processes[device.process].pid);
  };
  const auto of_streams = [&](size_t at) {
    return std::make_tuple(profile_.streams()[at].stream, profile_.streams()[at].context);
  };
  // The main thread has the id of its process and comes first.
  const auto of_threads = [&](size_t at) {
    const Thread& thread = profile_.threads()[at];
    return std::make_tuple(thread.tid != processes[thread.process].pid, thread.tid);
  };
  const std::array<std::function<void()>, 4> kinds = {
      [&] { device_ranks_ = ranks_by(devices_.size(), of_devices); },
      [&] { stream_ranks_ = ranks_by(streams_.size(), of_streams); },
      [&] { process_ranks_ = ranks_by(processes_.size(), [&](size_t at) { return processes[at].pid; }); },
      [&] { thread_ranks_ = ranks_by(threads_.size(), of_threads); }};
  parallel_for(usable_cores(), kinds.size(), [&](size_t kind) { kinds[kind](); });
}

Placement Tracks::event(const Event& event) {
  if (is_operation(event.kind))
    return operation(operations_of(profile_, event.kind).stream[event.at], event.time);
  if (is_analysis(event.kind)) return analysis(event.kind, event.device, event.time);
  switch (event.kind) {
    case EventKind::start_end:
      return start_end(profile_.threads()[profile_.nvtx().thread[event.at]].process, event.time);
    case EventKind::mark:
      return mark(profile_.nvtx().thread[event.at]);
    case EventKind::call:
      return call(profile_.calls().thread[event.at], event.time);
    case EventKind::os_call:
      return os_call(recorded_.os_calls->thread[event.at], event.time);
    case EventKind::other:
      return other(recorded_.others->on[event.at], event.time);
    default:
      return range(profile_.nvtx().thread[event.at], event.time);
  }
}

Placement Tracks::operation(StreamIx stream, Interval time) {
  return place(streams_[stream], time, [&](size_t lane) {
    const TrackId group = device(profile_.streams()[stream].device);
    return TrackInfo{.parent = group,
                     .rank = rank_of(kFirstStream + stream_ranks_[stream], lane),
                     .name = names_.stream(stream)};
  });
}

Placement Tracks::analysis(EventKind kind, DeviceIx of, Interval time) {
  const size_t row = analysis_row(kind);
  return place(analyses_[of * kAnalysisRows + row], time, [&](size_t lane) {
    const TrackId group = device(of);
    return TrackInfo{.parent = group,
                     .rank = rank_of(kind == EventKind::gap ? kBehindStreams : kFirstAnalysis + row, lane),
                     .name = analysis_names_[row]};
  });
}

TrackId Tracks::counter(const Counter& of) {
  const TrackId group = device(of.device);
  const size_t row = of.row == 0 ? 0 : kBehindStreams + of.row;
  return describe({.parent = group, .rank = rank_of(row, 0), .name = of.name, .unit = of.unit});
}

TrackId Tracks::metric_group(size_t gpu, std::string name) {
  return describe({.rank = rank_of(kFirstDevice + devices_.size() + gpu, 0), .name = std::move(name)});
}

// The unit is at the end of a metric's name.
TrackId Tracks::metric(TrackId group, size_t rank, std::string name) {
  std::string unit;
  if (const size_t at = name.rfind(" ["); at != std::string::npos && name.ends_with(']')) {
    unit = name.substr(at + 2, name.size() - at - 3);
    name.resize(at);
  }
  return describe(
      {.parent = group, .rank = rank_of(rank, 0), .name = std::move(name), .unit = std::move(unit)});
}

TrackId Tracks::mark_counter(const MarkCounter& counter, size_t rank) {
  return describe({.parent = process(counter.process),
                   .rank = rank_of(kFirstMarkCounter + rank, 0),
                   .name = with_name(counter.name.empty() ? "(no text)" : counter.name, counter.domain),
                   .unit = ""});
}

Placement Tracks::range(ThreadIx at, Interval time) {
  const TrackId own = thread(at);
  Row& row = ranges_[at];
  if (row.tracks.empty()) row.tracks.push_back(own);
  return place(row, time, [&](size_t lane) {
    return TrackInfo{.parent = own, .rank = rank_of(0, lane), .name = "NVTX"};
  });
}

Placement Tracks::mark(ThreadIx at) { return {thread(at), true}; }

Placement Tracks::start_end(ProcessIx owner, Interval time) {
  return place(start_end_[owner], time, [&](size_t lane) {
    const TrackId group = process(owner);
    return TrackInfo{.parent = group, .rank = rank_of(kStartEndRow, lane), .name = "NVTX start/end"};
  });
}

Placement Tracks::call(ThreadIx at, Interval time) {
  return place(calls_[at], time, [&](size_t lane) {
    const TrackId group = thread(at);
    return TrackInfo{.parent = group, .rank = rank_of(1, lane), .name = call_row_};
  });
}

Placement Tracks::os_call(EventThreadIx at, Interval time) {
  return place(os_calls_[at], time, [&](size_t lane) {
    const TrackId group = lazy_thread(*recorded_.os_calls, at);
    return TrackInfo{.parent = group, .rank = rank_of(2, lane), .name = "OS calls"};
  });
}

Placement Tracks::other(OtherRowIx at, Interval time) {
  const OtherEvents& others = *recorded_.others;
  return place(others_[at], time, [&](size_t lane) {
    const OtherRow& row = others.rows[at];
    const DeviceIx gpu = row.place.exists() ? others.places[row.place].gpu : DeviceIx::none();
    TrackInfo words{.name = std::string(others.text(row.name))};
    size_t rank = kFirstOther + at;
    if (row.thread.exists()) {
      words.parent = lazy_thread(others, row.thread);
    } else if (gpu.exists()) {
      words.parent = device(gpu);
      rank += kBehindStreams;
    } else if (row.process.exists()) {
      words.parent = lazy_process(others, row.process);
      rank += kStartEndRow;
    } else {
      rank += kFirstProcess / 2;
    }
    words.rank = rank_of(rank, lane);
    return words;
  });
}

Placement Tracks::note(NoteGroup group, size_t number, const std::string& name, Interval time) {
  TrackId& parent = note_groups_[static_cast<size_t>(group)];
  std::vector<Row>& rows = notes_[static_cast<size_t>(group)];
  if (parent == 0)
    parent = group == NoteGroup::bookmarks  ? describe({.rank = -1, .name = std::string(kBookmarksRow)})
             : group == NoteGroup::findings ? describe({.rank = 0, .name = std::string(kFindingsRow)})
             : group == NoteGroup::requests ? describe({.rank = 1, .name = std::string(kRequestsRow)})
                                            : describe({.rank = -2, .name = std::string(kUnreadRow)});
  if (rows.size() <= number) rows.resize(number + 1, Row{Lanes(Overlap::nested), {}});
  return place(rows[number], time, [&](size_t lane) {
    return TrackInfo{.parent = parent, .rank = rank_of(number, lane), .name = name};
  });
}

TrackId Tracks::remark(std::string name) { return describe({.name = std::move(name)}); }

template <class First>
Placement Tracks::place(Row& row, Interval time, First first) {
  const std::optional<size_t> lane = row.lanes.place(time);
  if (!lane) {
    ++crowded_;
    return {row.tracks.back(), true};
  }
  if (*lane > 0) ++overflow_;
  if (*lane == row.tracks.size()) {
    TrackInfo words = first(*lane);
    if (*lane > 0) words.name += *lane == 1 ? " · overlapping" : fmt::format(" · overlapping {}", *lane);
    row.tracks.push_back(describe(std::move(words)));
  }
  return {row.tracks[*lane], false};
}

TrackId Tracks::describe(TrackInfo words) {
  words.id = ++count_;
  writer_.track(words);
  return words.id;
}

TrackId Tracks::device(DeviceIx at) {
  if (devices_[at] == 0)
    devices_[at] =
        describe({.rank = rank_of(kFirstDevice + device_ranks_[at], 0), .name = names_.device(at)});
  return devices_[at];
}

TrackId Tracks::process(ProcessIx at) {
  if (processes_[at] != 0) return processes_[at];
  const Process& process = profile_.processes()[at];
  TrackInfo words{.rank = rank_of(kFirstProcess + process_ranks_[at], 0)};
  if (has_unique_pid_[at]) {
    words.name = "Process";
    words.pid = process.pid;
    words.owner = process.name;
  } else {
    words.name = with_name(process.known ? fmt::format("Process {}", process.pid) : "Process", process.name);
  }
  return processes_[at] = describe(std::move(words));
}

TrackId Tracks::thread(ThreadIx at) {
  if (threads_[at] != 0) return threads_[at];
  const Thread& thread = profile_.threads()[at];
  const Process& owner = profile_.processes()[thread.process];
  TrackInfo words{.parent = process(thread.process), .rank = rank_of(thread_ranks_[at], 0)};
  if (has_unique_pid_[thread.process] && fits_perfetto(thread.tid)) {
    words.name = profile_.derived(build_threads_with_nvtx).by_thread[at] ? "NVTX" : "Thread";
    words.pid = owner.pid;
    words.tid = thread.tid;
    words.owner = thread.name;
  } else {
    words.name = with_name(fmt::format("Thread {}", thread.tid), thread.name);
  }
  return threads_[at] = describe(std::move(words));
}

TrackId Tracks::lazy_thread(const LazyFamily& family, EventThreadIx at) {
  const EventThread& thread = family.threads[at];
  if (thread.thread.exists()) return this->thread(thread.thread);
  const EventProcess& owner = family.processes[thread.process];
  TrackId& track = lazy_threads_[{owner.key, thread.tid}];
  if (track != 0) return track;
  const TrackId group = lazy_process(family, thread.process);
  TrackInfo words{.parent = group, .rank = rank_of(threads_.size() + at, 0)};
  const std::string name(family.text(thread.name));
  if (owner.process.exists() && has_unique_pid_[owner.process] && fits_perfetto(thread.tid)) {
    words.name = "Thread";
    words.pid = owner.pid;
    words.tid = thread.tid;
    words.owner = name;
  } else {
    words.name = with_name(fmt::format("Thread {}", thread.tid), name);
  }
  return track = describe(std::move(words));
}

TrackId Tracks::lazy_process(const LazyFamily& family, EventProcessIx at) {
  const EventProcess& process = family.processes[at];
  if (process.process.exists()) return this->process(process.process);
  TrackId& track = lazy_processes_[process.key];
  if (track != 0) return track;
  return track = describe(
             {.rank = rank_of(kFirstProcess + processes_.size() + at, 0),
              .name = with_name(process.pid != 0 ? fmt::format("Process {}", process.pid) : "Process",
                                std::string(family.text(process.name)))});
}

}  // namespace nsys_ai::perfetto
