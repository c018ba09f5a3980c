// Settings that a client sends.
#pragma once

#include "base/result.h"

namespace nsys_ai {
class Client;
// Reports invalid settings to the user; the session keeps the former settings.
void report_wrong_settings(Client& client, const Error& error);

}  // namespace nsys_ai
