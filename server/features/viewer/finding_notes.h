// The findings of a capture as notes in its trace.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "trace/trace.h"

namespace nsys_ai {

// The findings of the entire capture except the suppressed ones, largest possible saving first. Each note is
// at the times of its events.
std::vector<TraceNote> finding_notes(const Profile& profile, std::span<const Suppression> suppressions);

// Like `finding_notes`, but computed at the first call and shared by all copies of the function. Thread-safe.
using NoteProvider = std::function<std::vector<TraceNote>()>;
NoteProvider cached_finding_notes(const ProfilePtr& profile, std::vector<Suppression> suppressions);

// Notes that are shown beside the events of a profile; either may be empty.
struct Annotations {
  NoteProvider findings;
  NoteProvider workspace;  // bookmarks and logged requests
};

}  // namespace nsys_ai
