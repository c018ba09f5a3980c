// Holds a conversation with a real server and notes what it says.
#pragma once

#include <filesystem>
#include <string>

#include "conversation.h"
#include "schema_check.h"

namespace nsys_ai::test {

struct TalkOptions {
  std::string program;
  std::filesystem::path folder;  // for profiles and files; it exists and is empty
};

// The same conversation with what the server said this time. Throws when the server breaks the protocol.
Conversation talk(const Conversation& conversation, const ProtocolSchema& schema, const TalkOptions& options);

}  // namespace nsys_ai::test
