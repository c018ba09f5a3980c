// What stands out in a capture, as notes of its trace.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "trace/trace.h"

namespace nsys_ai {

// Of the whole capture, most at stake first, without what is suppressed. A note stands where its events are.
std::vector<TraceNote> finding_notes(const Profile& profile, std::span<const Suppression> suppressions);

// The same, made when they are first asked for, and kept for all copies of this. Thread-safe.
using NoteProvider = std::function<std::vector<TraceNote>()>;
NoteProvider cached_finding_notes(const ProfilePtr& profile, std::vector<Suppression> suppressions);

// What is noted beside the events of a profile; either may be empty.
struct Annotations {
  NoteProvider findings;
  NoteProvider bookmarks;
};

}  // namespace nsys_ai
