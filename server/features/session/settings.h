// Settings that a client sends.
#pragma once

#include "base/result.h"

namespace nsys_ai {
class Client;
// They stay as they were.
void report_wrong_settings(Client& client, const Error& error);

}  // namespace nsys_ai
