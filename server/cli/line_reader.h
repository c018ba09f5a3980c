// Reads lines that a person types at the terminal, with editing, history and completion if possible,
// otherwise as the terminal delivers them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "question/complete.h"

namespace nsys_ai {

struct TypedLine {
  enum class How {
    entered,
    interrupted,  // discard the input and read the next line
    ended         // end of input
  };
  How how = How::ended;
  std::string text = {};
};

// Used by one thread.
class LineReader {
 public:
  virtual ~LineReader() = default;
  virtual TypedLine next() = 0;
  // Adds a line to the history, which the arrow keys recall; the newest is last.
  virtual void remember(const std::string& line) = 0;
};

// Completions of the text before the cursor; nullopt if they cannot be computed.
using LineCompletion = std::function<std::optional<Completions>(const std::string& typed)>;

// Null if the terminal cannot move its cursor, or if the program was built without libedit.
std::unique_ptr<LineReader> edited_lines(const std::string& prompt, LineCompletion complete);

std::unique_ptr<LineReader> plain_lines(const std::string& prompt);

}  // namespace nsys_ai
