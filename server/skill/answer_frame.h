// The common parts of every answer about a profile: its scope, what the capture lacks, and notes that a
// reader of its numbers must know.
#pragma once

#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/answer.h"
#include "base/loss_notes.h"
#include "profile/profile.h"
#include "skill/skill.h"

namespace nsys_ai {

// An answer without rows; `name` is that of a skill, or of a command that asks on its own.
Answer framed(const Profile& profile, const Scope& scope, std::string name);

// Sets the answer's window, when it differs from the window of the scope.
void set_answer_window(Interval window, Answer& answer);

// Whether the profile has the needed data. If not, sets the answer to `cannot_answer`, with the reason and
// what to capture.
bool can_answer(const Profile& profile, const std::vector<Need>& needs, Answer& answer);

// Notes on an ambiguous scope: an ordinal that means several GPUs, and the process of an iteration.
void note_scope(const Profile& profile, const Scope& scope, std::vector<std::string>& notes);

// Notes on work that has no record, and on errors behind which nothing runs, for skills that need GPU work.
void note_coverage(const Profile& profile, const Scope& scope, const std::vector<Need>& needs,
                   std::vector<std::string>& notes);

// Reports that the requested window contains none of the recorded data: as the reason of an empty answer, or
// as a note beside rows.
void report_outside(const Scope& scope, Interval recorded, Answer& answer);

// Turns the data loss that was reported during the computation into notes of the answer. An answer that is
// empty or failed because all of its data was skipped becomes `cannot_answer`.
void add_loss_notes(const LossNotes& losses, Answer& answer);
Result<Answer> with_loss_notes(const LossNotes& losses, const Answer& frame, Result<Answer> answer);

}  // namespace nsys_ai
