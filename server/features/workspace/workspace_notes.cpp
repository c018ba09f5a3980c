// Places the log for each caller: it is small beside a profile.
#include "features/workspace/workspace_notes.h"

#include "analysis/phases/logged_spans.h"
#include "features/workspace/bookmarks.h"

namespace nsys_ai {
namespace {

void add_requests(const LoggedSpans& log, std::vector<TraceNote>& notes) {
  const size_t before = notes.size();
  for (const std::string& lane : log.lanes) notes.push_back({lane, lane, {}, {}, NoteGroup::requests, {}});
  for (const LoggedSpan& span : log.spans) {
    notes[before + span.lane].times.push_back(span.time);
    notes[before + span.lane].titles.push_back(span.name);
  }
}

}  // namespace

std::vector<TraceNote> workspace_notes(const Profile& profile,
                                       const std::vector<std::filesystem::path>& folders,
                                       const ProjectFacts& project,
                                       const std::function<void(const Error&)>& report) {
  std::vector<TraceNote> notes;
  const auto marked = bookmarks(folders, profile.info().path.filename().string());
  if (marked)
    notes = bookmark_notes(*marked);
  else
    report({marked.error().code, "No bookmarks: " + marked.error().message, marked.error().hint});
  if (const std::string text = project.text_of(kRequestLog); !text.empty()) {
    const auto log = place_log(profile, text);
    if (log)
      add_requests(*log, notes);
    else
      report(log.error());
  }
  return notes;
}

}  // namespace nsys_ai
