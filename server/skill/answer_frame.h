// The frame of every answer about a profile: its scope, what the capture lacks, and what a reader of its
// numbers must know.
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

// What the answer speaks of, where that is not the window of the scope.
void state_window(Interval window, Answer& answer);

// Whether the profile has what is needed. Where it has not, the answer says that it cannot, why, and what to
// capture.
bool can_answer(const Profile& profile, const std::vector<Need>& needs, Answer& answer);

// What the scope leaves open: an ordinal that is more than one GPU, and whose iteration it is.
void note_scope(const Profile& profile, const Scope& scope, std::vector<std::string>& notes);

// Says so where the window that was asked for holds nothing of what was recorded of that which the answer is
// made of: why it is empty, or a note beside rows.
void report_outside(const Scope& scope, Interval recorded, Answer& answer);

// What was told while the answer was made: what was not read of that which it is made of becomes its notes.
// An answer that has nothing, or failed, because all of it was left out is one that cannot be given.
void add_loss_notes(const LossNotes& losses, Answer& answer);
Result<Answer> with_loss_notes(const LossNotes& losses, const Answer& frame, Result<Answer> answer);

}  // namespace nsys_ai
