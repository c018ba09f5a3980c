// Conversations with the server as text: what is sent, and what comes back (the language: README.md).
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace nsys_ai::test {

// One line of the file with what belongs to it.
struct Step {
  enum class Kind { text, file, session, mask, await, sent, received };
  Kind kind = Kind::text;
  std::string line;                  // without the arrow and without a line end
  std::vector<std::string> further;  // the indented lines below it
  size_t number = 0;                 // of the line, from 1
};

struct Conversation {
  std::string title;
  std::vector<Step> steps;
};

struct ConversationFile {
  std::vector<std::string> preface;  // what stands before the first conversation
  std::vector<Conversation> conversations;
};

// Throws on a line that it does not understand.
ConversationFile read_conversations(const std::filesystem::path& path);
// The file again, with the answers that the steps hold.
std::string text_of(const ConversationFile& file);

}  // namespace nsys_ai::test
