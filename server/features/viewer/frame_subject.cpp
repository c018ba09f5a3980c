// Reads bookmarks again whenever they are asked for; as rows they are those of the beginning.
#include "features/viewer/frame_subject.h"

#include <memory>
#include <utility>

#include "base/log.h"
#include "features/viewer/finding_notes.h"
#include "features/viewer/terminal_settings.h"
#include "features/viewer/timeline_content.h"
#include "features/workspace/ask_page.h"
#include "features/workspace/bookmarks.h"
#include "features/workspace/workspace_notes.h"
#include "question/answer.h"
#include "question/complete.h"
#include "view/pages/overview.h"
#include "view/pages/page_text.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

// The first thing that the answer names and that has a place in time.
std::string place_of_answer(const Profile& profile, const PageText& text) {
  for (const Mark& mark : text.marks)
    if (interval_of(profile, mark.target)) return mark.target;
  return "";
}

Result<TimelineAnswer> answer_on_screen(const ProfilePtr& profile, const SkillSet& skills,
                                        AnswerCache& answers, const TimelineQuestion& asked) {
  const auto answer = ask(profile, answers, {asked.question, asked.after, &skills.project}, {});
  if (!answer) return tl::unexpected(answer.error());
  PageLayout layout;
  layout.width = asked.width;
  layout.fit = true;
  const PageText text = text_of(ask_text_page(*profile, *answer), layout);
  return TimelineAnswer{text.text, answer->understood, place_of_answer(*profile, text)};
}

}  // namespace

TimelineSubject frame_subject(const ProfilePtr& profile, FrameSources sources) {
  const std::string name = profile->info().path.filename().string();
  const auto notes = workspace_notes(*profile, sources.folders, sources.skills->project,
                                     [](const Error& error) { log_warning(error.message); });
  TimelineSubject subject{profile, name};
  const auto suppressions = sources.suppressions;
  subject.content = timeline_source_content(
      *profile, {cached_finding_notes(profile, std::move(sources.suppressions)), [notes] { return notes; }});
  subject.overview = [profile, suppressions](const ScopeRequest& scope, WaitFor wait) -> Result<Page> {
    if (scope == ScopeRequest{}) return overview(*profile, suppressions, wait);
    return overview_of(*profile, scope, suppressions, {});
  };
  subject.marks = [folders = sources.folders, name]() -> Result<std::vector<TimelineMark>> {
    const auto list = bookmarks(folders, name);
    if (!list) return tl::unexpected(list.error());
    std::vector<TimelineMark> marks;
    for (const Bookmark& each : *list) marks.push_back({each.name, each.time});
    return marks;
  };
  subject.add_mark = [folders = sources.folders, name](const TimelineMark& mark) -> Result<void> {
    const auto file = add_bookmark(folders, {name, mark.name, mark.time, ""});
    if (!file) return tl::unexpected(file.error());
    return {};
  };
  subject.complete = [profile](const std::string& typed) {
    constexpr size_t kMostOffers = 30;
    std::vector<std::string> offers;
    const auto found = completions(*profile, typed, kMostOffers);
    if (!found) return offers;
    for (const Completion& each : found->items) offers.push_back(typed.substr(0, found->from) + each.text);
    return offers;
  };
  if (const auto kept = terminal_settings(sources.folders))
    subject.settings = *kept;
  else
    log_warning(kept.error().message);
  subject.keep_settings = [folders = sources.folders](const TimelineSettings& settings) {
    return keep_terminal_settings(folders, settings);
  };
  subject.perfetto = std::move(sources.perfetto);
  subject.ask = [profile, skills = sources.skills,
                 answers = std::make_shared<AnswerCache>()](const TimelineQuestion& asked) {
    return answer_on_screen(profile, *skills, *answers, asked);
  };
  return subject;
}

}  // namespace nsys_ai
