// What another capture says of the inside of graphs that were recorded whole, as a part of the report.
#pragma once

#include "base/answer.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

// One row a graph and kernel inside, or one that says why nothing is known. Fails on cancellation.
Result<Answer> explained_graphs(const Profile& profile, const Profile& other, const Work& work);

}  // namespace nsys_ai
