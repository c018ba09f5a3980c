// What a capture is: its file, its recorder, its time and its processes.
#pragma once

#include <string>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// The captured program, the recorder, and the GPUs.
Facts capture_facts(const Profile& profile);

// The time span of the capture, from which findings compute shares, and the kinds of its events. If no
// program was traced, the span of the recorded machine data; empty if nothing was recorded. Fails if the file
// cannot be read.
Result<std::string> capture_text(const Profile& profile, const Work& work);
// The first of these facts: the file, as its path was written this time.
Fact file_fact(const Profile& profile);

}  // namespace nsys_ai
