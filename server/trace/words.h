// What the trace calls things: names, categories and arguments of events, each text defined once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/kernels.h"
#include "profile/order.h"
#include "profile/profile.h"
#include "trace/events.h"
#include "trace/packets.h"
#include "trace/stretches.h"

namespace nsys_ai::perfetto {

// The fixed words of this program.
enum class Term : uint8_t {
  compute,
  communication,
  copy,
  memset,
  nvtx,
  call,
  trace,
  iteration,
  idle,
  merged,
  bytes,
  reference,
  grid,
  block,
  registers,
  shared_memory,
  error_code,
  host_range
};
constexpr size_t kTerms = static_cast<size_t>(Term::host_range) + 1;

// One thread only.
class Words {
 public:
  Words(const Profile& profile, const TraceOptions& options, const Stretches& stretches, Packets& packets);

  // Valid until the next call.
  const EventWords& of(const Event& event);
  // Of several events in one: how many, and how long together.
  const EventWords& merged(const Event& event);
  // For a remark of our own about the trace.
  const EventWords& remark(const std::string& text);
  uint64_t open() const { return open_; }

 private:
  struct Domain {
    NameId name;
    TextId category;  // 0 until an event has it
  };

  void kernel(size_t at);
  void copy(size_t at);
  void memset(size_t at);
  void range(size_t at);
  void call(size_t at);
  void stretch(const Stretch& of);
  void gap(IdleGap gap);
  TextId domain(ProcessIx process, uint32_t number);
  void add_launch_shape(size_t at);
  void add_flow(const std::vector<uint32_t>& calls, size_t at);
  void add_reference(const char* family, int64_t row);
  void add(Term name, uint64_t number);
  void add(Term name, const std::string& text);

  std::string_view kind_of(const Event& merged) const;
  TextId term(Term term);
  TextId event_name(NameId name);
  TextId made(TextKind kind, const std::string& text);

  const Profile& profile_;
  const TraceOptions& options_;
  const Stretches& stretches_;
  Packets& packets_;
  EventWords words_;
  std::array<TextId, kTerms> terms_{};
  std::vector<TextId> event_names_;                              // by NameId
  std::array<std::unordered_map<std::string, TextId>, 4> made_;  // texts put together here, by kind
  std::unordered_map<uint32_t, TextId> copy_names_;              // by direction and kinds of memory
  std::unordered_map<uint64_t, Domain> domains_;                 // by process and number
  const KernelFamilies& families_;
  const Launches* launches_ = nullptr;    // where arrows are drawn
  std::vector<bool> launched_something_;  // by call
  uint64_t open_ = 0;
};

}  // namespace nsys_ai::perfetto
