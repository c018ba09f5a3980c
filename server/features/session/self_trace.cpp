// Writes the slices of requests and stages, packet by packet.
#include "features/session/self_trace.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

#include "trace/packets.h"

namespace nsys_ai {
namespace {

constexpr perfetto::TrackId kProcess = 1;
// Writes every packet to the file at once.
constexpr size_t kChunkBytes = 1;

int64_t utc_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string lane_name(std::optional<Lane> lane) {
  return lane ? std::string(name_of(*lane)) + " lane" : "session";
}

// Thread-safe.
class SelfTrace : public RequestObserver {
 public:
  explicit SelfTrace(std::ofstream stream);

  uint64_t began(const Begin& begin) override;
  void stage(uint64_t work, std::string_view what) override;
  void ended(uint64_t work, bool good, bool late) override;

 private:
  using Clock = std::chrono::steady_clock;

  int64_t now() const { return (Clock::now() - started_).count(); }
  perfetto::TextId text(perfetto::TextTable kind, std::string_view text);
  perfetto::TrackId track_of_thread(const Begin& begin);
  perfetto::EventInfo words(std::string_view name, std::string_view category);

  const Clock::time_point started_ = Clock::now();
  std::mutex lock_;
  std::ofstream stream_;
  TraceSink sink_;
  perfetto::Packets packets_;
  std::map<std::pair<perfetto::TextTable, std::string>, perfetto::TextId> texts_;
  std::map<int64_t, perfetto::TrackId> tracks_;    // by thread
  std::map<perfetto::TrackId, std::string> open_;  // running work and its current stage
};

SelfTrace::SelfTrace(std::ofstream stream)
    : stream_(std::move(stream)),
      sink_([this](std::string_view chunk) {
        stream_.write(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        return static_cast<bool>(stream_.flush());
      }),
      packets_(sink_, kChunkBytes, 0) {
  packets_.begin_sequence(0, utc_now());
  packets_.track({.id = kProcess, .name = "nsys-ai", .pid = ::getpid(), .owner = "nsys-ai"});
}

perfetto::TextId SelfTrace::text(perfetto::TextTable kind, std::string_view text) {
  const auto [place, fresh] = texts_.try_emplace({kind, std::string(text)});
  if (fresh) place->second = packets_.define(kind, text);
  return place->second;
}

perfetto::TrackId SelfTrace::track_of_thread(const Begin& begin) {
  const auto thread = static_cast<int64_t>(::syscall(SYS_gettid));
  const auto [place, fresh] = tracks_.try_emplace(thread, kProcess + 1 + tracks_.size());
  if (fresh)
    packets_.track({.id = place->second,
                    .parent = kProcess,
                    .rank = static_cast<int32_t>(place->second),
                    .name = lane_name(begin.lane),
                    .pid = ::getpid(),
                    .tid = thread,
                    .owner = lane_name(begin.lane)});
  return place->second;
}

perfetto::EventInfo SelfTrace::words(std::string_view name, std::string_view category) {
  perfetto::EventInfo words;
  words.name = text(perfetto::TextTable::event, name);
  words.category = text(perfetto::TextTable::category, category);
  return words;
}

uint64_t SelfTrace::began(const Begin& begin) {
  const std::lock_guard lock(lock_);
  const perfetto::TrackId track = track_of_thread(begin);
  const auto waited = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin.arrived);
  perfetto::EventInfo request = words(begin.method, "request");
  request.arguments.push_back({text(perfetto::TextTable::argument, "waited_us"),
                               static_cast<uint64_t>(std::max<int64_t>(0, waited.count()))});
  packets_.begin(track, now(), request);
  open_[track];
  return track;
}

void SelfTrace::stage(uint64_t work, std::string_view what) {
  const std::lock_guard lock(lock_);
  const auto open = open_.find(work);
  // Ignores stages that are reported after the work has ended.
  if (open == open_.end() || open->second == what) return;
  if (!open->second.empty()) packets_.end(work, now());
  open->second = what;
  packets_.begin(work, now(), words(what, "stage"));
}

void SelfTrace::ended(uint64_t work, bool good, bool late) {
  const std::lock_guard lock(lock_);
  const auto open = open_.extract(work);
  if (open && !open.mapped().empty()) packets_.end(work, now());
  if (late) packets_.instant(work, now(), words("nobody waited any more", "request"));
  if (!good) packets_.instant(work, now(), words("failed", "request"));
  packets_.end(work, now());
}

}  // namespace

Result<std::unique_ptr<RequestObserver>> self_trace(const std::filesystem::path& file) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  if (!stream)
    return fail(ErrorCode::cannot_do, "The trace " + file.string() + " cannot be written.",
                "Name a file in a folder that exists and that you may write to.");
  return std::make_unique<SelfTrace>(std::move(stream));
}

}  // namespace nsys_ai
