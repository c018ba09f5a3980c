// Searches events by name: lists matching names and the single events that have them.
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

// The kinds of events that can be searched by name. Copies are named by their direction, for example
// Host-to-Device.
enum class NamedKind { kernel, nvtx, mark, call, copy };
inline constexpr std::array kNamedKinds = {NamedKind::kernel, NamedKind::nvtx, NamedKind::mark,
                                           NamedKind::call, NamedKind::copy};
std::string_view name_of(NamedKind kind);
// The family that references to these events use: `kernel`, `nvtx`, `runtime_call`, `memcpy`.
std::string_view ref_type(NamedKind kind);
// Number of events of the kind in the profile, in scope or not.
int64_t recorded(const Profile& profile, NamedKind kind);
// The time of an event; an open range lasts until the largest 64-bit time.
Interval interval_of(const Profile& profile, NamedKind kind, uint32_t at);
int64_t row_of(const Profile& profile, NamedKind kind, uint32_t at);

// Events of one kind and name, clipped to the scope. Ranges and marks are grouped by normalised label, calls
// by name without the suffixes of interface versions.
struct FoundName {
  NamedKind kind = NamedKind::kernel;
  std::string name;   // the common text if there is one, otherwise the label
  int64_t texts = 0;  // number of distinct texts
  int64_t events = 0;
  int64_t open = 0;              // ranges that were never closed; they have no time and count in `events` too
  std::optional<int64_t> gpu{};  // ns, summed: of kernels and copies; for ranges, of the kernels inside
  std::optional<int64_t> host{};  // ns, summed: of ranges and calls
  uint32_t first = 0;             // row of the earliest event in its family
};

// One matching event.
struct FoundEvent {
  NamedKind kind = NamedKind::kernel;
  uint32_t at = 0;  // row in its family
};

struct NameSearch {
  std::vector<FoundName> names;    // sorted by kind, then time in descending order, then events and name
  std::vector<FoundEvent> events;  // the first ones by start, then kind and row, if requested
  int64_t total_events = 0;
};

struct SearchRequest {
  TextPattern pattern;
  std::vector<NamedKind> kinds;  // empty means all
  std::optional<size_t> events;  // maximum number of single events, 0 for all; none are listed without it
};

// A kernel matches by its full or display name, a range by its text or label, a call by its name with or
// without the version suffix. Backtrace duplicates and creations of graph nodes are skipped. Fails when it is
// cancelled.
Result<NameSearch> search_names(const Profile& profile, const Scope& scope, const SearchRequest& request,
                                const Work& work);

// Up to three words of names that are similar to the search text.
std::vector<std::string> similar_words(const Profile& profile, std::string_view wanted,
                                    const std::vector<NamedKind>& kinds);

}  // namespace nsys_ai
