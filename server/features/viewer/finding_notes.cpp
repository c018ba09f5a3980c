// The sentences of the overview, at the times of their events.
#include "features/viewer/finding_notes.h"

#include <memory>
#include <mutex>
#include <utility>

#include "skills/findings.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

// Rows and slices show plain text, so names in it need no markup.
std::string plain(std::string sentence) {
  std::erase(sentence, '`');
  return sentence;
}

}  // namespace

std::vector<TraceNote> finding_notes(const Profile& profile, std::span<const Suppression> suppressions) {
  const Findings findings = without_suppressed(profile.derived(build_findings), suppressions,
                                               profile.info().path.filename().string());
  std::vector<TraceNote> notes;
  for (const Finding& finding : findings.findings) {
    const std::string title = plain(finding.title);
    TraceNote note{title, title, {}, {{"severity", std::string(name_of(finding.severity))}}};
    note.facts.emplace_back("detail", finding.detail);
    note.facts.emplace_back("advice", in_one_paragraph(finding.advice));
    for (const std::string& ref : finding.refs)
      if (const auto time = interval_of(profile, ref)) note.times.push_back(*time);
    // Drops informational findings without an event: they apply to the entire run and would fill the row.
    if (!note.times.empty() || finding.severity != Severity::information) notes.push_back(std::move(note));
  }
  // A check that failed is not a clean result, so the trace shows it, too.
  for (const std::string& cause : findings.failed)
    notes.push_back(
        {cause, sentence_of_failed(cause), {}, {{"severity", std::string(name_of(Severity::information))}}});
  return notes;
}

NoteProvider cached_finding_notes(const ProfilePtr& profile, std::vector<Suppression> suppressions) {
  struct Kept {
    std::mutex making;
    bool made = false;
    std::vector<TraceNote> notes;
    std::vector<const DataLoss*> losses;
  };
  return [profile, suppressions = std::move(suppressions), kept = std::make_shared<Kept>()] {
    const std::lock_guard lock(kept->making);
    if (!kept->made) {
      const LossNotes losses;
      kept->notes = finding_notes(*profile, suppressions);
      kept->losses = losses.all();
    }
    kept->made = true;
    for (const DataLoss* of : kept->losses) report_loss(*of);
    return kept->notes;
  };
}

}  // namespace nsys_ai
