// Describes events: their names, categories and arguments. Each text is interned once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/host/api_calls.h"
#include "base/work.h"
#include "profile/families/family_gpu.h"
#include "profile/order.h"
#include "profile/profile.h"
#include "trace/event.h"
#include "trace/writer.h"

namespace nsys_ai::perfetto {

// Constant texts.
enum class Term : uint8_t {
  compute,
  communication,
  copy,
  memset,
  nvtx,
  call,
  sync,
  os_call,
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
  host_range,
  waits_for,
  full_name,
  finding,
  correlation,
  bandwidth,
  bookmark,
  graph,
  executable,
  request
};
constexpr size_t kTerms = static_cast<size_t>(Term::request) + 1;

constexpr std::string_view kNoName = "(no name)";  // for an event with an empty text

// For one thread.
class EventDescriber {
 public:
  EventDescriber(const Recorded& recorded, const TraceOptions& options, const Work& work, Writer& writer);

  // Forgets the texts defined so far.
  void begin_sequence();
  // Valid until the next call.
  const EventInfo& of(const Event& event);
  // Describes several merged events: their number, and their total length.
  const EventInfo& merged(const Event& event);
  const EventInfo& note(NoteGroup group, const TraceNote& note, const std::string& title);
  // Describes a remark of this program about the trace.
  const EventInfo& remark(const std::string& text);
  uint64_t open() const { return open_; }

 private:
  struct Domain {
    std::string name;
    TextId category;  // 0 until an event uses it
  };
  // Shared by all kernels of one name; 0 until one is described.
  struct KernelInfo {
    std::string shown;
    TextId name;
    TextId category;
    TextId family;
  };
  // An entry of a table that is too large to be cleared for each sequence.
  struct DefinedName {
    uint32_t sequence = 0;
    uint32_t number = 0;
  };

  void kernel(size_t at);
  void copy(size_t at);
  void memset(size_t at);
  void graph_run(size_t at);
  void range(size_t at);
  void call(size_t at);
  void os_call(size_t at);
  void other(size_t at);
  // The object that the host waits for in a call, if the capture states it.
  std::string waited_for(size_t call);
  void list_waits();
  void iteration(size_t at);
  void projection(size_t at);
  void gap(const Event& event);
  TextId domain(ProcessIx process, uint32_t number);
  void add_launch_shape(size_t at);
  void list_domains();
  void mark_launches(const RowLinks& calls);
  // Adds an arrow to the last launched operation.
  void add_flow(const RowLinks& calls, size_t at);
  void add_reference(const char* family, int64_t row);
  // Adds the number that joins a call and its operations in their process.
  void add_correlation(uint32_t number);
  void add(Term name, uint64_t number);
  void add(Term name, const std::string& text);

  std::string_view kind_of(const Event& merged) const;
  TextId family_of(const Event& merged);
  TextId term(Term term);
  TextId event_name(NameId name);
  TextId range_name(size_t at);
  // The range's label without numbers.
  TextId range_family(size_t at);
  bool shows_references() const { return options_.arguments || options_.only_references; }
  TextId made(TextTable kind, const std::string& text);

  const Recorded& recorded_;
  const Profile& profile_;
  const TraceOptions& options_;
  const Work& work_;
  Writer& writer_;
  EventInfo words_;
  std::array<TextId, kTerms> terms_{};
  uint32_t sequence_ = 0;
  std::vector<DefinedName> event_names_;  // indexed by NameId
  TextSet range_texts_;                   // each is a template and numbers
  std::vector<DefinedName> range_names_;  // indexed by number in `range_texts_`
  std::unordered_map<uint32_t, TextId> range_families_;  // keyed by TemplateId
  std::string key_;
  // Keyed by NameId, where only references are shown.
  std::unordered_map<uint32_t, DefinedName> few_names_;
  std::vector<KernelInfo> kernels_;                                        // by code of `Kernels::names`
  std::array<std::unordered_map<std::string, TextId>, kTextTables> made_;  // texts composed here
  // Keyed by direction and kinds of memory.
  std::unordered_map<uint32_t, TextId> copy_names_;
  std::unordered_map<uint64_t, Domain> domains_;                           // keyed by process and number
  bool domains_listed_ = false;
  const CallKinds& call_kinds_;
  const Synchronizations* waits_ = nullptr;         // null where they cannot be read
  std::unordered_map<uint64_t, uint32_t> wait_of_;  // keyed by process and correlation id
  bool waits_listed_ = false;
  const Launches* launches_ = nullptr;    // set where arrows are drawn
  std::vector<bool> launched_something_;  // indexed by call
  std::vector<bool> launched_several_;
  uint64_t open_ = 0;
};

}  // namespace nsys_ai::perfetto
