// The profile with which a session begins, for clients that have no button of ours.
#pragma once

namespace nsys_ai {

struct Session;

// Opens, on a worker, the profile that the settings name, or else the one that `.nsys-ai/profile` in a folder
// of the workspace names.
void open_first_profile(Session& session);

}  // namespace nsys_ai
