// Opens the first profile of a session, for clients without a button for it.
#pragma once

namespace nsys_ai {

struct Session;

// Opens, on a worker, the profile that the settings name, or else the profile that a `.nsys-ai/profile` in a
// workspace folder names.
void open_first_profile(Session& session);

}  // namespace nsys_ai
