// Events by name: which names match, and the single events that have them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/sum.h"
#include "base/text_pattern.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

// What can be looked for by name. Copies go by their direction, such as Host-to-Device.
enum class NamedKind { kernel, nvtx, mark, call, copy };
inline constexpr std::array kNamedKinds = {NamedKind::kernel, NamedKind::nvtx, NamedKind::mark,
                                           NamedKind::call, NamedKind::copy};
std::string_view name_of(NamedKind kind);
// The family of its references: `kernel`, `nvtx`, `runtime_call`, `memcpy`.
std::string_view ref_type(NamedKind kind);
// How many events of the kind the profile has, in scope or not.
int64_t recorded(const Profile& profile, NamedKind kind);
// When an event was; of an open range, from its start to the end of 64 bits.
Interval interval_of(const Profile& profile, NamedKind kind, uint32_t at);
int64_t row_of(const Profile& profile, NamedKind kind, uint32_t at);

// Events of one kind and name, clipped to the scope. Ranges and marks are grouped by normalised label, calls
// by the name without the suffixes of interface versions.
struct FoundName {
  NamedKind kind = NamedKind::kernel;
  std::string name;   // where all have one text, that; else the label
  int64_t texts = 0;  // distinct texts among them
  int64_t events = 0;
  int64_t open = 0;              // ranges that were never closed; they have no time and count in `events` too
  std::optional<int64_t> gpu{};  // ns, summed: of kernels and copies; of ranges, that of the kernels inside
  std::optional<int64_t> host{};  // ns, summed: of ranges and calls
  uint32_t first = 0;             // the earliest event, in its family
};

// One matching event.
struct FoundEvent {
  NamedKind kind = NamedKind::kernel;
  uint32_t at = 0;  // in its family
};

struct NameSearch {
  std::vector<FoundName> names;    // by kind, then by time, the largest first, then by events and name
  std::vector<FoundEvent> events;  // by start, then kind and row: the first ones, where they were asked for
  int64_t total_events = 0;
};

struct SearchRequest {
  TextPattern pattern;
  std::vector<NamedKind> kinds;  // none means all
  std::optional<size_t> events;  // how many single events at most, 0 for all; none are listed without it
};

// A kernel matches by its full or its display name, a range by its text or its label, a call by its name as
// it is written or without its version. Backtrace twins and the creation of graph nodes are no calls. Fails
// when it is cancelled.
Result<NameSearch> search_names(const Profile& profile, const Scope& scope, const SearchRequest& request,
                                const Work& work);

// Up to three words of names that are near to what was looked for.
std::vector<std::string> near_words(const Profile& profile, std::string_view wanted,
                                    const std::vector<NamedKind>& kinds);

}  // namespace nsys_ai
