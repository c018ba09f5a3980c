// Names, ranks and lanes of the rows.
#include "trace/tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/text_table.h"

namespace nsys_ai::perfetto {
namespace {

// The lanes of one row stay together.
int32_t rank_of(size_t row, size_t lane) {
  return static_cast<int32_t>(std::min<size_t>(row * kMostLanes + lane, INT32_MAX));
}

// Above the streams of a device: counters, then what analyses say.
constexpr size_t kCounterRows = 8;
constexpr size_t kFirstStream = kCounterRows + kAnalysisRows;

bool fits_perfetto(int64_t id) { return id > 0 && id <= INT32_MAX; }

// The place of each element when they are sorted by `key`.
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

// The viewer sorts the groups at the top by name, whatever their ranks: the ordinals get one width.
std::vector<std::string> names_of_devices(const Profile& profile) {
  int64_t largest = 0;
  for (const Device& device : profile.devices()) largest = std::max(largest, device.ordinal);
  const size_t width = std::to_string(largest).size();
  std::vector<std::string> names;
  for (const Device& device : profile.devices()) {
    std::string name = fmt::format("GPU {:0{}}", device.ordinal, width);
    if (device.gpu.exists() && !profile.gpus()[device.gpu].name.empty())
      name += " · " + profile.gpus()[device.gpu].name;
    if (const auto pid = profile.pid_of(device.process)) name += fmt::format(" · pid {}", *pid);
    names.push_back(std::move(name));
  }
  return names;
}

// The context is named where two of a device have streams of one number.
std::vector<std::string> names_of_streams(const Profile& profile) {
  std::map<std::pair<size_t, int64_t>, int> alike;
  for (const Stream& stream : profile.streams()) ++alike[{stream.device, stream.stream}];
  std::vector<std::string> names;
  for (const Stream& stream : profile.streams()) {
    std::string name = fmt::format("Stream {}", stream.stream);
    if (alike[{stream.device, stream.stream}] > 1) name += fmt::format(" · context {}", stream.context);
    names.push_back(std::move(name));
  }
  return names;
}

// Perfetto knows a process by its pid alone; captures of several machines may have one pid twice.
std::vector<bool> processes_with_own_pid(const Profile& profile) {
  std::map<int64_t, int> alike;
  for (const Process& process : profile.processes())
    if (process.known) ++alike[process.pid];
  std::vector<bool> own;
  for (const Process& process : profile.processes())
    own.push_back(process.known && fits_perfetto(process.pid) && alike[process.pid] == 1);
  return own;
}

std::string name_of_projections(int64_t pixel) {
  const std::string name = "NVTX on the GPU";
  return pixel <= 0 ? name : fmt::format("{} · ranges of {} and more", name, readable_ns(pixel));
}

std::string with_name(std::string label, const std::string& name) {
  return name.empty() ? label : label + " · " + name;
}

}  // namespace

Tracks::Tracks(const Profile& profile, int64_t pixel, Writer& writer)
    : profile_(profile),
      writer_(writer),
      analysis_names_({"Iterations", name_of_projections(pixel), "Idle"}),
      stream_names_(names_of_streams(profile)),
      device_names_(names_of_devices(profile)),
      stands_alone_(processes_with_own_pid(profile)),
      has_nvtx_(profile.threads().size(), false),
      devices_(profile.devices().size(), 0),
      processes_(profile.processes().size(), 0),
      threads_(profile.threads().size(), 0),
      streams_(profile.streams().size(), Row{Lanes(Overlap::flat), {}}),
      analyses_(profile.devices().size() * kAnalysisRows, Row{Lanes(Overlap::nested), {}}),
      ranges_(profile.threads().size(), Row{Lanes(Overlap::nested), {}}),
      calls_(profile.threads().size(), Row{Lanes(Overlap::nested), {}}),
      start_end_(profile.processes().size(), Row{Lanes(Overlap::flat), {}}) {
  device_ranks_ = ranks_by(profile.devices().size(), [&](size_t at) {
    const Device& device = profile.devices()[at];
    return std::make_tuple(device.ordinal, profile.processes()[device.process].pid);
  });
  stream_ranks_ = ranks_by(profile.streams().size(), [&](size_t at) {
    return std::make_tuple(profile.streams()[at].stream, profile.streams()[at].context);
  });
  process_ranks_ =
      ranks_by(profile.processes().size(), [&](size_t at) { return profile.processes()[at].pid; });
  // The main thread has the id of its process and comes first.
  thread_ranks_ = ranks_by(profile.threads().size(), [&](size_t at) {
    const Thread& thread = profile.threads()[at];
    return std::make_tuple(thread.tid != profile.processes()[thread.process].pid, thread.tid);
  });
  for (size_t i = 0; i < profile.nvtx().size(); ++i) has_nvtx_[profile.nvtx().thread[i]] = true;
}

Place Tracks::operation(StreamIx stream, Interval time) {
  return place(streams_[stream], time, [&](size_t lane) {
    const TrackId group = device(profile_.streams()[stream].device);
    return TrackWords{.parent = group,
                      .rank = rank_of(kFirstStream + stream_ranks_[stream], lane),
                      .name = stream_names_[stream]};
  });
}

Place Tracks::analysis(EventKind kind, DeviceIx of, Interval time) {
  const size_t row = analysis_row(kind);
  return place(analyses_[of * kAnalysisRows + row], time, [&](size_t lane) {
    const TrackId group = device(of);
    return TrackWords{
        .parent = group, .rank = rank_of(kCounterRows + row, lane), .name = analysis_names_[row]};
  });
}

TrackId Tracks::counter(const Counter& of, size_t rank) {
  const TrackId group = device(of.device);
  return describe({.parent = group, .rank = rank_of(rank, 0), .name = of.name, .unit = of.unit});
}

Place Tracks::range(ThreadIx at, Interval time) {
  const TrackId own = thread(at);
  Row& row = ranges_[at];
  if (row.tracks.empty()) row.tracks.push_back(own);
  return place(row, time, [&](size_t lane) {
    return TrackWords{.parent = own, .rank = rank_of(0, lane), .name = "NVTX"};
  });
}

Place Tracks::mark(ThreadIx at) { return {thread(at), true}; }

Place Tracks::start_end(ThreadIx at, Interval time) {
  const ProcessIx owner = profile_.threads()[at].process;
  return place(start_end_[owner], time, [&](size_t lane) {
    const TrackId group = process(owner);
    return TrackWords{.parent = group, .rank = rank_of(threads_.size(), lane), .name = "NVTX start/end"};
  });
}

Place Tracks::call(ThreadIx at, Interval time) {
  return place(calls_[at], time, [&](size_t lane) {
    const TrackId group = thread(at);
    return TrackWords{.parent = group, .rank = rank_of(1, lane), .name = "CUDA calls"};
  });
}

TrackId Tracks::remark(std::string name) { return describe({.name = std::move(name)}); }

template <class First>
Place Tracks::place(Row& row, Interval time, First first) {
  const std::optional<size_t> lane = row.lanes.place(time);
  if (!lane) {
    ++crowded_;
    return {row.tracks.back(), true};
  }
  if (*lane > 0) ++overflow_;
  if (*lane == row.tracks.size()) {
    TrackWords words = first(*lane);
    if (*lane > 0) words.name += fmt::format(" ({})", *lane + 1);
    row.tracks.push_back(describe(std::move(words)));
  }
  return {row.tracks[*lane], false};
}

TrackId Tracks::describe(TrackWords words) {
  words.id = ++count_;
  writer_.track(words);
  return words.id;
}

TrackId Tracks::device(DeviceIx at) {
  if (devices_[at] == 0)
    devices_[at] = describe({.rank = rank_of(device_ranks_[at], 0), .name = device_names_[at]});
  return devices_[at];
}

TrackId Tracks::process(ProcessIx at) {
  if (processes_[at] != 0) return processes_[at];
  const Process& process = profile_.processes()[at];
  TrackWords words{.rank = rank_of(devices_.size() + process_ranks_[at], 0)};
  if (stands_alone_[at]) {
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
  TrackWords words{.parent = process(thread.process), .rank = rank_of(thread_ranks_[at], 0)};
  if (stands_alone_[thread.process] && fits_perfetto(thread.tid)) {
    words.name = has_nvtx_[at] ? "NVTX" : "Thread";
    words.pid = owner.pid;
    words.tid = thread.tid;
    words.owner = thread.name;
  } else {
    words.name = with_name(fmt::format("Thread {}", thread.tid), thread.name);
  }
  return threads_[at] = describe(std::move(words));
}

}  // namespace nsys_ai::perfetto
