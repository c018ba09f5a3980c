// The server's own work as a Perfetto trace, written while it happens.
//
// Each thread of the server is a track; a request is a slice on the one that worked for it, and the stages of
// long work, such as those of a load, are slices within. Of what the user asked about only the names of files
// that are opened are in it: no parameters, no names from profiles.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "rpc/request_watch.h"
#include "trace/packets.h"

namespace nsys_ai {

// Thread-safe. The file is whole packets at any time, so that a trace that is cut short opens as well.
class SelfTrace : public RequestWatch {
 public:
  // Fails when the file cannot be written.
  static Result<std::unique_ptr<SelfTrace>> to(const std::filesystem::path& file);

  uint64_t began(const Begin& begin) override;
  void stage(uint64_t work, std::string_view what) override;
  void ended(uint64_t work, bool good, bool late) override;

 private:
  using Clock = std::chrono::steady_clock;

  explicit SelfTrace(std::ofstream stream);
  int64_t now() const { return (Clock::now() - born_).count(); }
  perfetto::TextId text(perfetto::TextKind kind, std::string_view text);
  perfetto::TrackId track_of_thread(const Begin& begin);
  perfetto::EventWords words(std::string_view name, std::string_view category);

  const Clock::time_point born_ = Clock::now();
  std::mutex lock_;
  std::ofstream stream_;
  TraceSink sink_;
  perfetto::Packets packets_;
  std::map<std::pair<perfetto::TextKind, std::string>, perfetto::TextId> texts_;
  std::map<int64_t, perfetto::TrackId> tracks_;    // by thread
  std::map<perfetto::TrackId, std::string> open_;  // work that goes on, with its stage
};

}  // namespace nsys_ai
