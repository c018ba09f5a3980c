// Lines that a person types at the terminal: edited, with those of before and with completion where that can
// be done, else as the terminal gives them.
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
    interrupted,  // what was typed is not wanted: the next one is asked for
    ended         // there will be no more
  };
  How how = How::ended;
  std::string text = {};
};

// For one thread.
class TypedLines {
 public:
  virtual ~TypedLines() = default;
  virtual TypedLine next() = 0;
  // A line that comes back by the arrow keys, the newest last.
  virtual void remember(const std::string& line) = 0;
};

// What may follow what stands before the cursor; nothing where that cannot be said.
using LineCompletion = std::function<std::optional<Completions>(const std::string& typed)>;

// Null where the terminal cannot move its cursor, or the program was built without an editor of lines.
std::unique_ptr<TypedLines> edited_lines(const std::string& prompt, LineCompletion complete);

std::unique_ptr<TypedLines> plain_lines(const std::string& prompt);

}  // namespace nsys_ai
