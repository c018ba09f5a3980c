// What the ranges of a round of `nsys-ai annotate loop` cost.
#pragma once

#include "profile/profile.h"
#include "protocol/annotate_file.h"

namespace nsys_ai {

// Keeps the longest median step of the GPUs of this capture, and of those that were measured before.
void measure_steps(const Profile& profile, AnnotateRound& round);

// How much longer a round took than the plain run: a step of it, which a slow start does not change, else the
// run.
void compare_rounds(const AnnotateRound& plain, AnnotateRound& round);

}  // namespace nsys_ai
